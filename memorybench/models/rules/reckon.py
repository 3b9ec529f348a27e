"""The stand-in's arithmetic: a remembered rate, factor, threshold or exclusion applied to what the model holds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memorybench.models.rules.building import Element, named_in
from memorybench.models.rules.language import number

_NUMBER = r"(?P<value>\d[\d,. ]*\d|\d)"
_MONEY = r"(?:EUR|euros?|€|USD|dollars?|\$|GBP|pounds?|£|CHF|francs?|NOK|SEK|DKK|kroner|kronor)"
_PRICE = re.compile(rf"(?:{_NUMBER}\s*(?P<after>{_MONEY})|(?P<before>{_MONEY})\s*(?P<value2>\d[\d,. ]*\d|\d))", re.I)
_PER_AREA = re.compile(r"(?:per|a|/|each)\s*(?:square met(?:re|er)|m2|m²|sqm|sq\.? ?m)\b", re.I)
_PER_PIECE = re.compile(r"\beach\b|\bapiece\b|\ba piece\b|\bper (?!square|m2|m²|sqm|year|month|day|hour)\w+", re.I)
_FACTOR = re.compile(rf"\bfactor (?:of |is |at )?{_NUMBER}", re.I)
_PERCENT = re.compile(rf"{_NUMBER}\s*(?:%|per ?cent)", re.I)
_MORE = re.compile(r"\b(?:waste|wastage|allowance|surplus|on top|extra|add|contingency|reserve)\b", re.I)
_SIDES = (
    r"at least|minimum(?: of)?|no less than|not (?:less|narrower) than|at most|maximum(?: of)?|no more than|"
    r"more than|over|wider than|less than|under|below|narrower than"
)
_LIMIT = re.compile(
    rf"\b(?P<side>{_SIDES})\s+(?:[a-z]+ ){{0,3}}?{_NUMBER}\s*(?P<unit>mm|cm|m|millimet\w+|centimet\w+|met\w+)\b", re.I
)
_EXCLUDING = re.compile(
    r"\b(?:exclud\w+|except|leave out|left out|not (?:count\w*|included|part)|don't count|do not count|without|"
    r"ignore)\b",
    re.I,
)
_BELOW = ("at most", "maximum", "no more than", "less than", "under", "below", "narrower than")
_METRES = {"mm": 0.001, "mi": 0.001, "cm": 0.01, "ce": 0.01, "m": 1.0, "me": 1.0}


def results(probe: str, memory: Sequence[str], elements: Sequence[Element], metres: float) -> list[str]:
    """The results that probe, remembered sentences and elements make obvious, each as one sentence.

    ``metres`` is the model's length unit in metres.
    """
    chosen = named_in(elements, probe) or list(elements)
    found: list[str] = []
    for sentence in memory:
        if _EXCLUDING.search(sentence) and (out := named_in(chosen, sentence)) and len(out) < len(chosen):
            chosen = [element for element in chosen if element not in out]
            found.append(f"Without the {len(out)} left out there are {len(chosen)}.")
    areas = [element.area for element in chosen]
    total = sum(area for area in areas if area is not None) if areas and None not in areas else None
    for sentence in memory:
        found += filter(
            None, [_cost(sentence, len(chosen), total), _scaled(sentence, total), _passing(sentence, chosen, metres)]
        )
    return found


def _cost(sentence: str, count: int, area: float | None) -> str | None:
    price = _PRICE.search(sentence)
    if price is None:
        return None
    value, money = number(price["value"] or price["value2"]), price["after"] or price["before"]
    if _PER_AREA.search(sentence) and area:
        return f"{_show(value)} {money} x {_show(area)} m2 = {_show(value * area)} {money}."
    if _PER_PIECE.search(sentence) and count:
        return f"{_show(value)} {money} x {count} = {_show(value * count)} {money}."
    return None


def _scaled(sentence: str, area: float | None) -> str | None:
    if not area:
        return None
    factor = _FACTOR.search(sentence)
    if factor:
        value = number(factor["value"])
        return f"{_show(area)} m2 x {_show(value)} = {_show(area * value)} m2."
    percent = _PERCENT.search(sentence)
    if percent and _MORE.search(sentence):
        value = 1 + number(percent["value"]) / 100
        return f"{_show(area)} m2 x {_show(value)} = {_show(area * value)} m2."
    return None


def _passing(sentence: str, elements: Sequence[Element], metres: float) -> str | None:
    limit = _LIMIT.search(sentence)
    widths = [element.width * metres for element in elements if element.width]
    if limit is None or not widths:
        return None
    bound = (
        number(limit["value"])
        * _METRES[limit["unit"].lower() if limit["unit"].lower() in _METRES else limit["unit"][:2].lower()]
    )
    below = limit["side"].lower().startswith(_BELOW)
    passing = sum(width <= bound + 1e-6 if below else width >= bound - 1e-6 for width in widths)
    return f"{passing} of {len(widths)} have a width that meets this, {len(widths) - passing} do not."


def _show(value: float) -> str:
    """Two decimals at most, thousands apart."""
    return f"{value:,.2f}".rstrip("0").rstrip(".")
