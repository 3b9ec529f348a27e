"""Whether a text tells a fact: subject, value and unit together, not denied, not replaced, not about a sibling.

A text of at most 60 words is one memory item: the subject may stand in another sentence of it. In longer texts the
subject must stand in the value's own sentence, the one before, or the heading or bullet above. Rules and measured
error rates: ``docs/fact-matching.md``.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from memorybench.facts import polarity
from memorybench.facts.booleans import tells_boolean
from memorybench.facts.folding import fold
from memorybench.facts.mentions import Mention, SubjectIndex, content_words, groups, stem_pattern
from memorybench.facts.sentences import CLAUSE, Sentence, is_short, split_sentences
from memorybench.facts.values import Occurrence, Wanted, occurrences, wanted
from memorybench.records import Fact


@dataclass(frozen=True)
class FactMatch:
    """Whether a fact was found, why in one sentence, and the index of the item that tells it."""

    found: bool
    why: str
    item: int | None = None


_ANAPHORA = re.compile(
    r"^\W*(?:(?:and|so|but|also|then|thus|still)\s)?(?:it|its|they|their|this|that|these|those|there|each|both|one|we|"
    r"all|now|correction|corrected|new|old|no|not|updated?|agreed|confirmed|please|use|take|assume|set|make)\b"
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|costs?|needs?|must|should|shall|will|gets?|weighs|measures|comes?|goes|does|do)\b"
)
_PRICE = re.compile(r"\b(?:price|cost|rate|quote|budget|figure|value)\w*")
_RESPECTIVELY = re.compile(r"\brespectively\b")


@lru_cache(maxsize=4096)
def subject_index(fact: Fact) -> SubjectIndex:
    """The fact's subject and rivals, compiled."""
    return SubjectIndex((fact.subject, *fact.aliases), fact.siblings)


def match_fact(fact: Fact, text: str) -> FactMatch:
    """Whether ``text`` (one memory item, or a longer document) tells ``fact``."""
    index = subject_index(fact)
    if not index.in_text(fold(text).text):
        return FactMatch(False, f"{fact.subject!r} is not mentioned.")
    want = wanted(fact)
    reader = _Reader(fact, want, text, index)
    if want.kind == "boolean":
        return _match_boolean(fact, want, reader)
    return _match_value(fact, reader)


def match_in_items(fact: Fact, items: Sequence[str]) -> FactMatch:
    """The first item that tells ``fact``; if none does, why the nearest one failed."""
    nearest: FactMatch | None = None
    for number, text in enumerate(items):
        match = match_fact(fact, text)
        if match.found:
            return FactMatch(True, match.why, number)
        if nearest is None or (_SUBJECT_MISSING in nearest.why and _SUBJECT_MISSING not in match.why):
            nearest = match
    return nearest or FactMatch(False, "There is no item.")


_SUBJECT_MISSING = "is not mentioned."


def _match_value(fact: Fact, reader: _Reader) -> FactMatch:
    shown = _shown(fact)
    if not any(found.same for found in reader.found):
        return FactMatch(False, f"{fact.subject!r} is mentioned, {shown} is not.")
    verdicts = [(found, reader.verdict(found)) for found in reader.found if found.same]
    wished = "denied" if fact.negated else "told"
    states = [state for _, state in verdicts]
    if wished in states and not (reader.short and states[-1] in {"denied", "stale"} and wished == "told"):
        return FactMatch(True, f"{shown} is {wished} of {fact.subject!r}.")
    reasons = {
        "told": f"{shown} is affirmed of {fact.subject!r}, which the fact denies.",
        "denied": f"{shown} is denied of {fact.subject!r}.",
        "stale": f"{shown} is told as replaced or rejected.",
        "question": f"{shown} occurs only in a question.",
        "range": f"{shown} is only the end of a range.",
        "unbound": f"{shown} is told of another subject.",
    }
    return FactMatch(False, reasons[states[-1]])


def _match_boolean(fact: Fact, want: Wanted, reader: _Reader) -> FactMatch:
    truth = want.truth != fact.negated
    reasons: list[str] = []
    for sentence in reader.sentences:
        named = [span for span in reader.named if sentence.start <= span[0] < sentence.end]
        told = tells_boolean(fact.relation, reader.masked, sentence.start, sentence.end, named)
        if told is None:
            continue
        if sentence.question:
            reasons.append(f"{fact.relation!r} occurs only in a question.")
        elif not reader.bound(Occurrence(told.start, told.end, True)):
            reasons.append(f"{fact.relation!r} is told of another subject.")
        elif told.truth != truth:
            reasons.append(f"{fact.relation!r} is told of {fact.subject!r} the other way round.")
        else:
            return FactMatch(
                True, f"{fact.relation!r} is told of {fact.subject!r} as {'true' if truth else 'false'}."
            )
    return FactMatch(False, reasons[-1] if reasons else f"{fact.subject!r} is mentioned, {fact.relation!r} is not.")


