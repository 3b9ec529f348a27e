"""Ability tags: stated ones, and those by rule."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memorybench.records import Ability, Control, Fact, Kind, Label, NotSettledGold, Task
from memorybench.resources import bundled
from memorybench.tasks.abilities import abilities
from memorybench.tasks.dataset import load_dataset
from memorybench.tasks.layout import TASKS


def task(*facts: Fact, control: Control | None = None, stated: tuple[Ability, ...] = ()) -> Task:
    return Task(
        id="t",
        history="h",
        project="p",
        model="models/m.ifc",
        probe="?",
        probe_plain="?",
        probe_time=datetime(2026, 1, 1, tzinfo=UTC),
        label=Label.NOT_IN_IFC,
        kind=Kind.LOOKUP,
        family="f",
        control=control,
        gold_answer="",
        gold=(NotSettledGold(),) if control else (),
        extra_information="",
        facts=facts,
        abilities=stated,
    )


def fact(name: str, session: str, value: float | str = 3, **more: object) -> Fact:
    return Fact.model_validate(
        {"id": name, "subject": "s", "relation": "r", "value": value, "evidence": (f"{session}-M01",), **more}
    )


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ((fact("a", "S001"),), ["single_session"]),
        ((fact("a", "S001"), fact("b", "S001")), ["single_session"]),
        ((fact("a", "S001"), fact("b", "S002")), ["multi_session"]),
        ((fact("a", "S001"), fact("b", "S002", supersedes="a")), ["update", "single_session"]),
        ((fact("a", "S001", "12 March 2027"),), ["temporal", "single_session"]),
        ((fact("a", "S001", unit="months"),), ["temporal", "single_session"]),
        ((fact("a", "S001", "EI 60"),), ["single_session"]),
        ((fact("a", "S001", unit="mm"),), ["single_session"]),
        ((), []),
    ],
)
def test_by_rule(facts: tuple[Fact, ...], expected: list[str]) -> None:
    assert [ability.value for ability in abilities(task(*facts))] == expected


def test_a_control_is_abstention_whatever_it_was_told() -> None:
    facts = (fact("a", "S001"), fact("b", "S002"))
    assert abilities(task(*facts, control=Control.WRONG_ELEMENT)) == (Ability.ABSTENTION,)


def test_stated_tags_count_alone() -> None:
    stated = (Ability.ABSTENTION, Ability.TEMPORAL)
    assert abilities(task(fact("a", "S001"), stated=stated)) == (Ability.TEMPORAL, Ability.ABSTENTION)


@pytest.mark.parametrize("name", ["ifcmemory-mini", "handwritten"])
def test_bundled_tasks_keep_their_bytes(name: str) -> None:
    """New fields are absent where empty: a loaded task is written as it was."""
    dataset = load_dataset(name)
    lines = (bundled("datasets")[name] / TASKS).read_text(encoding="utf-8").splitlines()
    for written, loaded in zip(lines, dataset.tasks, strict=True):
        assert "abilities" not in written
        assert set(loaded.model_dump(mode="json")) == set(Task.model_validate_json(written).model_dump(mode="json"))
        assert "evidence" not in loaded.model_dump(mode="json")
