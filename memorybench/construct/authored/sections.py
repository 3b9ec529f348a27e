"""Solids with a profile: rolled steel, pipes, tanks, polygons. Metres; the same bytes everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from memorybench.construct.authored.shapes import Point, Shapes

Axis = Literal["x", "y", "z"]
# Extrusion axis -> (local z, local x): the profile's height stays upright for lying bars.
_TURNS: dict[Axis, tuple[Point, Point] | None] = {
    "x": ((1, 0, 0), (0, 1, 0)),
    "y": ((0, 1, 0), (-1, 0, 0)),
    "z": None,
}


@dataclass(frozen=True)
class Section:
    """A profile: ``i`` (height, width, web, flange), ``box`` (width, depth, wall), ``rod`` (radius), ``tube``
    (radius, wall), ``polygon`` (corners in plan)."""

    form: Literal["i", "box", "rod", "tube", "polygon"]
    name: str | None
    sizes: tuple[float, ...] = ()
    corners: tuple[tuple[float, float], ...] = ()

    def profile(self, shapes: Shapes) -> Any:
        """The IFC profile in the file's unit."""
        new, sizes = shapes.entity, [shapes.size(size) for size in self.sizes]
        if self.form == "polygon":
            return new("IfcArbitraryClosedProfileDef", "AREA", self.name, shapes.outline(*self.corners))
        centre = shapes.centre(0.0, 0.0)
        if self.form == "i":
            height, width, web, flange = sizes
            return new("IfcIShapeProfileDef", "AREA", self.name, centre, width, height, web, flange)
        if self.form == "box":
            width, depth, wall = sizes
            return new("IfcRectangleHollowProfileDef", "AREA", self.name, centre, width, depth, wall)
        if self.form == "tube":
            return new("IfcCircleHollowProfileDef", "AREA", self.name, centre, sizes[0], sizes[1])
        return new("IfcCircleProfileDef", "AREA", self.name, centre, sizes[0])


def bar(shapes: Shapes, section: Section, length: float, axis: Axis = "z", at: Point = (0.0, 0.0, 0.0)) -> Any:
    """The profile pulled ``length`` metres along ``axis`` from ``at``, which is the profile's centre."""
    return shapes.extruded(section.profile(shapes), at, length, _TURNS[axis])


def prism(shapes: Shapes, corners: Sequence[tuple[float, float]], z: float, depth: float) -> Any:
    """An upright prism over a polygon, from ``z`` upwards."""
    return shapes.extruded(Section("polygon", None, (), tuple(corners)).profile(shapes), (0.0, 0.0, z), depth)


def shoelace(corners: Sequence[tuple[float, float]]) -> float:
    """The area of a polygon, m2."""
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)) / 2
