"""Walls, openings, slabs, rooms and things: what the recipes put into an authored file. Metres throughout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import ifcopenshell.api.feature
import ifcopenshell.api.spatial
import ifcopenshell.api.type

from memorybench.construct.authored.catalogue import Catalogue, Kind, Sets
from memorybench.construct.authored.model_file import Measure, ModelFile
from memorybench.construct.authored.shapes import Point

Rect = tuple[float, float, float, float]  # x0, y0, x1, y1


@dataclass
class Wall:
    """A wall run along x or y, with the openings cut so far."""

    entity: Any
    kind: Kind
    start: tuple[float, float]
    along: tuple[int, int]
    length: float
    height: float
    holes: list[tuple[float, float]] = field(default_factory=list)


@dataclass
class Storey:
    """A storey with its clear height."""

    entity: Any
    name: str
    elevation: float
    height: float
    frame: Any = None  # what elements are placed in, where that is not the storey: a wing at an angle

    @property
    def origin(self) -> Any:
        """The object whose placement the storey's elements stand in."""
        return self.entity if self.frame is None else self.frame


@dataclass(frozen=True)
class Frame:
    """A placement of its own, for parts of a storey that do not follow its axes."""

    ObjectPlacement: Any


class Building(Catalogue):
    """Puts building parts into a :class:`ModelFile`. One call, one element with geometry and relations."""

    def __init__(self, file: ModelFile) -> None:
        super().__init__(file)
        self.walls: list[Wall] = []

    def storey(self, name: str, elevation: float, height: float) -> Storey:
        """A storey; elements stand relative to its floor."""
        entity = self.file.create("IfcBuildingStorey", name, Elevation=self.shapes.size(elevation))
        self.file.part(self.file.building, entity)
        entity.ObjectPlacement = self.shapes.placement(self.file.building, (0.0, 0.0, elevation))
        return Storey(entity, name, elevation, height)

    def wing(self, storey: Storey, at: tuple[float, float], along: tuple[int, int]) -> Storey:
        """The same storey for elements whose x axis points ``along`` in plan: (4, 3) is a turn without sines."""
        placement = self.shapes.placement(storey.entity, (*at, 0.0), along)
        return replace(storey, frame=Frame(placement))

    def wall(
        self, storey: Storey, kind: Kind, run: Rect, name: str, *, external: bool = False, tag: str = "",
        sets: Sets | None = None, height: float | None = None,
    ) -> Wall:  # fmt: skip
        """A wall along ``run`` (its centre line, parallel to x or y)."""
        x0, y0, x1, y1 = run
        along = (1, 0) if y0 == y1 else (0, 1)
        length, tall, thick = round(x1 - x0 + y1 - y0, 6), height or storey.height, kind.size[0]
        ifc_class = "IfcWallStandardCase" if self.file.is_old else "IfcWall"
        entity = self.file.create(ifc_class, name)
        self._typed(entity, kind, tag)
        self.contain(storey.entity, entity)
        entity.ObjectPlacement = self.shapes.placement(storey.origin, (x0, y0, 0.0), along)
        entity.Representation = self.shapes.of(self.shapes.box((0.0, -thick / 2, 0.0), (length, thick, tall)))
        self._psets(entity, {"Pset_WallCommon": {"IsExternal": external, "LoadBearing": external}}, sets)
        made = Wall(entity, kind, (x0, y0), along, length, tall)
        self.walls.append(made)
        return made

    def fill(
        self, wall: Wall, storey: Storey, kind: Kind, at: float, name: str, *, ifc_class: str, sill: float = 0.0,
        tag: str = "", rooms: Sequence[Any] = (), external: bool = False, sets: Sets | None = None,
        contained: bool = True,
    ) -> Any:  # fmt: skip
        """A door or window centred at ``at`` (the plan coordinate along the wall), in an opening of its size."""
        width, height = kind.size
        thick, start = wall.kind.size[0], wall.start[0] if wall.along == (1, 0) else wall.start[1]
        left = round(at - start - width / 2, 6)
        if left < 0 or left + width > wall.length:
            raise ValueError(f"{name} does not fit into {wall.entity.Name}")
        opening = self.file.create("IfcOpeningElement", f"{name} opening")
        ifcopenshell.api.feature.add_feature(self.file.model, feature=opening, element=wall.entity)
        opening.ObjectPlacement = self.shapes.placement(wall.entity, (left, 0.0, sill))
        cut = self.shapes.box((0.0, -thick / 2 - 0.05, 0.0), (width, thick + 0.1, height))
        opening.Representation = self.shapes.of(cut)
        entity = self.file.create(
            ifc_class, name, OverallWidth=self.shapes.size(width), OverallHeight=self.shapes.size(height)
        )
        ifcopenshell.api.feature.add_filling(self.file.model, opening=opening, element=entity)
        self._typed(entity, kind, tag)
        if contained:
            self.contain(storey.entity, entity)
        entity.ObjectPlacement = self.shapes.placement(opening, (0.0, 0.0, 0.0))
        entity.Representation = self.shapes.mapped(kind.shape)
        self._psets(entity, {f"Pset_{ifc_class[3:]}Common": {"IsExternal": external}}, sets)
        for room in rooms:
            self.bound(room, entity, external)
        wall.holes.append((width, height))
        return entity

    def slab(
        self, storey: Storey, kind: Kind, rect: Rect, top: float, name: str, *, hole: Rect | None = None,
        ifc_class: str = "IfcSlab", predefined: str | None = "FLOOR", tag: str = "", stored: bool = True,
        sets: Sets | None = None,
    ) -> Any:  # fmt: skip
        """A slab or ceiling whose upper face lies at ``top`` above the storey, with an optional hole."""
        x0, y0, x1, y1 = rect
        thick, wide, deep = kind.size[0], x1 - x0, y1 - y0
        entity = self.file.create(ifc_class, name)
        if predefined:
            entity.PredefinedType = predefined
        self._typed(entity, kind, tag)
        self.contain(storey.entity, entity)
        entity.ObjectPlacement = self.shapes.placement(storey.origin, (x0, y0, top))
        plan = wide * deep
        if hole is None:
            solid = self.shapes.box((0.0, 0.0, -thick), (wide, deep, thick))
        else:
            cut = (hole[0] - x0, hole[1] - y0, hole[2] - x0, hole[3] - y0)
            solid = self.shapes.ring((wide, deep), cut, -thick, thick)
            plan -= (hole[2] - hole[0]) * (hole[3] - hole[1])
        entity.Representation = self.shapes.of(solid)
        self._psets(entity, {}, sets)
        if stored:
            values = {
                "GrossArea": ("area", wide * deep),
                "NetArea": ("area", plan),
                "NetVolume": ("volume", plan * thick),
            }
            self._quantities(entity, "Slab" if ifc_class == "IfcSlab" else "Covering", values)
        return entity

    def room(
        self, storey: Storey, number: str, long_name: str, rect: Rect, *, height: float | None = None,
        sets: Sets | None = None, area_factor: float = 1.0, stored: bool = True,
        wrong: Mapping[str, float] | None = None,
    ) -> Any:  # fmt: skip
        """A space between wall faces. ``area_factor`` falsifies the stored area, ``stored`` leaves it out.

        ``wrong`` multiplies other quantities by name, as exporters with a unit mix-up do.
        """
        x0, y0, x1, y1 = rect
        wide, deep, tall = x1 - x0, y1 - y0, height or storey.height
        entity = self.file.create("IfcSpace", number, LongName=long_name)
        self.interior(storey, entity)
        entity.ObjectPlacement = self.shapes.placement(storey.origin, (x0, y0, 0.0))
        entity.Representation = self.shapes.of(self.shapes.box((0.0, 0.0, 0.0), (wide, deep, tall)))
        self._psets(entity, {}, sets)
        area = wide * deep * area_factor
        values = {"Height": ("length", tall), "GrossPerimeter": ("length", 2 * (wide + deep))}
        if stored:
            values["NetFloorArea"] = ("area", area)
        if stored and area_factor == 1.0:
            values["NetVolume"] = ("volume", area * tall)
        for name, factor in (wrong or {}).items():
            kind, value = values[name]
            values[name] = (kind, value * factor)
        self._quantities(entity, "Space", values)
        return entity

    def interior(self, storey: Storey, space: Any) -> None:
        """Mark a space as an inner one and make it part of the storey."""
        if self.file.is_old:
            space.InteriorOrExteriorSpace = "INTERNAL"
        else:
            space.PredefinedType = "INTERNAL"
        self.file.part(storey.entity, space)

    def thing(
        self, place: Storey, kind: Kind, ifc_class: str, at: Point, name: str, *, room: Any = None, tag: str = "",
        along: tuple[int, int] = (1, 0), contained: bool = True, sets: Sets | None = None,
    ) -> Any:  # fmt: skip
        """An occurrence of a thing type, standing in a room or on a storey."""
        entity = self.file.create(ifc_class, name)
        self._typed(entity, kind, tag)
        if contained:
            self.contain(place.entity if room is None else room, entity)
        entity.ObjectPlacement = self.shapes.placement(place.origin, at, along)
        entity.Representation = self.shapes.mapped(kind.shape)
        self._psets(entity, {}, sets)
        return entity

    def bound(self, room: Any, element: Any, external: bool = False) -> None:
        """The element is part of the room's boundary."""
        self.file.relate(
            "IfcRelSpaceBoundary",
            RelatingSpace=room,
            RelatedBuildingElement=element,
            PhysicalOrVirtualBoundary="PHYSICAL",
            InternalOrExternalBoundary="EXTERNAL" if external else "INTERNAL",
        )

    def finish(self, without: Sequence[str] = ()) -> None:
        """Layer set usages, and the walls' quantities now that all openings are known; ``without`` get none."""
        self.use_layers()
        for wall in self.walls:
            if wall.entity.Name not in without:
                self._quantities(wall.entity, "Wall", wall_quantities(wall))

    def _typed(self, entity: Any, kind: Kind, tag: str) -> None:
        ifcopenshell.api.type.assign_type(
            self.file.model, related_objects=[entity], relating_type=kind.entity, should_map_representations=False
        )
        if kind.layers is not None:
            kind.occurrences.append(entity)
        if tag:
            entity.Tag = tag

    def contain(self, structure: Any, entity: Any) -> None:
        """Put an element into a storey, a room or a part of a facility."""
        if structure.is_a("IfcSpatialStructureElement"):
            ifcopenshell.api.spatial.assign_container(
                self.file.model, products=[entity], relating_structure=structure
            )

    def _quantities(self, entity: Any, what: str, values: Mapping[str, tuple[str, float]]) -> None:
        self.file.quantities(entity, "BaseQuantities" if self.file.is_old else f"Qto_{what}BaseQuantities", values)


def wall_quantities(wall: Wall) -> dict[str, tuple[str, float]]:
    """Length, width, height, side areas and volume of a wall with its openings."""
    gross = wall.length * wall.height
    net = gross - sum(width * height for width, height in wall.holes)
    return {
        "Length": ("length", wall.length),
        "Width": ("length", wall.kind.size[0]),
        "Height": ("length", wall.height),
        "GrossSideArea": ("area", gross),
        "NetSideArea": ("area", net),
        "NetVolume": ("volume", net * wall.kind.size[0]),
    }


def area(value: float) -> Measure:
    """A property value in square metres."""
    return Measure("area", round(value, 4))
