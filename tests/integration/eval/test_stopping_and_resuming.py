"""A run may be stopped in any phase, by Ctrl-C or by kill -9: the same command goes on, and nothing differs."""

from __future__ import annotations

import json
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memorybench.testing.openai_server import Fault, OpenAIServer


def arguments(server: OpenAIServer, dataset: str, name: str, memory: str = "mem0") -> list[str]:
    return [
        *("eval", "--memory", memory, "--dataset", dataset, "--model", "m", "--base-url", server.url),
        *("--out", f"{name}/run", "--stores", f"{name}/stores", "--json", "--concurrency", "1"),
    ]


def lines(folder: Path, pattern: str) -> int:
    return sum(path.read_bytes().count(b"\n") for path in folder.glob(pattern))


MOMENTS: dict[str, Callable[[Path], bool]] = {
    "preflight": lambda folder: (folder / "run/spec.json").exists(),
    "ingest": lambda folder: lines(folder, "stores/*/receipts.jsonl") >= 2,
    "probe": lambda folder: lines(folder, "run/samples.jsonl") >= 1,
    "score": lambda folder: lines(folder, "run/verdicts.*.jsonl") >= 1,
}


@pytest.fixture
def uninterrupted(cli: Any, server: OpenAIServer, dataset: str) -> dict[str, Any]:
    done = cli(*arguments(server, dataset, "whole"))
    assert done.code == 0, done.err
    summary: dict[str, Any] = done.summary
    return summary


def test_killed_in_each_phase_the_same_command_ends_with_the_same_summary(
    cli: Any, script: Any, server: OpenAIServer, dataset: str, uninterrupted: Any, without_timings: Any
) -> None:
    script.delay = 0.15
    started = arguments(server, dataset, "killed")
    for moment in MOMENTS.values():
        killed = cli.stopped(lambda moment=moment: moment(cli.folder / "killed"), signal.SIGKILL, *started)
        assert killed.code == -signal.SIGKILL
    script.delay = 0.0
    done = cli(*started)
    assert done.code == 0, done.err
    assert without_timings(done.summary) == without_timings(uninterrupted)
    assert not list((cli.folder / "killed").rglob("*.new"))


def test_ctrl_c_says_that_the_same_command_goes_on(
    cli: Any, script: Any, server: OpenAIServer, dataset: str, without_timings: Any
) -> None:
    uninterrupted = cli(*arguments(server, dataset, "whole", "bm25")).summary
    script.delay = 0.15
    started = arguments(server, dataset, "stopped", "bm25")
    stopped = cli.stopped(lambda: MOMENTS["probe"](cli.folder / "stopped"), signal.SIGINT, *started)
    assert stopped.code == 130
    assert stopped.sentence == "memorybench: stopped; the same command goes on from here."
    script.delay = 0.0
    assert without_timings(cli(*started).summary) == without_timings(uninterrupted)


def test_a_second_run_in_the_folder_is_refused_and_the_first_one_ends(
    cli: Any, script: Any, server: OpenAIServer, dataset: str
) -> None:
    script.delay = 0.3
    started = arguments(server, dataset, "one", "bm25")
    second: list[Any] = []

    def both() -> bool:
        if not (cli.folder / "one/run/spec.json").exists():
            return False
        second.append(cli(*started))
        return True

    first = cli.stopped(both, signal.SIGCONT, *started)
    assert (second[0].code, "another run is writing" in second[0].sentence) == (2, True)
    assert first.code == 0


def test_another_identity_is_refused_with_the_difference(cli: Any, dataset: str) -> None:
    run = ["eval", "--memory", "none", "--dataset", dataset, "--out", "run"]
    assert cli(*run).code == 0
    before = (cli.folder / "run/summary.json").read_bytes()
    done = cli(*run, "--scope", "full", "--epochs", "2")
    assert done.code == 2
    assert "epochs: 1 there, 2 here; scope: user+final there, full here" in done.sentence
    assert (cli.folder / "run/summary.json").read_bytes() == before


