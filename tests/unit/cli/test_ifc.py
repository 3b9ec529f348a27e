"""``memorybench ifc check``: what people read, and the exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memorybench.cli.ifc import app
from memorybench.resources import bundled

Run = Callable[..., tuple[int, str]]
OFFICE = bundled("datasets")["ifcmemory-mini"] / "models" / "harbour-office.ifc"
REFUSED = {
    "dangling", "dupstep", "empty", "h_4x3", "h_ifc5", "h_two", "noproj", "notifc", "trunc", "x", "z2",
}  # fmt: skip


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run ``ifc check``; return its exit code and output."""

    def call(*arguments: str) -> tuple[int, str]:
        code = app(["check", *arguments], standalone_mode=False)
        return code, capsys.readouterr().out

    return call


def test_a_usable_file_is_told_of_in_words(run: Run) -> None:
    code, out = run(str(OFFICE))
    assert code == 0
    for words in (
        "harbour-office.ifc: clean",
        "length: mm (a stored 1,000 is 1 m)",
        "On no storey: 1 (1 IfcFurniture), e.g. M_Planter:600mm:315815",
        "271 of 272 stored values agree with the geometry within 3 %",
        "Manufacturer = 'Manufacturer' (53)",
        "Identity Data / Other.Hardware Set on 1",
        "2 numbered rooms share 1 name, e.g. Meeting 3 (2)",
        "can be told of this file",
    ):
        assert words in " ".join(out.split()), words
    assert max(map(len, out.splitlines())) <= 120


def test_json_holds_the_numbers_and_what_the_file_carries(run: Run) -> None:
    code, out = run(str(OFFICE), "--json")
    (found,) = json.loads(out)
    assert code == 0
    assert found["details"]["elements"]["count"] == 187
    assert found["carries"]["labels"]["not_in_ifc"]


def test_parts_can_be_left_out(run: Run) -> None:
    _, out = run(str(OFFICE), "--json", "--no-geometry", "--no-families")
    (found,) = json.loads(out)
    assert (found["details"]["quantities"], found["carries"]) == (None, None)
    _, out = run(str(OFFICE), "--no-geometry", "--no-families")
    assert "not compared with the geometry" in out
    assert "Fact families" not in out


def test_a_missing_file_does_not_keep_the_others_from_being_told(run: Run, tmp_path: Path) -> None:
    code, out = run(str(tmp_path / "nowhere.ifc"), str(OFFICE), "--no-geometry", "--no-families")
    assert code == 2
    assert out.splitlines()[0] == f"there is no file {tmp_path / 'nowhere.ifc'}; check the path."
    assert "harbour-office.ifc: clean" in out


def test_every_construct_is_told_of_or_refused_in_one_sentence(run: Run, shared_ifc: Path) -> None:
    for path in sorted((shared_ifc / "constructs").iterdir()):
        code, out = run(str(path))
        assert (code == 2) == (path.stem in REFUSED), path.name
        if path.stem in REFUSED:
            assert len(out.splitlines()) == 1
        assert "Traceback" not in out
