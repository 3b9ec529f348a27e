"""From a file to a dataset that loads, or to one sentence and nothing written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from memorybench.errors import BadInput
from memorybench.tasks.dataset import check_dataset, load_dataset
from memorybench.tasks.known import source_file
from memorybench.tasks.known.benchmark import Category
from memorybench.tasks.known.importing import import_benchmark, known_benchmark
from memorybench.tasks.known.locomo import LOCOMO
from memorybench.tasks.known.longmemeval import LONGMEMEVAL
from memorybench.tasks.known.source_file import SourceEntry, entries

WriteFile = Callable[..., Path]


class Any_(SourceEntry):
    """An entry of any form."""

    number: int


def test_the_dataset_loads_and_has_no_fault(
    write_file: WriteFile, conversation: dict[str, Any], tmp_path: Path
) -> None:
    import_benchmark(LOCOMO, write_file(conversation), tmp_path / "out", name="mine", allow_partial=True)
    assert check_dataset(str(tmp_path / "out")).faults == ()
    dataset = load_dataset(str(tmp_path / "out"))
    assert (dataset.name, len(dataset.tasks), len(dataset.histories)) == ("mine", 5, 1)
    assert "CC BY-NC 4.0" in dataset.manifest.licence
    card = (tmp_path / "out" / "card.md").read_text(encoding="utf-8")
    for words in ("**Partial**: 1 histories, published 10", "CC BY-NC 4.0", "| multi-hop | 1 | 282 |", "sha256"):
        assert words in card


def test_the_published_counts_are_asserted(write_file: WriteFile, question: dict[str, Any], tmp_path: Path) -> None:
    path = write_file(question)
    with pytest.raises(BadInput) as error:
        import_benchmark(LONGMEMEVAL, path, tmp_path / "out", name="x")
    assert "0 single-session-user questions, published 70" in str(error.value)
    assert "--allow-partial" in str(error.value)
    assert sorted(tmp_path.iterdir()) == [path]


def test_a_whole_file_needs_no_leave(write_file: WriteFile, question: dict[str, Any], tmp_path: Path) -> None:
    whole = replace(LONGMEMEVAL, histories=1, categories=(Category("knowledge-update", 1, (), ""),), abstentions=0)
    import_benchmark(whole, write_file(question), tmp_path / "out", name="x")
    assert "All counts are the published ones." in (tmp_path / "out" / "card.md").read_text(encoding="utf-8")


def test_same_file_same_bytes(write_file: WriteFile, conversation: dict[str, Any], tmp_path: Path) -> None:
    path = write_file(conversation)
    for name in ("one", "two"):
        import_benchmark(LOCOMO, path, tmp_path / name, name="x", allow_partial=True)
    one, two = (load_dataset(str(tmp_path / name)) for name in ("one", "two"))
    assert one.content_hash == two.content_hash
    assert one.manifest == two.manifest


def test_what_a_killed_import_left_does_not_stay(
    write_file: WriteFile, conversation: dict[str, Any], tmp_path: Path
) -> None:
    left = tmp_path / ".out-importing" / "dataset" / "histories"
    left.mkdir(parents=True)
    (left / "old.json").write_text("{", encoding="utf-8")
    path = write_file(conversation)
    import_benchmark(LOCOMO, path, tmp_path / "out", name="x", allow_partial=True)
    assert sorted(tmp_path.iterdir()) == [path, tmp_path / "out"]
    assert not (tmp_path / "out" / "histories" / "old.json").exists()


def test_two_imports_into_one_folder_do_not_mix(
    write_file: WriteFile, conversation: dict[str, Any], tmp_path: Path
) -> None:
    path = write_file(conversation)
    with (
        FileLock(tmp_path / ".out-importing.lock"),
        pytest.raises(BadInput, match="another import is writing"),
    ):
        import_benchmark(LOCOMO, path, tmp_path / "out", name="x", allow_partial=True)
    assert not (tmp_path / "out").exists()


def test_what_stands_in_the_way_is_said(write_file: WriteFile, question: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").touch()
    with pytest.raises(BadInput, match="exists already"):
        import_benchmark(LONGMEMEVAL, write_file(question), tmp_path / "full", name="x")
    with pytest.raises(BadInput, match=r"is published at https://github\.com/xiaowu0162/LongMemEval"):
        import_benchmark(LONGMEMEVAL, tmp_path / "none.json", tmp_path / "out", name="x")
    with pytest.raises(BadInput, match="q1 stands twice"):
        import_benchmark(LONGMEMEVAL, write_file(question, question), tmp_path / "out", name="x")
    with pytest.raises(BadInput, match="holds no question"):
        import_benchmark(LONGMEMEVAL, write_file(), tmp_path / "out", name="x", allow_partial=True)
    with pytest.raises(BadInput, match="unknown benchmark 'locomoo'"):
        known_benchmark("locomoo")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("chunk", [1, 2, 7, 1000])
def test_entries_are_read_across_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    monkeypatch.setattr(source_file, "_CHUNK", chunk)
    path = tmp_path / "a.json"
    path.write_text(' [ {"number": 1, "x": "]},"},\n{"number": 22} ] ', encoding="utf-8")
    assert [entry.number for entry in entries(path, Any_, "X")] == [1, 22]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is cut off: it ends after 0 characters"),
        ('{"number": 1}', "does not begin with a JSON array"),
        ('[{"number": 1}, {"num', "is cut off: it ends after 21 characters"),
        ('[{"number": 1}', "is cut off"),
        ('[{"number": 1}, {number: 2}, {"number": 3}]', "not valid JSON at character 17: Expecting property name"),
        ('[{"number": 1}, {"number": "a\tb"}, {"number": 3}]', "not valid JSON at character 29: Invalid control"),
        ('[{"number": "x"}]', "entry 1 is not of X's form: number"),
        ("[3]", "entry 1 is not of X's form: the entry"),
    ],
)
def test_a_broken_file_is_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=said):
        list(entries(path, Any_, "X"))


def test_broken_json_is_found_where_it_is_and_not_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of a large file is not read once it is clear that more text cannot mend it."""
    monkeypatch.setattr(source_file, "_CHUNK", 64)
    path = tmp_path / "a.json"
    path.write_text('[{"number": 1}, {"number": oops, "x": 1}' + ', {"number": 2}' * 1000 + "]", encoding="utf-8")
    read = entries(path, Any_, "X")
    assert next(read).number == 1
    with pytest.raises(BadInput, match="not valid JSON at character 27"):
        next(read)


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('[{"number": 1}]', encoding="utf-8-sig")
    assert [entry.number for entry in entries(path, Any_, "X")] == [1]


def test_text_of_another_encoding_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes('[{"number": "ä"}]'.encode("utf-16"))
    with pytest.raises(BadInput, match="cannot be read as UTF-8 text"):
        list(entries(path, Any_, "X"))
