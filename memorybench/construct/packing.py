"""Which task seeds a dataset takes, and which of them share a history."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from memorybench.construct.families import Harvest
from memorybench.construct.seeds import TaskSeed

TASKS_PER_HISTORY = 4
CONTROL_SHARE = 0.1
# Decisions that change what an element is: no other fact of the same history may rest on that element.
CHANGING = frozenset({"lagging_decision", "room_correction"})


@dataclass
class Packed:
    """Seeds by history."""

    histories: list[list[TaskSeed]] = field(default_factory=list)

    def __len__(self) -> int:
        return sum(map(len, self.histories))


def pack(
    harvests: Mapping[str, Harvest],
    wanted: int,
    rng: random.Random,
    tasks_per_history: int = TASKS_PER_HISTORY,
    penalty: Callable[[TaskSeed], int] = lambda _: 0,
) -> Packed:
    """Choose up to ``wanted`` seeds: all families before any twice, at least a tenth controls.

    Seeds share a history unless they belong to one family, or one of them changes an element that the other
    rests on. Fewer seeds are packed where the file does not yield more. ``penalty`` puts seeds back in the queue:
    4 is as much as a second seed of one family.
    """
    packed = Packed([[] for _ in range(math.ceil(wanted / tasks_per_history))])
    queue = _queue(harvests, wanted, rng, penalty)
    for seed in queue:
        if len(packed) == wanted:
            break
        home = _home(packed, seed, tasks_per_history)
        if home is not None:
            home.append(seed)
    packed.histories = [history for history in packed.histories if history]
    return packed


def _home(packed: Packed, seed: TaskSeed, tasks_per_history: int) -> list[TaskSeed] | None:
    fitting = [
        history
        for history in packed.histories
        if len(history) < tasks_per_history and all(compatible(seed, other) for other in history)
    ]
    if fitting:
        return min(fitting, key=len)
    return None


def compatible(one: TaskSeed, other: TaskSeed) -> bool:
    """Whether two seeds may be told in one history."""
    if one.family == other.family:
        return False
    if {one.family, other.family} & CHANGING:
        return not set(one.derivation.model_keys) & set(other.derivation.model_keys)
    return True


def _queue(
    harvests: Mapping[str, Harvest], wanted: int, rng: random.Random, penalty: Callable[[TaskSeed], int]
) -> list[TaskSeed]:
    """All seeds, in the order in which they are taken: enough controls, then ever another family and kind."""
    waiting = [seed for harvest in harvests.values() for seed in harvest.seeds]
    rng.shuffle(waiting)
    queue: list[TaskSeed] = []
    controls = math.ceil(CONTROL_SHARE * wanted)
    while waiting:
        seed = min(waiting, key=lambda candidate: _cost(candidate, queue, controls, penalty(candidate)))
        waiting.remove(seed)
        queue.append(seed)
    return queue


def _cost(seed: TaskSeed, queue: Sequence[TaskSeed], controls: int, penalty: int) -> tuple[int, int, int]:
    chosen = sum(other.control is not None for other in queue)
    control = 0 if seed.control is not None and chosen < controls else (3 if seed.control is not None else 1)
    families = Counter(other.family for other in queue)
    alike = Counter((other.kind, other.label) for other in queue)
    return families[seed.family] * 4 + control + penalty, alike[seed.kind, seed.label], 0


def shortfalls(harvests: Mapping[str, Harvest], packed: Packed) -> list[str]:
    """Per family without a task: why."""
    used = {seed.family for history in packed.histories for seed in history}
    return [
        f"{name}: {'; '.join(harvest.reasons[:2]) or 'its tasks would contradict another in the same history.'}"
        for name, harvest in harvests.items()
        if name not in used
    ]
