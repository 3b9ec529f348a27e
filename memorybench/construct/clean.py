"""Weave until the fact matcher finds every fact where it was told, and nowhere else."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memorybench.construct.leaks import leaks, missing_evidence
from memorybench.construct.talk.replay import Shell
from memorybench.construct.weave import Assignment, Weaving, weave
from memorybench.ifc.index import ModelIndex
from memorybench.records import History, Task

TRIES = 4


@dataclass(frozen=True)
class Woven:
    """One history, its tasks without a fault, and why others were dropped."""

    history: History
    tasks: list[Task]
    dropped: list[str]


def weave_cleanly(
    index: ModelIndex,
    shell: Shell,
    assignments: Sequence[Assignment],
    how: Weaving,
    seed: str,
    count_tokens: Callable[[str], int],
) -> Woven:
    """Weave anew, with another draw, while a fact leaks or cannot be read; after that drop its task."""
    for attempt in range(TRIES):
        rng = random.Random(f"{seed}|{attempt}" if attempt else seed)
        history, tasks = weave(index, shell, assignments, how, rng, count_tokens)
        faults = {task.id: found for task in tasks if (found := _faults(task, history))}
        if not faults:
            break
    kept = [task for task in tasks if task.id not in faults]
    return Woven(history, kept, [f"{name}: {found[0]}." for name, found in faults.items()])


def _faults(task: Task, history: History) -> list[str]:
    unread = [f"fact {fact} cannot be read in its own evidence" for fact in missing_evidence(task, history)]
    return unread + [str(leak) for leak in leaks(task, history)]
