"""Sizes from meshes: the second path to a quantity, independent of what the file stores."""

from __future__ import annotations

import math
from typing import Any

from memorybench.ifc.index import Item, ModelIndex


class Geometry:
    """Mesh sizes in SI units, made per element on first use. ``failures`` counts elements without a mesh."""

    def __init__(self, index: ModelIndex) -> None:
        self._file = index.file
        self._meshes: dict[tuple[int, bool], Any] = {}
        self._settings: dict[bool, Any] = {}
        self.failures = 0

    def _mesh(self, item: Item, *, gross: bool = False) -> Any:
        """The mesh, made once; ``gross`` leaves openings uncut, and is the same mesh where there are none."""
        entity = self._file.by_id(item.step)
        gross = gross and bool(getattr(entity, "HasOpenings", ()))
        if (item.step, gross) not in self._meshes:
            self._meshes[item.step, gross] = self._make(entity, gross)
        return self._meshes[item.step, gross]

    def _make(self, entity: Any, gross: bool) -> Any:
        import ifcopenshell.geom

        if gross not in self._settings:
            self._settings[gross] = ifcopenshell.geom.settings()
            self._settings[gross].set("disable-opening-subtractions", gross)
        if getattr(entity, "Representation", None) is None:
            return None
        try:
            return ifcopenshell.geom.create_shape(self._settings[gross], entity).geometry
        except (RuntimeError, ValueError):
            self.failures += 1
            return None

    def _size(self, item: Item, function: str, *, gross: bool = False) -> float | None:
        import ifcopenshell.util.shape as shape

        mesh = self._mesh(item, gross=gross)
        if mesh is None or not len(mesh.faces):
            return None
        value = float(getattr(shape, function)(mesh))
        return value if math.isfinite(value) and value > 0 else None

    def volume(self, item: Item) -> float | None:
        """Volume in m3, openings cut."""
        return self._size(item, "get_volume")

    def gross_volume(self, item: Item) -> float | None:
        """Volume in m3, openings left uncut."""
        return self._size(item, "get_volume", gross=True)

    def height(self, item: Item) -> float | None:
        """Vertical extent in m."""
        return self._size(item, "get_z")

    def surface(self, item: Item) -> float | None:
        """Area of the whole surface in m2."""
        return self._size(item, "get_area")

    def footprint(self, item: Item) -> float | None:
        """Area seen from above, in m2."""
        return self._size(item, "get_footprint_area")

    def gross_footprint(self, item: Item) -> float | None:
        """As :meth:`footprint`, openings left uncut."""
        return self._size(item, "get_footprint_area", gross=True)

    def top(self, item: Item) -> float | None:
        """Area of the faces that look up, in m2: of a slope its own area, not that in plan."""
        return self._size(item, "get_top_area")

    def gross_top(self, item: Item) -> float | None:
        """As :meth:`top`, openings left uncut."""
        return self._size(item, "get_top_area", gross=True)

    def perimeter(self, item: Item) -> float | None:
        """Length of the outline seen from below, in m."""
        return self._size(item, "get_footprint_perimeter")

    def longest(self, item: Item) -> float | None:
        """The longest extent along the mesh's own axes, in m."""
        return self._size(item, "get_max_xyz")

    def gross_side(self, item: Item) -> float | None:
        """Area of one long face in m2, openings left uncut."""
        return self._size(item, "get_side_area", gross=True)

    def side(self, item: Item) -> float | None:
        """Area of one long face in m2, openings cut."""
        return self._size(item, "get_side_area")

    def face(self, item: Item) -> float | None:
        """Area in m2 of the largest side of the bounding box, along the mesh's own axes."""
        mesh = self._mesh(item)
        if mesh is None:
            return None
        import ifcopenshell.util.shape as shape

        extents = sorted((shape.get_x(mesh), shape.get_y(mesh), shape.get_z(mesh)))
        value = float(extents[1] * extents[2])
        return value if value > 0 else None
