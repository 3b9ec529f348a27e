"""Ordinary questions about the file as a whole: storeys, units, materials, what it does not hold."""

from __future__ import annotations

from collections import Counter

from memorybench.construct.numbers import listed, plural, written
from memorybench.construct.talk.topics import Ground, described, some, topic
from memorybench.construct.talk.turns import Lookup, Turn


@topic
def storeys(ground: Ground) -> Turn | None:
    """Which storeys are there, and how high?"""
    if not ground.index.storeys:
        return None
    steps = (
        ground.step("ifcquery {model} select 'IfcBuildingStorey'"),
        *(
            ground.step(f"ifcquery {{model}} info {storey.step}")
            for storey in some(ground.rng, ground.index.storeys, 2)
        ),
    )

    def answer(lookup: Lookup) -> list[str]:
        lines = [
            f"{storey.name or 'an unnamed one'}"
            + (f" at {written(storey.elevation)} m" if storey.elevation is not None else "")
            for storey in ground.index.storeys
        ]
        return [f"The building has {plural(len(lines), 'storey')}: {listed(lines)}."]

    question = ground.ask(
        (
            "Which storeys are there and at what height?",
            "How many levels does the model have, and what are they called?",
            "Give me the floor names with their elevations.",
            "What's the storey structure in this export?",
        )
    )
    return Turn(ground.speaker(), question, steps, answer, ground.index.storeys)


@topic
def schema_and_units(ground: Ground) -> Turn | None:
    """Which IFC version, which units?"""
    steps = (
        ground.step("ifcquery {model} summary"),
        ground.step("ifcquery {model} select 'IfcUnitAssignment'"),
        ground.step("ifcquery {model} contexts"),
    )

    def answer(lookup: Lookup) -> list[str]:
        return [
            f"The file is in schema {ground.index.schema}.",
            f"It holds {len(ground.index.elements)} building elements, "
            f"{plural(len(ground.index.spaces), 'room')} and {plural(len(ground.index.storeys), 'storey')}.",
            "The units follow the project's unit assignment, which the file carries as an object of its own.",
        ]

    question = ground.ask(
        (
            "Which IFC version is this and what units does it use?",
            "What did they export, 2x3 or 4? And which units?",
            "Can you give me the key data of the file?",
            "How big is the model, roughly?",
        )
    )
    return Turn(ground.speaker(), question, steps, answer, ground.index.storeys)


@topic
def materials(ground: Ground) -> Turn | None:
    """What is this made of?"""
    usable = [group for group in ground.classes if any(item.materials for item in group.items)]
    if not usable:
        return None
    group = ground.rng.choice(usable)
    counts = Counter(name for item in group.items for name in dict.fromkeys(item.materials))
    steps = tuple(ground.step(f"ifcquery {{model}} info {item.step}") for item in some(ground.rng, group.items, 2))

    def answer(lookup: Lookup) -> list[str]:
        lines = [f"{name} in {count} of them." for name, count in counts.most_common(6)]
        return [f"The {group.nouns} are modelled with {plural(len(counts), 'material')}.", *lines]

    question = ground.ask(
        (
            "What are the {nouns} made of in the model?",
            "Which materials are given for the {nouns}?",
            "Are materials filled in on the {nouns}?",
            "What material does the file state for our {nouns}?",
        ),
        nouns=group.nouns,
    )
    return Turn(ground.speaker(), question, steps, answer, group.items)


@topic
def element_attributes(ground: Ground) -> Turn | None:
    """What is filled in for one element?"""
    usable = [item for item in ground.index.elements if item.name and item.properties]
    if not usable:
        return None
    item = ground.rng.choice(usable)
    noun = next((group.noun for group in ground.classes if item in group.items), "element")
    place = ground.index.storey_name(item) or "the model"
    steps = (
        ground.step(f"ifcquery {{model}} info {item.step}"),
        ground.step(f"ifcquery {{model}} relations {item.step} --traverse up"),
    )
    sets = list(dict.fromkeys(prop.pset for prop in item.properties if prop.pset))

    def answer(lookup: Lookup) -> list[str]:
        texts = [p for p in item.properties if isinstance(p.value, bool) and not p.ambiguous]
        lines = [f"{prop.name} is {'yes' if prop.value else 'no'}." for prop in texts[:5]]
        return [
            f"I took this one as an example: {described(ground.index, item)}",
            f"It carries {plural(len(sets), 'property set')}: {listed(sets[:6])}.",
            *lines,
        ]

    question = ground.ask(
        (
            "Take any {noun} on {place}: which attributes are filled in?",
            "Which property sets come with a {noun} in {place}?",
            "What does a typical {noun} on {place} carry in terms of data?",
            "How well is the {noun} data filled in, say on {place}?",
        ),
        noun=noun,
        place=place,
    )
    return Turn(ground.speaker(), question, steps, answer, (item,))


@topic
def planned_work(ground: Ground) -> Turn | None:
    """Does the file hold a programme or cost items?"""
    steps = (ground.step("ifcquery {model} schedule"), ground.step("ifcquery {model} cost"))

    def answer(lookup: Lookup) -> list[str]:
        empty = [not lookup.json(number) for number in (0, 1)]
        programme = "no construction programme" if empty[0] else "a construction programme"
        items = "no cost items" if empty[1] else "cost items"
        return [
            f"The file holds {programme} and {items}.",
            "Both would be objects of their own in the export, next to the building elements, and I asked for each.",
        ]

    question = ground.ask(
        (
            "Does the model come with a construction programme or cost items?",
            "Did anyone link the programme to this export?",
            "Is there a time schedule inside the file?",
            "Are there any cost items stored in the file itself?",
        )
    )
    return Turn(ground.speaker(), question, steps, answer, ground.index.storeys)


@topic
def quality(ground: Ground) -> Turn | None:
    """Is the file sound?"""
    steps = (
        ground.step("ifcquery {model} validate | head -c 1500"),
        ground.step("ifcquery {model} tree | head -c 1800"),
    )

    def answer(lookup: Lookup) -> list[str]:
        found = lookup.json(0)
        verdict = "I ran the schema check on the file; its findings are in the output above."
        if isinstance(found, dict) and found.get("valid") is True:
            verdict = "The schema check passes: the file is valid."
        loose = sum(not item.storey for item in ground.index.elements)
        return [
            verdict,
            f"{plural(loose, 'element')} of {len(ground.index.elements)} cannot be traced to a storey.",
            f"{plural(sum(not item.name for item in ground.index.elements), 'element')} have no name.",
        ]

    question = ground.ask(
        (
            "Is the export sound, technically?",
            "Can you run a check over the file?",
            "Anything wrong with this version of the model?",
            "Did the export come through clean this time?",
        )
    )
    return Turn(ground.speaker(), question, steps, answer, ground.index.storeys)
