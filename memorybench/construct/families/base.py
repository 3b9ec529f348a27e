"""What a fact family is, the registry, and what a family works with while it harvests."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

from memorybench.construct.contradictions import contradictions
from memorybench.construct.seeds import Bank, Statement, TaskSeed
from memorybench.ifc.geometry import Geometry
from memorybench.ifc.index import ModelIndex
from memorybench.records import Control, Derivation, Fact, GoldPart, Kind, Label, NumberGold

T = TypeVar("T")
Values = Mapping[str, Any]  # slot -> value of the fact; None: the fact was never told
Texts = dict[Bank, tuple[str, ...]]


@dataclass(frozen=True)
class Harvest:
    """What one family made of a file: task seeds, and a sentence for each thing that it could not use."""

    seeds: tuple[TaskSeed, ...] = ()
    reasons: tuple[str, ...] = ()


@dataclass
class Claims:
    """What the seeds of one harvest already rest on, so that two of them never disagree.

    ``pinned`` groups are counted as modelled, ``changed`` groups gain or lose elements by a decision, ``said``
    holds (topic, thing) pairs of which only one seed may speak.
    """

    pinned: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    said: set[tuple[str, str]] = field(default_factory=set)

    def free(self, topic: str, group: str) -> bool:
        """Whether a seed may speak of ``topic`` for a group and count it as modelled."""
        return group not in self.changed and (topic, group) not in self.said

    def claim(self, topic: str, *groups: str) -> None:
        """Count these groups as modelled and keep ``topic`` for this seed."""
        self.pinned.update(groups)
        self.said.update((topic, group) for group in groups)


@dataclass
class Site:
    """One family's view of one file while it harvests.

    ``rng`` is seeded by (seed, file name, family). ``injected`` fixes draws by slot, for tests.
    """

    index: ModelIndex
    geometry: Geometry
    rng: random.Random
    injected: Mapping[str, Any] = field(default_factory=dict)
    limit: int = 3
    claims: Claims = field(default_factory=lambda: Claims())

    def draw(self, slot: str, make: Callable[[], T]) -> T:
        """The injected value of ``slot``, else a drawn one."""
        drawn = make()
        value: T = self.injected.get(slot, drawn)
        return value

    def choose(self, slot: str, options: Sequence[T], name: Callable[[T], str] = str) -> T:
        """One of ``options``; an injected name picks the option of that name."""
        wanted = self.injected.get(slot)
        chosen = self.rng.choice(list(options))
        return next((option for option in options if wanted is not None and wanted in name(option)), chosen)

    def shuffled(self, slot: str, options: Sequence[T], name: Callable[[T], str] = str) -> list[T]:
        """``options`` in random order, the injected one first."""
        order = list(options)
        self.rng.shuffle(order)
        wanted = self.injected.get(slot)
        if wanted is not None:
            order = [o for o in order if wanted in name(o)] + [o for o in order if wanted not in name(o)]
        return order


class Family(ABC):
    """A kind of project knowledge. ``guess`` is the chance that a blind guess hits the whole gold."""

    name: ClassVar[str]
    guess: ClassVar[float]
    about: ClassVar[str]

    @abstractmethod
    def harvest(self, site: Site) -> Harvest:
        """The tasks that the file allows, or why there is none."""

    @abstractmethod
    def gold(self, index: ModelIndex, inputs: Mapping[str, Any], values: Values) -> tuple[GoldPart, ...]:
        """The typed gold from the model and the facts' values; the only place where it is computed."""


REGISTRY: dict[str, Family] = {}


def family(name: str, *, guess: float) -> Callable[[type[Family]], type[Family]]:
    """Register a family under ``name``."""

    def register(cls: type[Family]) -> type[Family]:
        cls.name, cls.guess = name, guess
        cls.about = (cls.__doc__ or "").split("\n")[0]
        REGISTRY[name] = cls()
        return cls

    return register


def say(a: Sequence[str], b: Sequence[str], /, **slots: Any) -> Texts:
    """Fill the wordings of both phrase banks and start each with a capital letter."""

    def fill(text: str) -> str:
        filled = text.format(**slots)
        return filled[:1].upper() + filled[1:]

    return {"A": tuple(fill(text) for text in a), "B": tuple(fill(text) for text in b)}


def tell(
    facts: str | tuple[str, ...],
    speaker: str,
    a: Sequence[str],
    b: Sequence[str],
    /,
    *,
    after: tuple[str, ...] = (),
    **slots: Any,
) -> Statement:
    """A statement with its wordings in both banks filled in."""
    ids = (facts,) if isinstance(facts, str) else facts
    return Statement(ids, speaker, say(a, b, **slots), after=after)


def told(
    slot: str,
    subject: str,
    relation: str,
    value: bool | float | str,
    unit: str | None = None,
    **more: Any,
) -> Fact:
    """A fact without evidence yet; its id is the slot."""
    return Fact(id=slot, subject=subject, relation=relation, value=value, unit=unit, evidence=(), **more)


def an(noun: str) -> str:
    """``noun`` with its indefinite article."""
    return f"{'an' if noun[:1].lower() in 'aeiou8' else 'a'} {noun}"


def number(value: float, unit: str | None, about: str, tolerance: float = 0.02) -> NumberGold:
    """A numeric gold part."""
    return NumberGold(value=round(value, 4), unit=unit, about=about, tolerance=tolerance)


def make_seed(
    owner: Family,
    site: Site,
    *,
    kind: Kind,
    label: Label,
    facts: Sequence[Fact],
    statements: Sequence[Statement],
    probes: Texts,
    inputs: Mapping[str, Any],
    answer: Callable[[tuple[GoldPart, ...]], str],
    extra: str,
    keys: Sequence[str] = (),
    commands: Sequence[str] = (),
    terms: Sequence[str] = (),
    lead_ins: Sequence[str] = (),
    control: Control | None = None,
    look_at: Sequence[str] | None = None,
) -> TaskSeed | str:
    """The seed, or one sentence that says what in the model contradicts it."""
    slots = [fact.id for fact in facts]
    full = {**inputs, "slots": slots}
    gold = owner.gold(site.index, full, {fact.id: fact.value for fact in facts})
    seed = TaskSeed(
        family=owner.name,
        kind=kind,
        label=label,
        facts=tuple(facts),
        statements=tuple(statements),
        probes=probes,
        gold=gold,
        gold_answer=answer(gold),
        extra_information=extra,
        derivation=Derivation(family=owner.name, inputs=full, model_keys=tuple(keys)),
        commands=tuple(commands),
        contradiction_terms=tuple(terms),
        contradiction_keys=tuple(keys if look_at is None else look_at),
        lead_ins=tuple(lead_ins),
        control=control,
    )
    found = contradictions(site.index, seed)
    return found[0] if found else seed


def collect(made: Sequence[TaskSeed | str], limit: int, otherwise: str) -> Harvest:
    """The first ``limit`` seeds and the reasons; ``otherwise`` when there is neither."""
    seeds = tuple(item for item in made if isinstance(item, TaskSeed))[:limit]
    reasons = tuple(item for item in made if isinstance(item, str))
    return Harvest(seeds, reasons if reasons or seeds else (otherwise,))


__all__ = [
    "REGISTRY",
    "Family",
    "Harvest",
    "Site",
    "an",
    "collect",
    "family",
    "make_seed",
    "number",
    "say",
    "tell",
    "told",
]
