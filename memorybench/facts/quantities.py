"""Quantities in free text: a number with its unit, and never a number that is part of a name, id, date or file.

A number whose separator can be read two ways (``1.234``) carries both readings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from memorybench.facts.dates import read_dates
from memorybench.facts.folding import MASK, fold
from memorybench.facts.units import CURRENCY_BEFORE, UNIT, UNIT_TAIL, carbon, factor, parse_unit

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_WORDS = {word: n for n, word in enumerate(_SMALL.split())} | {
    word: 10 * n for n, word in enumerate(_TENS.split(), start=2)
}
_PHRASES = {"half a dozen": 6.0, "once": 1.0, "twice": 2.0}
_SCALES = {"hundred": 100, "dozen": 12, "thousand": 1000, "million": 1_000_000}
_WORD = "|".join(sorted(_WORDS, key=len, reverse=True))
_TWO_WORDS = rf"(?:{_WORD})(?:[- ](?:{_WORD}))?"
_WORD_NUMBER = (
    rf"(?:half a dozen|(?:once|twice)(?= (?:a|an|per|every|each) )"
    rf"|(?:a|{_TWO_WORDS}) (?:hundred|dozen|thousand|million)(?:(?: and)? {_TWO_WORDS})?|{_TWO_WORDS})"
    r"(?![\w-]*\d)(?!\w)"
)
_DIGITS = (
    r"(?:\d+ )?\d+⁄\d+|\d{1,3}(?: \d{3})+(?:[.,]\d{1,6})?(?![\da-z])"
    r"|\d{1,3}(?P<sep>[.,'])\d{3}(?:(?P=sep)\d{3})*(?:[.,]\d{1,6})?(?!\d)"
    r"|\d+(?:[.,]\d+)?(?!\d)|\.\d+(?!\d)"
)
_MULTIPLIERS = {
    "k": 1e3,
    "tsd": 1e3,
    "thousand": 1e3,
    "m": 1e6,
    "mio": 1e6,
    "million": 1e6,
    "bn": 1e9,
    "billion": 1e9,
}
_RATING = re.compile(r"(?<![\w-])(rei|ei[12]?|re|[efrt])[ -]?(\d{2,3})(?:[- ]?[scm][a0-9]*)?(?!\w|[.,]\d)")
_NUMBER = re.compile(
    rf"(?P<before>{CURRENCY_BEFORE})?\s?(?<![\w.,{MASK}/\\^])(?<![a-z_{MASK}][-_])(?P<sign>(?<![\w)])-(?=\d))?"
    rf"(?:(?P<digits>{_DIGITS})|(?P<words>(?<![\w-]){_WORD_NUMBER}))"
    rf"(?:\s?(?P<times>tsd|thousand|mio|million|bn|billion|[km](?=\s?(?:€|eur|euros|usd|chf)(?!\w)|(?<=\dk)(?![\w/^])))\.?(?![a-z]))?"
    rf"(?: times(?= ))?(?:(?P<unit>\s?[-(\[]?(?:{UNIT}))|(?P<tail>{UNIT_TAIL}))?(?![\w¤])"
)
_LABEL = re.compile(
    r"(?:^|[^\w])(?:room|rm|level|storey|story|floor|type|phase|block|building|axis|grid|no|nr|number|section|clause|"
    r"chapter|revision|rev|version|item|step|session|page|figure|table|option|variant|zone|house|door|window|wall|lot|"
    r"din|en|iso|vdi|asr|ifc|article|paragraph|message|line|appendix|stage|"
    r"ral|rc|class|grade|cat|category|ncs|dn|pn|wk|ip|hea|heb|hem|ipe|q|cw|week|group|task|step id)[.]?[ -]$"
)
_YEAR_BEFORE = re.compile(
    r"(?:in|since|by|until|till|of|from|year|spring|summer|autumn|winter|end|early|late|mid)[- ]$"
)
_UNIT_BEFORE = re.compile(rf"[(\[]\s?(?:in )?(?P<unit>{UNIT})\s?[)\]]\s?(?:[:=|]|is|of)?\s?$")
_APPROXIMATE = re.compile(
    r"(?:~|≈|c|ca|circa|about|around|approx|approximately|roughly|nearly|almost|some|estimated)\.? $"
)
CARBON = re.compile(r"co2|carbon|ghg|greenhouse|emission|gwp|\bepd\b")
_JOIN = re.compile(r"\s?(?:-|to|bis|\.\.+)\s?")
_CROSS = re.compile(r"\s?(?:x|by)\s?")


@dataclass(frozen=True)
class Quantity:
    """``value`` in the canonical ``unit`` (None: a bare number) at ``start``..``end`` of the folded text."""

    value: float
    unit: str | None
    start: int
    end: int
    other: float | None = None  # the second reading of an ambiguous separator
    decimals: int = 0  # digits after the point; negative: trailing zeros of a whole number
    rating: str | None = None  # "ei" of EI 90, whose unit is minutes
    ranged: bool = False  # one end of a range
    dimension: bool = False  # one side of 900 x 2100
    approximate: bool = False
    spelled: bool = False

    def readings(self) -> tuple[float, ...]:
        """Every value the number can be read as."""
        return (self.value,) if self.other is None else (self.value, self.other)


def as_carbon(quantity: Quantity, folded: str) -> Quantity:
    """A mass near which ``folded`` speaks of carbon, as CO2 equivalents: "18.4 kg/m² of CO2"."""
    before = re.split(r"[.;\n]\s", folded[max(0, quantity.start - 80) : quantity.start])[-1]
    after = re.split(r"[,.;:\n]", folded[quantity.end : quantity.end + 24])[0]
    return replace(quantity, unit=carbon(quantity.unit)) if CARBON.search(before + "|" + after) else quantity


@lru_cache(maxsize=8192)
def read_quantities(text: str) -> tuple[Quantity, ...]:
    """All quantities of ``text``, in order."""
    return read_masked(fold(text).masked)


def read_masked(masked: str) -> tuple[Quantity, ...]:
    """As :func:`read_quantities`, on a folded text in which more is masked, such as known names."""
    for date in read_dates(masked):
        masked = masked[: date.start] + MASK * (date.end - date.start) + masked[date.end :]
    found = [_rating(match) for match in _RATING.finditer(masked)]
    for quantity in found:
        masked = masked[: quantity.start] + MASK * (quantity.end - quantity.start) + masked[quantity.end :]
    found += [read for match in _NUMBER.finditer(masked) if (read := _quantity(match, masked))]
    return _share_units(sorted(found, key=lambda quantity: quantity.start), masked)


def _rating(match: re.Match[str]) -> Quantity:
    return Quantity(float(match.group(2)), "minute", match.start(), match.end(), rating=match.group(1))


def _quantity(match: re.Match[str], masked: str) -> Quantity | None:
    start = match.start("digits") if match.group("digits") else match.start("words")
    unit, end = _unit(match, masked, start)
    if unit is None and not match.group("before") and _is_label(match, masked, start):
        return None
    value, other, decimals = _number(match)
    if match.group("digits") and re.match(r"0\d", match.group("digits")):
        return None  # a leading zero is a tag: 0864x2032
    if times := match.group("times"):
        value, other, decimals = (
            value * _MULTIPLIERS[times],
            None,
            decimals - round(len(str(int(_MULTIPLIERS[times]))) - 1),
        )
    sign = -1 if match.group("sign") else 1
    begin = match.start("before") if match.group("before") else start
    return Quantity(
        sign * value, unit, begin, end, other, decimals,
        approximate=bool(_APPROXIMATE.search(masked[max(0, begin - 16) : begin])),
        spelled=bool(match.group("words")),
    )  # fmt: skip


def _unit(match: re.Match[str], masked: str, start: int) -> tuple[str | None, int]:
    if match.group("before"):
        tail = match.group("tail") or ""
        return parse_unit(match.group("before").strip() + tail), match.end()
    if match.group("unit"):
        return parse_unit(match.group("unit").lstrip(" -([")), match.end()
    if match.group("tail"):
        return parse_unit(match.group("tail")), match.end()
    end = match.end()
    if before := _UNIT_BEFORE.search(masked[max(0, start - 40) : start]):
        return parse_unit(before.group("unit")), end
    return None, end


def _is_label(match: re.Match[str], masked: str, start: int) -> bool:
    before = masked[max(0, start - 16) : start]
    digits = match.group("digits")
    if digits is None:
        return bool(re.match(r"one of|one another", masked[start : start + 12]))
    is_year = bool(re.fullmatch(r"(?:19|20)\d\d", digits))
    if re.search(r"(?<![\w.,])\d+ $", before):
        return True  # "18 1000 base cabinets": a count, then a name that begins with a number
    return bool(_LABEL.search(before)) or (is_year and bool(_YEAR_BEFORE.search(before)))


def _number(match: re.Match[str]) -> tuple[float, float | None, int]:
    if words := match.group("words"):
        return _spelled(words), None, 0
    digits = match.group("digits")
    if "⁄" in digits:
        *whole, fraction = digits.split(" ")
        top, bottom = fraction.split("⁄")
        return (float(whole[0]) if whole else 0.0) + int(top) / max(int(bottom), 1), None, 2
    return read_number(digits)


def read_number(digits: str) -> tuple[float, float | None, int]:
    """Value, second reading if the separator is ambiguous, and shown decimals of ``digits``."""
    other: float | None = None
    if " " in digits:
        groups = digits.split(" ")
        other = float(groups[-1].replace(",", ".")) if len(groups) == 2 and groups[-1].count(",") < 2 else None
        digits = digits.replace(" ", "")
    digits = digits.replace("'", "")
    separators = [char for char in digits if char in ".,"]
    if len(set(separators)) == 2:
        last = separators[-1]
        plain = digits.replace("," if last == "." else ".", "").replace(last, ".")
    elif len(separators) > 1:
        plain = digits.replace(separators[0], "")
    elif separators:
        whole, part = digits.split(separators[0])
        thousands = len(part) == 3 and 1 <= len(whole) <= 3 and not whole.startswith("0")
        decimal = float(f"{whole or 0}.{part}")
        if thousands:
            grouped = float(whole + part)
            return (grouped, decimal, 0) if separators[0] == "," else (decimal, grouped, 3)
        plain = f"{whole or 0}.{part}"
    else:
        plain = digits
    shown = len(plain.split(".")[1]) if "." in plain else -(len(plain) - len(plain.rstrip("0")))
    return float(plain), other, shown


def _spelled(words: str) -> float:
    if words in _PHRASES:
        return _PHRASES[words]
    total, current = 0.0, 0.0
    for word in re.split(r"[- ]", words):
        if word in _SCALES:
            current = max(current, 1) * _SCALES[word]
        elif word == "a":
            current = 1
        elif word != "and":
            current += _WORDS[word]
    return total + current


def _share_units(found: list[Quantity], masked: str) -> tuple[Quantity, ...]:
    """Give the first number of "60-90 mm" and "900 x 2100 mm" the unit of the last, and mark both."""
    shared = list(found)
    for index in range(len(shared) - 2, -1, -1):
        left, right = shared[index], shared[index + 1]
        between = masked[left.end : right.start]
        cross, joined = bool(_CROSS.fullmatch(between)), bool(_JOIN.fullmatch(between))
        if (not cross and not joined) or left.rating or right.rating:
            if (
                between.strip() in {"to", "and", "or", "/", "bis"}
                and left.unit is None
                and right.unit
                and not left.spelled
            ):
                shared[index] = replace(left, unit=right.unit)
            continue
        unit = left.unit or right.unit
        if cross and factor(unit, "meter") is None and unit is not None:
            continue  # 36 x 412 EUR is a product, not a size
        shared[index] = replace(left, unit=unit, dimension=cross, ranged=joined)
        shared[index + 1] = replace(right, unit=right.unit or unit, dimension=cross, ranged=joined)
    return tuple(shared)
