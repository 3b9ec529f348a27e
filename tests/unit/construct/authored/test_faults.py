"""The declared faults are in the files, and the files have no others of these kinds."""

from __future__ import annotations

import pytest

from memorybench.construct.authored import Authored
from memorybench.construct.authored.faults import EVERYDAY, FaultKind
from memorybench.construct.authored.faults_found import ROOM_USE, area_error, carriers, names
from memorybench.ifc.geometry import Geometry
from memorybench.ifc.index import Item, ModelIndex


def _tells_who_uses_it(space: Item) -> bool:
    """Room sheets of the school tell the grade that uses a classroom: nothing stale in that."""
    return str(space.value(*ROOM_USE)).startswith(("Grade", "Kindergarten"))


def test_every_model_has_every_kind(authored: tuple[Authored, ...]) -> None:
    for model in authored:
        assert {fault.kind for fault in model.faults} == set(EVERYDAY), model.path.name


@pytest.mark.parametrize("kind", EVERYDAY)
def test_declared_and_real_faults_are_the_same(
    kind: FaultKind, authored: tuple[Authored, ...], indexes: dict[str, ModelIndex]
) -> None:
    for model in authored:
        found = carriers(indexes[model.path.stem], kind)
        declared = [fault for fault in model.faults if fault.kind == kind]
        for fault in declared:
            assert any(names(fault.where, item) for item in found), (model.path.name, fault)
        if kind != "placeholder":  # every door, basin or window carries the same one
            rest = [i.name for i in found if not any(names(fault.where, i) for fault in declared)]
            if kind == "stale room name":
                rest = [i.name for i in found if i.name in rest and not _tells_who_uses_it(i)]
            assert not rest, (model.path.name, kind, rest)


def test_the_wrong_area_is_nine_per_cent_off(authored: tuple[Authored, ...], indexes: dict[str, ModelIndex]) -> None:
    for model in authored:
        index = indexes[model.path.stem]
        (space,) = carriers(index, "wrong area")
        assert area_error(Geometry(index), space) == pytest.approx(0.09, abs=0.0005)
