"""The script that builds the bundled dataset: what it writes on the card and how it compares folders."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from memorybench.construct.authored import Authored
from memorybench.construct.from_ifc import Built
from memorybench.tasks.dataset import load_dataset

_SCRIPT = Path(__file__).resolve().parents[4] / "scripts" / "build_mini.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("build_mini", _SCRIPT)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _folder(root: Path, name: str, files: dict[str, str]) -> Path:
    for path, text in files.items():
        (root / name / path).parent.mkdir(parents=True, exist_ok=True)
        (root / name / path).write_text(text, encoding="utf-8")
    return root / name


def test_differences_name_changed_missing_and_extra_files(script: ModuleType, tmp_path: Path) -> None:
    ours = _folder(tmp_path, "ours", {"a": "1", "models/b": "2", "only": "3"})
    theirs = _folder(tmp_path, "theirs", {"a": "1", "models/b": "changed", "more/c": "4"})
    assert script.differences(ours, theirs) == ["models/b", "more/c", "only"]
    assert script.differences(ours, ours) == []


def test_check_fails_with_the_names_and_ignores_errata(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def build(out: Path) -> Built:
        _folder(out.parent, out.name, {"tasks.jsonl": "new", "errata.md": "None known."})
        return Built(1, 1, 1, ())

    monkeypatch.setattr(script, "build", build)
    target = _folder(tmp_path, "ifcmemory-mini", {"tasks.jsonl": "old", "errata.md": "people wrote this"})
    assert script.check(target) == 1
    assert "tasks.jsonl differs" in capsys.readouterr().err
    script.replace(target)
    assert script.check(target) == 0
    assert (target / "errata.md").read_text(encoding="utf-8") == "people wrote this"


def test_card_tells_licence_faults_sizes_and_that_nobody_reviewed(
    script: ModuleType, authored: tuple[Authored, ...]
) -> None:
    handwritten = load_dataset(str(_SCRIPT.parents[1] / "datasets" / "handwritten"))
    text = script.card(authored, handwritten)
    assert "CC0-1.0" in text and "Not reviewed by people" in text and "| tokens per user message |" in text
    for model in authored:
        assert model.path.name in text
        assert all(fault.what in text for fault in model.faults)
