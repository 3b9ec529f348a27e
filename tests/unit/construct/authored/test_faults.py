"""The declared faults are in the files, and the files have no others of these kinds."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from memorybench.construct.authored import Authored
from memorybench.construct.authored.faults import EVERYDAY, Fault
from memorybench.ifc.geometry import Geometry
from memorybench.ifc.index import Item, ModelIndex
from memorybench.ifc.index_placeholders import is_placeholder

_QUANTIFIED = ("IfcWall", "IfcSpace", "IfcCovering", "IfcSlab")
_ROOM_USE = ("Room Use", "Function", "Nutzung")


def _carriers(index: ModelIndex, kind: str) -> list[Item]:
    """The objects of a file that have a fault of this kind."""
    geometry = Geometry(index)
    things = (*index.elements, *index.spaces)
    if kind == "placeholder":
        return [i for i in things for p in i.properties if is_placeholder(p.name, p.value)]
    if kind == "missing quantity":
        return [i for i in things if i.classes & set(_QUANTIFIED) and not _has_area(i)]
    if kind == "no storey":
        return [i for i in things if i.storey is None]
    if kind == "ambiguous property":
        return [i for i in things if _stated_twice(i)]
    if kind == "wrong area":
        return [s for s in index.spaces if _error(geometry, s) > 0.03]
    if kind == "stale room name":
        return [s for s in index.spaces if isinstance(s.value(*_ROOM_USE), str) and _is_stale(s)]
    numbers = Counter(s.name for s in index.spaces)
    names = Counter((s.long_name, s.long_name[-1:].isdigit(), s.name[:1]) for s in index.spaces)
    return [s for s in index.spaces if numbers[s.name] > 1 or _repeated(s, names)]


def _has_area(item: Item) -> bool:
    return any(prop.quantity and prop.measure == "area" for prop in item.properties)


def _stated_twice(item: Item) -> bool:
    values = defaultdict(set)
    for prop in item.properties:
        if not prop.quantity and not is_placeholder(prop.name, prop.value):
            values[prop.name].add(prop.value)
    return any(len(found) > 1 for found in values.values())


def _error(geometry: Geometry, space: Item) -> float:
    stored, mesh = space.number("NetFloorArea"), geometry.footprint(space)
    assert mesh is not None
    return 0.0 if stored is None else abs(stored - mesh) / mesh


def _is_stale(space: Item) -> bool:
    use = str(space.value(*_ROOM_USE))
    return use != space.long_name and not use.startswith(("Grade", "Kindergarten"))  # who uses a classroom


def _repeated(space: Item, names: Counter[tuple[str, bool, str]]) -> bool:
    """A running number given twice in one house or wing: two ``Meeting 3``."""
    return space.long_name[-1:].isdigit() and names[space.long_name, True, space.name[:1]] > 1


def _names(fault: Fault, item: Item) -> bool:
    return item.name.startswith(fault.where) or item.long_name == fault.where


def test_every_model_has_every_kind(authored: tuple[Authored, ...]) -> None:
    for model in authored:
        assert {fault.kind for fault in model.faults} == set(EVERYDAY), model.path.name


@pytest.mark.parametrize("kind", EVERYDAY)
def test_declared_and_real_faults_are_the_same(
    kind: str, authored: tuple[Authored, ...], indexes: dict[str, ModelIndex]
) -> None:
    for model in authored:
        found = _carriers(indexes[model.path.stem], kind)
        declared = [fault for fault in model.faults if fault.kind == kind]
        for fault in declared:
            assert any(_names(fault, item) for item in found), (model.path.name, fault)
        if kind != "placeholder":  # every door, basin or window carries the same one
            rest = [i.name for i in found if not any(_names(fault, i) for fault in declared)]
            assert not rest, (model.path.name, kind, rest)


def test_the_wrong_area_is_nine_per_cent_off(authored: tuple[Authored, ...], indexes: dict[str, ModelIndex]) -> None:
    for model in authored:
        index = indexes[model.path.stem]
        (space,) = _carriers(index, "wrong area")
        assert _error(Geometry(index), space) == pytest.approx(0.09, abs=0.0005)
