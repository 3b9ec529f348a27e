"""Stage attribution without a judge: which facts were written, retrieved and used.

*Written*: some item of the dump tells the fact; None where a memory system has no dump. *Retrieved*: some memory
that the probe agent was shown tells it.
*Used*: the answer holds the value, neither denied nor told as former (rule ``value``); or the task's typed gold
is right (rule ``gold``): a value that feeds a total need not occur in the answer, and since changing any fact changes
the gold, a right gold needs every fact. ``value`` is tried first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from memorybench.facts import polarity
from memorybench.facts.folding import fold
from memorybench.facts.matcher import match_fact, match_in_items
from memorybench.facts.sentences import split_sentences
from memorybench.facts.values import occurrences, wanted
from memorybench.records import Fact, Memory, Task


@dataclass(frozen=True)
class FactStages:
    """How far one fact came. ``used_by`` names the rule that decided ``used``."""

    fact: str  # Fact.id
    written: bool | None  # None: the memory system cannot list what it holds
    retrieved: bool
    used: bool
    used_by: Literal["value", "gold"] | None = None
    written_why: str = ""
    retrieved_why: str = ""


@dataclass(frozen=True)
class StageCounts:
    """Facts, and how many of them were written, retrieved and used."""

    facts: int
    written: int
    retrieved: int
    used: int


def attribute(
    task: Task, dump: Sequence[Memory] | None, retrieved: Sequence[Memory], answer: str, *, gold_right: bool = False
) -> tuple[FactStages, ...]:
    """The stages of every current fact of ``task``; superseded facts are left out.

    ``gold_right`` is the code grader's ``correct`` on ``answer``; without it only rule ``value`` applies.
    """
    dumped = None if dump is None else [memory.text for memory in dump]
    shown = [memory.text for memory in retrieved]
    return tuple(_stages(fact, dumped, shown, answer, gold_right) for fact in task.current_facts())


def count_stages(stages: Iterable[FactStages]) -> StageCounts:
    """Sum over facts, of one task or many."""
    every = list(stages)
    return StageCounts(
        len(every), sum(bool(s.written) for s in every), sum(s.retrieved for s in every), sum(s.used for s in every)
    )


def foreign_match_rate(facts: Sequence[Fact], items: Sequence[str]) -> tuple[int, int]:
    """``(k, n)``: how many of ``facts``, all of other tasks, ``items`` tell by chance. A control: near 0."""
    return sum(match_in_items(fact, items).found for fact in facts), len(facts)


def answer_holds_value(fact: Fact, answer: str) -> bool:
    """Whether ``answer`` holds the fact's value, as the fact tells it; a yes or no needs its subject too."""
    want = wanted(fact)
    if want.kind == "boolean":
        return match_fact(fact, answer).found
    masked, sentences = fold(answer).masked, split_sentences(answer)
    for found in occurrences(want, answer):
        sentence = next((s for s in sentences if s.start <= found.start < s.end), None)
        if not found.same or sentence is None:
            continue
        span = (masked, found.start, found.end, sentence.start, sentence.end)
        denied = polarity.is_negated(*span, words=want.kind == "words")
        if not polarity.is_stale(*span) and denied == fact.negated:
            return True
    return False


def _stages(fact: Fact, dumped: list[str] | None, shown: list[str], answer: str, gold_right: bool) -> FactStages:
    written = None if dumped is None else match_in_items(fact, dumped)
    retrieved = match_in_items(fact, shown)
    by: Literal["value", "gold"] | None = None
    if answer_holds_value(fact, answer):
        by = "value"
    elif gold_right:
        by = "gold"
    return FactStages(
        fact=fact.id,
        written=None if written is None else written.found,
        retrieved=retrieved.found,
        used=by is not None,
        used_by=by,
        written_why="" if written is None else written.why,
        retrieved_why=retrieved.why,
    )
