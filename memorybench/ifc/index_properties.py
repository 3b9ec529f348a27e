"""Properties and quantities of one object: occurrence over type, ambiguity kept, lengths and areas in SI."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from memorybench.ifc.units import ProjectUnits, unit_scale

Value = bool | float | int | str | tuple[Any, ...]

_QUANTITY = {
    "IfcQuantityLength": ("length", "LengthValue"),
    "IfcQuantityArea": ("area", "AreaValue"),
    "IfcQuantityVolume": ("volume", "VolumeValue"),
    "IfcQuantityCount": ("count", "CountValue"),
    "IfcQuantityWeight": ("weight", "WeightValue"),
    "IfcQuantityTime": ("time", "TimeValue"),
}
_MEASURE = {
    "IfcLengthMeasure": "length",
    "IfcPositiveLengthMeasure": "length",
    "IfcNonNegativeLengthMeasure": "length",
    "IfcAreaMeasure": "area",
    "IfcVolumeMeasure": "volume",
}


@dataclass(frozen=True)
class Property:
    """One stored value. ``measure`` length, area, volume are in m, m2, m3.

    ``ambiguous`` means that the object states the same property of the same set with different values:
    nothing may rest on it. A length without a project unit has ``value`` None.
    """

    pset: str
    name: str
    value: Value | None
    measure: str | None = None
    source: Literal["occurrence", "type"] = "occurrence"
    quantity: bool = False
    ambiguous: bool = False


def _in_si(raw: Any, measure: str | None, own_unit: Any, units: ProjectUnits) -> Any:
    if measure not in ("length", "area", "volume"):
        return raw
    own = unit_scale(own_unit) if own_unit is not None else None
    factor = own.factor if own is not None else units.factor(measure)
    return None if factor is None or raw is None else raw * factor


def _unwrap(value: Any) -> Any:
    return getattr(value, "wrappedValue", value)


def _single(pset: str, prop: Any, units: ProjectUnits, source: Any) -> Property:
    nominal = prop.NominalValue
    measure = _MEASURE.get(nominal.is_a()) if nominal is not None else None
    value = _in_si(_unwrap(nominal), measure, prop.Unit, units)
    return Property(pset, prop.Name, value, measure, source)


def _read_set(definition: Any, units: ProjectUnits, source: Any) -> Iterator[Property]:
    name = definition.Name or ""
    if definition.is_a("IfcElementQuantity"):
        for item in definition.Quantities or ():
            known = _QUANTITY.get(item.is_a())
            if known:
                value = _in_si(getattr(item, known[1]), known[0], item.Unit, units)
                yield Property(name, item.Name, value, known[0], source, True)
    elif definition.is_a("IfcPropertySet"):
        for item in definition.HasProperties or ():
            if item.is_a("IfcPropertySingleValue"):
                yield _single(name, item, units, source)
            elif item.is_a("IfcPropertyEnumeratedValue"):
                values = tuple(_unwrap(value) for value in item.EnumerationValues or ())
                yield Property(name, item.Name, values, None, source)
            elif item.is_a("IfcPropertyListValue"):
                values = tuple(_unwrap(value) for value in item.ListValues or ())
                yield Property(name, item.Name, values, None, source)


def _occurrence_sets(item: Any) -> Iterator[Any]:
    for relation in getattr(item, "IsDefinedBy", ()) or ():
        if relation.is_a("IfcRelDefinesByProperties"):
            definition = relation.RelatingPropertyDefinition
            yield from [definition] if hasattr(definition, "is_a") else definition


def read_properties(item: Any, type_item: Any, units: ProjectUnits) -> tuple[Property, ...]:
    """All properties of ``item``, those of its type where the occurrence states none of that set and name."""
    merged: dict[tuple[str, str], Property] = {}
    own = [prop for definition in _occurrence_sets(item) for prop in _read_set(definition, units, "occurrence")]
    if not hasattr(item, "IsDefinedBy"):  # a type: its own sets
        own = [p for d in getattr(item, "HasPropertySets", ()) or () for p in _read_set(d, units, "type")]
    inherited = [
        prop
        for definition in (getattr(type_item, "HasPropertySets", ()) or ()) if type_item is not None
        for prop in _read_set(definition, units, "type")
    ]  # fmt: skip
    for source in (own, inherited):
        done = set(merged)
        for prop in source:
            key = (prop.pset, prop.name)
            if key in done:
                continue
            before = merged.get(key)
            clash = before is not None and before.value != prop.value
            merged[key] = Property(
                **{**prop.__dict__, "ambiguous": clash or (before is not None and before.ambiguous)}
            )
    return tuple(merged.values())
