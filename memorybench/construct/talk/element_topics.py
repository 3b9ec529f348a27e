"""Ordinary questions about building elements: how many, where, of which types."""

from __future__ import annotations

from collections import Counter

from memorybench.construct.families.groups import select_command
from memorybench.construct.numbers import plural
from memorybench.construct.talk.topics import Ground, described, some, topic, where
from memorybench.construct.talk.turns import Lookup, Turn


@topic
def count_of_a_class(ground: Ground) -> Turn | None:
    """How many doors are there?"""
    if not ground.classes:
        return None
    group = ground.rng.choice(ground.classes)
    entity = group.ifc_class
    steps = (
        ground.step(f"ifcquery {{model}} select '{entity}'"),
        ground.step(f"ifcquery {{model}} select '{entity}' | jq length"),
    )

    def answer(lookup: Lookup) -> list[str]:
        count = lookup.json(1)
        shown = some(ground.rng, group.items, 6)
        first = f"The model holds {plural(count if isinstance(count, int) else len(group), group.noun, group.nouns)}."
        return [first, *where(ground.index, group.items), *(described(ground.index, item) for item in shown)]

    question = ground.ask(
        (
            "How many {nouns} does the model have altogether?",
            "What's the total number of {nouns} we have modelled so far?",
            "Could you count the {nouns} for me, all storeys?",
            "I need the number of {nouns} in the current export.",
            "{nouns}, how many of those are in there by now?",
        ),
        nouns=group.nouns,
    )
    return Turn(ground.speaker(), question, steps, answer, group.items)


@topic
def count_on_a_storey(ground: Ground) -> Turn | None:
    """How many windows are upstairs?"""
    named = [storey for storey in ground.index.storeys if storey.name]
    if not ground.classes or not named:
        return None
    group, storey = ground.rng.choice(ground.classes), ground.rng.choice(named)
    there = tuple(item for item in group.items if item.storey == storey.key)
    steps = (
        ground.step("ifcquery {model} select 'IfcBuildingStorey'"),
        ground.step(f"ifcquery {{model}} relations {storey.step}"),
    )

    def answer(lookup: Lookup) -> list[str]:
        shown = [described(ground.index, item) for item in some(ground.rng, there, 5)]
        return [
            f"{storey.name} has {plural(len(there), group.noun, group.nouns)}.",
            f"The whole model has {len(group)}, so the others are on other storeys."
            if len(there) < len(group)
            else "That is all of them.",
            *shown,
        ]

    question = ground.ask(
        (
            "And on {storey}, how many {nouns} are there?",
            "How many of the {nouns} sit on {storey}?",
            "What does {storey} have in the way of {nouns}?",
            "Count only {storey} please, {nouns} I mean.",
        ),
        nouns=group.nouns,
        storey=storey.name,
    )
    return Turn(ground.speaker(), question, steps, answer, there or group.items)


@topic
def types_of_a_class(ground: Ground) -> Turn | None:
    """Which door types are there?"""
    usable = [group for group in ground.classes if any(item.type_name for item in group.items)]
    if not usable:
        return None
    group = ground.rng.choice(usable)
    counts = Counter(item.type_name or "without a type" for item in group.items)
    sample = ground.rng.choice(group.items)
    steps = (
        ground.step(f"ifcquery {{model}} select '{group.ifc_class}' | jq -r '.[].name' | sort | uniq -c | sort -rn"),
        ground.step(f"ifcquery {{model}} info {sample.step}"),
    )

    def answer(lookup: Lookup) -> list[str]:
        lines = [f"{name}: {count}." for name, count in counts.most_common(7)]
        first = f"The {group.nouns} " + (
            f"fall into {len(counts)} types." if len(counts) > 1 else "are all one type."
        )
        return [first, *lines]

    question = ground.ask(
        (
            "Which kinds of {nouns} do we have in the file?",
            "Can you list the {noun} types with how often each occurs?",
            "What {noun} types were used, roughly?",
            "Are the {nouns} all one type or several?",
        ),
        nouns=group.nouns,
        noun=group.noun,
    )
    return Turn(ground.speaker(), question, steps, answer, group.items)


@topic
def one_type(ground: Ground) -> Turn | None:
    """Where are the elements of this type?"""
    usable = [group for group in ground.types if len(group) > 1]
    if not usable:
        return None
    group = ground.rng.choice(usable)
    commands = select_command(ground.index, group) or (f"ifcquery {{model}} info {group.items[0].step}",)
    steps = (ground.step(commands[0]), ground.step(f"ifcquery {{model}} relations {group.items[-1].step}"))

    def answer(lookup: Lookup) -> list[str]:
        return [
            f"There are {len(group)} {group.phrase}.",
            *where(ground.index, group.items),
            *(described(ground.index, item) for item in some(ground.rng, group.items, 4)),
        ]

    question = ground.ask(
        (
            "Where do we have {phrase}?",
            "Show me where the {phrase} are.",
            "On which floors are the {phrase}, and how many?",
            "The {phrase}: where were they placed?",
        ),
        phrase=group.phrase,
    )
    return Turn(ground.speaker(), question, steps, answer, group.items)
