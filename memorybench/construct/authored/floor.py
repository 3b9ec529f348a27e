"""A floor of any layout: walls from the rooms, doors between two of them, windows on a side, things inside."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from memorybench.construct.authored.building import Building, Rect, Storey, Wall
from memorybench.construct.authored.catalogue import Kind, Sets
from memorybench.construct.authored.corridor import Palette, Style
from memorybench.construct.authored.layout import Layout, Side
from memorybench.construct.authored.things import Store, Thing
from memorybench.construct.authored.wall_runs import Piece

_Box = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]  # extents along x, y, z
_TOUCH = 0.001  # m: things may touch


@dataclass(frozen=True)
class Space:
    """What a cell of the layout is: room number, label, property sets, and its faults.

    ``area_factor``, ``stored`` and ``wrong`` as in :meth:`Building.room`.
    """

    number: str
    label: str
    sets: Sets | None = None
    area_factor: float = 1.0
    stored: bool = True
    wrong: Mapping[str, float] | None = None
    height: float | None = None


@dataclass
class Floor:
    """Builds one storey (or one wing of it). ``rooms`` says what each cell is; other cells are shafts."""

    building: Building
    storey: Storey
    layout: Layout
    palette: Palette
    style: Style
    rooms: Mapping[str, Space]
    store: Store
    spaces: dict[str, Any] = field(default_factory=dict)
    _walls: list[tuple[Wall, tuple[Piece, ...]]] = field(default_factory=list)
    _cuts: dict[int, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))
    _inside: dict[str, list[_Box]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for run in self.layout.runs:
            kind = self.palette.walls[run.wall]
            name, tag, sets = self.style("wall", kind)
            wall = self.building.wall(
                self.storey, kind, run.centre, name, external=run.external, tag=tag, sets=sets
            )  # fmt: skip
            self._walls.append((wall, run.pieces))
        for key, space in self.rooms.items():
            self.spaces[key] = self.building.room(
                self.storey, space.number, space.label, self.layout.clear(key), sets=space.sets, height=space.height,
                area_factor=space.area_factor, stored=space.stored, wrong=space.wrong,
            )  # fmt: skip

    def doors(self, kind: str, *places: tuple[Any, ...]) -> list[Any]:
        """Inner doors of one kind: ``(room, other room[, share of the way along their common wall])``."""
        return [self.door(kind, one, other, *at) for one, other, *at in places]

    def door(self, kind: str, one: str, other: str, at: float = 0.5, **more: Any) -> Any:
        """A door between two rooms."""
        piece = self.layout.shared(one, other)
        return self._fill("IfcDoor", "door", kind, piece, self._along(piece, kind, at), (one, other), False, more)

    def entrance(
        self, kind: str, room: str, side: Side, at: float = 0.5, *, external: bool = True, beyond: Any = None,
        **more: Any,
    ) -> Any:  # fmt: skip
        """A door to the outside, or (not ``external``) to ``beyond``: the space that another layout holds there."""
        piece = self.layout.facade(room, side)
        door = self._fill("IfcDoor", "door", kind, piece, self._along(piece, kind, at), (room,), external, more)
        if beyond is not None:
            self.building.bound(beyond, door)
        return door

    def windows(self, *rows: tuple[Any, ...]) -> list[Any]:
        """Windows: ``(room, side, kind, kind, …)``, spread evenly over that side of the room."""
        made = []
        for room, side, *kinds in rows:
            piece = self.layout.facade(room, side)
            low, high = self.layout.span(piece)
            for n, kind in enumerate(kinds):
                at = low + (high - low) * (n + 0.5) / len(kinds)
                made.append(self._fill("IfcWindow", "window", kind, piece, at, (room,), True, {}))
        return made

    def inner_window(self, kind: str, one: str, other: str, at: float = 0.5) -> Any:
        """A window between two rooms."""
        piece = self.layout.shared(one, other)
        return self._fill("IfcWindow", "window", kind, piece, self._along(piece, kind, at), (one, other), False, {})

    def slab(
        self, key: str, rects: Sequence[Rect] = (), *, top: float = 0.0, hole: Rect | None = None,
        predefined: str = "FLOOR", stored: bool = True,
    ) -> list[Any]:  # fmt: skip
        """Slabs over these rectangles, by default one over the whole layout out to the outer faces."""
        kind = self.palette.slabs[key]
        made = []
        for rect in rects or (self._outline(),):
            name, tag, sets = self.style("slab", kind)
            made.append(
                self.building.slab(self.storey, kind, rect, top, name, hole=hole, predefined=predefined, tag=tag,
                                   sets=sets, stored=stored)
            )  # fmt: skip
        return made

    def ceilings(self, key: str, *rooms: str, drop: float = 0.3, stored: bool = True) -> list[Any]:
        """Suspended ceilings, ``drop`` metres below the storey's clear height."""
        top = round(self.storey.height - drop, 6)
        return [self._covering(key, "ceiling", room, top, "CEILING", stored) for room in rooms]

    def floorings(self, key: str, *rooms: str, stored: bool = True) -> list[Any]:
        """Floor coverings as elements of their own, their top on the storey's level."""
        return [self._covering(key, "flooring", room, 0.0, "FLOORING", stored) for room in rooms]

    def put(
        self, key: str, room: str, *spots: tuple[float, float], z: float | None = None, sets: Sets | None = None,
        contained: bool = True,
    ) -> list[Any]:  # fmt: skip
        """Things at these spots from the room's lower left corner; a negative one counts from the opposite wall."""
        thing, clear = self.store[key], self.layout.clear(room)
        size, rise = thing.kind.size, thing.z if z is None else z
        made = []
        for spot in spots:
            x, y = (
                clear[n] + value if value >= 0 else clear[n + 2] + value - size[n] for n, value in enumerate(spot)
            )
            self._claim(room, thing, (x, y, rise), clear)
            made.append(self._place(thing, (round(x, 6), round(y, 6), rise), room, sets, contained))
        return made

    def spread(self, key: str, room: str, columns: int, rows: int = 1, **more: Any) -> list[Any]:
        """Things in even rows and columns over the whole room."""
        x0, y0, x1, y1 = self.layout.clear(room)
        size = self.store[key].kind.size
        spots = [
            (
                round((x1 - x0) * (column + 0.5) / columns - size[0] / 2, 4),
                round((y1 - y0) * (row + 0.5) / rows - size[1] / 2, 4),
            )
            for row in range(rows)
            for column in range(columns)
        ]
        return self.put(key, room, *spots, **more)

    def loose(self, key: str, *spots: tuple[float, float], z: float | None = None, **more: Any) -> list[Any]:
        """Things on the storey, in no room; spots in the storey's own axes."""
        thing = self.store[key]
        rise = thing.z if z is None else z
        return [self._place(thing, (x, y, rise), "", more.get("sets"), more.get("contained", True)) for x, y in spots]

    def _place(
        self, thing: Thing, at: tuple[float, float, float], room: str, sets: Sets | None, contained: bool
    ) -> Any:
        number = self.rooms[room].number if room in self.rooms else ""
        name, tag, own = self.style(thing.noun, thing.kind, number)
        return self.building.thing(
            self.storey, thing.kind, thing.ifc_class, at, name, room=self.spaces.get(room), tag=tag,
            contained=contained, sets={**own, **(sets or {})},
        )  # fmt: skip

    def _claim(self, room: str, thing: Thing, at: tuple[float, float, float], clear: Rect) -> None:
        """Refuse things that stick out of their room or into one another."""
        box = tuple((start, start + size) for start, size in zip(at, thing.kind.size, strict=True))
        limits = ((clear[0], clear[2]), (clear[1], clear[3]), (0.0, self._height(room)))
        for (low, high), (least, most) in zip(box, limits, strict=True):
            if low < least - _TOUCH or high > most + _TOUCH:
                raise ValueError(f"{thing.kind.name} at {at} sticks out of {room} {clear}")
        for other in self._inside[room]:
            pairs = zip(box, other, strict=True)
            if all(min(a[1], b[1]) - max(a[0], b[0]) > _TOUCH for a, b in pairs):
                raise ValueError(f"{thing.kind.name} at {at} stands in another thing of {room}")
        self._inside[room].append((box[0], box[1], box[2]))

    def _height(self, room: str) -> float:
        space = self.rooms.get(room)
        return (space.height if space and space.height else None) or self.storey.height

    def _covering(self, key: str, noun: str, room: str, top: float, predefined: str, stored: bool) -> Any:
        kind = self.palette.slabs[key]
        name, tag, sets = self.style(noun, kind, self.rooms[room].number)
        return self.building.slab(
            self.storey, kind, self.layout.clear(room), top, name, ifc_class="IfcCovering", predefined=predefined,
            tag=tag, stored=stored, sets=sets,
        )  # fmt: skip

    def _along(self, piece: Piece, kind: str, share: float) -> float:
        low, high = self.layout.span(piece)
        width = self.palette.fills[kind].size[0]
        if high - low < width:
            raise ValueError(f"{kind} is wider than the wall between {piece.low} and {piece.high}")
        return low + width / 2 + (high - low - width) * share

    def _fill(
        self, ifc_class: str, noun: str, key: str, piece: Piece, at: float, rooms: Iterable[str], external: bool,
        more: Mapping[str, Any],
    ) -> Any:  # fmt: skip
        kind = self.palette.fills[key]
        wall = next(wall for wall, pieces in self._walls if piece in pieces)
        at = round(at, 4)
        self._open(wall, kind, at)
        first = next(iter(rooms))
        name, tag, sets = self.style(noun, kind, self.rooms[first].number if first in self.rooms else "")
        return self.building.fill(
            wall, self.storey, kind, at, name, ifc_class=ifc_class, sill=self.palette.sills.get(key, 0.0), tag=tag,
            rooms=[self.spaces[room] for room in rooms if room in self.spaces], external=external,
            sets={**sets, **more.get("sets", {})}, contained=more.get("contained", True),
        )  # fmt: skip

    def _open(self, wall: Wall, kind: Kind, at: float) -> None:
        low, high = at - kind.size[0] / 2, at + kind.size[0] / 2
        for start, end in self._cuts[id(wall)]:
            if min(high, end) - max(low, start) > _TOUCH:
                raise ValueError(f"two openings of {wall.entity.Name} overlap at {at}")
        self._cuts[id(wall)].append((low, high))

    def _outline(self) -> Rect:
        half = self.layout.thickness[self.layout.outer] / 2
        lines = [cell.lines for cell in self.layout.cells]
        return (
            round(min(rect[0] for rect in lines) - half, 6),
            round(min(rect[1] for rect in lines) - half, 6),
            round(max(rect[2] for rect in lines) + half, 6),
            round(max(rect[3] for rect in lines) + half, 6),
        )


def thickness(palette: Palette) -> dict[str, float]:
    """What a layout needs to know of a palette's walls, m."""
    return {key: kind.size[0] for key, kind in palette.walls.items()}
