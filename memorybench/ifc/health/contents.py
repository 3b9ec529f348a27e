"""What a file says it is: authoring tool, units, storeys, rooms, elements and where they belong."""

from __future__ import annotations

from collections import Counter
from typing import Any

from memorybench.ifc.index import Item, ModelIndex
from memorybench.records import Record

_FLOOR_AREA = ("GSA BIM Area", "NetFloorArea", "GrossFloorArea", "Area", "horizontal area", "NetArea")
_SAME_HEIGHT = 0.005  # m; two elevations that differ by less are one


class Authoring(Record):
    """Who wrote the file, as its header and its IfcApplication say; None where they are silent."""

    application: str | None
    preprocessor: str | None
    written: str | None


class UnitNote(Record):
    """One unit of the project. ``factor`` turns a stored value into m, m2 or m3; None: no unit is stated."""

    measure: str  # length, area, volume
    name: str | None
    factor: float | None


class Storey(Record):
    """One storey. ``elevation`` is the attribute, ``placed_at`` the height of its placement, both in metres."""

    name: str
    elevation: float | None
    placed_at: float | None
    elements: int
    spaces: int


class Rooms(Record):
    """The file's spaces in numbers."""

    count: int
    unnamed: int  # neither Name nor LongName
    with_use: int  # a LongName, where authoring tools write the room's use
    with_floor_area: int  # one of the usual area names, stated without contradiction
    without_body: int  # no geometry to measure
    without_storey: int


class Elements(Record):
    """The file's elements, openings and other features left out."""

    count: int
    classes: dict[str, int]  # most frequent first
    typed: int  # with an IfcTypeObject
    without_storey: dict[str, int]  # by class: contained, nested or filled into no storey
    examples_without_storey: tuple[str, ...]


def authoring(file: Any) -> Authoring:
    """Read the header and the first IfcApplication."""
    applications = file.by_type("IfcApplication")
    named = None
    if applications:
        parts = (applications[0].ApplicationFullName, applications[0].Version)
        named = " ".join(str(part).strip() for part in parts if part and str(part).strip()) or None
    header = file.header.file_name
    return Authoring(
        application=named or _text(header.originating_system),
        preprocessor=_text(header.preprocessor_version),
        written=_text(header.time_stamp),
    )


def _text(value: Any) -> str | None:
    text = str(value or "").strip()
    return text or None


def unit_notes(index: ModelIndex) -> tuple[UnitNote, ...]:
    """Length, area and volume unit of the project's own assignment."""
    units = index.units
    scales = (("length", units.length), ("area", units.area), ("volume", units.volume))
    return tuple(
        UnitNote(measure=measure, name=scale.name if scale else None, factor=scale.factor if scale else None)
        for measure, scale in scales
    )


def own_units(file: Any) -> int:
    """How many properties and quantities carry a unit of their own instead of the project's."""
    kinds = ("IfcPropertySingleValue", "IfcPhysicalSimpleQuantity")
    return sum(getattr(item, "Unit", None) is not None for kind in kinds for item in file.by_type(kind))


def storeys(index: ModelIndex) -> tuple[Storey, ...]:
    """All storeys from the lowest up, those without a height last."""
    elements = Counter(item.storey for item in index.elements)
    spaces = Counter(item.storey for item in index.spaces)
    found = [
        Storey(
            name=item.name,
            elevation=_rounded(item.elevation),
            placed_at=_rounded(_placed_at(index, item)),
            elements=elements[item.key],
            spaces=spaces[item.key],
        )
        for item in index.storeys
    ]
    return tuple(sorted(found, key=lambda storey: (storey.elevation is None, storey.elevation or 0.0, storey.name)))


def misplaced(storey: Storey) -> bool:
    """Whether the stated elevation and the placement differ, so that one must ask which is meant."""
    if storey.elevation is None or storey.placed_at is None:
        return False
    return abs(storey.elevation - storey.placed_at) > _SAME_HEIGHT


def _placed_at(index: ModelIndex, item: Item) -> float | None:
    import ifcopenshell.util.placement as placement

    metre = index.units.factor("length")
    position = getattr(index.file.by_id(item.step), "ObjectPlacement", None)
    if metre is None or position is None:
        return None
    try:
        return float(placement.get_local_placement(position)[2][3]) * metre
    except (AttributeError, TypeError, ValueError, RuntimeError):  # a placement of a kind that it cannot follow
        return None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def rooms(index: ModelIndex) -> Rooms:
    """Count what people look for in spaces."""
    spaces = index.spaces
    return Rooms(
        count=len(spaces),
        unnamed=sum(not (space.name or space.long_name) for space in spaces),
        with_use=sum(bool(space.long_name) for space in spaces),
        with_floor_area=sum(any(space.number(name) for name in _FLOOR_AREA) for space in spaces),
        without_body=sum(getattr(index.file.by_id(space.step), "Representation", None) is None for space in spaces),
        without_storey=sum(space.storey is None for space in spaces),
    )


def elements(index: ModelIndex) -> Elements:
    """Count elements by class, and those that belong to no storey; virtual ones need none."""
    lost = [item for item in index.elements if item.storey is None and not item.is_a("IfcVirtualElement")]
    return Elements(
        count=len(index.elements),
        classes=dict(Counter(item.ifc_class for item in index.elements).most_common()),
        typed=sum(item.type_key is not None for item in index.elements),
        without_storey=dict(Counter(item.ifc_class for item in lost).most_common()),
        examples_without_storey=tuple(item.name or item.key for item in lost[:3]),
    )
