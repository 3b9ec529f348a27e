"""Whether an answer says yes or no as the gold does, or says that the matter is not settled."""

from __future__ import annotations

import re

from memorybench.facts.booleans import tells_boolean
from memorybench.facts.folding import Folded, fold
from memorybench.facts.mentions import SubjectIndex, groups
from memorybench.facts.quantities import read_quantities
from memorybench.facts.sentences import Sentence, split_sentences
from memorybench.facts.values import find_words, same_number
from memorybench.records import BooleanGold, NotSettledGold

_START = re.compile(
    r"^\W*(?:(?:short |final )?answer\W+)?(?P<word>yes|no|correct|true|false|ja|nein|affirmative|negative|"
    r"(?:it|they|he|she) (?:does|do|is|are|has|have|did|was|were)(?P<not>n't| not)?)(?=\s*(?:[,.;:!\n(]|$|-\s))"
)
_HEDGE = re.compile(
    r"\b(?:unclear|unknown|not (?:clear|known|recorded|stated|specified|settled|agreed|certain)|uncertain|whether|"
    r"no (?:information|record|data|evidence|mention)|might|may|possibly|perhaps|cannot (?:be )?"
    r"(?:determine|say|tell|confirm)\w*)\b"
)
_UNSETTLED = re.compile(
    r"\b(?:unknown|undetermined|undecided|unresolved|unspecified|unrecorded|undocumented|tbd|"
    r"to be (?:decided|determined|confirmed)|"
    r"still open|remains? open|is open|not yet|unable to (?:find|determine|answer|say|confirm|tell|give|provide)|"
    r"nothing (?:\w+ ){0,3}(?:about|on|regarding)|missing|absent from|lacks?)\b|"
    r"(?:\b(?:not|never|no|neither|nor|nothing|cannot|none|without|nobody|nowhere)\b|n't\b)[^.;\n]{0,70}?"
    r"\b(?:know\w*|record\w*|agree\w*|told|settle\w*|decide\w*|decision\w*|mention\w*|specif\w*|state\w*|given|gives?|"
    r"document\w*|availab\w*|found|find|provid\w*|discuss\w*|set|confirm\w*|establish\w*|information|data|trace|"
    r"determine\w*|answer\w*|stored?|fixed|defined|contain\w*|hold\w*|memory|memories|say|said|assigned|shared|evidence|"
    r"chosen|listed|quoted|includ\w*|exist\w*|communicated|captured|come up|noted)\b"
)
_MODEL = re.compile(r"\b(?:ifc\w*|model|file|bim)\b")
_MEMORY = re.compile(
    r"\b(?:memor\w+|session\w*|neither|nor|history|notes?|conversation\w*|told|agreed|discussed|anywhere)\b"
)
_CONDITION = re.compile(r"\b(?:if|would|could|might|assum\w*)\b")


def grade_boolean(gold: BooleanGold, answer: str) -> tuple[bool, str]:
    """The answer's yes or no: at its start, else in a sentence that speaks of the statement and does not hedge."""
    folded = fold(answer)
    told = _yes_or_no(folded)
    if told is None:
        told = _stated(gold.statement, folded, split_sentences(answer))
    if told is None:
        return False, "The answer commits to neither yes nor no."
    said = "yes" if told else "no"
    return told == gold.value, f"The answer says {said} to: {gold.statement}"


def grade_not_settled(gold: NotSettledGold, answer: str) -> tuple[bool, str]:
    """The answer says that nothing is known, recorded or agreed, and gives no value of a sibling as the answer."""
    folded, sentences = fold(answer), split_sentences(answer)
    for value in gold.distractor_values:
        if _claims(value, gold, answer, folded, sentences):
            return False, f"The answer claims {value}, which was told of something else."
    open_points = list(_UNSETTLED.finditer(folded.text))
    if any(not _about_the_model(match, folded) for match in open_points):
        return True, "The answer says that the matter is not settled."
    if open_points and not any(quantity.unit for quantity in read_quantities(answer)):
        return True, "The answer says that the model does not hold it, and gives no value."
    return False, "The answer does not say that the matter is not settled."


def _yes_or_no(folded: Folded) -> bool | None:
    match = _START.match(folded.text)
    if not match:
        return None
    word = match.group("word")
    return not (word in {"no", "false", "nein", "negative"} or match.group("not"))


def _stated(statement: str, folded: Folded, sentences: tuple[Sentence, ...]) -> bool | None:
    for sentence in sentences:
        told = tells_boolean(statement.rstrip("."), folded.masked, sentence.start, sentence.end)
        hedged = _HEDGE.search(folded.masked, sentence.start, sentence.end)
        if told is not None and not hedged and not sentence.question:
            return told.truth
    return None


def _claims(value: str, gold: NotSettledGold, answer: str, folded: Folded, sentences: tuple[Sentence, ...]) -> bool:
    """Whether ``value`` is given for what the gold is about, or given without any word that the matter is open."""
    index = SubjectIndex((gold.about,), ()) if gold.about else None
    for start, end in _value_spans(value, answer):
        sentence = next((s for s in sentences if s.start <= start < s.end), sentences[-1])
        if _CONDITION.search(folded.masked, sentence.start, start):
            continue
        here = groups(index.mentions(folded.text, sentence.start, sentence.end), folded.text) if index else []
        if here:
            nearest = min(here, key=lambda group: min(abs(m.start - start) + abs(m.end - start) for m in group))
            if any(mention.target for mention in nearest):
                return True
        elif not _UNSETTLED.search(folded.text[:end]):
            return True
    return False


def _about_the_model(match: re.Match[str], folded: Folded) -> bool:
    """Whether a denial speaks of the model alone: "the IFC holds no cost" leaves open what memory told."""
    low = max(folded.text.rfind(mark, 0, match.start()) for mark in ".;\n") + 1
    ends = [at for mark in (".", ";", "\n") if (at := folded.text.find(mark, match.end())) >= 0]
    stretch = folded.text[low : min(ends, default=len(folded.text))]
    return bool(_MODEL.search(stretch)) and not _MEMORY.search(stretch)


def _value_spans(value: str, answer: str) -> list[tuple[int, int]]:
    wished = read_quantities(value)
    if len(wished) == 1 and not wished[0].rating:
        same = [q for q in read_quantities(answer) if same_number(q, wished[0].value, wished[0].unit)]
        return [(q.start, q.end) for q in same]
    return [(found.start, found.end) for found in find_words(value, answer) if found.same]
