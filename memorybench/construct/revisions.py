"""Change a task seed as projects change their minds: values that replace one another, speakers who disagree,
facts that are withdrawn.

A seed states each fact once. These functions put earlier statements of another value before it, or a
withdrawal after it; the weaver keeps their order by ``Statement.after``.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import replace

from memorybench.construct.numbers import written
from memorybench.construct.seeds import BANKS, Bank, Statement, TaskSeed
from memorybench.construct.talk.phrases import SPEAKERS
from memorybench.facts.matcher import match_fact
from memorybench.records import Control, Fact, NotSettledGold

_AGAIN: Mapping[Bank, tuple[str, ...]] = {
    "A": (
        "we went over this again:",
        "after this morning's meeting:",
        "new state of things,",
        "sorry, this has moved:",
        "my side has an update.",
    ),
    "B": (
        "There has been another round on this.",
        "Please take this instead of what you heard from me before.",
        "The figures have been looked at once more.",
        "Here is where we stand now.",
        "This replaces my earlier message on the subject.",
    ),
}
_OVERRULED: Mapping[Bank, tuple[str, ...]] = {
    "A": ("never mind what the {other} said.", "the {other} had an old state there."),
    "B": (
        "The {other} told you something else, but this is what holds.",
        "What the {other} wrote you was not agreed with us.",
    ),
}
_WITHDRAWN: Mapping[Bank, tuple[str, ...]] = {
    "A": (
        "scrap the {r} of {t}, that's open again.",
        "{t}: forget about the {r} for now, nothing is agreed.",
        "the {r} for {t} is off the table, we start over.",
    ),
    "B": (
        "What we told you about the {r} of {t} no longer holds; there is no new decision yet.",
        "Please strike the {r} of {t} from your notes, it has been withdrawn without a replacement.",
        "For {t} the {r} is undecided again, so do not rely on the earlier one.",
    ),
}


def revisable(seed: TaskSeed) -> list[Fact]:
    """The facts of ``seed`` that an earlier value can stand before: numbers, told alone, in texts that show them."""
    if seed.control is not None:
        return []
    superseding = {fact.supersedes for fact in seed.facts}
    return [
        fact
        for fact in seed.facts
        if isinstance(fact.value, float)
        and fact.supersedes is None
        and fact.id not in superseding
        and (statement := _only_statement(seed, fact)) is not None
        and all(_told_otherwise(fact, statement, bank, _other_value(fact, random.Random(0))) for bank in BANKS)
    ]


def with_chain(seed: TaskSeed, links: int, rng: random.Random, *, disagree: bool = False) -> TaskSeed | None:
    """``seed`` with one fact told ``links`` times with other values before the one that holds.

    ``disagree``: the earlier values are told by other people than the one who decides. None where no fact of
    the seed can be revised.
    """
    candidates = revisable(seed)
    if links < 1 or not candidates:
        return None
    fact = rng.choice(candidates)
    statement = _only_statement(seed, fact)
    assert statement is not None and isinstance(fact.value, float)
    values = _different_values(fact, links, rng)
    others = [name for name in SPEAKERS if name != statement.speaker]
    facts, statements = list(seed.facts), list(seed.statements)
    before: str | None = None
    speakers: list[str] = []
    for number, value in enumerate(values, start=1):
        old = fact.model_copy(update={"id": f"{fact.id}.{number}", "value": value, "supersedes": before})
        texts = {bank: _told_otherwise(fact, statement, bank, value) for bank in BANKS}
        if not all(texts.values()):
            return None
        speaker = rng.choice(others) if disagree else statement.speaker
        openings = {bank: _AGAIN[bank] if number > 1 else () for bank in BANKS}
        statements.append(
            Statement(
                (old.id,),
                speaker,
                {bank: _opened(texts[bank], openings[bank]) for bank in BANKS},
                after=(before,) if before else statement.after,
            )
        )
        speakers.append(speaker)
        facts.append(old)
        before = old.id
    assert before is not None
    facts[facts.index(fact)] = fact.model_copy(update={"supersedes": before})
    lines = _OVERRULED if disagree else _AGAIN
    statements[statements.index(statement)] = replace(
        statement,
        texts={
            bank: _opened(statement.texts[bank], [line.format(other=speakers[-1]) for line in lines[bank]])
            for bank in BANKS
        },
        after=(*statement.after, before),
    )
    return replace(seed, facts=tuple(facts), statements=tuple(statements))


def withdrawn(seed: TaskSeed, rng: random.Random) -> TaskSeed | None:
    """``seed`` as a control: one of its facts is taken back later, so that the right answer is 'not settled'.

    None where no fact can be named in a sentence of withdrawal.
    """
    candidates = revisable(seed)
    if not candidates:
        return None
    fact = rng.choice(candidates)
    statement = _only_statement(seed, fact)
    assert statement is not None
    subject = fact.subject if re.match(r"(an?|the|all|each) ", fact.subject) else f"the {fact.subject}"
    slots = {"r": fact.relation, "t": subject}
    taken_back = Statement(
        (),
        statement.speaker,
        {bank: tuple(_capital(text.format(**slots)) for text in _WITHDRAWN[bank]) for bank in BANKS},
        after=(fact.id,),
    )
    inputs = {**seed.derivation.inputs, "withdrawn": fact.id}
    value = f"{written(float(fact.value))} {fact.unit or ''}".strip()
    return replace(
        seed,
        statements=(*seed.statements, taken_back),
        gold=(NotSettledGold(about=f"{fact.relation} of {fact.subject}", distractor_values=(value,)),),
        gold_answer=(
            f"That is not settled: the {fact.relation} of {subject} ({value}) was told and later withdrawn, and "
            "nothing has replaced it."
        ),
        extra_information=f"The {fact.relation} of {subject} was {value} until it was withdrawn; it is open again.",
        derivation=seed.derivation.model_copy(update={"inputs": inputs}),
        control=Control.WITHDRAWN,
    )


def _only_statement(seed: TaskSeed, fact: Fact) -> Statement | None:
    """The one statement that tells ``fact`` and nothing else; None where there is none, or several."""
    telling = [statement for statement in seed.statements if fact.id in statement.facts]
    return telling[0] if len(telling) == 1 and telling[0].facts == (fact.id,) else None


def _told_otherwise(fact: Fact, statement: Statement, bank: Bank, value: float) -> tuple[str, ...]:
    """The statement's texts with ``value`` in place of the fact's, as far as the fact matcher reads them so."""
    old = fact.model_copy(update={"value": value})
    pattern = re.compile(rf"(?<![\w.,]){re.escape(written(float(fact.value)))}(?![\w]|[.,]\d)")
    found = []
    for text in statement.texts[bank]:
        if len(pattern.findall(text)) != 1:
            continue
        changed = pattern.sub(written(value), text)
        if match_fact(old, changed).found and not match_fact(fact, changed).found:
            found.append(changed)
    return tuple(found)


def _different_values(fact: Fact, count: int, rng: random.Random) -> list[float]:
    values: list[float] = []
    while len(values) < count:
        value = _other_value(fact, rng)
        if value not in values:
            values.append(value)
    return values


def _other_value(fact: Fact, rng: random.Random) -> float:
    """Another value of the same size and precision, at least 6 % off: rounding cannot hide the difference."""
    value = float(fact.value)
    digits = len(written(value).partition(".")[2])
    for _ in range(200):
        other = round(value * rng.choice((rng.uniform(0.6, 0.94), rng.uniform(1.06, 1.5))), digits)
        if other > 0 and abs(other - value) >= 0.06 * value and (digits or other % 5 or value < 40):
            return other
    return value + 1


def _opened(texts: tuple[str, ...], openings: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """Each text after one of the openings, in turn."""
    if not openings:
        return texts
    return tuple(_capital(f"{openings[number % len(openings)]} {text}") for number, text in enumerate(texts))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
