"""Ordinary questions about a model: the everyday talk between which the facts are told.

Each topic makes one turn from what the file really holds, or None where it holds nothing to ask about. The
answers are composed from what the commands gave, and from the index of the same file.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from memorybench.construct.families.base import an
from memorybench.construct.families.groups import Group, class_groups, select_command, type_groups
from memorybench.construct.families.rooms import Room, rooms, stored_area
from memorybench.construct.numbers import listed, plural, written
from memorybench.construct.talk.phrases import SPEAKERS, opened, thought
from memorybench.construct.talk.turns import Lookup, Step, Turn
from memorybench.ifc.index import Item, ModelIndex
from memorybench.ifc.index_placeholders import is_placeholder


@dataclass
class Ground:
    """What questions can be asked about one model, looked up once."""

    index: ModelIndex
    rng: random.Random
    classes: tuple[Group, ...] = field(init=False)
    types: tuple[Group, ...] = field(init=False)
    rooms: tuple[Room, ...] = field(init=False)
    uses: Counter[str] = field(default_factory=Counter)
    asked: set[tuple[str, ...]] = field(default_factory=set)
    matter: tuple[str, ...] = ()  # what the newest question is about, however it is worded

    def __post_init__(self) -> None:
        self.classes = class_groups(self.index)
        self.types = type_groups(self.index)
        self.rooms = rooms(self.index)

    def ask(self, wordings: tuple[str, ...], **slots: str) -> str:
        """One wording, filled in, sometimes with an opening."""
        self.matter = (wordings[0], *slots.values())
        text = self.rng.choice(wordings).format(**slots)
        return opened(self.rng, text[:1].upper() + text[1:])

    def speaker(self) -> str:
        """Who asks."""
        return self.rng.choice(SPEAKERS)

    def step(self, command: str) -> Step:
        """A step with a thought."""
        return Step(thought(self.rng), command)


Topic = Callable[[Ground], Turn | None]
TOPICS: list[Topic] = []


def next_question(ground: Ground) -> Turn | None:
    """A question about something that this history has not asked yet; None when nothing is left to ask."""
    order = sorted(TOPICS, key=lambda make: (ground.uses[make.__name__], ground.rng.random()))
    for make in order:
        for _ in range(3):
            turn = make(ground)
            if turn is None:
                break
            if ground.matter not in ground.asked:
                ground.asked.add(ground.matter)
                ground.uses[make.__name__] += WEIGHTS.get(make.__name__, 1)
                return turn
    return None


# A file has one set of units and one schema: questions about the whole file wear out sooner than others.
WEIGHTS = {"storeys": 4, "schema_and_units": 4, "planned_work": 5, "quality": 5}


def topic(make: Topic) -> Topic:
    """Register a topic."""
    TOPICS.append(make)
    return make


def where(index: ModelIndex, items: tuple[Item, ...]) -> list[str]:
    """One sentence per storey: how many of the items are there."""
    counts = Counter(index.storey_name(item) or "no storey" for item in items)
    return [f"{name}: {count} of them." for name, count in counts.most_common()]


def described(index: ModelIndex, item: Item) -> str:
    """One sentence about one element."""
    name = " ".join(dict.fromkeys(part for part in (item.long_name, item.name) if part)) or "an unnamed element"
    parts = [f"{name} (#{item.step})"]
    if index.storey_name(item):
        parts.append(f"on {index.storey_name(item)}")
    if item.width and item.height:
        parts.append(f"{written(item.width)} m wide and {written(item.height)} m high")
    if item.materials:
        parts.append(f"material {listed(item.materials[:2])}")
    return ", ".join(parts) + "."


def some(rng: random.Random, items: tuple[Item, ...], count: int) -> tuple[Item, ...]:
    """A few of the items, in file order."""
    picked = rng.sample(range(len(items)), min(count, len(items)))
    return tuple(items[number] for number in sorted(picked))


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


@topic
def rooms_on_a_storey(ground: Ground) -> Turn | None:
    """Which rooms are on this floor?"""
    storeys = [storey for storey in ground.index.storeys if any(r.item.storey == storey.key for r in ground.rooms)]
    if not storeys:
        return None
    storey = ground.rng.choice(storeys)
    there = [room for room in ground.rooms if room.item.storey == storey.key]
    steps = (
        ground.step("ifcquery {model} select 'IfcSpace'"),
        ground.step(f"ifcquery {{model}} relations {storey.step}"),
    )

    def answer(lookup: Lookup) -> list[str]:
        named = listed([f"{room.name} ({room.kind})" if room.kind != room.name else room.name for room in there[:12]])
        more = [f"In all {plural(len(ground.rooms), 'room')} are modelled in the building."]
        return [f"{storey.name} has {plural(len(there), 'room')}: {named}.", *more]

    question = ground.ask(
        (
            "Which rooms are on {storey}?",
            "Give me the room list of {storey}, names only.",
            "What rooms did they put on {storey}?",
            "Can I have the rooms on {storey}?",
        ),
        storey=storey.name,
    )
    return Turn(ground.speaker(), question, steps, answer, tuple(room.item for room in there))


@topic
def one_room(ground: Ground) -> Turn | None:
    """What does the model say about this room?"""
    if not ground.rooms:
        return None
    room = ground.rng.choice(ground.rooms)
    steps = (
        ground.step(f"ifcquery {{model}} info {room.item.step}"),
        ground.step(f"ifcquery {{model}} relations {room.item.step}"),
    )
    filled = [
        prop for prop in room.item.properties if not prop.ambiguous and not is_placeholder(prop.name, prop.value)
    ]

    def answer(lookup: Lookup) -> list[str]:
        area = stored_area(room)
        lines = [f"{prop.name} is {prop.value}." for prop in filled[:6] if isinstance(prop.value, str)]
        size = f"Its stored floor area is {written(area)} m²." if area else "No floor area is stored for it."
        return [
            f"{room.name} is {an(room.kind)} on {ground.index.storey_name(room.item) or 'no storey'}.",
            size,
            *lines,
        ]

    question = ground.ask(
        (
            "What do we know about {room} from the model?",
            "Tell me what is stored for {room}, please.",
            "{room}, what does the file say about it?",
            "Is there anything useful in the model on {room}?",
        ),
        room=room.name,
    )
    return Turn(ground.speaker(), question, steps, answer, (room.item,))


@topic
def larger_room(ground: Ground) -> Turn | None:
    """Which of two rooms is larger?"""
    sized = [(room, area) for room in ground.rooms if (area := stored_area(room))]
    if len(sized) < 2:
        return None
    (one, first), (other, second) = ground.rng.sample(sized, 2)
    steps = tuple(ground.step(f"ifcquery {{model}} info {room.item.step}") for room in (one, other))

    def answer(lookup: Lookup) -> list[str]:
        larger = one if first >= second else other
        return [
            f"{larger.name} is the larger one by the stored floor areas.",
            f"{one.name} has {written(first)} m² and {other.name} has {written(second)} m² in the file.",
            "I compared the stored values and did not measure the outlines.",
        ]

    question = ground.ask(
        (
            "Which one is bigger, {a} or {b}?",
            "Compare {a} with {b} for me, by floor area.",
            "Is {a} larger than {b}?",
        ),
        a=one.name,
        b=other.name,
    )
    return Turn(ground.speaker(), question, steps, answer, (one.item, other.item))


@topic
def miscount(ground: Ground) -> Turn | None:
    """A count that the assistant gets wrong at first, because it looks at one storey only."""
    usable = [
        (group, storey, there)
        for group in ground.classes
        for storey in ground.index.storeys
        if 0 < (there := sum(item.storey == storey.key for item in group.items)) < len(group)
    ]
    if not usable:
        return None
    group, storey, there = ground.rng.choice(usable)
    speaker = ground.speaker()
    again = Turn(
        speaker,
        ground.rng.choice(
            (
                "That seems low, did you look at every storey?",
                "Only {count}? There must be more, look at the other floors too.",
                "I don't think that's the whole building, please count again.",
                "No, I meant all of them, not just {storey}.",
            )
        ).format(count=there, storey=storey.name or "one floor"),
        (ground.step(f"ifcquery {{model}} select '{group.ifc_class}' | jq length"),),
        lambda lookup: [
            f"You are right, I had counted only those on {storey.name or 'one storey'}.",
            f"Over all storeys the model has {plural(len(group), group.noun, group.nouns)}.",
            *where(ground.index, group.items),
            *(described(ground.index, item) for item in some(ground.rng, group.items, 3)),
        ],
        group.items,
    )
    return Turn(
        speaker,
        ground.ask(
            (
                "Number of {nouns} in the building, please.",
                "How many {nouns} will the contractor have to price?",
                "Do you have the {noun} count at hand?",
            ),
            nouns=group.nouns,
            noun=group.noun,
        ),
        (ground.step(f"ifcquery {{model}} relations {storey.step}"),),
        lambda lookup: [
            f"I count {plural(there, group.noun, group.nouns)}.",
            *(described(ground.index, item) for item in group.items if item.storey == storey.key),
        ],
        group.items,
        follow_up=again,
    )
