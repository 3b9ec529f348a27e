"""How a session becomes an episode of Graphiti's source ``message``: lines of ``speaker: text``.

The session's time has a field of its own, the episode's reference time, and so stands in no line. Graphiti
knows no roles: a speaker's role is written before the colon, where its prompts look for the speaker.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from memorybench.records import Message, Session


def episode_body(session: Session) -> str:
    """All messages of the session, a tool's output among them, one below the other.

    ::

        user (architect): The plaster costs 41.50 per square metre.
        assistant: I look.
        $ ifcquery select IfcWall
        tool, output of ifcquery select IfcWall: [...]
    """
    return "\n".join(_lines(session.messages))


def episode_about(session: Session) -> str:
    """The episode's source description: which session it is, so that a memory can be traced back to it."""
    return json.dumps({"session": session.id, "started_at": session.started_at.isoformat()})


def about_episode(source_description: str | None) -> tuple[str | None, datetime | None]:
    """The session's id and when it began, in its own time zone, from :func:`episode_about`'s text."""
    try:
        about: Any = json.loads(source_description or "")
        return str(about["session"]), datetime.fromisoformat(about["started_at"])
    except (ValueError, KeyError, TypeError):
        return None, None


def reference_time(session: Session) -> datetime:
    """The session's start in UTC, as Graphiti keeps its times."""
    return session.started_at.astimezone(UTC)


def _lines(messages: tuple[Message, ...]) -> Iterator[str]:
    command: str | None = None
    for message in messages:
        who: str = message.role
        if message.speaker:
            who = f"{who} ({message.speaker})"
        if message.role == "tool" and command:
            who = f"{who}, output of {command}"
        text = message.text
        if message.command:
            text = f"{text}\n$ {message.command}" if text else f"$ {message.command}"
        command = message.command if message.command else (command if message.role == "tool" else None)
        if text:
            yield f"{who}: {text}"
