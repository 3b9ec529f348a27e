"""What the server's deleting tool is called with: its placeholders say how much one call deletes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from memorybench.records import Memory
from memorybench_mcp import templates
from memorybench_mcp.calls import message_of
from memorybench_mcp.journal import Journal
from memorybench_mcp.tools import ToolCall

_PARTS = {"id", "message", "session"}


def deletes_parts(call: ToolCall | None) -> bool:
    """Whether less than the whole store can be deleted."""
    return call is not None and bool(_PARTS & call.placeholders)


def deletions(
    call: ToolCall,
    sessions: Sequence[str],
    journal: Journal,
    stored: Iterable[Memory],
    fixed: Mapping[str, str],
) -> list[dict[str, Any]]:
    """The arguments of each call that together delete ``sessions``; one call for a tool that deletes all.

    ``stored`` is the dump, of which a tool that deletes by {id} needs the ids.
    """
    asked = call.placeholders
    if "id" in asked:
        units = [
            {"id": memory.id, "session": memory.session or ""}
            for memory in stored
            if memory.id is not None and memory.session in sessions
        ]
    elif "message" in asked:
        units = [
            {"session": session, "message": message}
            for session in sessions
            for message in dict.fromkeys(message_of(key) for key in journal.calls(session))
        ]
    elif "session" in asked:
        units = [{"session": session} for session in sessions]
    else:
        units = [{}]
    return [templates.fill(call.arguments, {**fixed, **unit}) for unit in units]
