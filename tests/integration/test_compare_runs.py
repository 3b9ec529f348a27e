"""Two real runs of the stand-in, compared as a user would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

MAIN = "from memorybench.cli.main import main; main()"


def memorybench(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", MAIN, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
        env={**os.environ, "COLUMNS": "80"},
    )


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with runs of bm25 and of no memory on half of the bundled dataset, in ``bm25`` and ``none``."""
    folder = tmp_path_factory.mktemp("runs")
    for memory in ("bm25", "none"):
        done = memorybench(folder, "eval", "--memory", memory, "--limit", "8", "--out", memory)
        assert done.returncode == 0, done.stderr
    return folder


def test_two_runs_of_the_stand_in_are_compared_task_by_task(runs: Path) -> None:
    done = memorybench(runs, "compare", "bm25", "none", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    [comparison] = report["comparisons"]
    rates = {found["measure"]: found for found in comparison["measures"]}
    held = {name: json.loads((runs / name / "summary.json").read_text("utf-8"))["rates"] for name in ("bm25", "none")}
    for measure in ("answer_accuracy", "memory_accuracy", "correctness", "grader_accuracy", "abstention"):
        assert rates[measure]["a_rate"] == pytest.approx(held["bm25"][measure]["rate"])
        assert rates[measure]["b_rate"] == pytest.approx(held["none"][measure]["rate"])
        assert rates[measure]["pairs"] == held["bm25"][measure]["n"]
    assert rates["memory_accuracy"]["only_b"] == 0 and rates["memory_accuracy"]["only_a"] > 0
    assert rates["memory_accuracy"]["projects"] is not None  # the bundled dataset was found
    assert report["stand_in"] and comparison["shared"] == 8


def test_people_get_tables_and_the_stand_in_is_named(runs: Path) -> None:
    done = memorybench(runs, "compare", "bm25", "none")
    assert done.returncode == 0
    assert "memory_accuracy, A ahead on:" in done.stdout
    assert "A is partial" in done.stdout
    assert "plumbing works" in " ".join(done.stdout.split())


def test_bad_input_is_one_sentence_and_exit_code_2(runs: Path) -> None:
    for arguments, sentence in (
        (("compare", "bm25", "nowhere"), "nowhere is not a run: it has no spec.json."),
        (("compare", "bm25"), "a comparison needs at least two runs: memorybench compare RUN_A RUN_B."),
        (("compare", "bm25", "none", "--method", "ttest"), "unknown value of --method 'ttest'."),
        (("compare", "bm25", "none", "--dataset", "handwritten"), "--dataset handwritten is "),
    ):
        done = memorybench(runs, *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"memorybench: {sentence}")
        assert len(done.stderr.splitlines()) == 1


def test_the_gate_s_exit_codes(runs: Path) -> None:
    def gate(*arguments: str) -> tuple[int, str, str]:
        done = memorybench(runs, "gate", *arguments)
        return done.returncode, done.stdout.partition(":")[0], done.stderr

    assert gate("bm25", "--baseline", "none", "--rate", "memory_accuracy")[:2] == (0, "PASS")
    assert gate("none", "--baseline", "bm25", "--rate", "memory_accuracy")[:2] == (1, "FAIL")
    assert gate("none", "--baseline", "bm25", "--rate", "abstention")[:2] == (2, "UNDECIDED")
    for wrong in (
        ["bm25", "--baseline", "nowhere"],
        ["bm25"],
        ["bm25", "--baseline", "none", "--margin", "five"],
        ["bm25", "--baseline", "none", "--no-such-option"],
    ):
        code, shown, told = gate(*wrong)
        assert (code, shown) == (64, "")
        assert told.startswith("memorybench: ") and len(told.splitlines()) == 1