def test_a_full_disk_loses_nothing(
    cli: Any, server: OpenAIServer, dataset: str, monkeypatch: pytest.MonkeyPatch, without_timings: Any
) -> None:
    """RLIMIT_FSIZE makes a growing file fail in the middle of a line, as a full disk does."""
    whole = cli(*arguments(server, dataset, "whole", "bm25"))
    started = arguments(server, dataset, "full", "bm25")
    limited = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (9000, resource.RLIM_INFINITY));"
        "from memorybench.cli.main import main; main()"
    )
    monkeypatch.setattr(cli, "command", lambda *given: [*type(cli).command(cli, *given)[:2], limited, *given])
    stopped = cli(*started)
    assert stopped.code == 5
    assert "what was written before is kept, and the same command goes on" in stopped.sentence
    monkeypatch.undo()
    done = cli(*started)
    assert done.code == 0, done.err
    assert without_timings(done.summary) == without_timings(whole.summary)


def test_a_probe_that_the_model_failed_is_unscored_and_alone_is_tried_again(
    cli: Any, script: Any, server: OpenAIServer, dataset: str
) -> None:
    def chairs(body: dict[str, Any]) -> Fault | None:
        return Fault("status", 400, "no chairs today") if "task chairs on Level 2?" in str(body["messages"]) else None

    server.refuse = chairs
    started = arguments(server, dataset, "run", "bm25")
    first = cli(*started)
    assert first.code == 3
    assert (first.summary["counts"]["answered"], first.summary["counts"]["failed"]) == (2, 1)
    assert first.summary["counts"]["unscored"] == {"answer": 1, "memory": 0, "grader": 1}
    server.refuse = lambda body: None
    calls = dict(script.counts)
    again = cli(*started)
    assert again.code == 0
    assert script.counts["probe"] == calls["probe"] + 2
    assert script.counts["judge"] == calls["judge"] + 1


def test_a_judge_that_returns_garbage_leaves_the_task_unscored(
    cli: Any, script: Any, server: OpenAIServer, dataset: str
) -> None:
    script.judge = lambda request: "I would say yes, probably."
    started = arguments(server, dataset, "run", "bm25")
    first = cli(*started)
    assert first.code == 3
    rate = first.summary["rates"]["answer_accuracy"]
    assert (rate["rate"], rate["n"], rate["unscored"]) == (None, 0, 2)
    assert (rate["low_bound"], rate["high_bound"]) == (0.0, 1.0)
    script.judge = None
    probes = script.counts["probe"]
    again = cli(*started)
    assert (again.code, again.summary["rates"]["answer_accuracy"]["k"]) == (0, 2)
    assert script.counts["probe"] == probes


def test_a_torn_log_goes_on_where_its_last_whole_line_ends(
    cli: Any, server: OpenAIServer, dataset: str, without_timings: Any
) -> None:
    started = arguments(server, dataset, "run", "bm25")
    whole = cli(*started)
    samples = cli.folder / "run/run/samples.jsonl"
    samples.write_bytes(samples.read_bytes()[:-50])
    for path in (cli.folder / "run/run").glob("verdicts.*.jsonl"):
        path.unlink()
    again = cli(*started)
    assert without_timings(again.summary) == without_timings(whole.summary)
    assert all(json.loads(line) for line in samples.read_text(encoding="utf-8").splitlines())


def test_a_store_that_was_emptied_is_noticed(cli: Any, dataset: str) -> None:
    run = ["eval", "--memory", "bm25", "--dataset", dataset, "--stores", "stores"]
    assert cli(*run, "--out", "one").code == 0
    for workspace in (cli.folder / "stores").glob("*/workspace"):
        shutil.rmtree(workspace)
    done = cli(*run, "--out", "two", "--json")
    assert done.code == 3
    assert done.summary["counts"]["unscored"]["grader"] == 3
    assert all(
        "backend_unreachable" in told and "no longer holds what was written into it" in told
        for told in done.summary["failures"]
    )
