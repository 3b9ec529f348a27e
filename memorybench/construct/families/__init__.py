"""Fact families: each turns what a file holds into tasks whose answer needs the project's memory.

``harvest`` asks every family for task seeds; ``recompute`` computes a seed's or task's gold again from changed
facts or from a changed copy of the model. A family is one small module; it registers itself by decorator.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from memorybench.construct.families.base import REGISTRY, Claims, Family, Harvest, Site
from memorybench.construct.seeds import TaskSeed
from memorybench.errors import unknown_name
from memorybench.ifc.geometry import Geometry
from memorybench.ifc.index import ModelIndex
from memorybench.records import Fact, GoldPart, Task

_MODULES = (
    "unit_cost",
    "lagging_decision",
    "superseded_rating",
    "emission_factor",
    "room_correction",
    "area_convention",
    "accessibility",
    "glazing",
    "warranty",
    "responsibility",
    "alias",
    "negative_confirmation",
    "supplier",
    "maintenance",
    "occupancy",
    "option_comparison",
    "delivery",
    "spares",
    "floor_finish",
)


def _load() -> dict[str, Family]:
    for module in _MODULES:
        import_module(f"{__name__}.{module}")
    return REGISTRY


def family_names() -> tuple[str, ...]:
    """The names of all families, in the order in which they are asked."""
    return tuple(_load())


def get_family(name: str) -> Family:
    """The family of that name; raises ``BadInput`` with the known ones otherwise."""
    known = _load()
    if name not in known:
        raise unknown_name("fact family", name, known)
    return known[name]


def harvest(
    index: ModelIndex,
    *,
    seed: int = 1,
    families: Iterable[str] | None = None,
    inject: Mapping[str, Mapping[str, Any]] | None = None,
    per_family: int = 3,
) -> dict[str, Harvest]:
    """Ask each family for at most ``per_family`` seeds. Same seed and file name, same result.

    ``inject`` fixes draws by family and slot (tests). The result holds a reason for each family without seeds.
    """
    geometry, claims = index.derived.setdefault("geometry", Geometry(index)), Claims()
    asked = tuple(family_names() if families is None else families)
    order = list(asked)
    random.Random(f"{seed}|{index.name}|order").shuffle(order)  # which family gets a group first varies by seed
    if "lagging_decision" in order:  # it needs groups that nobody counts yet, so it must come early
        order.remove("lagging_decision")
        order.insert(random.Random(f"{seed}|{index.name}|early").randint(0, 3), "lagging_decision")
    result = {}
    for name in order:
        site = Site(
            index=index,
            geometry=geometry,
            rng=random.Random(f"{seed}|{index.name}|{name}"),
            injected=(inject or {}).get(name, {}),
            limit=per_family,
            claims=claims,
        )
        result[name] = get_family(name).harvest(site)
    return {name: result[name] for name in asked}


def recompute(
    index: ModelIndex,
    subject: TaskSeed | Task,
    changed: Mapping[str, Any] | Iterable[Fact] = (),
) -> tuple[GoldPart, ...]:
    """The gold of a seed or task with some facts changed, or with ``index`` of a changed copy of the model.

    ``changed`` maps fact ids to values (None: never told), or lists changed facts. Raises ``BadInput`` for a
    fact id that the subject does not have.
    """
    derivation = subject.derivation
    if derivation is None:
        return subject.gold
    changes = dict(changed) if isinstance(changed, Mapping) else {fact.id: fact.value for fact in changed}
    ids = [fact.id for fact in subject.facts]
    for name in changes:
        if name not in ids:
            raise unknown_name("fact id", name, ids)
    if "withdrawn" in derivation.inputs:
        return subject.gold
    slots: list[str] = derivation.inputs["slots"]
    by_id = {fact.id: fact for fact in subject.facts}
    # Facts beyond the family's own are earlier values of these: they count while their successor is not told.
    values = {slot: _value_told(fact, by_id, changes) for slot, fact in zip(slots, subject.facts, strict=False)}
    return get_family(derivation.family).gold(index, derivation.inputs, values)


def _value_told(fact: Fact, by_id: Mapping[str, Fact], changes: Mapping[str, Any]) -> Any | None:
    value = changes.get(fact.id, fact.value)
    earlier = by_id.get(fact.supersedes or "")
    if value is None and earlier is not None and earlier.id.startswith(f"{fact.id}."):
        return _value_told(earlier, by_id, changes)
    return value


def perturb(index: ModelIndex, subject: TaskSeed | Task, fact_id: str) -> Any | None:
    """A changed value of one fact under which the gold changes, or None when the fact does not matter.

    A superseded fact is tried as it would be if its successor had never been told.
    """
    fact = next(fact for fact in subject.facts if fact.id == fact_id)
    dropped = {other.id: None for other in subject.facts if other.supersedes == fact_id}
    before = recompute(index, subject, dropped)
    for value in _other_values(fact.value):
        if recompute(index, subject, {**dropped, fact_id: value}) != before:
            return value
    return None


def _other_values(value: bool | float | str) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, (int, float)):
        return [value * factor for factor in (2, 0.5, 5, 0.2, 20)]
    return ["1 January 1999"] if value[:1].isdigit() and value[-4:].isdigit() else [f"not {value}"]


__all__ = ["Harvest", "family_names", "get_family", "harvest", "perturb", "recompute"]
