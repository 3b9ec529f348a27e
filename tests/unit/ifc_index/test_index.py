"""The index against tiny files that hold one hard construct each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import ifcopenshell
import pytest

from memorybench.ifc.index import Item, ModelIndex, build_index


@pytest.fixture
def indexed(shared_ifc: Path) -> Callable[[str], ModelIndex]:
    def load(name: str) -> ModelIndex:
        return build_index(ifcopenshell.open(str(shared_ifc / "constructs" / f"{name}.ifc")), f"{name}.ifc")

    return load


def storey_names(index: ModelIndex, ifc_class: str) -> list[str]:
    return sorted(index.storey_name(item) for item in index.of_class(ifc_class))


def named(index: ModelIndex, name: str) -> Item:
    return next(item for item in index.elements if item.name == name)


def test_lengths_and_areas_come_in_si_units(indexed: Callable[[str], ModelIndex]) -> None:
    wall = indexed("units_mm_m2").of_class("IfcWall")[0]
    assert wall.number("Length") == pytest.approx(5.0)
    assert wall.number("NetSideArea") == pytest.approx(15.0)
    assert wall.number("Offset") == pytest.approx(0.72)  # stated in its own centimetre unit


@pytest.mark.parametrize(("name", "length"), [("feet", 0.3048), ("two_unitassign", 0.001), ("no_units", None)])
def test_only_the_projects_own_length_unit_counts(
    indexed: Callable[[str], ModelIndex], name: str, length: float | None
) -> None:
    assert indexed(name).units.factor("length") == (length if length is None else pytest.approx(length))


def test_missing_units_give_no_number_and_a_warning(indexed: Callable[[str], ModelIndex]) -> None:
    assert indexed("area_mm2").units.factor("area") == pytest.approx(1e-6)
    assert indexed("len_only").units.area is None
    assert "no length, area, volume unit" in indexed("no_units").warnings[0]


def test_subtypes_count_and_types_do_not(indexed: Callable[[str], ModelIndex]) -> None:
    index = indexed("wallsc23")
    assert len(index.of_class("IfcWall")) == 2
    assert [item.ifc_class for item in index.elements].count("IfcWallStandardCase") == 1
    assert [item.name for item in index.elements].count("B") == 1


def test_storeys_are_found_through_parts_spaces_and_openings(indexed: Callable[[str], ModelIndex]) -> None:
    index = indexed("aggregates")
    assert storey_names(index, "IfcBeam") == ["", "L1", "L1"]
    assert storey_names(index, "IfcDoor") == ["L2"]
    assert storey_names(index, "IfcFurnishingElement") == ["L1"]
    assert len(index.elements) == 8


def test_occurrence_wins_over_type_and_ambiguity_says_nothing(indexed: Callable[[str], ModelIndex]) -> None:
    index = indexed("psets")
    assert named(index, "inherit").value("FireRating") == "REI60"
    assert named(index, "override").value("FireRating") == "REI90"
    assert named(index, "override").value("IsExternal") is True
    assert named(index, "dup").value("A") is None
    assert named(index, "dup").value("B") == "b"
    assert named(index, "enum").value("CastingMethod") == ("INSITU", "PRECAST")
    assert named(index, "enum").value("Null") is None
    assert named(index, "enum").value("Ext") == "Yes"


def test_materials_include_layers(indexed: Callable[[str], ModelIndex]) -> None:
    elements = indexed("materials").elements
    assert sum("CON01" in item.materials for item in elements) == 2
    assert sum("CON01" not in item.materials for item in elements) == 2
    assert sum(not item.materials for item in elements) == 1


def test_duplicated_ids_are_replaced_by_step_ids(indexed: Callable[[str], ModelIndex]) -> None:
    index = indexed("dupguid")
    walls = index.of_class("IfcWall")
    assert len(walls) == 3
    assert [wall.key for wall in walls[:2]] == ["#20", "#21"]
    assert len(index.by_key) == len(index.elements) + len(index.storeys)
    assert "twice" in " ".join(index.warnings)


def test_storey_elevation_is_the_attribute_in_metres(indexed: Callable[[str], ModelIndex]) -> None:
    elevations = {storey.name: storey.elevation for storey in indexed("storeys").storeys}
    assert elevations == {"nullelev": None, "basement": pytest.approx(-3.2), "mismatch": pytest.approx(0.0)}
