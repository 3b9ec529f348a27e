"""Placements and solids of authored models, in the file's length unit and without rounding noise."""

from __future__ import annotations

from typing import Any

Point = tuple[float, ...]


class Shapes:
    """Geometry of one file. All arguments in metres; ``scale`` turns them into the file's unit.

    Only quarter turns are made, so no coordinate depends on how a machine computes sines.
    """

    def __init__(self, model: Any, scale: float) -> None:
        self._model = model
        self._scale = scale
        self._shared: dict[tuple[Any, ...], Any] = {}
        self.body: Any = None  # the body subcontext, set once it exists

    def size(self, metres: float) -> float:
        """A length in the file's unit."""
        return round(metres * self._scale, 6) + 0.0  # + 0.0: no negative zero

    def point(self, *metres: float) -> Any:
        """A cartesian point."""
        return self._once("IfcCartesianPoint", tuple(self.size(value) for value in metres))

    def direction(self, *ratios: float) -> Any:
        """A direction."""
        return self._once("IfcDirection", tuple(float(ratio) for ratio in ratios))

    def placement(self, parent: Any, at: Point, along: tuple[int, int] = (1, 0)) -> Any:
        """A local placement under ``parent``'s; ``along`` is where the local x axis points in plan."""
        axes = self._axes(at, None if along == (1, 0) else ((0, 0, 1), (*along, 0)))
        return self._model.create_entity(
            "IfcLocalPlacement", PlacementRelTo=parent.ObjectPlacement if parent else None, RelativePlacement=axes
        )

    def entity(self, name: str, *attributes: Any) -> Any:
        """Any other entity of the file, attributes in the file's unit."""
        return self._model.create_entity(name, *attributes)

    def outline(self, *points: tuple[float, float]) -> Any:
        """A closed polyline."""
        return self._polyline(*points)

    def centre(self, x: float, y: float) -> Any:
        """The placement of a profile."""
        return self._once("IfcAxis2Placement2D", (self.point(x, y), None))

    def extruded(self, profile: Any, at: Point, depth: float, turned: tuple[Point, Point] | None = None) -> Any:
        """A profile pulled along its axes' z; ``turned`` gives these axes' z and x."""
        return self._extruded(profile, self._axes(at, turned), depth)

    def box(self, at: Point, size: Point) -> Any:
        """An upright box whose lowest corner is ``at``."""
        x, y, z = size
        centre = self.centre(x / 2, y / 2)
        profile = self._model.create_entity(
            "IfcRectangleProfileDef", "AREA", None, centre, self.size(x), self.size(y)
        )
        return self._extruded(profile, self._axes(at), z)

    def frame(self, width: float, height: float, rim: float, at: float, depth: float) -> Any:
        """An upright frame in the local x-z plane, its back at y = ``at`` and ``depth`` thick towards -y."""
        outer = self._polyline((0, 0), (width, 0), (width, height), (0, height))
        inner = self._polyline((rim, rim), (width - rim, rim), (width - rim, height - rim), (rim, height - rim))
        profile = self._model.create_entity("IfcArbitraryProfileDefWithVoids", "AREA", None, outer, [inner])
        return self._extruded(profile, self._axes((0.0, at, 0.0), ((0, -1, 0), (1, 0, 0))), depth)

    def ring(self, size: tuple[float, float], hole: tuple[float, float, float, float], z: float, depth: float) -> Any:
        """A plate of ``size`` at the origin with a rectangular ``hole`` (x0, y0, x1, y1), from ``z`` upwards."""
        x, y = size
        a, b, c, d = hole
        outer = self._polyline((0, 0), (x, 0), (x, y), (0, y))
        profile = self._model.create_entity(
            "IfcArbitraryProfileDefWithVoids", "AREA", None, outer, [self._polyline((a, b), (c, b), (c, d), (a, d))]
        )
        return self._extruded(profile, self._axes((0.0, 0.0, z)), depth)

    def representation(self, *solids: Any) -> Any:
        """The body representation of these solids."""
        return self._model.create_entity("IfcShapeRepresentation", self.body, "Body", "SweptSolid", list(solids))

    def of(self, *solids: Any) -> Any:
        """What a product's ``Representation`` wants."""
        return self._model.create_entity("IfcProductDefinitionShape", None, None, [self.representation(*solids)])

    def shared(self, *solids: Any) -> Any:
        """A representation map for a type."""
        return self._model.create_entity(
            "IfcRepresentationMap", self._axes((0.0, 0.0, 0.0)), self.representation(*solids)
        )

    def mapped(self, source: Any) -> Any:
        """A product's ``Representation`` that repeats a type's map."""
        target = self._once("IfcCartesianTransformationOperator3D", (None, None, self.point(0, 0, 0), 1.0, None))
        item = self._model.create_entity("IfcMappedItem", source, target)
        representation = self._model.create_entity(
            "IfcShapeRepresentation", self.body, "Body", "MappedRepresentation", [item]
        )
        return self._model.create_entity("IfcProductDefinitionShape", None, None, [representation])

    def _extruded(self, profile: Any, axes: Any, depth: float) -> Any:
        up = self.direction(0, 0, 1)
        return self._model.create_entity("IfcExtrudedAreaSolid", profile, axes, up, self.size(depth))

    def _polyline(self, *points: tuple[float, float]) -> Any:
        closed = [self.point(*point) for point in (*points, points[0])]
        return self._model.create_entity("IfcPolyline", closed)

    def _axes(self, at: Point, turned: tuple[Point, Point] | None = None) -> Any:
        axis, ref = (self.direction(*vector) for vector in turned) if turned else (None, None)
        return self._once("IfcAxis2Placement3D", (self.point(*at), axis, ref))

    def _once(self, entity: str, values: tuple[Any, ...]) -> Any:
        """The same point, direction or axes are written once."""
        key = (entity, *(value.id() if hasattr(value, "id") else value for value in values))
        if key not in self._shared:
            arguments = [values] if entity in ("IfcCartesianPoint", "IfcDirection") else values
            self._shared[key] = self._model.create_entity(entity, *arguments)
        return self._shared[key]
