"""Loading and validating: what a person who edits a dataset by hand would meet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memorybench.errors import BadInput
from memorybench.records import Fact
from memorybench.tasks.dataset import check_dataset, load_dataset
from memorybench.tasks.describe import describe
from memorybench.tasks.layout import MANIFEST, content_hash, hash_files


def faults(folder: Path) -> list[str]:
    return [str(fault) for fault in check_dataset(str(folder)).faults]


def rehash(folder: Path) -> None:
    """Make the manifest agree with the edited files, so that only the edit itself is a fault."""
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    manifest["files"] = hash_files(folder)
    (folder / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")


def edit(folder: Path, file: str, old: str, new: str, count: int = 1) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, count), encoding="utf-8")
    rehash(folder)


def test_a_valid_dataset_loads(dataset_folder: Path) -> None:
    dataset = load_dataset(str(dataset_folder))
    assert [task.id for task in dataset.tasks] == ["house-1", "house-2"]
    assert len(dataset.histories["house"].sessions) == 3
    assert dataset.model_path(dataset.tasks[0]).is_file()
    assert faults(dataset_folder) == []


def test_the_content_hash_follows_the_content(dataset_folder: Path) -> None:
    before = content_hash(hash_files(dataset_folder))
    (dataset_folder / "card.md").write_text("# card", encoding="utf-8")
    assert content_hash(hash_files(dataset_folder)) == before
    edit(dataset_folder, "histories/house.json", "412", "413")
    assert content_hash(hash_files(dataset_folder)) != before


def test_current_facts_leave_out_the_superseded_one(dataset_folder: Path) -> None:
    task = load_dataset(str(dataset_folder)).tasks[0]
    assert [fact.value for fact in task.current_facts()] == [431]


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        (
            "histories/house.json",
            '"S002"',
            '"S005"',
            "histories/house.json:56: session S005 stands where S002 is due",
        ),
        ("histories/house.json", '"role": "tool"', '"role": "robot"', "messages.2.role"),
        ("histories/house.json", "Which walls are external?", " ", "message S002-M01 is empty"),
        ("tasks.jsonl", "S003-M01", "S003-M02", "evidence S003-M02 is the assistant on its way"),
        ("tasks.jsonl", "S003-M01", "S009-M01", "evidence S009-M01 is no message of history house"),
        ("tasks.jsonl", '"supersedes": "f1"', '"supersedes": "f7"', "supersedes f7, which is no fact"),
        ("tasks.jsonl", '"label"', '"lable"', "tasks.jsonl:1: lable"),
        ("tasks.jsonl", "2026-04-01T00:00:00Z", "2026-03-04T00:00:00Z", "S003-M01 is later than the probe"),
        ("tasks.jsonl", '"id": "house-2"', '"id": "house-1"', "tasks.jsonl:2: task id 'house-1' stands twice"),
        ("tasks.jsonl", "models/house.ifc", "models/hut.ifc", "its model 'models/hut.ifc' is missing"),
        ("tasks.jsonl", '"control": null', '"control": "never_told"', "a control task has the gold `not_settled`"),
    ],
)
def test_each_fault_is_named_with_its_place(
    dataset_folder: Path, file: str, old: str, new: str, expected: str
) -> None:
    edit(dataset_folder, file, old, new)
    assert any(expected in fault for fault in faults(dataset_folder)), faults(dataset_folder)
    with pytest.raises(BadInput, match="cannot be used"):
        load_dataset(str(dataset_folder))


def test_a_schema_fault_in_a_history_names_its_line(dataset_folder: Path) -> None:
    edit(dataset_folder, "histories/house.json", '"role": "tool"', '"role": "robot"')
    fault = next(fault for fault in check_dataset(str(dataset_folder)).faults if "role" in fault.message)
    lines = (dataset_folder / "histories/house.json").read_text(encoding="utf-8").splitlines()
    assert fault.line is not None
    assert '"robot"' in lines[fault.line - 1]


def test_a_torn_file_is_a_fault(dataset_folder: Path) -> None:
    path = dataset_folder / "tasks.jsonl"
    path.write_bytes(path.read_bytes()[:-40])
    found = faults(dataset_folder)
    assert any("tasks.jsonl:2: not valid JSON" in fault for fault in found)
    assert any("sha256" in fault for fault in found)


def test_a_missing_dataset_suggests_the_nearest(dataset_folder: Path) -> None:
    with pytest.raises(BadInput, match="unknown dataset"):
        load_dataset("handwriten")
    with pytest.raises(BadInput, match="is a file"):
        load_dataset(str(dataset_folder / "tasks.jsonl"))


def test_an_empty_folder_lists_what_is_missing(tmp_path: Path) -> None:
    found = faults(tmp_path)
    assert any("dataset.json: the file is missing" in fault for fault in found)
    assert any("tasks.jsonl: the file is missing" in fault for fault in found)


def test_description_counts_what_lies_before_the_probe(dataset_folder: Path) -> None:
    table = describe(load_dataset(str(dataset_folder)), lambda text: len(text.split()), "words")
    assert (table.tasks, table.projects, table.sessions, table.user_messages) == (2, 1, 3, 4)
    assert table.user_messages_per_task == 4
    assert table.tokens_per_task["user"] == 8 + 5 + 4 + 6
    assert table.tokens_per_task["user"] < table.tokens_per_task["user+final"] < table.tokens_per_task["full"]


def test_a_fact_reads_as_a_sentence() -> None:
    fact = Fact(id="f", subject="door 0864", relation="unit cost", value=412, unit="EUR", evidence=("S001-M01",))
    assert fact.sentence() == "door 0864: unit cost is 412 EUR."
    assert fact.model_copy(update={"value": True, "unit": None}).sentence() == "door 0864: unit cost is yes."
