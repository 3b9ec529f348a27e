"""Units as people write them, mapped to pint expressions, and conversion between compatible ones.

A unit is a canonical string such as ``euro/meter**2``; ``None`` is a bare number. Currencies, percent, decibel,
degrees Celsius and CO2 equivalents are dimensions of their own, so that 12 kg never passes for 12 kgCO2e.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from memorybench.facts.folding import fold_words

if TYPE_CHECKING:
    import pint

_CURRENCIES = {
    "euro": ("€", "eur", "euro", "euros"),
    "dollar": ("$", "usd", "us$", "dollar", "dollars"),
    "franc": ("chf", "sfr", "fr.", "francs", "franken"),
    "sterling": ("£", "gbp", "pounds sterling"),
}
_ATOMS: dict[str, tuple[str, ...]] = {
    "millimeter": ("mm", "millimetre", "millimetres", "millimeter", "millimeters"),
    "centimeter": ("cm", "centimetre", "centimetres", "centimeter", "centimeters"),
    "meter": ("m", "lm", "lfm", "rm", "metre", "metres", "meter", "meters", "running metre", "running metres",
              "running meter", "linear metre", "linear metres", "linear meter"),
    "kilometer": ("km", "kilometre", "kilometres", "kilometer", "kilometers"),
    "foot": ("ft", "foot", "feet"),
    "inch": ("inch", "inches"),
    "meter**2": ("m2", "m^2", "sqm", "sq m", "sq.m", "sq. m", "qm", "square metre", "square metres", "square meter",
                 "square meters", "quadratmeter"),
    "millimeter**2": ("mm2", "mm^2"),
    "centimeter**2": ("cm2", "cm^2"),
    "foot**2": ("ft2", "ft^2", "sqft", "sq ft", "sq. ft", "sq.ft", "sf", "square foot", "square feet"),
    "meter**3": ("m3", "m^3", "cbm", "cubic metre", "cubic metres", "cubic meter", "cubic meters", "kubikmeter"),
    "foot**3": ("ft3", "ft^3", "cubic foot", "cubic feet"),
    "kilogram": ("kg", "kgs", "kilogram", "kilograms", "kilo", "kilos"),
    "gram": ("g", "gram", "grams"),
    "tonne": ("t", "ton", "tons", "tonne", "tonnes", "metric tons"),
    "watt": ("w", "watt", "watts"),
    "kilowatt": ("kw", "kilowatt", "kilowatts"),
    "megawatt": ("mw", "megawatt", "megawatts"),
    "kilowatt_hour": ("kwh", "kilowatt hours", "kilowatt-hours", "kilowatt hour"),
    "megawatt_hour": ("mwh",),
    "megajoule": ("mj",),
    "lux": ("lx", "lux"),
    "level_db": ("db", "db(a)", "dba", "decibel", "decibels"),
    "pascal": ("pa", "pascal"),
    "kilopascal": ("kpa",),
    "megapascal": ("mpa",),
    "newton": ("n", "newton"),
    "kilonewton": ("kn",),
    "degree_c": ("°c", "deg c", "degrees c", "degrees celsius"),
    "kelvin": ("k", "kelvin"),
    "arc_deg": ("°", "degrees"),
    "share_pct": ("%", "percent", "per cent", "prozent"),
    "second": ("s", "sec", "secs", "second", "seconds"),
    "minute": ("min", "mins", "min.", "minute", "minutes", "minuten"),
    "hour": ("h", "hr", "hrs", "hour", "hours", "stunden"),
    "day": ("day", "days", "tage"),
    "week": ("week", "weeks", "wk", "wks", "wochen"),
    "month": ("month", "months", "monate"),
    "year": ("yr", "yrs", "year", "years", "annum", "jahr", "jahre"),
    "liter": ("l", "litre", "litres", "liter", "liters"),
    "volt": ("v", "volt", "volts"),
    "ampere": ("ampere", "amps", "amp"),
    "hertz": ("hz",),
    "lumen": ("lumen", "lumens"),
    "1/hour": ("1/h", "h-1", "ach", "air changes per hour", "air changes an hour"),
}  # fmt: skip
_COUNT_WORDS = (
    "piece", "pieces", "pc", "pcs", "pce", "each", "item", "items", "unit", "units", "st", "stk",
    "stuck", "ea", "times", "nr", "no",
)  # fmt: skip

_SURFACE = {surface: name for name, surfaces in {**_ATOMS, **_CURRENCIES}.items() for surface in surfaces}
_CO2 = (
    r"(?:kg|t|g|kilograms?(?: of)?|tonnes?(?: of)?|tons?(?: of)?)[\s-]?co2(?:[\s-]?(?:eq(?:uivalents?)?|e))?(?!\w)\.?"
)
_CURRENCY = "|".join(
    re.escape(s) for s in sorted((s for v in _CURRENCIES.values() for s in v), key=len, reverse=True)
)
_ATOM = _CO2 + "|" + "|".join(re.escape(s) + (r"(?!\w)" if s[-1].isalnum() else "") for s in
                              sorted(_SURFACE, key=len, reverse=True))  # fmt: skip
_DENOMINATOR = rf"\(?\s*(?:m2|m\^2|m3|m)\s?[.·*]?\s?(?:k|a|yr)(?!\w)\s*\)?|\(?(?:{_ATOM})\)?"
UNIT_TAIL = rf"(?:\s?(?:/|\bper\b|\bpro\b)\s?(?:{_DENOMINATOR}|(?:[a-z]+))|\s(?:a|an|the|je)\s(?:{_DENOMINATOR}))"
UNIT = rf"(?:{_ATOM})(?:{UNIT_TAIL})*"
CURRENCY_BEFORE = rf"(?<![\w€$£])(?:{_CURRENCY})"

_PARTS = re.compile(r"\s?/\s?|\s?\bper\s|\s?\bpro\s|\s(?:a|an|the|je)\s")
_CO2_UNIT = re.compile(_CO2)
_PRODUCT = re.compile(r"\(?\s*(m2|m\^2|m3|m)\s?[.·*]?\s?(k|a|yr)\s*\)?")


@lru_cache(maxsize=4096)
def parse_unit(text: str | None) -> str | None:
    """The canonical unit of ``text``; ``None`` for no unit and for things counted ("pcs", "workstations")."""
    if not text:
        return None
    folded = fold_words(text).strip()
    if folded in _SURFACE:
        return _SURFACE[folded]
    numerator, *denominators = _PARTS.split(f" {folded}")
    top = _atom(numerator)
    below = [unit for unit in (_atom(part) for part in denominators) if unit]
    if top is None and not below:
        return None
    return "/".join([top or "dimensionless", *(f"({unit})" for unit in below)])


def is_currency(unit: str | None) -> bool:
    """Whether ``unit`` is money, alone or as a rate."""
    return bool(unit) and str(unit).split("/")[0] in _CURRENCIES


def is_carbon(unit: str | None) -> bool:
    """Whether ``unit`` is an amount of CO2 equivalents, alone or as a rate."""
    return bool(unit) and str(unit).startswith("carbon_")


def carbon(unit: str | None) -> str | None:
    """``unit`` with its mass read as CO2 equivalents; any other unit as it is."""
    top, *below = (unit or "").split("/", 1)
    known = {"kilogram": "carbon_kg", "tonne": "carbon_t", "gram": "carbon_g"}
    return "/".join([known[top], *below]) if top in known else unit


@lru_cache(maxsize=4096)
def factor(source: str | None, target: str | None) -> float | None:
    """What to multiply a number in ``source`` by to have it in ``target``; None if they are incompatible."""
    if source == target:
        return 1.0
    if source is None or target is None:
        return None
    registry = _registry()
    one, other = registry.Quantity(1.0, source), registry.Quantity(1.0, target)
    if one.dimensionality != other.dimensionality:
        return None
    return float(one.to(other.units).magnitude)


@cache
def _registry() -> pint.UnitRegistry[float]:
    import pint

    registry: pint.UnitRegistry[float] = pint.UnitRegistry()
    for name in (*_CURRENCIES, "level_db", "degree_c", "arc_deg", "share_pct", "carbon_kg"):
        registry.define(f"{name} = [memorybench_{name}]")
    registry.define("carbon_t = 1000 * carbon_kg")
    registry.define("carbon_g = carbon_kg / 1000")
    return registry


def _atom(text: str) -> str | None:
    text = text.strip()
    if product := _PRODUCT.fullmatch(text):
        return f"{_SURFACE[product.group(1)]}*{'kelvin' if product.group(2) == 'k' else 'year'}"
    if _CO2_UNIT.fullmatch(text):
        return {"k": "carbon_kg", "t": "carbon_t", "g": "carbon_g"}[text[0]]
    bare = text.strip("()[] ") if not text.endswith("(a)") else text
    if bare in _COUNT_WORDS:
        return None
    return _SURFACE.get(bare)
