"""Whether an answer gives the gold number as its result, and not only as a step, an alternative or the past."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from memorybench.facts import polarity
from memorybench.facts.folding import MASK, Folded, fold
from memorybench.facts.mentions import content_words, name_pattern, stem_pattern
from memorybench.facts.quantities import CARBON, Quantity, as_carbon, read_masked
from memorybench.facts.sentences import CLAUSE, Sentence, clause_start, split_sentences
from memorybench.facts.units import carbon, factor, is_carbon, parse_unit
from memorybench.records import NumberGold

APPROXIMATE_COUNT = 0.05  # how far a count may be off when the answer says that it approximates
ROUNDED = 0.05  # how far conventional rounding to two or more digits may lead

_GENERIC = frozenset({"number", "total", "value", "amount", "count", "sum", "quantity", "size"})
_RESULT = re.compile(
    r"\b(?:total\w*|altogether|overall|in all|sum\w*|result\w*|therefore|hence|thus|answer|final\w*|gives?|comes? to|"
    r"amounts? to|makes|equals?|gesamt|insgesamt|conclusion)\b|="
)
_ASIDE = re.compile(
    r"\b(?:of which|including|with vat|incl\w*|would be|would have been|gross|excluding|compared (?:to|with)|versus|"
    r"vs|alternative\w*|if|first|initially|without|other|only in|elsewhere|less|minus|plus|deduct\w*|subtract\w*)\b"
)
_DIFFERENCE = re.compile(r"differ\w*|cheaper|dearer|saving\w*|more|less|surplus|extra")
_BY = re.compile(r"\b(?:by|difference (?:of|is)|saves?)\s*$")
_YEARLY = re.compile(r"(?:per|a|each) year|annual|yearly", re.IGNORECASE)
_IN_A_NAME = re.compile(r"\d (?!(?:and|of|or|plus|to|with|are|is|in|on)\b)[^\W\d]+ (?:[^\W\d]+ )?$")
_FACTOR_AFTER = re.compile(
    r"^\s*(?:[a-z]+ )?(?:x|\*|·|times|multiplied)(?!\w)"
    r"|^\s?(?:\w+\s){0,2}(?:[+/]|each|apiece|per )"
)
_FACTOR_BEFORE = re.compile(r"(?:(?:^|[\s\d])x|[*·+]|times|multiplied by|\bat|divided by|à)\s*$")


@dataclass(frozen=True)
class Choice:
    """Whether the number that counts is the gold's, why, and where it stands in the folded answer."""

    right: bool
    why: str
    start: int | None = None
    weight: float = 0.0  # how well the number's surroundings fit the part


def grade_number(
    gold: NumberGold, answer: str, taken: frozenset[int] = frozenset(), names: tuple[str, ...] = ()
) -> Choice:
    """Whether ``answer`` states ``gold``, and why in one sentence.

    Of several compatible numbers the one that counts is chosen by the words of ``gold.about`` in its clause, by words
    such as "total", by standing after "=", against factors, brackets, asides, denied and former values; a later one
    wins a tie. Numbers at ``taken`` are the results of other parts and stay out, as do
    numbers inside ``names``, the known names of elements.
    """
    unit, folded = _unit(gold), fold(answer)
    quantities = [_as_asked(q, gold, unit, folded) for q in _read(folded, names) if q.start not in taken]
    fitting = [q for q in quantities if factor(q.unit, unit) is not None and not (unit is None and q.dimension)]
    wished = f"{gold.value:g}{f' {gold.unit}' if gold.unit else ''}"
    if not fitting and unit is not None:
        fitting = [q for q in quantities if q.unit is None]  # a number whose unit is left unsaid
        unit = None if fitting else unit
    if not fitting:
        return Choice(False, f"The answer holds no number in the unit of {wished}.")
    sentences = split_sentences(answer)
    standing = [q for q in fitting if not _dismissed(q, folded, _sentence(q, sentences))]
    if not standing:
        return Choice(False, "Every number of that kind is denied, or told as former.")
    keywords = tuple(word for word in content_words(gold.about or "") if word not in _GENERIC)
    weights = {q: _weight(q, folded, sentences, keywords, standing) for q in standing}
    chosen = max(standing, key=lambda q: (weights[q], q.start))
    shown = folded.text[chosen.start : chosen.end].strip()
    if same_as_gold(chosen, gold, unit):
        return Choice(True, f"The answer gives {shown!r} for {wished}.", chosen.start, weights[chosen])
    return Choice(False, f"The answer gives {shown!r}, not {wished}.", chosen.start, weights[chosen])


