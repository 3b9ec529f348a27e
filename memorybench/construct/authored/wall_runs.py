"""Wall runs from stretches of wall line: joined along a line, interrupted at crossings, cut back at their ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from memorybench.construct.authored.building import Rect

Axis = Literal["x", "y"]  # the direction a wall runs in
OPEN = ""  # the wall key of two rooms without a wall between them


@dataclass(frozen=True)
class Piece:
    """A stretch of wall line with the same rooms on both sides: ``low`` is south or west of it."""

    axis: Axis
    line: float
    start: float
    end: float
    wall: str
    low: str | None
    high: str | None


@dataclass
class Run:
    """A wall: centre line from ``start`` to ``end`` after cutting, and the pieces it stands for."""

    axis: Axis
    line: float
    start: float
    end: float
    wall: str
    external: bool
    pieces: tuple[Piece, ...]
    cut: tuple[float, float] = (0.0, 0.0)  # taken off (or, negative, added) at start and end

    @property
    def centre(self) -> Rect:
        """The clear centre line as a rectangle without width."""
        a, b = round(self.start + self.cut[0], 6), round(self.end - self.cut[1], 6)
        return (a, self.line, b, self.line) if self.axis == "x" else (self.line, a, self.line, b)


def wall_runs(pieces: Iterable[Piece], thickness: Mapping[str, float]) -> list[Run]:
    """All walls of these pieces, cut so that no two overlap. ``thickness`` by wall key."""
    runs = _split(_merge(pieces))
    for run in runs:
        run.cut = (_end(run, run.start, runs, thickness), _end(run, run.end, runs, thickness))
    return runs


def _merge(pieces: Iterable[Piece]) -> list[Run]:
    runs: list[Run] = []
    for piece in pieces:
        if piece.wall == OPEN:
            continue
        external = piece.low is None or piece.high is None
        last = runs[-1] if runs else None
        if last and (last.axis, last.line, last.end, last.wall, last.external) == (
            piece.axis, piece.line, piece.start, piece.wall, external
        ):  # fmt: skip
            runs[-1] = Run(*_head(last), piece.end, last.wall, external, (*last.pieces, piece))
        else:
            runs.append(Run(piece.axis, piece.line, piece.start, piece.end, piece.wall, external, (piece,)))
    return runs


def _head(run: Run) -> tuple[Axis, float, float]:
    return run.axis, run.line, run.start


def _split(runs: list[Run]) -> list[Run]:
    """Where two runs cross, the one along y is interrupted."""
    along = [run for run in runs if run.axis == "x"]
    made = list(along)
    for run in runs:
        if run.axis == "x":
            continue
        crossings = [
            other.line for other in along if run.start < other.line < run.end and other.start < run.line < other.end
        ]
        for start, end in pairwise(sorted({run.start, run.end, *crossings})):
            own = tuple(piece for piece in run.pieces if start <= piece.start and piece.end <= end)
            made.append(Run("y", run.line, start, end, run.wall, run.external, own))
    return made


def _end(run: Run, point: float, runs: list[Run], thickness: Mapping[str, float]) -> float:
    """How much is taken off a run at one of its ends."""
    across = [other for other in runs if other.axis != run.axis and other.line == point]
    through = [other for other in across if other.start < run.line < other.end]
    if through:
        return thickness[through[0].wall] / 2
    across = [other for other in across if run.line in (other.start, other.end)]
    ahead = [
        other
        for other in runs
        if other is not run
        and other.axis == run.axis
        and other.line == run.line
        and point in (other.start, other.end)
    ]
    widest = max((thickness[other.wall] / 2 for other in across), default=0.0)
    owner = max((run, *ahead, *across), key=lambda one: (thickness[one.wall], one.axis == "x", -one.start))
    if owner is run:
        return -widest
    return widest if owner.axis == run.axis else thickness[owner.wall] / 2
