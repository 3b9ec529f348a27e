"""When a project's chats take place, and which session tells what."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from memorybench.construct.talk.turns import Turn

FIRST_DAY = datetime(2025, 1, 6, tzinfo=UTC)
MIN_SESSIONS, MAX_SESSIONS = 25, 31  # the paper: 25 to 40, 28 on average
QUIET_END = 2  # no fact is told in the last sessions: remembering must bridge something


def session_times(rng: random.Random, count: int, stretch: int = 1) -> list[datetime]:
    """``count`` increasing working-hour times, one to five days apart, times ``stretch``; no weekends."""
    day = FIRST_DAY + timedelta(days=rng.randrange(0, 420))
    times: list[datetime] = []
    for _ in range(count):
        day = _working(day + timedelta(days=stretch * rng.choice((1, 1, 1, 2, 2, 3, 4, 5))))
        times.append(day.replace(hour=rng.randint(7, 17), minute=rng.randrange(0, 60)))
    return times


def _working(day: datetime) -> datetime:
    while day.weekday() >= 5:
        day += timedelta(days=1)
    return day


def probe_time(rng: random.Random, last: datetime) -> datetime:
    """A working time one to nine days after the last session."""
    day = _working(last + timedelta(days=rng.randint(1, 9)))
    return day.replace(hour=rng.randint(8, 16), minute=rng.randrange(0, 60))


def place(
    rng: random.Random,
    turns: Sequence[Turn],
    sessions: int,
    quiet: int = QUIET_END,
    within: Callable[[Turn], int] | None = None,
) -> dict[int, list[Turn]]:
    """Give each telling turn a session of its own where possible; a correction comes in a later session.

    Nothing is told in the last ``quiet`` of its sessions, which are the first ``within(turn)`` ones.
    """
    placed: dict[int, list[Turn]] = {}
    session_of: dict[str, int] = {}
    for turn in _in_order(turns):
        usable = max((within(turn) if within else sessions) - quiet, 1)
        earliest = max((session_of[fact] + 1 for fact in turn.after if fact in session_of), default=0)
        waiting = sum(set(turn.facts) & set(other.after) != set() for other in turns)
        latest = max(earliest, usable - 1 - 3 * waiting)
        free = [number for number in range(earliest, latest + 1) if number not in placed]
        number = rng.choice(free or list(range(earliest, max(earliest, usable - 1) + 1)))
        placed.setdefault(number, []).append(turn)
        session_of.update(dict.fromkeys(turn.facts, number))
    return placed


def _in_order(turns: Sequence[Turn]) -> list[Turn]:
    """Turns such that what they come after is placed first."""
    waiting, done, order = list(turns), set[str](), list[Turn]()
    while waiting:
        ready = [turn for turn in waiting if all(fact in done or not _told(fact, turns) for fact in turn.after)]
        if not ready:
            raise ValueError("statements wait for each other in a circle")
        for turn in ready:
            waiting.remove(turn)
            order.append(turn)
            done.update(turn.facts)
    return order


def _told(fact: str, turns: Sequence[Turn]) -> bool:
    return any(fact in turn.facts for turn in turns)
