"""The table of all adapters: goes on after a stop, and sees what a run leaves behind."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BENCHMARKS = ROOT / "benchmarks"
DATASET = ROOT / "tests" / "recordings" / "plumbing" / "dataset"
LEAVES_A_SERVER = """
import json, os, signal, subprocess, sys
import processes
assert processes.adopt_orphans()
started = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)  # mcp'])"
subprocess.run([sys.executable, "-c", started], check=True)
found = processes.left_behind(), processes.named(processes.table())
for pid in found[0]:
    os.kill(pid, signal.SIGKILL)
print(json.dumps([*found, processes.left_behind()]))
"""


def table(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BENCHMARKS / "adapter_table.py"), "--out", str(folder), "--dataset", str(DATASET)]
    return subprocess.run(
        [*command, "--scope", "user", *more], capture_output=True, text=True, encoding="utf-8", check=False
    )


def test_the_table_holds_runs_and_contract_and_is_not_made_twice(tmp_path: Path) -> None:
    first = table(tmp_path, "--memory", "none")
    assert first.returncode == 0, first.stderr
    found = json.loads((tmp_path / "adapter_table.json").read_text(encoding="utf-8"))
    assert [(run["memory"], run["scope"], run["code"]) for run in found["runs"]] == [("none", "user", 0)]
    assert found["contracts"][0]["code"] == 0
    assert "| none | default | user | 2 | 0 (0/2) |" in first.stdout
    assert "Left running by a run or a check: 0." in first.stdout
    cells = {path: path.stat().st_mtime_ns for path in (tmp_path / "cells").iterdir()}
    again = table(tmp_path, "--memory", "none")
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "cells").iterdir()} == cells
    mine = [
        line for line in first.stdout.splitlines() if line.startswith("|")
    ]  # the rest is about anybody's processes
    assert [line for line in again.stdout.splitlines() if line.startswith("|")] == mine


def test_a_run_that_cannot_start_is_a_row_with_its_reason(tmp_path: Path) -> None:
    done = table(tmp_path, "--memory", "mem0", "--set", "mem0.url=http://127.0.0.1:9")
    assert done.returncode == 0, done.stderr
    rows = [line for line in done.stdout.splitlines() if line.startswith("| mem0 ")]
    assert "does not answer" in rows[0]
    assert rows[0].endswith("| 4 | 0 |")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process adopt orphans")
def test_a_server_that_outlives_its_run_is_seen() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LEAVES_A_SERVER],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        cwd=BENCHMARKS,
    )
    below, named, later = json.loads(done.stdout)
    assert [command.endswith("# mcp") for command in below.values()] == [True]
    assert below.items() <= named.items()
    assert later == {}
