"""The models of ``ifcmemory-synth``: what each is, that its faults are the declared ones, that it is a building.

All in one file: the models are built once, which takes most of the time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from memorybench.construct.authored import Authored
from memorybench.construct.authored.faults import FaultKind
from memorybench.construct.authored.faults_found import area_error, carriers, names
from memorybench.construct.authored.recipe import LICENCE
from memorybench.construct.authored.synth import SynthModel, recipes
from memorybench.construct.evidence import element_area
from memorybench.construct.families.language import speaks_english
from memorybench.construct.from_ifc import construct
from memorybench.construct.options import Options
from memorybench.ifc import preflight
from memorybench.ifc.geometry import Geometry
from memorybench.ifc.index import ModelIndex
from memorybench.ifc.warm import WarmQuery
from memorybench.tasks.dataset import load_dataset

# name: schema, length unit in metres, language
_TABLE = {
    "wohnhaus-lindenhof": ("IFC4", 1.0, "German"),
    "canal-court-offices": ("IFC4", 1.0, "English (Ireland)"),
    "szkola-podstawowa-7": ("IFC2X3", 1.0, "Polish"),
    "centro-salud-olivar": ("IFC4", 1.0, "Spanish"),
    "energiezentrale-hard": ("IFC4", 0.001, "German (Switzerland)"),
    "staalhal-waalhaven": ("IFC2X3", 0.001, "Dutch"),
    "brownstone-sterling-place": ("IFC2X3", 0.3048, "English (US)"),
    "kaki-no-ie": ("IFC4", 0.001, "Japanese"),
    "laboratorium-norra": ("IFC4X3_ADD2", 1.0, "Swedish"),
    "otel-lale": ("IFC4", 0.01, "Turkish"),
    "ms-slunecnice": ("IFC4", 0.001, "Czech"),
    "autorimessa-porta-nuova": ("IFC4", 1.0, "Italian"),
    "maison-des-tilleuls": ("IFC2X3", 1.0, "French"),
    "ponte-rio-claro": ("IFC4X3_ADD2", 1.0, "Portuguese (Brazil)"),
    "stathmos-lianokladi": ("IFC4X3_ADD2", 0.001, "Greek"),
    "svommehall-fjordgata": ("IFC4", 0.001, "Norwegian"),
    "biblioteka-podil": ("IFC2X3", 1.0, "Ukrainian"),
    "townhouses-mill-creek": ("IFC4", 0.0254, "English (US)"),
    "ward-7-services": ("IFC2X3", 0.001, "English (UK)"),
}
# Kinds of which every carrier is declared; of the others a model has some exactly when it declares one.
_EACH: tuple[FaultKind, ...] = (
    "missing quantity", "duplicate room", "stale room name", "no storey", "ambiguous property", "wrong area",
    "type override",
)  # fmt: skip
_SOME: tuple[FaultKind, ...] = ("placeholder", "wrong quantity", "level code", "duplicate name", "generic room name")
_AGAIN = (
    "import sys, pathlib; from memorybench.construct.authored.synth import recipes\n"
    "for model in recipes()[::3]: model.build(pathlib.Path(sys.argv[1]) / f'{model.name}.ifc')"
)


def _recipe(name: str) -> SynthModel:
    return next(model for model in recipes() if model.name == name)


def test_the_catalogue_lists_nineteen_models_in_a_fixed_order() -> None:
    assert [model.name for model in recipes()] == list(_TABLE)
    assert len({model.recipe.use for model in recipes()}) >= 17
    assert all(model.recipe.licence == LICENCE and model.about and model.recipe.title for model in recipes())


@pytest.mark.parametrize("name", _TABLE)
def test_schema_units_and_language_are_the_declared_ones(name: str, indexes: dict[str, ModelIndex]) -> None:
    schema, metre, language = _TABLE[name]
    index, recipe = indexes[name], _recipe(name).recipe
    assert (recipe.schema, recipe.language) == (schema, language)
    assert index.schema == schema.replace("_ADD2", "") or index.schema == schema
    assert index.units.factor("length") == pytest.approx(metre)
    assert speaks_english(index) == language.startswith("English"), "the families would put its nouns wrongly"


def test_no_two_models_have_the_same_element_counts(indexes: dict[str, ModelIndex]) -> None:
    counts = {name: Counter(item.ifc_class for item in index.elements) for name, index in indexes.items()}
    vectors = {tuple(sorted(vector.items())) for vector in counts.values()}
    assert len(vectors) == len(counts)
    assert all(80 <= sum(vector.values()) <= 400 for vector in counts.values()), counts


@pytest.mark.parametrize("name", _TABLE)
def test_declared_faults_are_the_faults_that_are_found(
    name: str, built: dict[str, Authored], indexes: dict[str, ModelIndex]
) -> None:
    faults, index = built[name].faults, indexes[name]
    assert len(faults) >= 6
    for kind in {*_EACH, *_SOME, *(fault.kind for fault in faults)}:
        declared, found = [fault for fault in faults if fault.kind == kind], carriers(index, kind)
        for fault in declared:
            assert any(names(fault.where, item) for item in found), fault
        rest = [item.name for item in found if not any(names(fault.where, item) for fault in declared)]
        assert kind not in _EACH or not rest, (kind, rest)
        assert kind not in _SOME or bool(declared) == bool(found), (kind, [item.name for item in found][:5])


def test_another_process_with_another_hash_seed_writes_the_same_bytes(
    built: dict[str, Authored], tmp_path: Path
) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "4711", "TZ": "Asia/Tokyo"}
    subprocess.run([sys.executable, "-c", _AGAIN, str(tmp_path)], check=True, env=environment)
    again = sorted(tmp_path.glob("*.ifc"))
    assert len(again) == 7
    for path in again:
        assert path.read_bytes() == built[path.stem].path.read_bytes(), path.name


@pytest.mark.parametrize("name", _TABLE)
def test_bodies_and_stored_quantities_agree(name: str, indexes: dict[str, ModelIndex]) -> None:
    index = indexes[name]
    geometry = Geometry(index)
    bodiless = [item.name for item in (*index.elements, *index.spaces) if not geometry.volume(item)]
    assert all(item.startswith(("FP-", "K")) for item in bodiless), bodiless  # assemblies: their parts have bodies
    assert geometry.failures == 0
    missing = {item.key for item in carriers(index, "missing quantity")}
    plates = index.of_class("IfcWall", "IfcSlab", "IfcCovering", "IfcDoor", "IfcWindow")
    found = {item.name: element_area(geometry, item) for item in plates if item.key not in missing}
    wrong = {name: area.reason for name, area in found.items() if not area.settled}
    assert all("Kruhov" in _type_of(index, name) or "несуча" in _type_of(index, name) for name in wrong), wrong
    areas = sorted(abs(area_error(geometry, space)) for space in index.spaces)
    assert all(error < 0.0005 for error in areas[:-1]), areas  # at most one is wrong, on purpose


def _type_of(index: ModelIndex, name: str) -> str:
    return next(item.type_name for item in index.elements if item.name == name)


@pytest.mark.parametrize("name", _TABLE)
def test_every_room_can_be_reached_from_outside(
    name: str, indexes: dict[str, ModelIndex], reached: Callable[[ModelIndex], set[str]]
) -> None:
    index = indexes[name]
    if not index.of_class("IfcDoor"):
        assert name in ("ponte-rio-claro", "ward-7-services")  # a bridge; services without architecture
        return
    inside = reached(index)
    assert [(s.name, s.long_name) for s in index.spaces if s.key not in inside] == []


def test_everything_holds_from_validation_to_tasks(built: dict[str, Authored], tmp_path: Path) -> None:
    """The slow check, on a third of the files for time: valid with all rules, opens clean, carries tasks."""
    for name, model in list(built.items())[::3]:
        assert preflight.check(model.path).status == "clean", name
        assert '"issues": []' in WarmQuery(model.path).run(["validate", "--rules"]).stdout, name
        options = Options(tasks_per_model=10, seed=18, name=name)
        made = construct([model.path], tmp_path / name, options)
        assert 8 <= made.tasks <= 10, (name, made.reasons)
        tasks = load_dataset(str(tmp_path / name)).tasks
        kinds = {task.kind for task in tasks}
        assert len(kinds) >= 4, (name, kinds)
        assert "list" in kinds or name == "ponte-rio-claro", (
            name,
            kinds,
        )  # a bridge has neither rooms nor storeys to list
