"""How a message is written as text wherever a system has no field of its own for its time and speaker.

One form for all adapters, so that no system is told more than another::

    [2026-03-02 S003-M02 user (architect)] The plaster costs 41.50 per square metre.
    [2026-03-02 S003-M03 assistant]
    $ ifcquery select IfcWall
    [2026-03-02 S003-M04 tool, output of: ifcquery select IfcWall] [...]

The date is the session's, in its own time zone.
"""

from __future__ import annotations

from collections.abc import Iterator

from memorybench.records import Message, Session


def session_date(session: Session) -> str:
    """The day the session started, ``2026-03-02``, in the session's own time zone."""
    return session.started_at.date().isoformat()


def session_heading(session: Session) -> str:
    """``Session S003, 2026-03-02``."""
    return f"Session {session.id}, {session_date(session)}"


def render_messages(session: Session) -> Iterator[tuple[Message, str]]:
    """Each message of the session with its text in the fixed form, in order."""
    command: str | None = None
    for message in session.messages:
        yield message, render_message(message, session, command=command)
        command = message.command if message.command else (command if message.role == "tool" else None)


def render_session(session: Session) -> str:
    """All messages of the session in the fixed form, one below the other; empty if it has none."""
    return "\n".join(text for _, text in render_messages(session))


def render_message(message: Message, session: Session, *, command: str | None = None) -> str:
    """One message in the fixed form; ``command`` is the command line whose output a tool message is."""
    who: str = message.role
    if message.speaker:
        who = f"{who} ({message.speaker})"
    if message.role == "tool" and command:
        who = f"{who}, output of: {command}"
    parts = [f"[{session_date(session)} {message.id} {who}]"]
    if message.text:
        parts.append(f" {message.text}")
    if message.command:
        parts.append(f"\n$ {message.command}")
    return "".join(parts)