def same_as_gold(quantity: Quantity, gold: NumberGold, unit: str | None) -> bool:
    """Within the gold's tolerance or conventional rounding; a count exactly, unless said to be approximate."""
    ratio = factor(quantity.unit, unit) or 1.0
    is_count = parse_unit(gold.unit) is None and float(gold.value).is_integer()
    for reading in quantity.readings():
        value = reading * ratio
        off = abs(value - gold.value)
        if is_count:
            allowed = APPROXIMATE_COUNT * abs(gold.value) if quantity.approximate else 0.0
            if off <= allowed + 1e-9:
                return True
        elif off <= gold.tolerance * abs(gold.value) + 1e-9 or _rounded(quantity, reading, value, gold.value, ratio):
            return True
    return False


def _rounded(quantity: Quantity, reading: float, value: float, gold: float, ratio: float) -> bool:
    significant = len(f"{abs(reading):.10g}".replace(".", "").strip("0"))
    step = 0.5 * ratio * 10.0**-quantity.decimals
    return significant >= 2 and abs(value - gold) <= min(step, ROUNDED * abs(gold)) + 1e-9


def _weight(
    quantity: Quantity,
    folded: Folded,
    sentences: tuple[Sentence, ...],
    keywords: tuple[str, ...],
    standing: list[Quantity],
) -> float:
    sentence = _sentence(quantity, sentences)
    text = folded.masked
    low = clause_start(text, quantity.start, sentence.start)
    following = CLAUSE.search(text, quantity.end, sentence.end)
    high = following.start() if following else sentence.end
    clause = folded.text[low:high]
    weight = 3.0 * sum(bool(stem_pattern(word).search(clause)) for word in keywords)
    whole = folded.text[sentence.start : sentence.end]
    weight += 1.0 * sum(bool(stem_pattern(word).search(whole)) for word in keywords)
    before, after = text[low : quantity.start], text[quantity.end : sentence.end]
    between = text[max((q.end for q in standing if q.end <= quantity.start), default=low) : quantity.start]
    weight += 3.0 * bool(_RESULT.search(between)) + 2.0 * bool(
        re.match(r"\s*(?:in total|altogether|overall|in all)", after)
    )
    if _DIFFERENCE.search(" ".join(keywords)):
        weight += 4.0 * bool(_BY.search(text[low : quantity.start]) or _DIFFERENCE.match(after.lstrip()))
    weight += 3.0 * before.rstrip().endswith("=")
    weight -= 2.0 * bool(quantity.unit is None and _IN_A_NAME.search(before))
    weight -= 5.0 * bool(_FACTOR_AFTER.match(after) or _FACTOR_BEFORE.search(before))
    weight -= 3.0 * (text.count("(", sentence.start, low) > text.count(")", sentence.start, low))
    weight -= 4.0 * bool(_ASIDE.search(folded.text[low : quantity.start]))
    return weight


def _read(folded: Folded, names: tuple[str, ...]) -> tuple[Quantity, ...]:
    masked = folded.masked
    for name in names:
        for match in name_pattern(name).finditer(folded.text):
            masked = masked[: match.start()] + MASK * (match.end() - match.start()) + masked[match.end() :]
    return read_masked(masked)


def _unit(gold: NumberGold) -> str | None:
    """The gold's unit; kilograms of a gold about carbon are CO2 equivalents."""
    unit = parse_unit(gold.unit)
    return carbon(unit) if CARBON.search(fold(gold.about or "").text) else unit


def _as_asked(quantity: Quantity, gold: NumberGold, unit: str | None, folded: Folded) -> Quantity:
    """The quantity in the gold's terms: mass of carbon, and "96 min a year" where the year is in ``about``."""
    if is_carbon(unit):
        quantity = as_carbon(quantity, folded.text)
    yearly = _YEARLY.search(gold.about or "") and not (unit or "").endswith("/(year)")
    if yearly and quantity.unit and quantity.unit.endswith("/(year)"):
        return replace(quantity, unit=quantity.unit.removesuffix("/(year)"))
    return quantity


def _dismissed(quantity: Quantity, folded: Folded, sentence: Sentence) -> bool:
    span = (folded.masked, quantity.start, quantity.end, sentence.start, sentence.end)
    return polarity.is_stale(*span) or polarity.is_negated(*span, words=False)


def _sentence(quantity: Quantity, sentences: tuple[Sentence, ...]) -> Sentence:
    return next((s for s in sentences if s.start <= quantity.start < s.end), sentences[-1])
