"""Two people review without seeing each other; a third word settles; what is undone does not count."""

from __future__ import annotations

import threading

import pytest

from memorybench.errors import BadInput
from memorybench.records import Task
from memorybench.review.journal import ReviewJournal
from memorybench.review.records import REVIEWS, Corrections
from memorybench.tasks.dataset import Dataset


@pytest.fixture
def journal(dataset: Dataset) -> ReviewJournal:
    return ReviewJournal(dataset.root)


@pytest.fixture
def task(dataset: Dataset) -> Task:
    return dataset.tasks[0]


def test_two_who_agree_end_the_review(journal: ReviewJournal, task: Task) -> None:
    assert journal.standing(task).state == "open"
    journal.decide(task, "architect", "accept")
    assert journal.standing(task).state == "second"
    journal.decide(task, "engineer", "accept")
    now = journal.standing(task)
    assert now.state == "agreed"
    assert now.outcome is not None and now.outcome.decision == "accept"
    with pytest.raises(BadInput, match="is over"):
        journal.decide(task, "third", "accept")


def test_nobody_reviews_a_task_twice_in_a_row(journal: ReviewJournal, task: Task) -> None:
    journal.decide(task, "architect", "accept")
    with pytest.raises(BadInput, match="another person"):
        journal.decide(task, "architect", "reject", "on second thoughts")
    assert len(journal.lines()) == 1


def test_the_first_decision_is_hidden_until_one_has_decided(journal: ReviewJournal, task: Task) -> None:
    first = journal.decide(task, "architect", "accept")
    assert journal.standing(task).shown_to("engineer") == ()
    second = journal.decide(task, "engineer", "reject", "the door is no fire door")
    assert second.saw == ()
    assert [review.id for review in journal.standing(task).shown_to("engineer")] == [first.id, second.id]


def test_a_dispute_waits_for_a_third_word_that_knows_both(journal: ReviewJournal, task: Task) -> None:
    first = journal.decide(task, "architect", "accept")
    second = journal.decide(task, "engineer", "reject", "ambiguous")
    assert journal.standing(task).state == "disputed"
    assert journal.standing(task).waits_for("architect")
    last = journal.decide(task, "architect", "reject", "agreed, it is ambiguous")
    assert last.saw == (first.id, second.id)
    now = journal.standing(task)
    assert now.state == "settled" and now.outcome == last


def test_two_different_corrections_are_a_dispute(journal: ReviewJournal, task: Task) -> None:
    journal.decide(task, "architect", "correct", "", Corrections(probe_plain="Do we get awnings at all?"))
    journal.decide(task, "engineer", "correct", "", Corrections(probe_plain="Are awnings planned?"))
    assert journal.standing(task).state == "disputed"


def test_undo_takes_back_the_newest_decision_that_stands(journal: ReviewJournal, dataset: Dataset) -> None:
    first, second = dataset.tasks[:2]
    journal.decide(first, "architect", "accept")
    journal.decide(second, "architect", "accept")
    assert journal.undo("architect", dataset.tasks).task == second.id
    assert journal.standing(second).state == "open"
    assert journal.undo("architect", dataset.tasks).task == first.id
    with pytest.raises(BadInput, match="no decision"):
        journal.undo("architect", dataset.tasks)
    assert len(journal.lines()) == 4, "an undo is a line of its own: nothing is erased"


def test_what_a_settlement_rests_on_cannot_be_undone(journal: ReviewJournal, dataset: Dataset, task: Task) -> None:
    journal.decide(task, "architect", "accept")
    journal.decide(task, "engineer", "reject", "ambiguous")
    journal.decide(task, "chair", "accept", "clear enough")
    with pytest.raises(BadInput, match="chair has settled"):
        journal.undo("engineer", dataset.tasks)


def test_a_rejection_needs_its_reason_and_a_correction_its_change(journal: ReviewJournal, task: Task) -> None:
    with pytest.raises(ValueError, match="needs its reason"):
        journal.decide(task, "architect", "reject", "  ")
    with pytest.raises(ValueError, match="changes something"):
        journal.decide(task, "architect", "correct")
    assert journal.lines() == []


def test_a_torn_last_line_costs_itself_alone(journal: ReviewJournal, dataset: Dataset, task: Task) -> None:
    journal.decide(task, "architect", "accept")
    with (dataset.root / REVIEWS).open("ab") as stream:
        stream.write(b'{"id": "torn", "task"')
    assert journal.standing(task).state == "second"
    journal.decide(task, "engineer", "accept")
    assert journal.standing(task).state == "agreed"


def test_a_changed_task_is_reviewed_anew(journal: ReviewJournal, task: Task) -> None:
    journal.decide(task, "architect", "accept")
    rebuilt = task.model_copy(update={"gold_answer": "Yes, two of them."})
    now = journal.standing(rebuilt)
    assert now.state == "open" and now.outdated == 1


def test_two_reviewers_at_once_lose_nothing(dataset: Dataset) -> None:
    def review(name: str) -> None:
        journal = ReviewJournal(dataset.root)
        for task in dataset.tasks:
            journal.decide(task, name, "accept")

    threads = [threading.Thread(target=review, args=(name,)) for name in ("architect", "engineer")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    journal = ReviewJournal(dataset.root)
    assert {journal.standing(task).state for task in dataset.tasks} == {"agreed"}
