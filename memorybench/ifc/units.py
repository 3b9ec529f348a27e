"""A project's own units as factors to SI. A unit that the file does not state is None; nothing is guessed."""

from __future__ import annotations

import math
from dataclasses import dataclass

import ifcopenshell

_PREFIXES = {
    "EXA": ("E", 1e18),
    "PETA": ("P", 1e15),
    "TERA": ("T", 1e12),
    "GIGA": ("G", 1e9),
    "MEGA": ("M", 1e6),
    "KILO": ("k", 1e3),
    "HECTO": ("h", 1e2),
    "DECA": ("da", 1e1),
    "DECI": ("d", 1e-1),
    "CENTI": ("c", 1e-2),
    "MILLI": ("m", 1e-3),
    "MICRO": ("µ", 1e-6),
    "NANO": ("n", 1e-9),
    "PICO": ("p", 1e-12),
    "FEMTO": ("f", 1e-15),
    "ATTO": ("a", 1e-18),
}
_SI_NAMES = {"METRE": ("m", 1), "SQUARE_METRE": ("m2", 2), "CUBIC_METRE": ("m3", 3)}
_DIMENSION = {"LENGTHUNIT": 1, "AREAUNIT": 2, "VOLUMEUNIT": 3}
_DEEPEST = 8  # conversion units that lead to one another, before the chain counts as broken


@dataclass(frozen=True, slots=True)
class UnitScale:
    """One unit: ``value * factor`` is in m, m2 or m3. ``name`` is ``mm``, ``m2``, ``foot``, …"""

    factor: float
    name: str


@dataclass(frozen=True, slots=True)
class ProjectUnits:
    """The units of the project's own assignment; None where it states none that can be converted."""

    length: UnitScale | None
    area: UnitScale | None
    volume: UnitScale | None

    def factor(self, measure: str | None) -> float | None:
        """The factor to SI of ``length``, ``area`` or ``volume``; None for anything else, or where none is stated."""
        scale = {"length": self.length, "area": self.area, "volume": self.volume}.get(measure or "")
        return scale.factor if scale is not None else None


def project_units(model: ifcopenshell.file) -> ProjectUnits:
    """Return the units of the (first) IfcProject of ``model``. Unit assignments of nobody are ignored."""
    found: dict[str, UnitScale] = {}
    for unit in _assigned_units(model):
        kind = getattr(unit, "UnitType", None)
        scale = unit_scale(unit) if kind in _DIMENSION and kind not in found else None
        if scale is not None and kind is not None:
            found[kind] = scale
    return ProjectUnits(found.get("LENGTHUNIT"), found.get("AREAUNIT"), found.get("VOLUMEUNIT"))


def unit_scale(unit: ifcopenshell.entity_instance | None) -> UnitScale | None:
    """The scale of one length, area or volume unit, a property's own included; None if it cannot be converted."""
    return _scale(unit, _DEEPEST)


def _assigned_units(model: ifcopenshell.file) -> list[ifcopenshell.entity_instance]:
    projects = model.by_type("IfcProject")
    assignment = projects[0].UnitsInContext if projects else None
    return [unit for unit in assignment.Units or () if unit is not None] if assignment is not None else []


def _scale(unit: ifcopenshell.entity_instance | None, depth: int) -> UnitScale | None:
    if unit is None or depth == 0 or getattr(unit, "UnitType", None) not in _DIMENSION:
        return None
    if unit.is_a("IfcSIUnit"):
        return _si_scale(unit)
    if unit.is_a("IfcConversionBasedUnit"):
        return _conversion_scale(unit, depth)
    return None  # context-dependent units have no factor


def _si_scale(unit: ifcopenshell.entity_instance) -> UnitScale | None:
    symbol, power = _SI_NAMES.get(unit.Name, ("", 0))
    if power != _DIMENSION[unit.UnitType]:
        return None  # e.g. a length unit in square metres
    prefix, factor = _PREFIXES.get(unit.Prefix, ("", 1.0)) if unit.Prefix else ("", 1.0)
    return UnitScale(float(f"{factor**power:.12g}"), prefix + symbol)  # rounded: (1e-3)**2 is not 1e-06 exactly


def _conversion_scale(unit: ifcopenshell.entity_instance, depth: int) -> UnitScale | None:
    measure = unit.ConversionFactor
    value = getattr(getattr(measure, "ValueComponent", None), "wrappedValue", None)
    if not isinstance(value, (int, float)) or not math.isfinite(value) or value <= 0:
        return None
    base = _scale(measure.UnitComponent, depth - 1)
    if base is None or measure.UnitComponent.UnitType != unit.UnitType:
        return None
    return UnitScale(float(value) * base.factor, str(unit.Name or "unnamed").strip().lower())
