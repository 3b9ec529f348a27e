"""The log: nothing acknowledged is lost, a torn line is no record, two writers are one too many."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memorybench.errors import BadInput
from memorybench.records import Answer, IngestReceipt, Scope
from memorybench.runs.log import IngestLine, RunLog, Sample, append, read_lines, write_whole
from memorybench.runs.spec import RunSpec, differences, surroundings

NOW = datetime(2026, 12, 1, tzinfo=UTC)


def sample(task: str, text: str = "yes", epoch: int = 0) -> Sample:
    return Sample(task=task, epoch=epoch, store="s", started=NOW, answer=Answer(end="answered", text=text), usage={})


def spec(**changes: object) -> RunSpec:
    fields: dict[str, object] = {
        "adapter": "none",
        "distribution": "ifc-memorybench-baselines",
        "adapter_version": "0.1.0",
        "system": "none",
        "config": {"url": "http://a"},
        "scope": Scope.USER,
        "model": "rules",
        "memory_model": None,
        "judge_model": "rules",
        "embedder": None,
        "base_url": None,
        "temperature": 0.0,
        "probe_style": "invited",
        "prompts": {"probe": "p1"},
        "dataset": "tiny",
        "dataset_hash": "d" * 64,
        "judges": {"answer": "a1"},
        "limits": {"model_calls": 30},
        "tasks": ("t1", "t2"),
        "partial": False,
        "epochs": 1,
        "surroundings": surroundings("tiny", 4, None),
    }
    return RunSpec.model_validate({**fields, **changes})


def test_records_come_back_in_order(tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    for number in range(3):
        append(path, sample(f"t{number}"))
    assert [line.task for line in read_lines(path, Sample)] == ["t0", "t1", "t2"]


@given(cut=st.integers(1, 400))
def test_a_torn_line_is_left_out_and_then_replaced(tmp_path_factory: pytest.TempPathFactory, cut: int) -> None:
    path = tmp_path_factory.mktemp("log") / "samples.jsonl"
    append(path, sample("t0"))
    whole = path.stat().st_size
    append(path, sample("t1", "ä" * 30))
    data = path.read_bytes()
    path.write_bytes(data[: max(whole, len(data) - cut)])
    survivors = [line.task for line in read_lines(path, Sample)]
    assert survivors == ["t0"]
    append(path, sample("t2"))
    assert [line.task for line in read_lines(path, Sample)] == ["t0", "t2"]


def test_a_damaged_line_in_the_middle_is_an_error_that_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    path.write_text('{"task": 3}\n', encoding="utf-8")
    with pytest.raises(BadInput, match=r"samples\.jsonl:1: damaged record"):
        list(read_lines(path, Sample))


def test_the_newest_sample_of_a_task_counts(tmp_path: Path) -> None:
    log = RunLog(tmp_path)
    for text in ("first", "second"):
        append(tmp_path / "samples.jsonl", sample("t0", text))
    assert log.samples()["t0", 0].answer.text == "second"


def test_two_runs_in_one_folder_are_refused(tmp_path: Path) -> None:
    with RunLog(tmp_path).owned(), pytest.raises(BadInput, match="another run is writing"):
        RunLog(tmp_path).owned()
    with RunLog(tmp_path).owned():
        pass


def test_the_same_run_may_be_claimed_again(tmp_path: Path) -> None:
    log = RunLog(tmp_path)
    first = log.claim(spec())
    append(tmp_path / "samples.jsonl", sample("t1"))
    again = log.claim(spec(surroundings=surroundings("tiny", 9, 1.5)))
    assert again.surroundings == first.surroundings


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"scope": Scope.FULL}, "scope: user there, full here"),
        ({"config": {"url": "http://b"}}, "config.url: http://a there, http://b here"),
        ({"tasks": ("t1",)}, "tasks: 2 there, 1 here"),
        ({"dataset_hash": "e" * 64}, "dataset_hash: dddddddddddd… there, eeeeeeeeeeee… here"),
    ],
)
def test_another_identity_is_refused_with_the_difference(
    tmp_path: Path, changes: dict[str, object], told: str
) -> None:
    log = RunLog(tmp_path)
    log.claim(spec())
    append(tmp_path / "samples.jsonl", sample("t1"))
    with pytest.raises(BadInput, match=r"holds another run") as error:
        log.claim(spec(**changes))
    assert told in str(error.value)
    assert log.spec() == spec(surroundings=log.spec().surroundings)


def test_what_is_only_recorded_does_not_change_the_identity() -> None:
    assert spec().digest == spec(surroundings=surroundings("elsewhere", 1, 3.0)).digest
    assert spec().digest != spec(epochs=2).digest


def test_a_folder_that_is_no_run_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is not a run"):
        RunLog(tmp_path).spec()
    (tmp_path / "spec.json").write_text("{", encoding="utf-8")
    with pytest.raises(BadInput, match="damaged"):
        RunLog(tmp_path).spec()


def test_an_unwritable_folder_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(BadInput, match="cannot write to"):
        RunLog(tmp_path / "file" / "run").owned()


def test_write_whole_replaces(tmp_path: Path) -> None:
    path = tmp_path / "summary.json"
    write_whole(path, {"a": 1})
    write_whole(path, {"a": 2})
    assert path.read_text(encoding="utf-8") == '{\n "a": 2\n}\n'
    assert [entry.name for entry in tmp_path.iterdir()] == ["summary.json"]


@given(st.dictionaries(st.sampled_from("abcde"), st.integers() | st.text(max_size=5)))
def test_an_identity_does_not_differ_from_itself(identity: dict[str, object]) -> None:
    assert differences(identity, dict(identity)) == []


def test_a_folder_without_any_record_may_be_taken_by_another_run(tmp_path: Path) -> None:
    log = RunLog(tmp_path)
    log.claim(spec())
    other = spec(config={"url": "http://b"})
    log.check(other)
    assert log.claim(other) == other == log.spec()
    append(tmp_path / "samples.jsonl", sample("t1"))
    with pytest.raises(BadInput, match="holds another run"):
        log.check(spec())
    assert log.claim(other) == other
    assert log.spec() == other


def test_of_a_session_that_was_tried_again_the_newest_line_counts(tmp_path: Path) -> None:
    lines = [
        IngestLine(
            store="s",
            history="h",
            receipt=IngestReceipt(session=session, messages=2, memories=memories),
            tokens=10,
            usage={},
            seconds=1.0,
            run="r",
        )
        for session, memories in (("S001", 0), ("S002", 3), ("S001", 4))
    ]
    for line in lines:
        append(tmp_path / "ingest.jsonl", line)
    found = RunLog(tmp_path).ingest_lines()
    assert [(line.receipt.session, line.receipt.memories) for line in found] == [("S001", 4), ("S002", 3)]
