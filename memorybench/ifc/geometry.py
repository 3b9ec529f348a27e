"""Sizes from meshes: the second path to a quantity, independent of what the file stores."""

from __future__ import annotations

import math
from typing import Any

from memorybench.ifc.index import Item, ModelIndex


class Geometry:
    """Mesh sizes in SI units, made per element on first use. ``failures`` counts elements without a mesh."""

    def __init__(self, index: ModelIndex) -> None:
        self._file = index.file
        self._meshes: dict[int, Any] = {}
        self._settings: Any = None
        self.failures = 0

    def _mesh(self, item: Item) -> Any:
        if item.step not in self._meshes:
            self._meshes[item.step] = self._make(item)
        return self._meshes[item.step]

    def _make(self, item: Item) -> Any:
        import ifcopenshell.geom

        if self._settings is None:
            self._settings = ifcopenshell.geom.settings()
        entity = self._file.by_id(item.step)
        if getattr(entity, "Representation", None) is None:
            return None
        try:
            return ifcopenshell.geom.create_shape(self._settings, entity).geometry
        except (RuntimeError, ValueError):
            self.failures += 1
            return None

    def _size(self, item: Item, function: str) -> float | None:
        import ifcopenshell.util.shape as shape

        mesh = self._mesh(item)
        if mesh is None:
            return None
        value = float(getattr(shape, function)(mesh))
        return value if math.isfinite(value) and value > 0 else None

    def volume(self, item: Item) -> float | None:
        """Volume in m3, openings cut."""
        return self._size(item, "get_volume")

    def height(self, item: Item) -> float | None:
        """Vertical extent in m."""
        return self._size(item, "get_z")

    def surface(self, item: Item) -> float | None:
        """Area of the whole surface in m2."""
        return self._size(item, "get_area")

    def footprint(self, item: Item) -> float | None:
        """Area seen from above, in m2."""
        return self._size(item, "get_footprint_area")

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
