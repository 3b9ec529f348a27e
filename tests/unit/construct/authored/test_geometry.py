"""Stored numbers and meshes agree, and things stand where the file says."""

from __future__ import annotations

import ifcopenshell
import ifcopenshell.geom
import ifcopenshell.util.shape as shape
import pytest

from memorybench.construct.authored import Authored
from memorybench.construct.authored.plan import Plan
from memorybench.construct.evidence import element_area
from memorybench.ifc.geometry import Geometry
from memorybench.ifc.index import ModelIndex


def _bounds(entity: ifcopenshell.entity_instance) -> tuple[list[float], list[float]]:
    settings = ifcopenshell.geom.settings()
    settings.set("use-world-coords", True)
    vertices = shape.get_vertices(ifcopenshell.geom.create_shape(settings, entity).geometry)
    return vertices.min(axis=0).tolist(), vertices.max(axis=0).tolist()


def test_stored_areas_of_walls_slabs_ceilings_doors_and_windows_agree_with_the_mesh(
    indexes: dict[str, ModelIndex],
) -> None:
    for name, index in indexes.items():
        geometry = Geometry(index)
        reasons = [
            found.reason
            for item in index.of_class("IfcWall", "IfcSlab", "IfcCovering", "IfcDoor", "IfcWindow")
            if not (found := element_area(geometry, item)).settled
        ]
        assert len(reasons) <= 1 and all("states no" in reason for reason in reasons), (name, reasons)
        assert geometry.failures == 0


def test_every_element_and_space_has_a_mesh_of_positive_volume(indexes: dict[str, ModelIndex]) -> None:
    for index in indexes.values():
        geometry = Geometry(index)
        assert [item.name for item in (*index.elements, *index.spaces) if not geometry.volume(item)] == []


def test_things_in_a_room_stand_inside_its_body(authored: tuple[Authored, ...]) -> None:
    for model in authored:
        file = ifcopenshell.open(str(model.path))
        for relation in file.by_type("IfcRelContainedInSpatialStructure"):
            if not relation.RelatingStructure.is_a("IfcSpace"):
                continue
            low, high = _bounds(relation.RelatingStructure)
            for thing in relation.RelatedElements:
                a, b = _bounds(thing)
                inside = all(low[n] - 0.01 <= a[n] and b[n] <= high[n] + 0.01 for n in range(3))
                assert inside, (model.path.name, thing.Name, relation.RelatingStructure.Name, low, high, a, b)


def test_rooms_of_a_storey_do_not_overlap(authored: tuple[Authored, ...]) -> None:
    for model in authored:
        file = ifcopenshell.open(str(model.path))  # kept: its entities die with it
        boxes = [(space.Name, *_bounds(space)) for space in file.by_type("IfcSpace")]
        for n, (name, low, high) in enumerate(boxes):
            for other, a, b in boxes[n + 1 :]:
                depth = min(min(high[k], b[k]) - max(low[k], a[k]) for k in range(3))
                assert depth < 0.001, (model.path.name, name, other)


def test_every_door_and_window_fills_an_opening_and_bounds_a_room(indexes: dict[str, ModelIndex]) -> None:
    for index in indexes.values():
        for item in index.of_class("IfcDoor", "IfcWindow"):
            assert index.file.by_id(item.step).FillsVoids
            assert item.bounds, item.name


def test_plan_cuts_walls_and_rooms_back_to_the_faces() -> None:
    plan = Plan(10.0, 8.0, 0.4, 0.1, {("x", 4.0): 0.2})
    assert plan.room(0.0, 0.0, 4.0, 8.0) == pytest.approx((0.4, 0.4, 3.9, 7.6))
    assert plan.run(4.0, 3.0, 10.0, 3.0) == pytest.approx((4.1, 3.0, 9.6, 3.0))
    south, _, west, _ = plan.outer_runs()
    assert south == pytest.approx((0.0, 0.2, 10.0, 0.2)) and west == pytest.approx((0.2, 0.4, 0.2, 7.6))
