"""What a task demands of a memory, by rule where the task does not say so itself.

A rule and no field: the bundled datasets were published without tags, and their bytes are their identity.
"""

from __future__ import annotations

import re

from memorybench.facts.dates import read_dates
from memorybench.facts.folding import fold
from memorybench.records import Ability, Fact, Task

_TIME_UNITS = re.compile(r"(?:minute|hour|day|week|month|year|quarter)s?", re.IGNORECASE)


def abilities(task: Task) -> tuple[Ability, ...]:
    """The tags of a task, in the order of :class:`~memorybench.records.Ability`.

    Stated ones count. Else: a control task is abstention and nothing more. A fact that supersedes another
    makes it update; a fact that holds whose value is a date or a length of time makes it temporal; facts that
    hold (or evidence) told in several sessions make it multi-session, in one session single-session.
    """
    found = set(task.abilities)
    if not found:
        found = {Ability.ABSTENTION} if task.control is not None else _by_rule(task)
    return tuple(ability for ability in Ability if ability in found)


def _by_rule(task: Task) -> set[Ability]:
    found = set()
    if any(fact.supersedes is not None for fact in task.facts):
        found.add(Ability.UPDATE)
    if any(map(_about_time, task.current_facts())):
        found.add(Ability.TEMPORAL)
    sessions = len(task.evidence_sessions())
    if sessions:
        found.add(Ability.MULTI_SESSION if sessions > 1 else Ability.SINGLE_SESSION)
    return found


def _about_time(fact: Fact) -> bool:
    if isinstance(fact.value, str):
        return bool(read_dates(fold(fact.value).text))
    return fact.unit is not None and _TIME_UNITS.fullmatch(fact.unit) is not None
