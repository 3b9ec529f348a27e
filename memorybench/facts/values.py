"""Where a text holds a fact's value (a quantity, a date or words), and where it holds another value of its kind."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from memorybench.facts.dates import DateMention, read_dates
from memorybench.facts.folding import fold, fold_words
from memorybench.facts.mentions import bag_spans, content_words, name_pattern
from memorybench.facts.quantities import CARBON, Quantity, as_carbon, read_quantities
from memorybench.facts.units import carbon, factor, is_carbon, is_currency, parse_unit
from memorybench.records import Fact

MEASURED_TOLERANCE = 0.02  # relative; paper, appendix B

_YES = frozenset({"yes", "true", "ja"})
_NO = frozenset({"no", "false", "nein"})


@dataclass(frozen=True)
class Occurrence:
    """The value (``same``) or a rival value of its kind at ``start``..``end``."""

    start: int
    end: int
    same: bool
    ranged: bool = False


@dataclass(frozen=True)
class Wanted:
    """A fact's value, read once: what to look for and how to compare."""

    kind: Literal["number", "date", "words", "boolean"]
    number: float = 0.0
    unit: str | None = None
    date: DateMention | None = None
    words: str = ""
    truth: bool = False


@lru_cache(maxsize=4096)
def wanted(fact: Fact) -> Wanted:
    """What ``fact`` asks a text to hold. Strings that are one quantity, a date or yes/no are compared as such."""
    value = fact.value
    if isinstance(value, bool):
        return Wanted("boolean", truth=value)
    if isinstance(value, (int, float)):
        return Wanted("number", number=float(value), unit=_unit(fact))
    folded = fold_words(value).strip()
    if folded in _YES | _NO:
        return Wanted("boolean", truth=folded in _YES)
    dates = read_dates(folded)
    if dates and dates[0].start == 0 and dates[0].end == len(folded):
        return Wanted("date", date=dates[0], words=value)
    quantities = read_quantities(value)
    if len(quantities) == 1 and not quantities[0].rating and quantities[0].end - quantities[0].start == len(folded):
        return Wanted("number", number=quantities[0].value, unit=quantities[0].unit or _unit(fact))
    return Wanted("words", words=value)


def same_number(quantity: Quantity, number: float, unit: str | None, tolerance: float = MEASURED_TOLERANCE) -> bool:
    """Whether ``quantity`` tells ``number`` in ``unit``.

    Bare numbers are counts and must be equal. Measured quantities agree within ``tolerance``, money when it is the
    same number at the precision shown.
    """
    if quantity.dimension and unit is None:
        return False
    ratio = factor(quantity.unit, unit)
    if ratio is None:
        return False
    for reading in quantity.readings():
        converted = reading * ratio
        if unit is None:
            same = converted == number
        elif is_currency(unit):
            shown = 0.5 * ratio * 10.0**-quantity.decimals
            same = abs(converted - number) <= min(max(shown, 1e-9), tolerance * abs(number) + 1e-9)
        else:
            same = abs(converted - number) <= tolerance * abs(number) + 1e-9
        if same:
            return True
    return False


def occurrences(want: Wanted, text: str) -> list[Occurrence]:
    """Every place of ``text`` that holds the value, or a rival of its kind; in order. Not for booleans."""
    if want.kind == "number":
        return [
            Occurrence(q.start, q.end, same_number(q, want.number, want.unit), q.ranged)
            for q in _quantities(want, text)
            if factor(q.unit, want.unit) is not None
        ]
    if want.kind == "date":
        return [
            Occurrence(date.start, date.end, want.date is not None and date.same_as(want.date))
            for date in read_dates(fold(text).masked)
        ]
    return find_words(want.words, text)


def _quantities(want: Wanted, text: str) -> tuple[Quantity, ...]:
    quantities = read_quantities(text)
    return tuple(as_carbon(q, fold(text).text) for q in quantities) if is_carbon(want.unit) else quantities


def _unit(fact: Fact) -> str | None:
    """The fact's unit; kilograms of a fact about carbon are CO2 equivalents."""
    unit = parse_unit(fact.unit)
    told = fold_words(" ".join((fact.subject, fact.relation, *fact.aliases)))
    return carbon(unit) if CARBON.search(told) else unit


def find_words(value: str, text: str) -> list[Occurrence]:
    """Where ``text`` holds the phrase ``value``, inflected; for a fire rating also where it holds another."""
    folded = fold(text).text
    spans = [match.span() for match in name_pattern(value).finditer(folded)]
    if not spans:
        words = content_words(value)
        if len(words) > 1 and not any(any(char.isdigit() for char in word) for word in words):
            spans = bag_spans(words, folded, 2)
            if not spans and len(words) >= 5:
                spans = _most_words(words, folded)
    same = [Occurrence(start, end, True) for start, end in spans]
    rating = read_quantities(value)
    if len(rating) == 1 and rating[0].rating:
        same += [
            Occurrence(q.start, q.end, False)
            for q in read_quantities(text)
            if q.rating and not any(q.start < old.end and old.start < q.end for old in same)
        ]
    return sorted(same, key=lambda occurrence: occurrence.start)


def _most_words(words: tuple[str, ...], folded: str) -> list[tuple[int, int]]:
    """A long phrase may lose one word of five: "finished inner face of the wall"."""
    for left_out in range(len(words)):
        if spans := bag_spans(words[:left_out] + words[left_out + 1 :], folded, 4):
            return spans
    return []
