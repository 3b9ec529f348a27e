"""A small house authored in the test: two storeys, two door types, rooms with areas that the geometry lacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ifcopenshell
import ifcopenshell.api.aggregate
import ifcopenshell.api.project
import ifcopenshell.api.pset
import ifcopenshell.api.root
import ifcopenshell.api.spatial
import ifcopenshell.api.type
import ifcopenshell.api.unit
import pytest

from memorybench.ifc.index import ModelIndex, build_index


def _add(model: Any, ifc_class: str, name: str) -> Any:
    return ifcopenshell.api.root.create_entity(model, ifc_class=ifc_class, name=name)


def _properties(model: Any, item: Any, pset: str, **values: Any) -> None:
    made = ifcopenshell.api.pset.add_pset(model, product=item, name=pset)
    ifcopenshell.api.pset.edit_pset(model, pset=made, properties=values)


def _door(model: Any, storey: Any, door_type: Any, mark: str, width: float) -> Any:
    door = _add(model, "IfcDoor", f"Flush:{door_type.Name}:{mark}")
    door.OverallWidth, door.OverallHeight = width, 2100.0
    _properties(model, door, "Identity", Mark=mark)
    ifcopenshell.api.type.assign_type(model, related_objects=[door], relating_type=door_type)
    ifcopenshell.api.spatial.assign_container(model, products=[door], relating_structure=storey)
    return door


@pytest.fixture
def house_file() -> Any:
    model = ifcopenshell.api.project.create_file(version="IFC4")
    project = _add(model, "IfcProject", "House")
    length = ifcopenshell.api.unit.add_si_unit(model, unit_type="LENGTHUNIT", prefix="MILLI")
    area = ifcopenshell.api.unit.add_si_unit(model, unit_type="AREAUNIT")
    ifcopenshell.api.unit.assign_unit(model, units=[length, area])
    building = _add(model, "IfcBuilding", "Main")
    ifcopenshell.api.aggregate.assign_object(model, products=[building], relating_object=project)
    storeys = [_add(model, "IfcBuildingStorey", name) for name in ("Ground", "Upper")]
    ifcopenshell.api.aggregate.assign_object(model, products=storeys, relating_object=building)
    narrow, wide = (_add(model, "IfcDoorType", name) for name in ("0762 x 2100mm", "0864 x 2100mm"))
    for mark, storey, door_type, width in (
        ("D1", storeys[0], narrow, 762.0),
        ("D2", storeys[0], narrow, 762.0),
        ("D3", storeys[0], wide, 864.0),
        ("D4", storeys[1], wide, 864.0),
        ("D5", storeys[1], wide, 864.0),
    ):
        _door(model, storey, door_type, mark, width)
    for name, long_name, size in (("G1", "Kitchen", 14.2), ("G2", "Hall", 9.7), ("U1", "Bath", 6.3)):
        space = _add(model, "IfcSpace", name)
        space.LongName = long_name
        ifcopenshell.api.aggregate.assign_object(model, products=[space], relating_object=storeys[name == "U1"])
        for pset in ("Sizes", "Schedule"):
            _properties(model, space, pset, NetFloorArea=model.create_entity("IfcAreaMeasure", size))
    return model


@pytest.fixture
def house(house_file: Any) -> ModelIndex:
    return build_index(house_file, "house.ifc")


@pytest.fixture
def reindex(house_file: Any) -> Callable[[Callable[[Any], None]], ModelIndex]:
    """Change a copy of the house and index it."""

    def change(edit: Callable[[Any], None]) -> ModelIndex:
        copy = ifcopenshell.file.from_string(house_file.to_string())
        edit(copy)
        return build_index(copy, "house.ifc")

    return change


@pytest.fixture
def state() -> Callable[..., None]:
    """Put properties on an object."""
    return _properties
