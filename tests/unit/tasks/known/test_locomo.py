"""LoCoMo's form, as its README and evaluation code describe it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memorybench.errors import BadInput
from memorybench.judging.grader import grade
from memorybench.records import Ability, Answer, Control, NotSettledGold
from memorybench.tasks.known.benchmark import Chat, Oddities
from memorybench.tasks.known.locomo import LOCOMO, read

WriteFile = Callable[..., Path]


def one(path: Path, oddities: Oddities | None = None) -> Chat:
    (chat,) = read(path, oddities or Oddities())
    return chat


def test_counts_are_the_published_ones() -> None:
    """1,986 questions in ten conversations; 1,540 without the adversarial ones."""
    assert [(category.name, category.count) for category in LOCOMO.categories] == [
        ("multi-hop", 282),
        ("temporal", 321),
        ("open-domain", 96),
        ("single-hop", 841),
        ("adversarial", 446),
    ]
    assert (LOCOMO.questions, LOCOMO.questions - LOCOMO.abstentions, LOCOMO.histories) == (1986, 1540, 10)


def test_two_people_and_no_assistant(write_file: WriteFile, conversation: dict[str, Any]) -> None:
    oddities = Oddities()
    history = one(write_file(conversation), oddities).history
    messages = [message for session in history.sessions for message in session.messages]
    assert {message.role for message in messages} == {"user"}
    assert [message.speaker for message in messages] == ["Ada", "Ben", "Ada"]
    assert messages[1].text == "Look at mine! [shares an image: a photo of a grey dog]"
    assert [session.started_at for session in history.sessions] == [
        datetime(2023, 5, 8, 13, 56, tzinfo=UTC),
        datetime(2023, 6, 1, 0, 5, tzinfo=UTC),
    ]
    assert oddities.counts["turns with an image, told by its caption"] == 1


def test_categories_by_number(write_file: WriteFile, conversation: dict[str, Any]) -> None:
    oddities = Oddities()
    tasks = one(write_file(conversation), oddities).tasks
    assert [(task.family, task.abilities) for task in tasks] == [
        ("multi-hop", (Ability.MULTI_SESSION,)),
        ("temporal", (Ability.TEMPORAL,)),
        ("open-domain", (Ability.WORLD_KNOWLEDGE,)),
        ("single-hop", (Ability.SINGLE_SESSION,)),
        ("adversarial", (Ability.ABSTENTION,)),
    ]
    assert [task.evidence for task in tasks] == [
        ("S001-M01", "S001-M02"),  # two ids in one string
        ("S001-M01",),  # a stray zero
        (),
        ("S002-M01",),  # a stray colon, and an id that names nothing
        (),
    ]
    assert oddities.counts["evidence ids that name no turn, left out"] == 1
    assert oddities.counts["questions without evidence"] == 1
    assert tasks[1].probe.startswith("When did Ada adopt the cat? Go by the dates")
    assert tasks[3].gold_answer == "2"
    assert all(len(task.evidence_sessions()) <= 2 for task in tasks)


def test_adversarial_questions_are_controls_with_their_lure(
    write_file: WriteFile, conversation: dict[str, Any]
) -> None:
    task = one(write_file(conversation)).tasks[-1]
    assert task.control is Control.NEVER_TOLD
    assert task.gold == (NotSettledGold(distractor_values=("Mara",)),)
    assert task.gold_answer == "It was not mentioned."
    assert grade(task, "Ben's cat was not mentioned in the conversations.").dimensions["correct"]
    assert not grade(task, "Ben's cat is called Mara.").dimensions["correct"]
    assert Answer(end="answered").text == ""


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda c: c["qa"][0].update(category=6), "question 1 has the category 6; known: 1 to 5"),
        (lambda c: c["qa"][0].pop("answer"), "question 1 has no answer"),
        (lambda c: c["conversation"].pop("session_1_date_time"), "session_1 has no date"),
        (lambda c: c["conversation"].update(session_1_date_time="May"), "'May' is no date of LoCoMo's form"),
        (lambda c: c["conversation"]["session_1"][0].pop("text"), "a turn needs speaker, dia_id and text"),
        (lambda c: c.pop("sample_id"), "entry 1 is not of LoCoMo's form: sample_id"),
        (lambda c: [c["conversation"].pop(f"session_{n}") for n in (1, 2)], "has no session with a date and a turn"),
    ],
)
def test_another_form_is_one_sentence(
    write_file: WriteFile, conversation: dict[str, Any], change: Callable[[Any], object], said: str
) -> None:
    change(conversation)
    with pytest.raises(BadInput) as error:
        one(write_file(conversation))
    assert said in str(error.value)
    assert "\n" not in str(error.value)
