"""A sweep as a user runs it: a run that cannot be, resuming, parallel runs, stores met by two probe models."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from memorybench.testing.openai_server import OpenAIServer

MAIN = "from memorybench.cli.main import main; main()"
MINE = """
title = "Two baselines and one that is not installed"
[options]
limit = 2
[[grid]]
memory = ["none", "bm25", "no-such-memory"]
"""


def command(folder: Path, *arguments: str) -> list[str]:
    (folder / "mine.toml").write_text(MINE, encoding="utf-8")
    return [sys.executable, "-c", MAIN, "sweep", *arguments]


def sweep(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(folder, *arguments),
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=400,
        check=False,
        env={**os.environ, "COLUMNS": "80"},
    )


def rows(done: subprocess.CompletedProcess[str]) -> dict[str, dict[str, Any]]:
    return {row["memory"]: row for row in json.loads(done.stdout)}


def test_a_run_that_cannot_be_does_not_end_the_sweep_and_the_same_command_goes_on(tmp_path: Path) -> None:
    planned = sweep(tmp_path, "mine.toml", "--dry-run", "--json")
    assert planned.returncode == 3
    assert [bool(cell["fault"]) for cell in json.loads(planned.stdout)] == [False, False, True]
    assert not (tmp_path / "runs").exists()

    done = sweep(tmp_path, "mine.toml", "--parallel", "2", "--json")
    assert done.returncode == 3, done.stderr
    found = rows(done)
    assert [row["state"] for row in found.values()] == ["done", "done", "cannot run"]
    assert "unknown memory adapter 'no-such-memory'" in found["no-such-memory"]["detail"]
    assert found["bm25"]["memory_accuracy"]["n"] > 0 and found["bm25"]["stand_in"]
    names = sorted(path.name.split("-")[0] for path in (tmp_path / "runs" / "mine").iterdir())
    assert names == ["bm25", "logs", "none", "stores"]

    lines = Path(found["bm25"]["folder"]).joinpath("samples.jsonl")
    before = (tmp_path / lines).read_bytes()
    again = sweep(tmp_path, "mine.toml", "--json")
    assert again.stderr.count("complete from an earlier run") == 2
    assert rows(again) == found
    assert (tmp_path / lines).read_bytes() == before


def test_the_tables_fit_eighty_columns_and_name_what_failed(tmp_path: Path) -> None:
    done = sweep(tmp_path, "mine.toml", "--limit", "1")
    assert "cannot run" in done.stdout
    assert "plumbing works" in " ".join(done.stdout.split())
    tables = [line for line in done.stdout.splitlines() if "memorybench compare" not in line]
    assert max(map(len, tables)) <= 118


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_stopped_sweep_stops_its_runs_and_goes_on(tmp_path: Path) -> None:
    process = subprocess.Popen(
        command(tmp_path, "mine.toml"), cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    samples = "runs/mine/none-*/samples.jsonl"
    until = time.monotonic() + 120
    while time.monotonic() < until and not list(tmp_path.glob(samples)):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert told.decode().splitlines()[-1] == "memorybench: stopped; the same command goes on from here."
    assert not list(tmp_path.glob("runs/mine/bm25-*"))  # what had not begun does not begin
    done = sweep(tmp_path, "mine.toml", "--json")
    assert [row["state"] for row in rows(done).values()] == ["done", "done", "cannot run"]


def test_a_second_probe_model_meets_the_memory_verbatim(tmp_path: Path) -> None:
    (tmp_path / "probe.toml").write_text(
        'title = "t"\nmodels_wanted = 2\n[options]\nlimit = 1\n[[grid]]\nmemory = ["bm25", "mem0"]\nscope = "user"\n',
        encoding="utf-8",
    )
    refused = sweep(tmp_path, "probe.toml", "--model", "openai:one")
    assert refused.returncode == 2
    assert "compares 2 probe models" in refused.stderr

    verdict = '{"correctness": true}'
    with OpenAIServer(lambda request: verdict) as server:
        done = sweep(
            tmp_path, "probe.toml", "--model", "one", "--model", "two", "--judge-model", "rules",
            "--memory-model", "rules", "--base-url", server.url, "--parallel", "2", "--json",
        )  # fmt: skip
    found = json.loads(done.stdout)
    assert [(row["memory"], row["model"], row["state"]) for row in found] == [
        ("bm25", "one", "done"), ("mem0", "one", "done"), ("bm25", "two", "done"), ("mem0", "two", "done"),
    ], done.stderr  # fmt: skip
    ingested = {
        row["model"]: json.loads((tmp_path / row["folder"] / "summary.json").read_text("utf-8"))["ingest"]
        for row in found
        if row["memory"] == "mem0"
    }
    assert ingested["one"]["reused_stores"] == 0
    assert ingested["two"]["reused_stores"] == ingested["two"]["stores"] == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nothing",), "unknown experiment"),
        (("mine.toml", "--model", "a", "--model", "a"), "names one model twice"),
        (("mine.toml", "--out", "mine.toml"), "mine.toml is a file"),
        (("mine.toml", "--parallel", "0"), "Invalid value for '--parallel'"),
    ],
)
def test_bad_input_is_one_sentence(tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    done = sweep(tmp_path, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr and len(done.stderr.splitlines()) == 1
