"""Two versions of a dataset, task by task."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from memorybench.tasks.dataset import load_dataset
from memorybench.tasks.diff import DatasetDiff, diff
from memorybench.tasks.layout import TASKS, Manifest, hash_files


def rehash(folder: Path) -> None:
    path = folder / "dataset.json"
    manifest = Manifest.model_validate_json(path.read_text(encoding="utf-8"))
    path.write_text(manifest.model_copy(update={"files": hash_files(folder)}).model_dump_json(), encoding="utf-8")


@pytest.fixture
def other(dataset_folder: Path, tmp_path: Path) -> Path:
    return shutil.copytree(dataset_folder, tmp_path / "other")


def compared(one: Path, two: Path) -> DatasetDiff:
    rehash(two)
    return diff(load_dataset(str(one)), load_dataset(str(two)))


def edit(path: Path, old: str, new: str, count: int = 1) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, count), encoding="utf-8")


def test_a_copy_is_equal_whatever_its_card_says(dataset_folder: Path, other: Path) -> None:
    (other / "card.md").write_text("other words", encoding="utf-8")
    found = compared(dataset_folder, other)
    assert found.equal
    assert (found.added, found.removed, found.changed, found.reordered) == ((), (), (), False)


def test_changed_fields_are_named_to_the_innermost(dataset_folder: Path, other: Path) -> None:
    edit(other / TASKS, '"value": 862.0', '"value": 863.0')
    found = compared(dataset_folder, other)
    assert not found.equal
    (task,) = found.changed
    assert [(field.field, field.before, field.after) for field in task.fields] == [("gold.0.value", "862.0", "863.0")]
    assert (task.history, task.model) == (False, False)


def test_a_list_of_another_length_differs_as_a_whole(dataset_folder: Path, other: Path) -> None:
    lines = (other / TASKS).read_text(encoding="utf-8").splitlines()
    start = lines[0].index('"facts": [')
    line = lines[0][:start] + '"facts": [], "phrase_bank": null, "derivation": null, "evidence": ["S001-M01"]}'
    line = line.replace('"models/house.ifc"', "null").replace("needs_external_info", "not_in_ifc")
    (other / TASKS).write_text("\n".join([line, *lines[1:]]) + "\n", encoding="utf-8")
    fields = {field.field for field in compared(dataset_folder, other).changed[0].fields}
    assert {"facts", "evidence", "model", "label"} <= fields


def test_tasks_added_removed_and_in_another_order(dataset_folder: Path, other: Path) -> None:
    edit(other / TASKS, '"id": "house-2"', '"id": "house-9"')
    found = compared(dataset_folder, other)
    assert (found.added, found.removed) == (("house-9",), ("house-2",))
    shutil.rmtree(other)
    shutil.copytree(dataset_folder, other)
    lines = (other / TASKS).read_text(encoding="utf-8").splitlines()
    (other / TASKS).write_text("\n".join(reversed(lines)) + "\n", encoding="utf-8")
    assert compared(dataset_folder, other).reordered


def test_a_changed_history_names_its_sessions_and_the_tasks_on_it(dataset_folder: Path, other: Path) -> None:
    edit(other / "histories" / "house.json", "Which walls are external?", "Which walls are inside?")
    found = compared(dataset_folder, other)
    (history,) = found.histories_changed
    assert (history.history, history.changed, history.added, history.removed) == ("house", ("S002",), (), ())
    assert [(task.task, task.history, task.fields) for task in found.changed] == [
        ("house-1", True, ()),
        ("house-2", True, ()),
    ]


def test_a_changed_model_is_said_of_its_tasks(dataset_folder: Path, other: Path) -> None:
    (other / "models" / "house.ifc").write_text("ISO-10303-21; ", encoding="utf-8")
    (other / "models" / "more.ifc").write_text("ISO-10303-21;", encoding="utf-8")
    found = compared(dataset_folder, other)
    assert (found.models_changed, found.models_added) == (("models/house.ifc",), ("models/more.ifc",))
    assert all(task.model for task in found.changed)
