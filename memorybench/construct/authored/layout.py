"""From a list of rooms to walls: any arrangement of rectangles between wall centre lines. Metres, no IFC.

Rooms that touch share a wall; where a room touches nothing its wall is an outer one. Walls of one kind on one line
are one run; at corners the thicker one goes through, and all runs and rooms are cut back to the faces they meet.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from memorybench.construct.authored.building import Rect
from memorybench.construct.authored.wall_runs import OPEN, Axis, Piece, wall_runs

Side = Literal["S", "N", "W", "E"]
_SIDES: Mapping[Side, Axis] = {"S": "x", "N": "x", "W": "y", "E": "y"}


@dataclass(frozen=True)
class Cell:
    """One room: its key in the layout and its rectangle between wall centre lines."""

    key: str
    lines: Rect

    def edge(self, side: Side) -> tuple[Axis, float, float, float]:
        """``(axis, line, start, end)`` of one side."""
        x0, y0, x1, y1 = self.lines
        if _SIDES[side] == "x":
            return ("x", y0 if side == "S" else y1, x0, x1)
        return ("y", x0 if side == "W" else x1, y0, y1)


@dataclass
class Layout:
    """``thickness`` by wall key; ``outer`` and ``inner`` are the usual keys.

    ``lines`` names the inner walls on a line, ``between`` those of two rooms (``OPEN``: none), ``around`` all inner
    walls of a room, ``facing`` an outer wall by room and side.
    """

    cells: tuple[Cell, ...]
    thickness: Mapping[str, float]
    outer: str = "outer"
    inner: str = "inner"
    lines: Mapping[tuple[str, float], str] = field(default_factory=dict)
    between: Mapping[tuple[str, str], str] = field(default_factory=dict)
    around: Mapping[str, str] = field(default_factory=dict)
    facing: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.by_key = {cell.key: cell for cell in self.cells}
        if len(self.by_key) < len(self.cells):
            raise ValueError("two cells of a layout have one key")
        self.pieces = tuple(self._pieces())
        self.runs = tuple(wall_runs(self.pieces, self.thickness))

    def clear(self, key: str) -> Rect:
        """The room between the faces of its walls."""
        x0, y0, x1, y1 = self.by_key[key].lines
        west, south, east, north = (self._half(key, side) for side in ("W", "S", "E", "N"))
        return (round(x0 + west, 6), round(y0 + south, 6), round(x1 - east, 6), round(y1 - north, 6))

    def shared(self, one: str, other: str) -> Piece:
        """The longest walled stretch between two rooms; raises ``ValueError`` where there is none."""
        found = [piece for piece in self.pieces if {piece.low, piece.high} == {one, other} and piece.wall != OPEN]
        if not found:
            raise ValueError(f"no wall between {one} and {other}")
        return max(found, key=lambda piece: piece.end - piece.start)

    def facade(self, key: str, side: Side) -> Piece:
        """The longest outer stretch of a room's side; raises ``ValueError`` where there is none."""
        own = "high" if side in "SW" else "low"
        other = "low" if own == "high" else "high"
        axis, line, *_ = self.by_key[key].edge(side)
        found = [
            piece
            for piece in self.pieces
            if (piece.axis, piece.line, getattr(piece, own), getattr(piece, other)) == (axis, line, key, None)
        ]
        if not found:
            raise ValueError(f"{key} has no facade on side {side}")
        return max(found, key=lambda piece: piece.end - piece.start)

    def span(self, piece: Piece) -> tuple[float, float]:
        """The part of a piece between the clear rooms on both of its sides."""
        low, high = piece.start, piece.end
        for key in (piece.low, piece.high):
            if key is not None:
                x0, y0, x1, y1 = self.clear(key)
                a, b = (x0, x1) if piece.axis == "x" else (y0, y1)
                low, high = max(low, a), min(high, b)
        return low, high

    def _half(self, key: str, side: Side) -> float:
        axis, line, *_ = self.by_key[key].edge(side)
        own = "high" if side in "SW" else "low"
        walls = [p.wall for p in self.pieces if (p.axis, p.line, getattr(p, own)) == (axis, line, key)]
        return max((self.thickness[wall] / 2 for wall in walls if wall != OPEN), default=0.0)

    def _pieces(self) -> Iterable[Piece]:
        edges: dict[tuple[Axis, float], list[tuple[float, float, str, bool]]] = defaultdict(list)
        for cell in self.cells:
            for side in _SIDES:
                axis, line, start, end = cell.edge(side)
                edges[axis, line].append((start, end, cell.key, side in "SW"))
        for (axis, line), found in sorted(edges.items()):
            for start, end in pairwise(sorted({point for edge in found for point in edge[:2]})):
                inside = [(key, is_high) for a, b, key, is_high in found if a <= start and end <= b]
                high = next((key for key, is_high in inside if is_high), None)
                low = next((key for key, is_high in inside if not is_high), None)
                if high or low:
                    yield Piece(axis, line, start, end, self._wall(axis, line, low, high), low, high)

    def _wall(self, axis: Axis, line: float, low: str | None, high: str | None) -> str:
        if low is None or high is None:
            side: Side = ("S" if axis == "x" else "W") if low is None else ("N" if axis == "x" else "E")
            return self.facing.get(((low or high or ""), side), self.outer)
        for pair in ((low, high), (high, low)):
            if pair in self.between:
                return self.between[pair]
        if (axis, line) in self.lines:
            return self.lines[axis, line]
        return self.around.get(low) or self.around.get(high) or self.inner


def row(y0: float, y1: float, x0: float, *ends: tuple[str, float]) -> tuple[Cell, ...]:
    """Rooms side by side from ``x0``: key and the x where each ends."""
    starts = (x0, *(end for _, end in ends))
    return tuple(Cell(key, (start, y0, end, y1)) for start, (key, end) in zip(starts, ends, strict=False))


def column(x0: float, x1: float, y0: float, *ends: tuple[str, float]) -> tuple[Cell, ...]:
    """Rooms one behind the other from ``y0``: key and the y where each ends."""
    starts = (y0, *(end for _, end in ends))
    return tuple(Cell(key, (x0, start, x1, end)) for start, (key, end) in zip(starts, ends, strict=False))
