"""Stairs that fill the hole of the slab above: one straight flight, or two around a landing. Metres."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

import ifcopenshell.api.material

from memorybench.construct.authored.building import Rect
from memorybench.construct.authored.catalogue import Kind
from memorybench.construct.authored.floor import Floor
from memorybench.construct.authored.layout import Side
from memorybench.construct.authored.model_file import Measure
from memorybench.construct.authored.sections import Section
from memorybench.construct.authored.shapes import Point, Shapes

_UP: Mapping[Side, tuple[int, int]] = {"N": (0, 1), "S": (0, -1), "E": (1, 0), "W": (-1, 0)}
_STRAIGHT = 1.75  # m: a narrower hole takes one flight
_GOING = (0.19, 0.30)  # m: least and most
_LANDING = 0.9  # m: least depth
_EYE = 0.1  # m between two flights
_WAIST = 0.22  # m, measured upright


@dataclass(frozen=True)
class StairType:
    """What an office says of its stairs: type name, material, the riser it stays below."""

    name: str
    material: str
    riser: float = 0.19


@dataclass(frozen=True)
class _Flight:
    """``risers`` steps up from ``start`` (the left end of the lowest riser's foot) along ``along``."""

    start: Point
    along: tuple[int, int]
    width: float
    risers: int
    going: float
    rise: float


def stair(f: Floor, kind: StairType, hole: Rect, rise: float, up: Side = "N") -> Any:
    """A stair from this storey through ``hole`` to the floor ``rise`` metres above; ``up`` is where it first climbs.

    Raises ``ValueError`` where the hole is too short for steps that people can climb.
    """
    long, wide = _sides(hole, up)
    turns = wide > _STRAIGHT
    risers = ceil(rise / kind.riser)
    risers += risers % 2 if turns else 0
    in_flight = risers // 2 if turns else risers
    least = min(_GOING[1], (long - (_LANDING if turns else 0.0)) / (in_flight - 1))
    going = round(least, 4)
    if going < _GOING[0]:
        raise ValueError(f"{kind.name}: {risers} risers do not fit into a hole of {long:.2f} m")
    width = round((wide - _EYE) / 2 if turns else wide, 4)
    flights = _turning(hole, up, width, in_flight, going, rise) if turns else [
        _Flight((*_corner(hole, up, 0.0, 0.0), 0.0), _UP[up], width, risers, going, rise / risers)]  # fmt: skip
    solids = [_drawn(f.building.shapes, flight) for flight in flights]
    if turns:
        solids.append(_landing(f.building.shapes, hole, up, (in_flight - 1) * going, rise / 2))
    form = "HALF_TURN_STAIR" if turns else "STRAIGHT_RUN_STAIR"
    return _element(f, kind, form, solids, risers, rise / risers, going)


def _sides(hole: Rect, up: Side) -> tuple[float, float]:
    x, y = hole[2] - hole[0], hole[3] - hole[1]
    return (y, x) if up in "NS" else (x, y)


def _corner(hole: Rect, up: Side, ahead: float, right: float) -> tuple[float, float]:
    """A point of the hole, from its near left corner as one climbs."""
    x0, y0, x1, y1 = hole
    x, y = {"N": (x0, y0), "S": (x1, y1), "E": (x0, y1), "W": (x1, y0)}[up]
    (ax, ay) = _UP[up]
    return (round(x + ahead * ax + right * ay, 6), round(y + ahead * ay - right * ax, 6))


def _turning(hole: Rect, up: Side, width: float, risers: int, going: float, rise: float) -> list[_Flight]:
    along = _UP[up]
    run, wide = (risers - 1) * going, _sides(hole, up)[1]
    step = rise / (2 * risers)
    first = _Flight((*_corner(hole, up, 0.0, 0.0), 0.0), along, width, risers, going, step)
    back = (-along[0], -along[1])
    start = (*_corner(hole, up, run, wide), round(rise / 2, 6))  # its left is the hole's right edge
    return [first, _Flight(start, back, width, risers, going, step)]


def _drawn(shapes: Shapes, flight: _Flight) -> Any:
    """The sawtooth with a plain underside, pulled across the flight's width."""
    going, rise, count = flight.going, flight.rise, flight.risers - 1
    corners = [(0.0, 0.0)]
    for n in range(count):
        corners += [(n * going, (n + 1) * rise), ((n + 1) * going, (n + 1) * rise)]
    corners += [(count * going, count * rise - _WAIST), (_WAIST * going / rise, 0.0)]
    profile = Section("polygon", None, (), tuple((round(x, 6), round(z, 6)) for x, z in corners)).profile(shapes)
    x, y = flight.along
    return shapes.extruded(profile, flight.start, flight.width, ((y, -x, 0), (x, y, 0)))


def _landing(shapes: Shapes, hole: Rect, up: Side, run: float, height: float) -> Any:
    long, wide = _sides(hole, up)
    one, other = _corner(hole, up, run, 0.0), _corner(hole, up, long, wide)
    low = (min(one[0], other[0]), min(one[1], other[1]))
    size = (abs(round(one[0] - other[0], 6)), abs(round(one[1] - other[1], 6)))
    return shapes.box((*low, round(height - 0.2, 6)), (*size, 0.2))


def _element(f: Floor, kind: StairType, form: str, solids: list[Any], risers: int, riser: float, going: float) -> Any:
    b, file = f.building, f.building.file
    name, tag, sets = f.style("stair", Kind(None, kind.name, ()))
    entity = file.create("IfcStair", name, ObjectType=kind.name)
    setattr(entity, "ShapeType" if file.is_old else "PredefinedType", form)
    if tag:
        entity.Tag = tag
    b.contain(f.storey.entity, entity)
    entity.ObjectPlacement = b.shapes.placement(f.storey.origin, (0.0, 0.0, 0.0))
    entity.Representation = b.shapes.of(*solids)
    ifcopenshell.api.material.assign_material(
        file.model, products=[entity], type="IfcMaterial", material=b.material(kind.material)
    )
    common = {"NumberOfRiser": risers, "RiserHeight": Measure("length", round(riser, 4)),
              "TreadLength": Measure("length", going)}  # fmt: skip
    for key, values in {"Pset_StairCommon": common, **sets}.items():
        file.pset(entity, key, values)
    return entity
