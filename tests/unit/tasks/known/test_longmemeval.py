"""LongMemEval's form, as its README describes it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memorybench.errors import BadInput
from memorybench.records import Ability, Control, NotSettledGold
from memorybench.tasks.known.benchmark import Chat, Oddities
from memorybench.tasks.known.longmemeval import LONGMEMEVAL, read

WriteFile = Callable[..., Path]


def one(path: Path, oddities: Oddities | None = None) -> Chat:
    (chat,) = read(path, oddities or Oddities())
    return chat


def test_counts_are_the_published_ones() -> None:
    """500 questions by type, 30 of them abstention: README, and the data as published."""
    assert {category.name: category.count for category in LONGMEMEVAL.categories} == {
        "single-session-user": 70,
        "single-session-assistant": 56,
        "single-session-preference": 30,
        "multi-session": 133,
        "temporal-reasoning": 133,
        "knowledge-update": 78,
    }
    assert (LONGMEMEVAL.questions, LONGMEMEVAL.abstentions) == (500, 30)


def test_sessions_stand_in_order_of_time_with_roles(write_file: WriteFile, question: dict[str, Any]) -> None:
    oddities = Oddities()
    history = one(write_file(question), oddities).history
    told = [(session.id, [(m.id, m.role, m.final, m.text) for m in session.messages]) for session in history.sessions]
    assert told == [
        (
            "S001",
            [
                ("S001-M01", "assistant", True, "Hello."),
                ("S001-M02", "user", False, "My three bicycles need a shed."),
            ],
        ),
        (
            "S002",
            [
                ("S002-M01", "user", False, "I bought a fourth bicycle today."),
                ("S002-M02", "assistant", True, "Nice!"),
            ],
        ),
    ]
    assert history.sessions[0].started_at == datetime(2024, 2, 1, 10, tzinfo=UTC)
    assert sum(oddities.counts.values()) == 3  # wrong order, an empty turn, asked before the last session


def test_the_task_holds_date_evidence_rule_and_all_sessions(write_file: WriteFile, question: dict[str, Any]) -> None:
    chat = one(write_file(question))
    (task,) = chat.tasks
    assert task.probe == "(Asked on Friday, 2024-03-08, at 09:30.) How many bicycles do I own now?"
    assert task.probe_plain == task.probe
    assert task.gold_answer.startswith("4 (An answer that names the former value")
    assert (task.model, task.gold, task.facts, task.control) == (None, (), (), None)
    assert task.evidence == ("S001-M02", "S002-M01")
    assert task.extra_information.splitlines()[0] == "[2024-02-01, user] My three bicycles need a shed."
    assert task.abilities == (Ability.UPDATE,)
    assert len(chat.history.up_to(task.probe_time).sessions) == 2
    assert task.probe_time == datetime(2024, 3, 8, 18, 1, tzinfo=UTC)


def test_an_unmarked_answer_session_counts_whole(write_file: WriteFile, question: dict[str, Any]) -> None:
    for turn in question["haystack_sessions"][0]:
        turn["has_answer"] = False
    assert one(write_file(question)).tasks[0].evidence == ("S001-M02", "S002-M01", "S002-M02")


def test_abs_is_abstention_whatever_the_type(write_file: WriteFile, question: dict[str, Any]) -> None:
    (task,) = one(write_file({**question, "question_id": "q1_abs", "answer": "Only a car came up."})).tasks
    assert task.control is Control.NEVER_TOLD
    assert task.gold == (NotSettledGold(),)
    assert task.gold_answer == "It was not mentioned. (Only a car came up.)"
    assert (task.family, task.evidence) == ("knowledge-update", ())
    assert task.abilities == (Ability.UPDATE, Ability.ABSTENTION)


def test_sessions_at_one_time_are_put_apart(write_file: WriteFile, question: dict[str, Any]) -> None:
    question["haystack_dates"] = ["2024/02/01 (Thu) 10:00"] * 2
    first, second = one(write_file(question)).history.sessions
    assert (second.started_at - first.started_at).total_seconds() == 60


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"question_type": "trivia"}, "has the type 'trivia'; known: single-session-user"),
        ({"haystack_dates": ["2024/02/01 (Thu) 10:00"]}, "not as many as dates and ids"),
        ({"question_date": "yesterday"}, "'yesterday' is no date of LongMemEval's form"),
        ({"question": None}, "entry 1 is not of LongMemEval's form: question: "),
        ({"haystack_sessions": [[{"role": "system", "content": "x"}], []]}, "haystack_sessions.0.0.role"),
    ],
)
def test_another_form_is_one_sentence(
    write_file: WriteFile, question: dict[str, Any], changed: dict[str, Any], said: str
) -> None:
    with pytest.raises(BadInput) as error:
        one(write_file({**question, **changed}))
    assert said in str(error.value)
    assert "\n" not in str(error.value)
