"""The units of the project's own assignment, as factors to SI."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

_PREFIX = {
    "EXA": 1e18, "PETA": 1e15, "TERA": 1e12, "GIGA": 1e9, "MEGA": 1e6, "KILO": 1e3, "HECTO": 1e2, "DECA": 1e1,
    "DECI": 1e-1, "CENTI": 1e-2, "MILLI": 1e-3, "MICRO": 1e-6, "NANO": 1e-9, "PICO": 1e-12,
}  # fmt: skip
_POWER = {"LENGTHUNIT": 1, "AREAUNIT": 2, "VOLUMEUNIT": 3}
_MEASURE = {"LENGTHUNIT": "length", "AREAUNIT": "area", "VOLUMEUNIT": "volume"}


@dataclass(frozen=True)
class Units:
    """Factor from the file's unit to metre, square metre, cubic metre; None where the project declares none."""

    length: float | None = None
    area: float | None = None
    volume: float | None = None

    def scale(self, measure: str | None) -> float | None:
        """The factor of ``length``, ``area`` or ``volume``; None for anything else."""
        return getattr(self, measure) if measure in ("length", "area", "volume") else None


def unit_scale(unit: Any) -> tuple[str, float] | None:
    """``(measure, factor to SI)`` of one IfcNamedUnit of length, area or volume; None for other units."""
    kind = getattr(unit, "UnitType", None)
    if kind not in _POWER:
        return None
    if unit.is_a("IfcSIUnit"):
        return _MEASURE[kind], float(_PREFIX.get(unit.Prefix or "", 1.0) ** _POWER[kind])
    if unit.is_a("IfcConversionBasedUnit"):
        factor = unit.ConversionFactor
        base = unit_scale(factor.UnitComponent)
        return _MEASURE[kind], float(factor.ValueComponent.wrappedValue) * (base[1] if base else 1.0)
    return None


def project_units(model: Any) -> Units:
    """Read ``IfcProject.UnitsInContext``; an assignment that no project uses is ignored."""
    projects = model.by_type("IfcProject")
    assignment = projects[0].UnitsInContext if projects else None
    found: dict[str, float] = {}
    for unit in assignment.Units if assignment else ():
        scaled = unit_scale(unit)
        if scaled:
            found.setdefault(*scaled)
    return Units(**found)
