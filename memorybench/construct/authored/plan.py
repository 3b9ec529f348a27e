"""A rectangular floor plan: from wall lines to wall runs and to rooms between wall faces. Metres."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from memorybench.construct.authored.building import Rect


@dataclass(frozen=True)
class Plan:
    """``width`` and ``depth`` are outer faces, ``outer`` and ``inner`` the usual wall thicknesses.

    ``lines`` names wall lines of another thickness: ``{("x", 6.0): 0.3}``.
    """

    width: float
    depth: float
    outer: float
    inner: float
    lines: Mapping[tuple[str, float], float] = field(default_factory=dict)

    def outer_runs(self) -> tuple[Rect, Rect, Rect, Rect]:
        """Centre lines of the outer walls: south, north, west, east; the first two run over the corners."""
        t, w, d = self.outer, self.width, self.depth
        return (
            (0.0, t / 2, w, t / 2),
            (0.0, d - t / 2, w, d - t / 2),
            (t / 2, t, t / 2, d - t),
            (w - t / 2, t, w - t / 2, d - t),
        )

    def run(self, x0: float, y0: float, x1: float, y1: float) -> Rect:
        """The centre line of an inner wall, cut back at both ends to the faces of the walls it meets."""
        if y0 == y1:
            return (self._after("x", x0), y0, self._before("x", x1), y1)
        return (x0, self._after("y", y0), x1, self._before("y", y1))

    def room(self, x0: float, y0: float, x1: float, y1: float) -> Rect:
        """The clear rectangle between four wall lines."""
        return (self._after("x", x0), self._after("y", y0), self._before("x", x1), self._before("y", y1))

    def _after(self, axis: str, line: float) -> float:
        return round(line + (self.outer if line == 0 else self._half(axis, line)), 6)

    def _before(self, axis: str, line: float) -> float:
        end = self.width if axis == "x" else self.depth
        return round(line - (self.outer if line == end else self._half(axis, line)), 6)

    def _half(self, axis: str, line: float) -> float:
        return self.lines.get((axis, line), self.inner) / 2
