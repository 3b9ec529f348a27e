"""``prior_sessions.json``: the original messages that citations point to, for the probe agent's grep and read_file.

One JSON list, one record a line, so that a literal grep for a word or an id prints a whole record::

    [
    {"id": "S003-M02", "date": "2026-03-16", "role": "user", "speaker": "architect", "text": "The plaster costs …"},
    {"id": "S003-M04", "part": "2/3", "date": "2026-03-16", "role": "tool", "command": "ifcquery …", "text": "…"}
    ]

A long message takes several records, cut at line ends where it has them: one hit must not fill what the probe agent
may be shown of a tool's output.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from memorybench.records import Message, Session
from memorybench.rendering import session_date

ARCHIVE_NAME = "prior_sessions.json"
PART_CHARS = 1_200


def session_records(session: Session) -> list[dict[str, Any]]:
    """The records of one session, in order."""
    return [record for message in session.messages for record in _records(message, session)]


def render(records: Iterable[dict[str, Any]]) -> str:
    """The archive's text; an empty list for no records."""
    lines = [json.dumps(record, ensure_ascii=False) for record in records]
    return "[\n" + ",\n".join(lines) + "\n]\n" if lines else "[]\n"


def session_of(record: dict[str, Any]) -> str:
    """The session that a record belongs to: ``S003`` of ``S003-M02``."""
    return str(record["id"]).partition("-")[0]


def parts(text: str, size: int = PART_CHARS) -> list[str]:
    """``text`` in parts of at most ``size`` characters; joined, they are the text again."""
    found = [""]
    for line in text.splitlines(keepends=True):
        for start in range(0, len(line), size):
            piece = line[start : start + size]
            if found[-1] and len(found[-1]) + len(piece) > size:
                found.append("")
            found[-1] += piece
    return found


def _records(message: Message, session: Session) -> Iterator[dict[str, Any]]:
    texts = parts(message.text)
    for place, text in enumerate(texts, start=1):
        yield {
            "id": message.id,
            **({"part": f"{place}/{len(texts)}"} if len(texts) > 1 else {}),
            "date": session_date(session),
            "role": message.role,
            **({"speaker": message.speaker} if message.speaker else {}),
            **({"command": message.command} if message.command and place == 1 else {}),
            "text": text,
        }
