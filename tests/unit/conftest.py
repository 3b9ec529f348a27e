"""Folders of runs with chosen scores, as a run would have left them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memorybench.comparing.measures import ANSWER, MEMORY
from memorybench.records import Answer, Failure, Scope, Verdict
from memorybench.runs.log import FactLine, Sample, ScoreLine, append, write_whole
from memorybench.runs.spec import RunSpec, surroundings
from memorybench.runs.workbench import judges_fingerprint

NOW = datetime(2026, 12, 1, tzinfo=UTC)
MakeRun = Callable[..., Path]
Score = bool | None  # None: the judge failed


@pytest.fixture
def make_run(tmp_path: Path) -> MakeRun:
    """``make_run("a", [True, False])``: a run of tasks t0, t1 with these answer verdicts.

    A task's entry may be a list, one verdict an epoch. ``memory`` gives other memory verdicts; ``scored`` limits the
    tasks that were probed; the rest are fields of the spec.
    """

    def make(
        name: str,
        answers: Sequence[Score | Sequence[Score]],
        *,
        memory: Sequence[Score | Sequence[Score]] | None = None,
        tasks: Sequence[str] | None = None,
        controls: Sequence[str] = (),
        facts: Mapping[str, Sequence[bool]] | None = None,
        scored: int | None = None,
        **spec_fields: Any,
    ) -> Path:
        folder = tmp_path / name
        ids = tuple(tasks or (f"t{number}" for number in range(len(answers))))
        by_task = [_epochs(entry) for entry in answers]
        memories = [_epochs(entry) for entry in memory] if memory is not None else by_task
        spec = _a_spec(tasks=ids, epochs=max(map(len, by_task), default=1), **spec_fields)
        write_whole(folder / "spec.json", spec.model_dump(mode="json"))
        judges = judges_fingerprint(spec)
        for task, answered, remembered in list(zip(ids, by_task, memories, strict=True))[:scored]:
            for epoch, (answer, recalled) in enumerate(zip(answered, remembered, strict=True)):
                verdicts = [_verdict("answer", ANSWER, answer)]
                if task in controls:
                    verdicts.append(_grade(answer))
                else:
                    verdicts.append(_verdict("memory", MEMORY, recalled))
                stages = [
                    FactLine(fact=f"f{number}", written=True, retrieved=found, used=found)
                    for number, found in enumerate((facts or {}).get(task, ()))
                ]
                append(folder / "samples.jsonl", _sample(task, epoch))
                append(folder / f"verdicts.{judges}.jsonl", _line(task, epoch, verdicts, stages))
        return folder

    return make


def _epochs(entry: Score | Sequence[Score]) -> list[Score]:
    return [entry] if entry is None or isinstance(entry, bool) else list(entry)


def _a_spec(**fields: Any) -> RunSpec:
    asked: dict[str, Any] = {
        "adapter": "mem0",
        "distribution": "ifc-memorybench-mem0",
        "adapter_version": "0.1.0",
        "system": "mem0ai",
        "config": {},
        "scope": Scope.USER,
        "model": "m",
        "memory_model": "m",
        "judge_model": "j",
        "embedder": "minilm",
        "base_url": None,
        "temperature": 0.0,
        "probe_style": "invited",
        "prompts": {"probe": "p"},
        "dataset": "tiny",
        "dataset_hash": "d" * 64,
        "judges": {"answer": "a", "memory": "b"},
        "limits": {"model_calls": 30},
        "tasks": (),
        "partial": False,
        "epochs": 1,
        "surroundings": surroundings("nowhere/tiny", 4, None),
    }
    return RunSpec(**(asked | fields))


def _sample(task: str, epoch: int) -> Sample:
    return Sample(task=task, epoch=epoch, store="s", started=NOW, answer=Answer(end="answered", text="x"), usage={})


def _line(task: str, epoch: int, verdicts: Sequence[Verdict], facts: Sequence[FactLine]) -> ScoreLine:
    return ScoreLine(task=task, epoch=epoch, sampled=NOW, verdicts=tuple(verdicts), facts=tuple(facts), usage={})


def _verdict(judge: str, dimensions: Sequence[str], right: Score) -> Verdict:
    if right is None:
        return Verdict(judge=judge, fingerprint="f", unscored=Failure(kind="judge_error", message="no verdict"))
    verdicts = dict.fromkeys(dimensions, True) | ({} if right else {dimensions[0]: False})
    return Verdict(judge=judge, fingerprint="f", dimensions=verdicts)


def _grade(right: Score) -> Verdict:
    return Verdict(
        judge="grader", fingerprint="code", by="rule", dimensions={"correct": bool(right), "claims_no_value": True}
    )


@pytest.fixture
def rejudged() -> Callable[[Path, str, dict[str, str]], str]:
    """Give a run a second verdict set, a copy of its first, as the newest; return its fingerprint."""
    return _rejudged


@pytest.fixture
def a_spec() -> Callable[..., RunSpec]:
    """A spec on a dataset that is nowhere, with the given fields replaced."""
    return _a_spec


def _rejudged(folder: Path, judge_model: str, judges: dict[str, str]) -> str:
    [first] = folder.glob("verdicts.*.jsonl")
    spec = RunSpec.model_validate_json((folder / "spec.json").read_text(encoding="utf-8"))
    judged = spec.model_copy(update={"judges": judges, "judge_model": judge_model})
    fingerprint = judges_fingerprint(judged)
    (folder / f"verdicts.{fingerprint}.jsonl").write_bytes(first.read_bytes())
    summary = json.dumps({"judges": fingerprint, "run": {"judge_model": judge_model}})
    (folder / f"summary.{fingerprint}.json").write_text(summary, encoding="utf-8")
    (folder / "summary.json").write_text(summary, encoding="utf-8")
    return fingerprint
