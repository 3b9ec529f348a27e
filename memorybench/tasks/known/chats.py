"""Dated turns of other benchmarks as sessions of ours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from memorybench.records import Message, Session
from memorybench.tasks.known.benchmark import Oddities

_APART = timedelta(minutes=1)


@dataclass(frozen=True)
class Turn:
    """One turn. ``key`` is how the benchmark names it, for its evidence."""

    key: str
    role: Literal["user", "assistant"]
    text: str
    speaker: str | None = None


@dataclass(frozen=True)
class Chats:
    """Sessions in order of time, and the message that each turn became."""

    sessions: tuple[Session, ...]
    message_of: dict[str, str]


def chats(dated: Iterable[tuple[datetime, Sequence[Turn]]], oddities: Oddities) -> Chats:
    """Number sessions and messages. Empty turns and sessions are left out; no two sessions start at once."""
    given = list(dated)
    ordered = sorted(given, key=lambda pair: pair[0])
    oddities.note("histories whose sessions did not stand in order of time", ordered != given)
    sessions: list[Session] = []
    message_of: dict[str, str] = {}
    for started, turns in ordered:
        told = [turn for turn in turns if turn.text.strip()]
        oddities.note("turns without text, left out", len(turns) - len(told))
        if not told:
            oddities.note("sessions without a turn, left out")
            continue
        if sessions and started <= sessions[-1].started_at:
            oddities.note("sessions that started with the one before, put a minute later")
            started = sessions[-1].started_at + _APART
        identifier = f"S{len(sessions) + 1:03d}"
        messages = []
        for place, turn in enumerate(told, start=1):
            message_of[turn.key] = f"{identifier}-M{place:02d}"
            messages.append(
                Message(
                    id=message_of[turn.key],
                    role=turn.role,
                    text=turn.text,
                    speaker=turn.speaker,
                    final=turn.role == "assistant",
                )
            )
        sessions.append(Session(id=identifier, started_at=started, messages=tuple(messages)))
    return Chats(tuple(sessions), message_of)


def asked_after(asked: datetime | None, sessions: Sequence[Session], oddities: Oddities) -> datetime:
    """The probe time: when it was asked, but after the last session, for the whole history is put before it."""
    last = sessions[-1].started_at + _APART
    if asked is not None and asked < last:
        oddities.note("questions dated before their last session, asked a minute after it")
    return last if asked is None else max(asked, last)


def quoted(sessions: Sequence[Session], identifiers: Iterable[str]) -> str:
    """The messages of these ids, each with its day and speaker: what a memory should have kept."""
    wanted = set(identifiers)
    lines = [
        f"[{session.started_at.date().isoformat()}, {message.speaker or message.role}] {message.text}"
        for session in sessions
        for message in session.messages
        if message.id in wanted
    ]
    return "\n".join(lines)
