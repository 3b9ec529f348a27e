"""The unit systems that authored files are written in: real files use more than millimetres."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import ifcopenshell.api.unit

FOOT, INCH = 0.3048, 0.0254  # m


@dataclass(frozen=True)
class UnitSystem:
    """``scale`` turns metres, square metres, cubic metres into the file's numbers; ``names`` are IFC unit names."""

    scale: Mapping[str, float]
    names: Mapping[str, str]
    prefix: str | None = None

    def assign(self, model: Any) -> None:
        """Write the units and give them to the project."""
        api = ifcopenshell.api.unit
        units = [self._unit(model, kind) for kind in ("LENGTHUNIT", "AREAUNIT", "VOLUMEUNIT")]
        units.append(api.add_si_unit(model, unit_type="PLANEANGLEUNIT"))
        api.assign_unit(model, units=units)

    def _unit(self, model: Any, kind: str) -> Any:
        if kind in self.names:
            return ifcopenshell.api.unit.add_conversion_based_unit(model, name=self.names[kind])
        prefix = self.prefix if kind == "LENGTHUNIT" else None
        return ifcopenshell.api.unit.add_si_unit(model, unit_type=kind, prefix=prefix)


def _metric(scale: float, prefix: str | None) -> UnitSystem:
    return UnitSystem({"length": scale, "area": 1.0, "volume": 1.0}, {}, prefix)


def _imperial(length: float, name: str) -> UnitSystem:
    scale = {"length": 1 / length, "area": 1 / FOOT**2, "volume": 1 / FOOT**3}
    return UnitSystem(
        scale, {"LENGTHUNIT": name, "AREAUNIT": "square foot", "VOLUMEUNIT": "cubic foot"}
    )  # fmt: skip


UNIT_SYSTEMS: Mapping[str, UnitSystem] = {
    "mm": _metric(1000.0, "MILLI"),
    "cm": _metric(100.0, "CENTI"),
    "m": _metric(1.0, None),
    "ft": _imperial(FOOT, "foot"),
    "in": _imperial(INCH, "inch"),
}


def feet(value: float, inches: float = 0.0) -> float:
    """Feet and inches in metres."""
    return round(value * FOOT + inches * INCH, 6)
