"""Same recipe, same bytes; files that the harness accepts without a word."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from datetime import date
from pathlib import Path

import ifcopenshell

from memorybench.construct.authored import Authored
from memorybench.ifc import preflight
from memorybench.ifc.index import ModelIndex
from memorybench.ifc.warm import WarmQuery

_AGAIN = (
    "import sys, pathlib; from memorybench.construct.authored import author_models as a; a(pathlib.Path(sys.argv[1]))"
)


def test_another_process_with_another_hash_seed_writes_the_same_bytes(
    authored: tuple[Authored, ...], tmp_path: Path
) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "4711", "TZ": "Asia/Tokyo"}
    subprocess.run([sys.executable, "-c", _AGAIN, str(tmp_path)], check=True, env=environment)
    for model in authored:
        assert (tmp_path / model.path.name).read_bytes() == model.path.read_bytes(), model.path.name


def test_two_schemas_twice_and_both_units(indexes: dict[str, ModelIndex]) -> None:
    assert Counter(index.schema for index in indexes.values()) == {"IFC4": 2, "IFC2X3": 2}
    assert {(index.schema, index.units.factor("length")) for index in indexes.values()} == {
        ("IFC4", 1.0), ("IFC4", 0.001), ("IFC2X3", 1.0), ("IFC2X3", 0.001)
    }  # fmt: skip


def test_size(authored: tuple[Authored, ...], indexes: dict[str, ModelIndex]) -> None:
    for model in authored:
        assert 60 <= len(indexes[model.path.stem].elements) <= 250, model.path.name
        assert model.path.stat().st_size < 600_000, model.path.name


def test_preflight_is_clean_and_validate_finds_nothing(authored: tuple[Authored, ...]) -> None:
    for model in authored:
        assert preflight.check(model.path).status == "clean"
        for arguments in (["validate"], ["validate", "--rules"]):
            assert '"issues": []' in WarmQuery(model.path).run(arguments).stdout, (model.path.name, arguments)


def test_global_ids_are_unique_and_nothing_of_today_is_inside(authored: tuple[Authored, ...]) -> None:
    for model in authored:
        text = model.path.read_text(encoding="ascii")
        assert date.today().isoformat() not in text  # noqa: DTZ011
        assert "'CC0-1.0');" in text.split("ENDSEC;")[0]
        assert "IfcOpenShell" not in text  # its version would change the bytes
        file = ifcopenshell.open(str(model.path))  # kept: its entities die with it
        ids = [root.GlobalId for root in file.by_type("IfcRoot")]
        assert len(set(ids)) == len(ids)


def test_names_differ_in_style_and_language(indexes: dict[str, ModelIndex]) -> None:
    names = {name: {door.name for door in index.of_class("IfcDoor")} for name, index in indexes.items()}
    assert "Tür-001" in names["reihenhaus-birkenweg"]
    assert "DR-001" in names["mill-lane-dental"]
    assert all(name.count(":") == 2 for name in names["harbour-office"] | names["maple-school-wing"])
    assert any(space.long_name == "Küche" for space in indexes["reihenhaus-birkenweg"].spaces)
