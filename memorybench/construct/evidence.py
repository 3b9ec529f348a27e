"""Two kinds of evidence for each value that a gold answer rests on (``docs/design.md``, section 8).

A stored quantity counts when the element's mesh agrees within 3 %; a count when the file's inverse relations
give the same elements. Where two legitimate measures differ by more than 1 %, ``named`` says that a statement
or the probe must name the measure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memorybench.construct.families.groups import Group
    from memorybench.ifc.geometry import Geometry
    from memorybench.ifc.index import Item, ModelIndex

AGREE = 0.03
NAME_IT = 0.01


@dataclass(frozen=True)
class Evidence:
    """``value`` in SI (None: ``reason`` says why in one sentence). ``paths`` are the two values compared."""

    value: float | None
    measure: str = ""
    paths: tuple[float, float] | None = None
    reason: str = ""
    settled: bool = False  # the two paths agree within 3 %

    @property
    def spread(self) -> float:
        """Relative difference of the two paths."""
        if self.paths is None:
            return 0.0
        return abs(self.paths[0] - self.paths[1]) / max(abs(self.paths[0]), 1e-12)

    @property
    def named(self) -> bool:
        """Whether a statement or the probe must name the measure."""
        return self.spread > NAME_IT


def compare(stored: float | None, other: float | None, measure: str, what: str) -> Evidence:
    """The stored value with its second path; ``value`` is kept only when both exist and agree within 3 %."""
    if stored is None:
        return Evidence(None, measure, reason=f"{what}: the file states no {measure}.")
    if other is None:
        return Evidence(None, measure, reason=f"{what}: no mesh to check the stored {measure} against.")
    found = Evidence(stored, measure, (stored, other), settled=True)
    if found.spread > AGREE:
        reason = f"{what}: stored {measure} {stored:.3f} and mesh {other:.3f} differ by {found.spread:.0%}."
        return Evidence(None, measure, (stored, other), reason)
    return found


WALL_AREA = "net area of one face, openings deducted"
PLAN_AREA = "area in plan"
SIZE_AREA = "overall width times height"


def element_area(geometry: Geometry, item: Item) -> Evidence:
    """Wall face, slab or ceiling in plan, door or window by overall size: stored and from the mesh, m2."""
    what = item.name or item.key
    if item.is_a("IfcWall"):
        return compare(
            item.number("NetSideArea") or item.number("Area", "NetArea"), geometry.side(item), WALL_AREA, what
        )
    if item.is_a("IfcSlab") or item.is_a("IfcCovering"):
        stored = item.number("NetArea") or item.number("Area") or item.number("GrossArea")
        return compare(stored, geometry.footprint(item), PLAN_AREA, what)
    return size_area(geometry, item)


def size_area(geometry: Geometry, item: Item) -> Evidence:
    """Overall width times height of a door or window, checked against its mesh's upright extents."""
    what = item.name or item.key
    if item.width is None or item.height is None:
        return Evidence(None, SIZE_AREA, reason=f"{what}: the file states no overall size.")
    return compare(item.width * item.height, geometry.face(item), SIZE_AREA, what)


def total(parts: Iterable[Evidence], what: str) -> Evidence:
    """The sum of several values; None as soon as one of them is missing."""
    items = list(parts)
    if not items:
        return Evidence(None, reason=f"{what}: no element.")
    for part in items:
        if part.value is None:
            return Evidence(None, part.measure, reason=part.reason)
    stored = sum(part.paths[0] for part in items if part.paths)
    other = sum(part.paths[1] for part in items if part.paths)
    return Evidence(sum(part.value or 0.0 for part in items), items[0].measure, (stored, other), settled=True)


def group_area(geometry: Geometry, group: Group) -> Evidence:
    """The area of all elements of a group, m2; None when one of them lacks a proven value."""
    return total((element_area(geometry, item) for item in group.items), group.phrase)


def stated_area(geometry: Geometry, space: Item, names: tuple[str, ...]) -> Evidence:
    """A room's floor area as the file states it, m2, for tasks whose convention names that measure.

    Where the mesh disagrees by more than 3 % (wall centre lines against finished faces), the stored value
    stands only while it lies within a factor of two; without a mesh, a second property set must repeat it.
    """
    what = space.long_name or space.name
    stored = next((v for name in names if (v := space.number(name))), None)
    if stored is None:
        return Evidence(None, "stored room area", reason=f"Room {what}: no stored floor area.")
    mesh = geometry.footprint(space)
    if mesh is not None:
        paths = (stored, mesh)
        if not 0.5 <= mesh / stored <= 2.0:
            return Evidence(None, "stored room area", paths, f"Room {what}: stored area and mesh are worlds apart.")
        agreed = abs(stored - mesh) <= AGREE * stored
        return Evidence(stored, "stored room area", paths, settled=agreed)
    repeats = {prop.pset for name in names for prop in space.stated(name) if _near(prop.value, stored)}
    if len(repeats) < 2:
        return Evidence(None, "stored room area", reason=f"Room {what}: one stored area and no mesh to check it.")
    return Evidence(stored, "stored room area", (stored, stored))


def _near(value: Any, target: float) -> bool:
    return isinstance(value, (int, float)) and abs(float(value) - target) <= NAME_IT * target


def recount(index: ModelIndex, group: Group) -> Evidence:
    """The number of elements, found again from types' occurrences, storeys' contents or raw attributes."""
    mine = {item.step for item in group.items}
    other = _storey_steps(index, group) if group.key.startswith("storey|") else _raw_steps(index, group)
    if other != mine:
        reason = f"{group.phrase}: {len(mine)} elements by name, {len(other)} by relations."
        return Evidence(None, "count", (len(mine), len(other)), reason)
    return Evidence(float(len(mine)), "count", (len(mine), len(other)), settled=True)


def _storey_steps(index: ModelIndex, group: Group) -> set[int]:
    import ifcopenshell.util.element as element_util

    name = group.key.split("|")[1]
    steps: set[int] = set()
    for storey in index.file.by_type("IfcBuildingStorey"):
        if storey.Name == name:
            steps |= {part.id() for part in element_util.get_decomposition(storey)}
    base = group.key.split("|", 2)[2]
    from memorybench.construct.families.groups import find_group

    whole = find_group(index, base)
    return steps & {item.step for item in whole.items} if whole else set()


def _raw_steps(index: ModelIndex, group: Group) -> set[int]:
    import ifcopenshell.util.element as element_util

    if group.key.startswith("class|"):
        return {entity.id() for entity in index.file.by_type(group.ifc_class)}
    if all(item.type_key for item in group.items):
        types = {index.by_key[item.type_key].step for item in group.items if item.type_key}
        return {occurrence.id() for step in types for occurrence in element_util.get_types(index.file.by_id(step))}
    labels = {item.object_type for item in group.items}
    return {
        entity.id()
        for entity in index.file.by_type("IfcElement")
        if not entity.is_a("IfcFeatureElement") and (entity.ObjectType or "") in labels and labels != {""}
    }


def stated_size(geometry: Geometry, item: Item) -> Evidence:
    """Overall width times height, m2, for tasks whose probe names that measure.

    A tilted element (a skylight) has another mesh outline; the stated size then stands within a factor of two.
    """
    found = size_area(geometry, item)
    if found.value is not None or found.paths is None:
        return found
    if not 0.4 <= found.paths[1] / found.paths[0] <= 2.5:
        return found
    return Evidence(found.paths[0], SIZE_AREA, found.paths)
