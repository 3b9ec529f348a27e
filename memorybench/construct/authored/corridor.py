"""A floor with rooms on both sides of a corridor: what the office, the school and the practice have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from memorybench.construct.authored.building import Building, Rect, Storey, Wall
from memorybench.construct.authored.catalogue import Kind, Sets
from memorybench.construct.authored.plan import Plan


class Style(Protocol):
    """How an office names its elements."""

    def __call__(self, noun: str, kind: Kind, room: str = "") -> tuple[str, str, Sets]:
        """Name, tag and property sets of the next element of this noun; ``room`` is the number it belongs to."""
        ...


@dataclass(frozen=True)
class Bay:
    """One room between the corridor and the facade, from the previous bay's end to ``end`` along x.

    ``door``, ``windows`` and ``wall`` (the one at ``end``) are keys of the palette; ``doors`` doors sit in the
    corridor wall.
    """

    number: str
    label: str
    end: float
    door: str
    windows: tuple[str, ...] = ()
    doors: int = 1
    ceiling: str = ""
    sets: Sets | None = None
    area_factor: float = 1.0
    stored: bool = True
    wall: str = "inner"


@dataclass(frozen=True)
class Room:
    """A room that was built, with its clear rectangle."""

    entity: Any
    number: str
    label: str
    rect: Rect


@dataclass(frozen=True)
class Palette:
    """The types a floor is built of: walls by ``outer``, ``inner``, ``corridor``; fills and ceilings by key."""

    walls: Mapping[str, Kind]
    fills: Mapping[str, Kind]
    slabs: Mapping[str, Kind]
    sills: Mapping[str, float] = field(default_factory=dict)


@dataclass
class CorridorFloor:
    """Builds one floor. ``corridor`` is (y of its south wall line, y of its north wall line)."""

    building: Building
    storey: Storey
    plan: Plan
    palette: Palette
    style: Style
    corridor: tuple[float, float]
    rooms: dict[str, Room] = field(default_factory=dict)
    walls: dict[str, Wall] = field(default_factory=dict)

    def shell(self) -> None:
        """The outer walls and the two corridor walls."""
        for side, run in zip(("south", "north", "west", "east"), self.plan.outer_runs(), strict=True):
            self.walls[side] = self._wall("outer", run, external=True)
        for side, y in zip(("lower", "upper"), self.corridor, strict=True):
            self.walls[side] = self._wall("corridor", self.plan.run(0.0, y, self.plan.width, y))

    def hall(self, number: str, label: str, ends: tuple[str, str] = ("", ""), **more: Any) -> Room:
        """The corridor itself, with external doors at its west and east end by key."""
        room = self._room(number, label, (0.0, self.corridor[0], self.plan.width, self.corridor[1]), **more)
        middle = sum(self.corridor) / 2
        for side, key in zip(("west", "east"), ends, strict=True):
            if key:
                self._fill("IfcDoor", self.walls[side], key, middle, room, (room,), external=True)
        return room

    def row(self, side: str, bays: Sequence[Bay], hall: Room) -> None:
        """The rooms south or north of the corridor, their dividing walls, doors and windows."""
        south = side == "south"
        y0, y1 = (0.0, self.corridor[0]) if south else (self.corridor[1], self.plan.depth)
        start = 0.0
        for bay in bays:
            room = self._room(bay.number, bay.label, (start, y0, bay.end, y1), sets=bay.sets,
                              area_factor=bay.area_factor, stored=bay.stored)  # fmt: skip
            if bay.end < self.plan.width:
                self._wall(bay.wall, self.plan.run(bay.end, y0, bay.end, y1))
            inside = self.walls["lower" if south else "upper"]
            for at in _spread(room.rect, bay.doors):
                self._fill("IfcDoor", inside, bay.door, at, room, (room, hall))
            for at, key in zip(_spread(room.rect, len(bay.windows)), bay.windows, strict=True):
                self._fill("IfcWindow", self.walls[side], key, at, room, (room,), external=True)
            if bay.ceiling:
                self.ceiling(room, bay.ceiling)
            start = bay.end

    def slab(self, key: str, top: float = 0.0, hole: Rect | None = None, predefined: str = "FLOOR") -> Any:
        """A slab under, or above, the whole floor."""
        kind = self.palette.slabs[key]
        name, tag, sets = self.style("slab", kind)
        whole = (0.0, 0.0, self.plan.width, self.plan.depth)
        return self.building.slab(self.storey, kind, whole, top, name, hole=hole, predefined=predefined, tag=tag,
                                  sets=sets)  # fmt: skip

    def ceiling(self, room: Room, key: str, drop: float = 0.3, stored: bool = True) -> Any:
        """A suspended ceiling in a room."""
        kind = self.palette.slabs[key]
        name, tag, sets = self.style("ceiling", kind, room.number)
        return self.building.slab(
            self.storey, kind, room.rect, round(self.storey.height - drop, 6), name, ifc_class="IfcCovering",
            predefined="CEILING", tag=tag, stored=stored, sets=sets,
        )  # fmt: skip

    def put(
        self, noun: str, kind: Kind, ifc_class: str, room: Room, spots: Sequence[tuple[float, float]],
        *, z: float = 0.0, sets: Sets | None = None, contained: bool = True,
    ) -> list[Any]:  # fmt: skip
        """Things at these spots, measured from the room's lower left corner."""
        made = []
        for x, y in spots:
            name, tag, own = self.style(noun, kind, room.number)
            at = (round(room.rect[0] + x, 6), round(room.rect[1] + y, 6), z)
            made.append(
                self.building.thing(self.storey, kind, ifc_class, at, name, room=room.entity, tag=tag,
                                    contained=contained, sets={**own, **(sets or {})})
            )  # fmt: skip
        return made

    def _room(self, number: str, label: str, lines: Rect, **more: Any) -> Room:
        rect = self.plan.room(*lines)
        made = Room(self.building.room(self.storey, number, label, rect, **more), number, label, rect)
        self.rooms[number if number not in self.rooms else f"{number}'"] = made
        return made

    def _wall(self, key: str, run: Rect, external: bool = False) -> Wall:
        kind = self.palette.walls[key]
        name, tag, sets = self.style("wall", kind)
        return self.building.wall(self.storey, kind, run, name, external=external, tag=tag, sets=sets)

    def _fill(
        self, ifc_class: str, wall: Wall, key: str, at: float, room: Room, rooms: Sequence[Room],
        external: bool = False,
    ) -> Any:  # fmt: skip
        kind = self.palette.fills[key]
        name, tag, sets = self.style("door" if ifc_class == "IfcDoor" else "window", kind, room.number)
        return self.building.fill(
            wall, self.storey, kind, at, name, ifc_class=ifc_class, sill=self.palette.sills.get(key, 0.0), tag=tag,
            rooms=[room.entity for room in rooms], external=external, sets=sets,
        )  # fmt: skip


def grid(columns: int, rows: int, start: tuple[float, float], step: tuple[float, float]) -> list[tuple[float, float]]:
    """Spots in rows and columns, for desks and chairs."""
    return [
        (round(start[0] + column * step[0], 4), round(start[1] + row * step[1], 4))
        for row in range(rows)
        for column in range(columns)
    ]


def _spread(rect: Rect, count: int) -> list[float]:
    """``count`` even positions along the room's x extent."""
    width = rect[2] - rect[0]
    return [round(rect[0] + width * (n + 0.5) / count, 4) for n in range(count)]
