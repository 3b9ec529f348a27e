"""Stored quantities against the geometry: how many agree, and what the others are off by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from math import log

from memorybench.ifc.geometry import Geometry
from memorybench.ifc.index import Item, ModelIndex
from memorybench.ifc.index_placeholders import squeeze
from memorybench.ifc.index_properties import Property
from memorybench.records import Record

AGREE = 0.03  # relative; docs/design.md, section 8
_FOOT, _INCH = 0.3048, 0.0254  # m
# Units that stored numbers turn out to be in, whatever the project declares: their size in m, m2, m3.
_UNITS: dict[str, tuple[tuple[float, str], ...]] = {
    "length": ((1.0, "m"), (1e-3, "mm"), (1e-2, "cm"), (_FOOT, "feet"), (_INCH, "inches")),
    "area": ((1.0, "m2"), (1e-6, "mm2"), (1e-4, "cm2"), (_FOOT**2, "square feet"), (_INCH**2, "square inches")),
    "volume": ((1.0, "m3"), (1e-9, "mm3"), (1e-3, "litres"), (_FOOT**3, "cubic feet")),
}
_BINS = ((0.1, "off by 3 to 10 %"), (0.5, "off by 10 to 50 %"))
_Measure = Callable[[Geometry, Item], float | None]
_Tell = Callable[[int, int], None]
_Wrong = tuple[Item, float, float, tuple[str, str] | None]  # the thing, stored, measured, the unit that explains it
_Case = tuple[Item, str, float, tuple[float, ...]]  # the thing, the measure, stored and measured values in SI


class Deviation(Record):
    """Stored values that are off in one way. ``unit`` is the unit in which they would be right, if there is one."""

    reason: str
    unit: str | None
    count: int
    example: str
    stored: float  # of the example, SI
    measured: float


class Comparison(Record):
    """One quantity of one class: ``checked`` = ``agree`` + all deviations."""

    ifc_class: str
    quantity: str
    checked: int
    agree: int
    no_mesh: int
    deviations: tuple[Deviation, ...]


class Quantities(Record):
    """All stored lengths, areas and volumes for which a mesh has an answer."""

    comparisons: tuple[Comparison, ...]
    without_unit: int  # values that cannot be converted, for the project states no unit
    broken_bodies: int  # elements whose geometry cannot be made

    @property
    def checked(self) -> int:
        """Values with a second path."""
        return sum(comparison.checked for comparison in self.comparisons)

    @property
    def agree(self) -> int:
        """Those within 3 % of it."""
        return sum(comparison.agree for comparison in self.comparisons)


def quantities(index: ModelIndex, geometry: Geometry, tell: _Tell = lambda done, total: None) -> Quantities:
    """Compare every stored quantity whose name says what it measures; ``tell`` hears of every element done."""
    things = [*index.elements, *index.spaces]
    cases: dict[tuple[str, str], list[_Case]] = defaultdict(list)
    missing: dict[tuple[str, str], int] = defaultdict(int)
    without_unit = 0
    for done, item in enumerate(things, start=1):
        for prop, measures in _measurable(item):
            if prop.value is None:
                without_unit += 1
                continue
            found = tuple(value for measure in measures if (value := measure(geometry, item)))
            key = (item.ifc_class, prop.name)
            if found:
                cases[key].append((item, prop.measure or "", float(prop.value), found))  # type: ignore[arg-type]
            else:
                missing[key] += 1
        tell(done, len(things))
    keys = sorted(set(cases) | set(missing))
    factors = {measure: index.units.factor(measure) for measure in _UNITS}
    compared = tuple(_comparison(*key, cases.get(key, []), missing.get(key, 0), factors) for key in keys)
    return Quantities(comparisons=compared, without_unit=without_unit, broken_bodies=geometry.failures)


def _size(geometry: Geometry, item: Item) -> float | None:
    """Overall width times height, as attributes of the door or window."""
    return item.width * item.height if item.width and item.height else None


_SIDE: tuple[_Measure, ...] = (Geometry.side, Geometry.face)
_PLAN: tuple[_Measure, ...] = (Geometry.footprint, Geometry.top)
_GROSS_PLAN: tuple[_Measure, ...] = (Geometry.gross_footprint, Geometry.gross_top)
_OPENING: dict[str, tuple[_Measure, ...]] = {"area": (Geometry.face, _size)}
_BY_CLASS: dict[str, dict[str, tuple[_Measure, ...]]] = {
    "IfcWall": {
        "netsidearea": _SIDE,
        "area": _SIDE,
        "grosssidearea": (Geometry.gross_side,),
        "height": (Geometry.height,),
        "length": (Geometry.longest,),
    },
    "IfcSlab": {"netarea": _PLAN, "area": (*_PLAN, *_GROSS_PLAN), "grossarea": _GROSS_PLAN},
    "IfcCovering": {"netarea": _PLAN, "area": _PLAN, "grossarea": _GROSS_PLAN},
    "IfcDoor": _OPENING,
    "IfcWindow": _OPENING,
    "IfcSpace": {
        "netfloorarea": _PLAN,
        "grossfloorarea": _PLAN,
        "gsabimarea": _PLAN,
        "area": _PLAN,
        "height": (Geometry.height,),
        "netperimeter": (Geometry.perimeter,),
        "grossperimeter": (Geometry.perimeter,),
        "perimeter": (Geometry.perimeter,),
    },
    "IfcBeam": {"length": (Geometry.longest,)},
    "IfcColumn": {"length": (Geometry.longest,)},
}
_ANY = {
    "netvolume": (Geometry.volume,),
    "volume": (Geometry.volume, Geometry.gross_volume),
    "grossvolume": (Geometry.gross_volume,),
}  # fmt: skip


def _measurable(item: Item) -> Iterator[tuple[Property, tuple[_Measure, ...]]]:
    own = next((table for name, table in _BY_CLASS.items() if item.is_a(name)), {})
    for prop in item.properties:
        if prop.measure not in _UNITS or prop.source != "occurrence" or prop.ambiguous:
            continue
        if own is _OPENING and not prop.quantity:  # an authoring tool's own "Area" of a door is that of its surfaces
            continue
        measures = own.get(squeeze(prop.name)) or _ANY.get(squeeze(prop.name))
        if measures and (prop.value is None or (isinstance(prop.value, (int, float)) and prop.value > 0)):
            yield prop, measures


def _comparison(
    ifc_class: str, name: str, cases: list[_Case], no_mesh: int, factors: dict[str, float | None]
) -> Comparison:
    wrong: list[_Wrong] = []
    for item, measure, stored, candidates in cases:
        measured = min(candidates, key=lambda value: abs(log(stored / value)))
        if not _near(stored, measured):
            wrong.append((item, stored, measured, _unit(measure, stored, candidates, factors.get(measure))))
    explained = {why for *_, why in wrong if 2 * sum(other == why for *_, other in wrong) >= len(wrong)}
    off: dict[tuple[str, str | None], list[tuple[Item, float, float]]] = defaultdict(list)
    for item, stored, measured, why in wrong:  # a unit that explains a few of many is chance
        off[why if why is not None and why in explained else (_how_far(stored, measured), None)].append(
            (item, stored, measured)
        )
    deviations = [
        Deviation(
            reason=reason,
            unit=unit,
            count=len(found),
            example=found[0][0].long_name or found[0][0].name or found[0][0].key,
            stored=round(found[0][1], 4),
            measured=round(found[0][2], 4),
        )
        for (reason, unit), found in off.items()
    ]
    return Comparison(
        ifc_class=ifc_class,
        quantity=name,
        checked=len(cases),
        agree=len(cases) - len(wrong),
        no_mesh=no_mesh,
        deviations=tuple(sorted(deviations, key=lambda deviation: -deviation.count)),
    )


def _near(one: float, other: float) -> bool:
    return abs(one - other) <= AGREE * abs(other)


def _unit(
    measure: str, stored: float, candidates: tuple[float, ...], project: float | None
) -> tuple[str, str] | None:
    """The unit that explains the difference: in words, and its name."""
    raw = stored / (project or 1.0)  # the number as it stands in the file
    for size, unit in _UNITS[measure]:
        if any(_near(raw * size, value) for value in candidates):
            return f"right if the numbers are {unit}", unit
    for size, unit in _UNITS[measure]:
        if any(_near(stored / size, value) for value in candidates):
            return f"right if converted from {unit} once too often", unit
    return None


def _how_far(stored: float, measured: float) -> str:
    ratio = abs(log(stored / measured))
    return next((words for most, words in _BINS if ratio <= log(1 + most)), "off by more than half")
