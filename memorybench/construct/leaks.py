"""A leak: a fact that can be read before its user message, in another session, or in the probe."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from memorybench.facts.matcher import match_fact
from memorybench.records import Fact, History, Message, Record, Task


class Leak(Record):
    """Where a fact stands that should not."""

    fact: str
    where: str  # a message id, or `probe`, `probe_plain`
    why: str

    def __str__(self) -> str:
        return f"fact {self.fact} can be read in {self.where} ({self.why})"


def leaks_in_messages(facts: Iterable[Fact], messages: Iterable[Message]) -> list[Leak]:
    """Facts that stand in any of the messages."""
    texts = [(message.id, message.text) for message in messages]
    return [leak for fact in facts for where, text in texts if (leak := _leak(fact, where, text))]


def leaks(task: Task, history: History) -> list[Leak]:
    """All leaks of a task's facts. Its evidence, and what follows in the same session, may hold them."""
    found = [
        leak
        for fact in task.facts
        for where, text in (("probe", task.probe), ("probe_plain", task.probe_plain))
        if (leak := _leak(fact, where, text))
    ]
    for fact in task.facts:
        for session in history.sessions:
            for message in session.messages:
                if message.id in fact.evidence:
                    break  # from here on the session may repeat what it was told
                if leak := _leak(fact, message.id, message.text):
                    found.append(leak)
    return found


def missing_evidence(task: Task, history: History) -> list[str]:
    """Facts that their own evidence messages do not state, by the matcher (a control of the matcher, too)."""
    texts = {message.id: message.text for session in history.sessions for message in session.messages}
    return [
        fact.id
        for fact in task.facts
        if not any(match_fact(fact, texts.get(identifier, "")).found for identifier in fact.evidence)
    ]


def _leak(fact: Fact, where: str, text: str) -> Leak | None:
    if not _possible(fact, text):
        return None
    match = match_fact(fact, text)
    return Leak(fact=fact.id, where=where, why=match.why) if match.found else None


def _possible(fact: Fact, text: str) -> bool:
    """Whether the value can stand in the text at all: spares the matcher most of its work.

    A value with a unit may stand there in another unit, so any digit will do.
    """
    if isinstance(fact.value, bool):
        return any(_word(name) in text.casefold() for name in _names(fact))
    if isinstance(fact.value, str):
        return _word(fact.value) in text.casefold() or any(
            digits in text for digits in re.findall(r"\d+", fact.value)
        )
    return (
        bool(re.search(r"\d", text))
        if fact.unit
        else bool(re.search(_digits(fact.value), text)) or _spelled(fact.value, text)
    )


def _names(fact: Fact) -> Sequence[str]:
    return (fact.subject, *fact.aliases)


def _word(text: str) -> str:
    words = re.findall(r"\w+", text.casefold())
    return max(words, key=len)[:5] if words else ""


def _digits(value: float) -> str:
    return r"[.,'\s]?".join(str(int(abs(value)))[:2])


def _spelled(value: float, text: str) -> bool:
    """Number words: anything up to a hundred may be spelled out."""
    return abs(value) <= 100 and float(value).is_integer() and not re.search(r"\d", text)
