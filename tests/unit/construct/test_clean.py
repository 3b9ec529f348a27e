"""A history with a leak is woven again; a task that cannot be told cleanly is dropped, with the reason."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memorybench.construct import clean
from memorybench.construct.options import Difficulty
from memorybench.construct.weave import Weaving
from memorybench.records import Fact, History, Kind, Label, Message, Session, Task

TOLD = "The bedroom doors are 412 € each."
HOW = Weaving(project="p", history_id="h", model_path="models/m.ifc", folder=Path("unused"), difficulty=Difficulty())


def woven(first: str) -> tuple[History, list[Task]]:
    """Two sessions: ``first`` stands before the message that tells the fact."""
    sessions = [
        Session(
            id=f"S00{number}",
            started_at=datetime(2026, 3, number, tzinfo=UTC),
            messages=(Message(id=f"S00{number}-M01", role="user", text=text),),
        )
        for number, text in ((1, first), (2, TOLD))
    ]
    fact = Fact(id="price", subject="bedroom doors", relation="price", value=412, unit="€", evidence=("S002-M01",))
    task = Task(
        id="t",
        history="h",
        project="p",
        model="models/m.ifc",
        probe="?",
        probe_plain="?",
        probe_time=datetime(2026, 4, 1, tzinfo=UTC),
        label=Label.NEEDS_EXTERNAL_INFO,
        kind=Kind.LOOKUP,
        family="unit_cost",
        gold_answer="",
        extra_information="",
        facts=(fact,),
    )
    return History(id="h", project="p", sessions=tuple(sessions)), [task]


def weave_after(leaky: int, monkeypatch: pytest.MonkeyPatch) -> tuple[clean.Woven, int]:
    """Weave where the first ``leaky`` draws leak; also the number of draws."""
    draws: list[float] = []

    def weave(index: Any, shell: Any, assignments: Any, how: Any, rng: random.Random, count: Any) -> Any:
        draws.append(rng.random())
        return woven(TOLD if len(draws) <= leaky else "How many storeys are there?")

    monkeypatch.setattr(clean, "weave", weave)
    found = clean.weave_cleanly(None, None, (), HOW, "seed", len)  # type: ignore[arg-type]
    assert len(set(draws)) == len(draws)
    return found, len(draws)


def test_a_clean_history_is_kept_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    found, draws = weave_after(0, monkeypatch)
    assert (len(found.tasks), found.dropped, draws) == (1, [], 1)


def test_a_leak_is_woven_away(monkeypatch: pytest.MonkeyPatch) -> None:
    found, draws = weave_after(2, monkeypatch)
    assert (len(found.tasks), found.dropped, draws) == (1, [], 3)


def test_a_task_that_always_leaks_is_dropped_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    found, draws = weave_after(99, monkeypatch)
    assert (found.tasks, draws) == ([], clean.TRIES)
    assert found.dropped[0].startswith("t: fact price can be read in S001-M01")
