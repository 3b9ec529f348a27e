"""A run that a language model answered through the mailbox, replayed without one (see the recording's README)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

RECORDING = Path(__file__).resolve().parents[1] / "recordings" / "plumbing"


def replay(adapter: str, folder: Path, replies: Path) -> subprocess.CompletedProcess[str]:
    command = [
        *(sys.executable, "-c", "from memorybench.cli.main import main; main()", "eval", "--json"),
        *("--memory", adapter, "--scope", "user+final", "--dataset", str(RECORDING / "dataset")),
        *("--model", "mailbox:none", "--cache", str(replies), "--on-miss", "fail"),
        *("--out", str(folder / "run"), "--stores", str(folder / "stores")),
    ]
    keyless = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", cwd=folder, env=keyless, check=False
    )


@pytest.mark.parametrize("adapter", ["files", "mem0"])
def test_the_recorded_run_comes_out_as_it_did(adapter: str, tmp_path: Path) -> None:
    done = replay(adapter, tmp_path, RECORDING / "replies")
    assert done.returncode == 0, done.stderr
    summary: dict[str, Any] = json.loads(done.stdout)
    expected = json.loads((RECORDING / f"expected-{adapter}.json").read_text(encoding="utf-8"))
    assert {key: summary[key] for key in expected} == expected
    assert summary["stand_in"] is False
    used = {**summary["probe"]["usage"], **summary["ingest"]["usage"], **summary["judging"]}
    assert all(usage["cached_calls"] == usage["calls"] for usage in used.values())


def test_a_reply_that_is_missing_stops_the_replay_and_names_it(tmp_path: Path) -> None:
    replies = tmp_path / "replies"
    shutil.copytree(RECORDING / "replies", replies)
    for path in (replies / "answer_judge").iterdir():
        path.unlink()
    done = replay("files", tmp_path, replies)
    assert done.returncode == 3
    summary = json.loads(done.stdout)
    assert summary["counts"]["unscored"]["answer"] == 3
    assert summary["rates"]["answer_accuracy"]["rate"] is None
    assert any("answer judge" in failure for failure in summary["failures"])
