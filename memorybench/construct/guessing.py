"""How far guessing gets: by a guesser who knows model, question and generator, but not what was told.

For each task the told values are replaced by values that the same family drew for the same model under other seeds,
and the gold is computed again. How often that hits the real gold is the task's guess rate.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from memorybench.construct.families import get_family, harvest, recompute
from memorybench.construct.seeds import TaskSeed
from memorybench.ifc.index import ModelIndex
from memorybench.records import GoldPart, NumberGold, Record, Task

SEEDS = range(9001, 9005)  # far from the seeds people give


class GuessRate(Record):
    """``declared`` is the families' own estimate, ``hits`` of ``guesses`` were measured; controls are left out."""

    declared: float
    hits: int
    guesses: int

    @property
    def measured(self) -> float | None:
        """The share of guesses that hit; None without guesses."""
        return self.hits / self.guesses if self.guesses else None


def guess_rate(index: ModelIndex, tasks: Sequence[Task | TaskSeed], seeds: Iterable[int] = SEEDS) -> GuessRate:
    """The guess rate over the tasks of one model."""
    told = [task for task in tasks if task.control is None and task.derivation is not None]
    declared = sum(get_family(task.family).guess for task in told) / len(told) if told else 0.0
    draws = _draws(index, {task.family for task in told}, seeds)
    hits = guesses = 0
    for task in told:
        own = [fact.id for fact in task.facts]
        for values in draws[task.family]:
            if set(values) != set(own):
                continue  # e.g. another number of rooms was left out
            guesses += 1
            hits += matches(task.gold, recompute(index, task, values))
    return GuessRate(declared=declared, hits=hits, guesses=guesses)


def _draws(index: ModelIndex, families: set[str], seeds: Iterable[int]) -> dict[str, list[dict[str, Any]]]:
    """By family, the values that other seeds drew: fact id -> value."""
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for number in seeds:
        for name, made in harvest(index, seed=number, families=sorted(families)).items():
            found[name] += [{fact.id: fact.value for fact in seed.facts} for seed in made.seeds if not seed.control]
    return found


def matches(gold: Sequence[GoldPart], guess: Sequence[GoldPart]) -> bool:
    """Whether a guess would be accepted: numbers within the gold's tolerance, all else equal."""
    return len(gold) == len(guess) and all(_part(own, other) for own, other in zip(gold, guess, strict=True))


def _part(gold: GoldPart, guess: GoldPart) -> bool:
    if isinstance(gold, NumberGold) and isinstance(guess, NumberGold):
        room = abs(gold.value) * gold.tolerance if gold.unit else 0.0
        return abs(gold.value - guess.value) <= room
    return gold == guess


def joined(rates: Sequence[tuple[GuessRate, int]]) -> GuessRate:
    """Several models together; each rate comes with its number of tasks."""
    tasks = sum(count for _, count in rates) or 1
    return GuessRate(
        declared=sum(rate.declared * count for rate, count in rates) / tasks,
        hits=sum(rate.hits for rate, _ in rates),
        guesses=sum(rate.guesses for rate, _ in rates),
    )
