"""One task in numbers: what lies before its probe, and how far back its facts were told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from memorybench.records import History, Message, Scope, Task
from memorybench.scopes import filter_history


@dataclass(frozen=True)
class Profile:
    """One task in numbers, over what lies before its probe."""

    task: Task
    sessions: int
    days: float
    user_messages: int
    distances: tuple[tuple[int, float], ...]  # sessions and days, per fact that holds
    tokens: dict[Scope, int]


def profile_of(task: Task, seen: History, tokens: TokenCounts) -> Profile:
    return Profile(
        task=task,
        sessions=len(seen.sessions),
        days=_days(seen),
        user_messages=sum(message.role == "user" for message in messages_of(seen)),
        distances=tuple(_distances(task, seen)),
        tokens={scope: tokens.of_history(filter_history(seen, scope)) for scope in Scope},
    )


def _distances(task: Task, seen: History) -> Iterator[tuple[int, float]]:
    if task.control is not None:
        return
    place = {session.id: number for number, session in enumerate(seen.sessions)}
    told: list[set[str]] = [{identifier.partition("-")[0] for identifier in f.evidence} for f in task.current_facts()]
    told = told or [{session} for session in task.evidence_sessions()]
    for sessions in told:
        if known := sessions & place.keys():
            last = max(place[session] for session in known)
            days = (task.probe_time - seen.sessions[last].started_at).total_seconds() / 86_400
            yield len(seen.sessions) - 1 - last, days


class TokenCounts:
    """Token counts per message, each text counted once."""

    def __init__(self, count: Callable[[str], int]) -> None:
        self._count = count
        self._known: dict[str, int] = {}

    def of_message(self, message: Message) -> int:
        text = f"{message.command}\n{message.text}" if message.command else message.text
        if text not in self._known:
            self._known[text] = self._count(text)
        return self._known[text]

    def of_history(self, history: History) -> int:
        return sum(self.of_message(message) for message in messages_of(history))


def messages_of(history: History) -> list[Message]:
    return [message for session in history.sessions for message in session.messages]


def _days(history: History) -> float:
    if not history.sessions:
        return 0.0
    return (history.sessions[-1].started_at - history.sessions[0].started_at).total_seconds() / 86_400
