"""A small valid dataset on disk."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memorybench.records import Fact, History, Kind, Label, Message, NumberGold, Session, Task
from memorybench.tasks.layout import write_dataset


def _session(number: int, *texts: str) -> Session:
    messages = []
    for text in texts:
        messages.append(("user", text, None, False))
        messages.append(("assistant", "", "ifcquery house.ifc summary", False))
        messages.append(("tool", '{"schema": "IFC4"}', None, False))
        messages.append(("assistant", "The model says so.", None, True))
    return Session(
        id=f"S{number:03d}",
        started_at=datetime(2026, 3, 2, 9, tzinfo=UTC) + timedelta(days=number),
        messages=tuple(
            Message(id=f"S{number:03d}-M{place:02d}", role=role, text=text, command=command, final=final)
            for place, (role, text, command, final) in enumerate(messages, start=1)
        ),
    )


@pytest.fixture
def dataset_folder(tmp_path: Path) -> Path:
    """Two tasks on one history of three sessions."""
    root = tmp_path / "tiny"
    (root / "models").mkdir(parents=True)
    (root / "models" / "house.ifc").write_text("ISO-10303-21;", encoding="utf-8")
    history = History(
        id="house",
        project="house",
        sessions=(
            _session(1, "Doors of the flats cost 412 euros each.", "How many storeys are there?"),
            _session(2, "Which walls are external?"),
            _session(3, "The doors went up to 431."),
        ),
    )
    tasks = [
        Task(
            id=f"house-{number}",
            history="house",
            project="house",
            model="models/house.ifc",
            probe="From what we said and the model: what do the doors cost?",
            probe_plain="What do the doors cost?",
            probe_time=datetime(2026, 4, 1, tzinfo=UTC),
            label=Label.NEEDS_EXTERNAL_INFO,
            kind=Kind.AGGREGATION,
            family="unit_cost",
            gold_answer="862 euros.",
            gold=(NumberGold(value=862, unit="EUR"),),
            extra_information="A door costs 431 euros.",
            facts=(
                Fact(id="f1", subject="door", relation="unit cost", value=412, unit="EUR", evidence=("S001-M01",)),
                Fact(
                    id="f2",
                    subject="door",
                    relation="unit cost",
                    value=431,
                    unit="EUR",
                    evidence=("S003-M01",),
                    supersedes="f1",
                ),
            ),
        )
        for number in (1, 2)
    ]
    write_dataset(
        root,
        histories=[history],
        tasks=tasks,
        manifest={
            "name": "tiny",
            "version": "1.0.0",
            "licence": "CC0-1.0",
            "description": "For tests.",
            "created": "2026-12-01",
        },
    )
    return root