class _Reader:
    """One text read for one fact: its sentences, value occurrences and mentions of the subject."""

    def __init__(self, fact: Fact, want: Wanted, text: str, index: SubjectIndex) -> None:
        folded = fold(text)
        self.text, self.masked = folded.text, folded.masked
        self.sentences = split_sentences(text)
        self.short = is_short(text)
        self.found = occurrences(want, text) if want.kind != "boolean" else []
        self._fact, self._want, self._index = fact, want, index
        self._mentions: dict[int, list[tuple[Mention, ...]]] = {}
        if want.kind == "number":  # the 70 of "double window 70" is part of a name
            self.found = [found for found in self.found if not self._in_name(found)]

    def _in_name(self, found: Occurrence) -> bool:
        mentions = (mention for group in self._groups(self._number(found)) for mention in group)
        return any(mention.target and mention.start <= found.start < mention.end for mention in mentions)

    @property
    def named(self) -> list[tuple[int, int]]:
        """Where the subject itself is named."""
        mentions = (m for number in range(len(self.sentences)) for group in self._groups(number) for m in group)
        return [(mention.start, mention.end) for mention in mentions if mention.target]

    def verdict(self, found: Occurrence) -> str:
        """``told``, ``denied``, ``stale``, ``question``, ``range`` or ``unbound``."""
        sentence = self._sentence(found)
        span = (self.masked, found.start, found.end, sentence.start, sentence.end)
        if sentence.question:
            return "question"
        if not self.bound(found):
            return "unbound"
        if polarity.is_stale(*span) or self._corrected_later(found):
            return "stale"
        denied = polarity.is_negated(*span, words=self._want.kind == "words")
        if self._want.kind == "words" and polarity.EXCLUSION.search(self._fact.relation.lower()):
            # "room left out: A101" is told by "without A101", "A101 does not count" and "leave A101 out"
            denied = not polarity.excludes(self.masked, sentence.start, sentence.end)
        if denied:
            return "denied"
        if found.ranged and not polarity.CHANGE.search(self.masked, sentence.start, sentence.end):
            return "range"
        return "told"

    def bound(self, found: Occurrence) -> bool:
        """Whether the subject nearest to the value is the fact's own."""
        number = self._number(found)
        sentence = self.sentences[number]
        here = self._groups(number)
        if here:
            if _RESPECTIVELY.search(self.masked, sentence.start, sentence.end):
                return self._paired(found, sentence, here)
            nearest = min(here, key=lambda group: self._distance(found, group))
            return any(mention.target for mention in nearest)
        return self._carried(number)

    def _carried(self, number: int) -> bool:
        """The value's sentence names nobody: look before it, above it and, in a memory item, after it."""
        sentence = self.sentences[number]
        if sentence.parent is not None and (above := self._groups(sentence.parent)):
            return any(mention.target for mention in above[-1])
        if not self._may_carry(sentence):
            return False
        before = range(number - 1, -1, -1) if self.short else [n for n in (sentence.before,) if n is not None]
        for other in before:
            if groups_before := self._groups(other):
                return any(mention.target for mention in groups_before[-1])
        for other in range(number + 1, len(self.sentences)) if self.short else ():
            if groups_after := self._groups(other):
                return any(mention.target for mention in groups_after[0])
        return False

    def _may_carry(self, sentence: Sentence) -> bool:
        """Whether the sentence speaks on about the last subject: a pronoun, the relation's words, or no verb."""
        words = self.masked[sentence.start : sentence.end]
        if _ANAPHORA.match(words) or not _VERB.search(words):
            return True
        relation = content_words(self._fact.relation)
        return any(stem_pattern(word).search(words) for word in relation) or (
            bool(self._want.unit) and bool(_PRICE.search(words[:60]))
        )

    def _paired(self, found: Occurrence, sentence: Sentence, here: list[tuple[Mention, ...]]) -> bool:
        subjects = [mention for group in here for mention in group]
        values = [f for f in self.found if sentence.start <= f.start < sentence.end]
        if len(subjects) != len(values):
            return any(mention.target for mention in subjects)
        return subjects[values.index(found)].target

    def _corrected_later(self, found: Occurrence) -> bool:
        """Whether another value of the same kind, announced as the new one, follows for the same subject."""
        number = self._number(found)
        last = len(self.sentences) if self.short else number + 2
        for other in self.found:
            if other.same or other.start < found.end:
                continue
            at = self._number(other)
            if number <= at < last and self.bound(other):
                floor = max(self.sentences[at].start, found.end)
                if polarity.announces_change(self.masked, other.start, floor):
                    return True
                if at != number and polarity.CHANGE.search(self.masked, floor, other.start):
                    return True
        return False

    def _distance(self, found: Occurrence, group: tuple[Mention, ...]) -> float:
        def cost(mention: Mention) -> float:
            low, high = (mention.end, found.start) if mention.end <= found.start else (found.end, mention.start)
            between = len(CLAUSE.findall(self.masked, low, high)) if low < high else 0
            crossed = sum(low <= other.start < high for other in self.found) if low < high else 0
            return max(0, high - low) + 40 * between + 60 * crossed

        return min(cost(mention) for mention in group)

    def _groups(self, number: int) -> list[tuple[Mention, ...]]:
        if number not in self._mentions:
            sentence = self.sentences[number]
            self._mentions[number] = groups(self._index.mentions(self.text, sentence.start, sentence.end), self.text)
        return self._mentions[number]

    def _sentence(self, found: Occurrence) -> Sentence:
        return self.sentences[self._number(found)]

    def _number(self, found: Occurrence) -> int:
        return max(0, bisect_right(self.sentences, found.start, key=lambda sentence: sentence.start) - 1)


def _shown(fact: Fact) -> str:
    value = int(fact.value) if isinstance(fact.value, float) and fact.value.is_integer() else fact.value
    return f"{value}{f' {fact.unit}' if fact.unit else ''}"
