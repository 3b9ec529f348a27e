"""Stages: written, retrieved, used, and the rule that decided use."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memorybench.facts.attribution import attribute, count_stages, foreign_match_rate
from memorybench.judging.grader import grade
from memorybench.records import Fact, Kind, Label, Memory, NumberGold, Task

OLD = Fact(id="old", subject="D-12", relation="unit cost", value=398.0, unit="EUR", evidence=("S001-M01",))
NEW = Fact(
    id="new", subject="D-12", relation="unit cost", value=412.0, unit="EUR", evidence=("S002-M01",), supersedes="old"
)


@pytest.fixture
def task() -> Task:
    return Task(
        id="t1", history="h1", project="p1", model="m.ifc", probe="?", probe_plain="?", family="unit_cost",
        probe_time=datetime(2026, 5, 1, tzinfo=UTC), label=Label.NEEDS_EXTERNAL_INFO, kind=Kind.AGGREGATION,
        gold_answer="14,832 EUR", gold=(NumberGold(value=14832, unit="EUR"),), extra_information="", facts=(OLD, NEW),
    )  # fmt: skip


def test_only_current_facts_are_followed(task: Task) -> None:
    dump = [Memory(text="D-12 costs 412 EUR."), Memory(text="D-12 costs 398 EUR.")]
    (stage,) = attribute(task, dump, dump[1:], "36 × 412 € = 14,832 €")
    assert (stage.fact, stage.written, stage.retrieved, stage.used, stage.used_by) == (
        "new",
        True,
        False,
        True,
        "value",
    )


def test_a_right_gold_uses_a_value_that_does_not_occur(task: Task) -> None:
    answer = "The total is 14,832 EUR."
    right = grade(task, answer).dimensions["correct"]
    (with_gold,) = attribute(task, (), (), answer, gold_right=right)
    (without,) = attribute(task, (), (), answer)
    assert (with_gold.used, with_gold.used_by) == (True, "gold")
    assert (without.used, without.used_by) == (False, None)


def test_a_value_told_as_former_is_not_used(task: Task) -> None:
    (stage,) = attribute(task, (), (), "398 EUR instead of 412 EUR")
    assert not stage.used


def test_counts_and_controls(task: Task) -> None:
    stages = attribute(task, [Memory(text=NEW.sentence())], [], "")
    counts = count_stages(stages)
    assert (counts.facts, counts.written, counts.retrieved, counts.used) == (1, 1, 0, 0)
    assert foreign_match_rate([NEW, OLD], ["D-12 costs 412 EUR.", "D-13 costs 398 EUR."]) == (1, 2)
    assert foreign_match_rate([NEW], []) == (0, 1)
