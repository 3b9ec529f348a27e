"""What ``memorybench construct from-ifc`` refuses, in one sentence, without leaving anything behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from memorybench.cli import main
from memorybench.construct.from_ifc import construct
from memorybench.construct.options import Options
from memorybench.errors import BadInput


def run(*arguments: object) -> int:
    """The exit code of the command."""
    with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit) as ended:
        patch.setattr(sys, "argv", ["memorybench", "construct", "from-ifc", *map(str, arguments)])
        patch.setattr(main, "_hanging", lambda: False)  # other tests leave hung calls on purpose
        main.main()
    return int(ended.value.code or 0)


def test_a_folder_with_something_in_it_is_refused(model_paths: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep me", encoding="utf-8")
    with pytest.raises(BadInput, match="exists already"):
        construct([model_paths["harbour-office.ifc"]], tmp_path, Options(name="x"))
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_two_models_of_one_name_are_refused(model_paths: dict[str, Path], tmp_path: Path) -> None:
    model = model_paths["harbour-office.ifc"]
    with pytest.raises(BadInput, match="same file name"):
        construct([model, tmp_path / "Harbour Office.ifc"], tmp_path / "out", Options(name="x"))
    assert not (tmp_path / "out").exists()


def test_a_damaged_or_unsupported_file_is_one_sentence_and_exit_code_2(
    tmp_path: Path, model_paths: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    whole = model_paths["harbour-office.ifc"].read_text(encoding="utf-8")
    damaged, odd = tmp_path / "damaged.ifc", tmp_path / "odd.ifc"
    damaged.write_text(whole[: len(whole) // 2], encoding="utf-8")
    odd.write_text(whole.replace("FILE_SCHEMA(('IFC4'))", "FILE_SCHEMA(('IFC9X9'))"), encoding="utf-8")
    for path in (damaged, odd, tmp_path / "absent.ifc"):
        assert run(path, "--out", tmp_path / "out") == 2
        said = [line for line in capsys.readouterr().err.splitlines() if line and "reading" not in line]
        assert len(said) == 1, said
        assert "Traceback" not in said[0]
        assert not (tmp_path / "out").exists()


def test_a_model_without_anything_to_ask_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import ifcopenshell.api.project
    import ifcopenshell.api.root

    model = ifcopenshell.api.project.create_file(version="IFC4")
    ifcopenshell.api.root.create_entity(model, ifc_class="IfcProject", name="Nothing")
    model.write(str(tmp_path / "empty.ifc"))
    assert run(tmp_path / "empty.ifc", "--out", tmp_path / "out") == 3
    assert not (tmp_path / "out").exists()
    assert "no building elements" in capsys.readouterr().err


def test_fewer_tasks_than_asked_are_written_with_reasons(
    tmp_path: Path, model_paths: dict[str, Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from memorybench.construct import from_ifc
    from memorybench.construct.families import harvest

    few = ("alias", "unit_cost")
    monkeypatch.setattr(
        from_ifc, "harvest",
        lambda index, *, seed: harvest(index, seed=seed, families=few, per_family=1),
    )  # fmt: skip
    model = model_paths["mill-lane-dental.ifc"]
    assert run(model, "--out", tmp_path / "out", "--tasks", 4, "--sessions", 6) == 3
    assert (tmp_path / "out" / "dataset.json").is_file()
    assert "2 of 4 tasks" in capsys.readouterr().out


def test_a_kill_leaves_no_half_dataset(tmp_path: Path, model_paths: dict[str, Path]) -> None:
    out = tmp_path / "out"
    command = [sys.executable, "-m", "memorybench", "construct", "from-ifc",
               str(model_paths["harbour-office.ifc"]), "--out", str(out)]  # fmt: skip
    process = subprocess.Popen(command, env=dict(os.environ), stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    deadline = time.monotonic() + 60
    for line in process.stderr:
        if "history 1" in line or time.monotonic() > deadline:
            break
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stderr.close()
    assert not (out / "dataset.json").exists()
