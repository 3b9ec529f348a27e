"""Which objects of a file carry a fault of some kind: looked for in the file, without knowing its recipe."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from math import sqrt

import ifcopenshell.util.element as element_util

from memorybench.construct.authored.faults import FaultKind
from memorybench.ifc.geometry import Geometry
from memorybench.ifc.index import Item, ModelIndex
from memorybench.ifc.index_placeholders import is_placeholder

_QUANTIFIED = frozenset({"IfcWall", "IfcSpace", "IfcCovering", "IfcSlab"})
# What room sheets call the use of a room.
ROOM_USE = (
    "Room Use", "Function", "Nutzung", "Funktion", "Función", "Destination", "Destinazione", "Účel", "Kullanım",
    "Functie", "Funkcja", "Funksjon", "用途", "Χρήση", "Призначення",
)  # fmt: skip
_TOLERANCE = 0.03
# A perimeter over the root of the area: 3.54 for a circle, 4 for a square, below 12 for the longest corridor.
_PERIMETER = (3.4, 12.0)
_GENERIC = re.compile(r"(Room|Raum|Sala|Oda|Приміщення) \d+")
_LEVEL_CODE = re.compile(r"[^\W\d_]{0,4}\s?[+-]?\d+([.,]\d+)?[^\W\d_]{0,2}|\d+\.?[^\W\d_]{2}|[A-Z]{1,2}\+\d")
_CONSONANTS_AT_END = re.compile(r"[bcdfghjklmnpqrstvwxz]{3}$|\b[bcdfghjklmnpqrstvwxz]{3}\b", re.IGNORECASE)
_LONG = 4  # letters: a shorter label is no word


def carriers(index: ModelIndex, kind: FaultKind) -> list[Item]:
    """The elements, spaces or storeys of a file that have a fault of this kind; in file order."""
    return list(_FINDERS[kind](index))


def names(where: str, item: Item) -> bool:
    """Whether a declared fault's ``where`` means this object: by its name's start, or by the room's label."""
    return item.name.startswith(where) or item.long_name == where


def _things(index: ModelIndex) -> tuple[Item, ...]:
    return (*index.elements, *index.spaces)


def _placeholders(index: ModelIndex) -> Iterable[Item]:
    return (item for item in _things(index) if any(is_placeholder(p.name, p.value) for p in item.properties))


def _missing_quantity(index: ModelIndex) -> Iterable[Item]:
    for item in _things(index):
        stored = {prop.measure for prop in item.properties if prop.quantity}
        if item.classes & _QUANTIFIED and not stored & {"area", "volume"}:
            yield item


def _no_storey(index: ModelIndex) -> Iterable[Item]:
    for item in _things(index):
        if item.storey is None and element_util.get_container(index.file.by_id(item.step)) is None:
            yield item


def _ambiguous(index: ModelIndex) -> Iterable[Item]:
    for item in _things(index):
        values = defaultdict(set)
        for prop in item.properties:
            if not prop.quantity and not is_placeholder(prop.name, prop.value):
                values[prop.name].add(prop.value)
        if any(len(found) > 1 for found in values.values()):
            yield item


def _wrong_area(index: ModelIndex) -> Iterable[Item]:
    geometry = Geometry(index)
    return (space for space in index.spaces if abs(area_error(geometry, space)) > _TOLERANCE)


def area_error(geometry: Geometry, space: Item) -> float:
    """How far the stored floor area is from the modelled one, as a share; 0 where none is stored."""
    stored, mesh = space.number("NetFloorArea"), geometry.footprint(space)
    if stored is None or not mesh:
        return 0.0
    return stored / mesh - 1


def _wrong_quantity(index: ModelIndex) -> Iterable[Item]:
    """Volumes and perimeters that the body cannot have; areas are a kind of their own."""
    geometry = Geometry(index)
    return (space for space in index.spaces if _wrong_volume(geometry, space) or _wrong_perimeter(geometry, space))


def _wrong_volume(geometry: Geometry, space: Item) -> bool:
    stored, body = space.number("NetVolume"), geometry.volume(space)
    return stored is not None and bool(body) and abs(stored / (body or 1.0) - 1) > _TOLERANCE


def _wrong_perimeter(geometry: Geometry, space: Item) -> bool:
    stored, area = space.number("GrossPerimeter"), geometry.footprint(space)
    return stored is not None and bool(area) and not _PERIMETER[0] < stored / sqrt(area or 1.0) < _PERIMETER[1]


def _stale(index: ModelIndex) -> Iterable[Item]:
    for space in index.spaces:
        use = space.value(*ROOM_USE)
        if isinstance(use, str) and not space.long_name.startswith(use):
            yield space


def _duplicate_rooms(index: ModelIndex) -> Iterable[Item]:
    """A number given twice, or a running number in a label given twice in one house or wing."""
    numbers = Counter(space.name for space in index.spaces)
    labels = Counter((space.long_name, space.name[:1]) for space in index.spaces if space.long_name[-1:].isdigit())
    return (s for s in index.spaces if numbers[s.name] > 1 or labels[s.long_name, s.name[:1]] > 1)


def _duplicate_names(index: ModelIndex) -> Iterable[Item]:
    counted = Counter(item.name for item in index.elements)
    return (item for item in index.elements if counted[item.name] > 1)


def _generic(index: ModelIndex) -> Iterable[Item]:
    return (space for space in index.spaces if _GENERIC.fullmatch(space.long_name))


def _abbreviated(index: ModelIndex) -> Iterable[Item]:
    for space in index.spaces:
        letters = re.sub(r"[\W\d_]", "", space.long_name)
        if 0 < len(letters) <= _LONG or _CONSONANTS_AT_END.search(space.long_name):
            yield space


def _level_codes(index: ModelIndex) -> Iterable[Item]:
    return (storey for storey in index.storeys if _LEVEL_CODE.fullmatch(storey.name))


def _overrides(index: ModelIndex) -> Iterable[Item]:
    for item in index.elements:
        entity = index.file.by_id(item.step)
        kind = element_util.get_type(entity)
        if kind is None:
            continue
        own, shared = element_util.get_psets(entity, should_inherit=False), element_util.get_psets(kind)
        if any(own.get(name, {}).get(key, value) != value for name, values in shared.items()
               for key, value in values.items() if key != "id"):  # fmt: skip
            yield item


_FINDERS: Mapping[FaultKind, Callable[[ModelIndex], Iterable[Item]]] = {
    "placeholder": _placeholders,
    "missing quantity": _missing_quantity,
    "duplicate room": _duplicate_rooms,
    "stale room name": _stale,
    "no storey": _no_storey,
    "ambiguous property": _ambiguous,
    "wrong area": _wrong_area,
    "wrong quantity": _wrong_quantity,
    "generic room name": _generic,
    "abbreviated name": _abbreviated,
    "level code": _level_codes,
    "duplicate name": _duplicate_names,
    "type override": _overrides,
}
