"""A reviewed dataset: accepted tasks as they are, corrected ones corrected, rejected ones gone; the numbers of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from memorybench.errors import BadInput
from memorybench.review.journal import ReviewJournal
from memorybench.review.outcome import apply_reviews, summarise
from memorybench.review.records import Corrections
from memorybench.tasks.dataset import Dataset, load_dataset


@pytest.fixture
def reviewed(dataset: Dataset) -> ReviewJournal:
    """The first task rejected by both, the second corrected by both, the others accepted by both."""
    journal = ReviewJournal(dataset.root)
    better = Corrections(probe_plain="How much carbon?")
    for name in ("architect", "engineer"):
        journal.decide(dataset.tasks[0], name, "reject", "nobody would ask this")
        journal.decide(dataset.tasks[1], name, "correct", "shorter", better)
        for task in dataset.tasks[2:]:
            journal.decide(task, name, "accept")
    return journal


def test_the_new_version_holds_what_was_decided(dataset: Dataset, reviewed: ReviewJournal, tmp_path: Path) -> None:
    out = tmp_path / "out"
    kept, rejected = apply_reviews(dataset, reviewed.lines(), out, "1.1.0")
    written = load_dataset(str(out))
    assert written.manifest.version == "1.1.0"
    assert [task.id for task in written.tasks] == [task.id for task in dataset.tasks[1:]]
    assert written.tasks[0].probe_plain == "How much carbon?"
    assert written.tasks[1:] == dataset.tasks[2:]
    assert rejected == [f"{dataset.tasks[0].id}: nobody would ask this"] and len(kept) == 15
    assert (out / "reviews.jsonl").read_bytes() == (dataset.root / "reviews.jsonl").read_bytes()


def test_an_unfinished_review_writes_nothing(dataset: Dataset, tmp_path: Path) -> None:
    journal = ReviewJournal(dataset.root)
    journal.decide(dataset.tasks[0], "architect", "accept")
    with pytest.raises(BadInput, match="16 of 16 tasks is not over"):
        apply_reviews(dataset, journal.lines(), tmp_path / "out", "1.1.0")
    assert not (tmp_path / "out").exists()


def test_an_existing_folder_is_left_alone(dataset: Dataset, reviewed: ReviewJournal, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="exists"):
        apply_reviews(dataset, reviewed.lines(), tmp_path, "1.1.0")


def test_the_numbers_of_the_review(dataset: Dataset, reviewed: ReviewJournal) -> None:
    found = summarise(dataset, reviewed.lines())
    assert found.states == {"agreed": 16}
    assert found.decisions == {"reject": 1, "correct": 1, "accept": 14}
    assert (found.both_rounds, found.same_decision, found.kappa) == (16, 16, 1.0)
    assert found.reviewers == ("architect", "engineer")


def test_without_two_rounds_there_is_no_kappa(dataset: Dataset) -> None:
    assert summarise(dataset, []).kappa is None
