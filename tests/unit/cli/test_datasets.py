"""``memorybench datasets``: what people see, and the exit codes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from memorybench.cli.datasets import app
from memorybench.errors import BadInput
from memorybench.resources import bundled

Run = Callable[..., tuple[int, str]]
MINI = bundled("datasets")["ifcmemory-mini"]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a sub-command; return its exit code and output."""

    def call(*arguments: str) -> tuple[int, str]:
        code = app(list(arguments), standalone_mode=False)
        return code, capsys.readouterr().out

    return call


def test_describe_as_json_and_for_people(run: Run) -> None:
    code, out = run("describe", "handwritten", "--json")
    found = json.loads(out)
    assert (code, found["tasks"], found["projects"], found["sessions"]) == (0, 6, 2, 40)
    assert found["distributions"]["distance_in_days"]["n"] > 0
    code, out = run("describe", "handwritten")
    assert code == 0
    for words in ("The paper's", "distance in sessions", "ability: update", "label: not_in_ifc"):
        assert words in out


def test_diff_says_equal_or_what_differs(run: Run, tmp_path: Path) -> None:
    code, out = run("diff", "ifcmemory-mini", str(MINI))
    assert code == 0
    assert "equal" in out
    code, out = run("diff", "ifcmemory-mini", "handwritten")
    assert code == 1
    assert out.splitlines()[-1].startswith("6 tasks added, 16 removed, 0 changed")
    code, out = run("diff", "ifcmemory-mini", "handwritten", "--json")
    assert (code, len(json.loads(out)["removed"])) == (1, 16)


def test_card_is_printed_checked_and_written(run: Run, tmp_path: Path) -> None:
    folder = shutil.copytree(MINI, tmp_path / "mini")
    card = folder / "card.md"
    held = card.read_text(encoding="utf-8")
    assert run("card", str(folder), "--check")[0] == 0
    card.write_text(held.replace("| tasks | 16 |", "| tasks | 17 |"), encoding="utf-8")
    code, out = run("card", str(folder), "--check")
    assert (code, "out of date" in out) == (1, True)
    assert run("card", str(folder)) == (0, held)
    assert run("card", str(folder), "--write")[0] == 0
    assert card.read_text(encoding="utf-8") == held


def test_long_work_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("memorybench.cli.datasets._TELL_EVERY_S", 0.0)
    assert app(["describe", "handwritten", "--json"], standalone_mode=False) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["tasks"] == 6
    assert printed.err.splitlines()[-1] == "5 of 6 tasks counted"


def test_an_unreadable_dataset_is_one_sentence_for_every_command(tmp_path: Path) -> None:
    for command in (("describe", "x"), ("card", "x"), ("diff", "handwritten", "x"), ("validate", "x")):
        with pytest.raises(BadInput, match="unknown dataset"):
            app([name if name != "x" else str(tmp_path / "x") for name in command], standalone_mode=False)
