"""What validation asks of histories without a building model, and still asks of the others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memorybench.construct.checks import truth_faults
from memorybench.tasks.dataset import check_dataset, load_dataset
from memorybench.tasks.describe import describe
from memorybench.tasks.layout import TASKS, Manifest, hash_files


def change(folder: Path, **fields: Any) -> None:
    """Change every task, and take the assistant's last message from every session."""
    lines = [json.loads(line) for line in (folder / TASKS).read_text(encoding="utf-8").splitlines()]
    for task in lines:
        task.update(fields)
    (folder / TASKS).write_text("".join(json.dumps(task) + "\n" for task in lines), encoding="utf-8")
    path = folder / "histories" / "house.json"
    history = json.loads(path.read_text(encoding="utf-8"))
    for session in history["sessions"]:
        session["messages"] = session["messages"][:1]
    path.write_text(json.dumps(history), encoding="utf-8")
    rehash(folder)


def rehash(folder: Path) -> None:
    path = folder / "dataset.json"
    manifest = Manifest.model_validate_json(path.read_text(encoding="utf-8"))
    path.write_text(manifest.model_copy(update={"files": hash_files(folder)}).model_dump_json(), encoding="utf-8")


CHAT = {"model": None, "label": "not_in_ifc", "facts": [], "derivation": None, "evidence": ["S001-M01"]}


def test_a_chat_of_people_alone_is_no_fault(dataset_folder: Path) -> None:
    change(dataset_folder, **CHAT)
    assert check_dataset(str(dataset_folder)).faults == ()
    dataset = load_dataset(str(dataset_folder))
    assert dataset.model_path(dataset.tasks[0]) is None
    assert dataset.tasks[0].evidence_sessions() == {"S001"}
    assert truth_faults(dataset) == []
    assert describe(dataset, len, "characters").models == 0


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({**CHAT, "evidence": ["S009-M01"]}, "evidence S009-M01 is no message of history house"),
        ({**CHAT, "probe_time": "2026-03-03T10:00:00Z", "evidence": ["S003-M01"]}, "later than the probe"),
        ({**CHAT, "label": "needs_external_info"}, "a task without a model has the label not_in_ifc"),
        ({"facts": []}, "does not end with a final assistant message"),
        ({"facts": []}, "it has no fact"),
    ],
)
def test_what_is_still_a_fault(dataset_folder: Path, fields: dict[str, Any], said: str) -> None:
    change(dataset_folder, **fields)
    assert any(said in fault.message for fault in check_dataset(str(dataset_folder)).faults)


def test_a_model_left_out_by_mistake_is_a_fault(dataset_folder: Path) -> None:
    """`model` must be stated, if only as null."""
    text = (dataset_folder / TASKS).read_text(encoding="utf-8")
    (dataset_folder / TASKS).write_text(text.replace('"model": "models/house.ifc", ', ""), encoding="utf-8")
    faults = check_dataset(str(dataset_folder)).faults
    assert any("model: Field required" in fault.message for fault in faults)
