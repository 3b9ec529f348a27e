"""Turns in which a user tells facts: the assistant looks, says what the model lacks, and may echo."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from memorybench.construct.packing import CHANGING
from memorybench.construct.seeds import Bank, Statement, TaskSeed
from memorybench.construct.talk.echo import echoed
from memorybench.construct.talk.phrases import opened, thought
from memorybench.construct.talk.topics import described
from memorybench.construct.talk.turns import Lookup, Step, Turn
from memorybench.facts.matcher import match_fact
from memorybench.ifc.index import Item, ModelIndex
from memorybench.records import Fact

_TAKEN = (
    "Understood, thank you.",
    "Thanks, that is clear.",
    "All right, I have taken that in.",
    "Thank you for telling me.",
    "Good to know.",
    "Fine, I will keep to that.",
)
_LACKING = (
    "I went through the model for it and found nothing that states this, so it rests on what you tell me.",
    "The model itself carries no such information; I checked the elements concerned.",
    "In the file there is no attribute for this, which is why I could not have read it from there.",
    "I looked at the elements in question: the export is silent on this point.",
    "None of the property sets on these elements deals with this, so the model cannot confirm it.",
)
_STILL_OTHERWISE = (
    "The model still shows it as it was; I have changed nothing there.",
    "In the file this has not been updated yet, so the model and your decision differ for now.",
    "The current export does not reflect that yet.",
)
_CHECKED = (
    "What the model does hold on these elements is listed below.",
    "For orientation, this is what the file says about the elements themselves.",
    "The elements concerned are in the model as follows.",
)
_OTHERS = (
    "To know what the file holds at all, I looked at some elements of that kind.",
    "These are some of that kind, as the model has them.",
    "A few of the kind, for comparison:",
)


def statement_turn(
    index: ModelIndex,
    seed: TaskSeed,
    statement: Statement,
    bank: Bank,
    prefix: str,
    rng: random.Random,
    echo_rate: float,
) -> Turn:
    """The turn in which ``statement`` is made; fact ids get ``prefix`` to be unique in the history."""
    facts = [fact for fact in seed.facts if fact.id in statement.facts]
    focus = _focus(index, seed, facts, rng)
    echoes = bool(facts) and rng.random() < echo_rate

    def answer(lookup: Lookup) -> Sequence[str]:
        first = echoed(facts, rng) if echoes else rng.choice(_TAKEN)
        lacking = _STILL_OTHERWISE if seed.family in CHANGING else _LACKING
        about = [] if not statement.facts and not statement.settled_by_model else [rng.choice(lacking)]
        return [first, *about, *_orientation(index, focus, rng)]

    return Turn(
        speaker=statement.speaker,
        user=opened(rng, rng.choice(_readable(statement.texts[bank], facts)), chance=0.15),
        steps=_checks(seed, focus.items, rng),
        answer=answer,
        focus=focus.items,
        facts=tuple(f"{prefix}{fact.id}" for fact in facts),
        after=tuple(f"{prefix}{identifier}" for identifier in statement.after),
    )


def _readable(texts: Sequence[str], facts: Sequence[Fact]) -> Sequence[str]:
    """The wordings from which the fact matcher reads the facts: what it cannot read, no stage can be measured on."""
    return [text for text in texts if all(match_fact(fact, text).found for fact in facts)] or texts


def lead_in_turn(index: ModelIndex, seed: TaskSeed, speaker: str, rng: random.Random) -> Turn | None:
    """A question about the same elements, asked before something is told about them."""
    if not seed.lead_ins:
        return None
    focus = _focus(index, seed, (), rng)

    def answer(lookup: Lookup) -> Sequence[str]:
        found = lookup.json(0)
        count = len(found) if isinstance(found, list) else found if type(found) is int else None
        first = "This is what the model says:" if count is None else f"The model has {count} of them."
        return [first, *(described(index, item) for item in focus.items)]

    return Turn(speaker, opened(rng, rng.choice(seed.lead_ins)), _checks(seed, focus.items, rng), answer, focus.items)


@dataclass(frozen=True)
class _Focus:
    """What the assistant looks at: the elements spoken of, or (``others``) some of their kind."""

    items: tuple[Item, ...]
    others: bool


def _focus(index: ModelIndex, seed: TaskSeed, facts: Sequence[Fact], rng: random.Random) -> _Focus:
    """The elements that are named or form the one type spoken of; else any of their kind.

    Never just the elements the gold rests on: their list would give away what is told only later.
    """
    keys = seed.derivation.model_keys or seed.contradiction_keys
    items = [index.by_key[key] for key in keys if key in index.by_key]
    spoken = {name for fact in facts for name in (fact.subject, *fact.aliases, fact.value) if isinstance(name, str)}
    named = tuple(item for item in items if {item.name, item.tag, item.long_name} & spoken)
    if named:
        return _Focus(named, others=False)
    types = {(item.ifc_class, item.type_name) for item in items}
    if len(types) == 1 and seed.family not in CHANGING and all(item.type_name for item in items):
        return _Focus(tuple(rng.sample(items, min(5, len(items)))), others=False)
    classes = {item.ifc_class for item in items}
    kin = [item for item in (*index.elements, *index.spaces, *index.storeys) if item.ifc_class in classes]
    return _Focus(tuple(rng.sample(kin, min(5, len(kin)))), others=True)


def _orientation(index: ModelIndex, focus: _Focus, rng: random.Random) -> list[str]:
    if not focus.items:
        return []
    return [rng.choice(_OTHERS if focus.others else _CHECKED), *(_shown(index, item) for item in focus.items)]


def _checks(seed: TaskSeed, focus: Sequence[Item], rng: random.Random) -> tuple[Step, ...]:
    steps = [Step(thought(rng), command) for command in seed.commands[:1]]
    if focus:
        steps.append(Step(thought(rng), f"ifcquery {{model}} info {rng.choice(list(focus)).step}"))
    return tuple(steps) or (Step(thought(rng), "ifcquery {model} summary"),)


def _shown(index: ModelIndex, item: Item) -> str:
    name = item.name or item.long_name or "an unnamed element"
    storey = index.storey_name(item)
    return f"{name}" + (f" on {storey}." if storey else ".")
