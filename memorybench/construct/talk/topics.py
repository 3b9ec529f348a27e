"""Ordinary questions about a model: the everyday talk between which the facts are told.

Each topic makes one turn from what the file really holds, or None where it holds nothing to ask about. The
answers are composed from what the commands gave, and from the index of the same file.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module

from memorybench.construct.families.groups import Group, class_groups, type_groups
from memorybench.construct.families.rooms import Room, rooms
from memorybench.construct.numbers import listed, written
from memorybench.construct.talk.phrases import SPEAKERS, opened, thought
from memorybench.construct.talk.turns import Step, Turn
from memorybench.ifc.index import Item, ModelIndex


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
# The order of registration is part of what a seed means: the same order, the same bytes.
_MODULES = ("element_topics", "room_topics", "mistake_topics", "file_topics")


def next_question(ground: Ground) -> Turn | None:
    """A question about something that this history has not asked yet; None when nothing is left to ask."""
    for module in _MODULES:
        import_module(f"memorybench.construct.talk.{module}")
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
