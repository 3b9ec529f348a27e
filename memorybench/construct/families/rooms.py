"""Rooms by the name people use, with their doors and their stored area."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from memorybench.ifc.index import Item, ModelIndex

AREA_NAMES = ("GSA BIM Area", "NetFloorArea", "GrossFloorArea", "Area", "horizontal area", "NetArea")


OUTSIDE = frozenset({"roof", "dach", "site", "terrace", "balcony"})


@dataclass(frozen=True)
class Room:
    """A space with a unique spoken name. ``kind`` is its use: Kitchen, Bad, ..."""

    item: Item
    name: str
    kind: str
    aliases: tuple[str, ...]


def _schemes(index: ModelIndex) -> tuple[Callable[[Item], str], ...]:
    return (
        lambda s: s.name if not s.name.replace(".", "").isdigit() else "",
        lambda s: s.long_name,
        lambda s: f"{s.long_name or 'Room'} {s.name}" if s.name else "",
        lambda s: f"{s.long_name or 'Room'} {s.name} ({index.storey_name(s)})" if s.name and s.storey else "",
    )


def rooms(index: ModelIndex) -> tuple[Room, ...]:
    """All rooms under the first naming scheme that gives each of them another name; empty if none does."""
    if "rooms" not in index.derived:
        index.derived["rooms"] = _rooms(index)
    made: tuple[Room, ...] = index.derived["rooms"]
    return made


def _rooms(index: ModelIndex) -> tuple[Room, ...]:
    for scheme in _schemes(index):
        names = [scheme(space).strip() for space in index.spaces]
        if names and all(names) and len(set(names)) == len(names):
            return tuple(
                Room(space, name, space.long_name or name, tuple({space.long_name, name} - {name, ""}))
                for space, name in zip(index.spaces, names, strict=True)
            )
    return ()


def find_rooms(index: ModelIndex, keys: list[str]) -> tuple[Room, ...]:
    """The rooms of these keys that the file still holds."""
    return tuple(room for room in rooms(index) if room.item.key in keys)


def kinds(found: tuple[Room, ...]) -> dict[str, tuple[Room, ...]]:
    """Rooms by use; a trailing number is dropped (``Bedroom 1`` is a bedroom)."""
    made: dict[str, list[Room]] = {}
    for room in found:
        made.setdefault(room.kind.rstrip("0123456789 ") or room.kind, []).append(room)
    return {kind: tuple(items) for kind, items in made.items()}


def stored_area(room: Room) -> float | None:
    """The floor area the file states, m2: the first of the usual names that is stated without contradiction."""
    for name in AREA_NAMES:
        value = room.item.number(name)
        if value and value > 0:
            return value
    return None


def door_names(index: ModelIndex) -> dict[str, str]:
    """Door key to the name people use: its mark, its own name, or the room it opens into; only unique ones."""
    doors = index.of_class("IfcDoor")
    by_key = {room.item.key: room.name for room in rooms(index)}
    for scheme in (
        lambda d: f"door {mark}" if (mark := str(d.value("Mark") or "")).isdigit() else mark,
        lambda d: d.name if ":" not in d.name else None,
        lambda d: by_key.get(d.bounds[0]) if len(d.bounds) == 1 else None,
    ):
        names = {door.key: str(scheme(door) or "") for door in doors}
        if names and all(names.values()) and max(Counter(names.values()).values()) == 1:
            return names
    return {}
