"""A session as the calls that hand it to the server."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from memorybench.records import Message, Session
from memorybench.rendering import render_messages, session_date
from memorybench_mcp import templates


@dataclass(frozen=True)
class AddCall:
    """One call of the tool that adds."""

    key: str  # message (or session) and a digest: the same for the same call of the same session
    arguments: dict[str, Any]
    text: str  # what it hands over, to find it again
    words: str


def add_calls(
    session: Session, template: Mapping[str, Any], fixed: Mapping[str, str], *, whole: bool
) -> list[AddCall]:
    """The calls for ``session``: one for all of it if ``whole``, else one a message; none if it has no message."""
    rendered = list(render_messages(session))
    groups = [rendered] if whole and rendered else [[one] for one in rendered]
    return [_call(session, group, template, fixed) for group in groups]


def message_of(key: str) -> str:
    """The message, or the session, that the call with this key hands over."""
    return key.partition("/")[0]


def _call(
    session: Session,
    group: list[tuple[Message, str]],
    template: Mapping[str, Any],
    fixed: Mapping[str, str],
) -> AddCall:
    first = group[0][0]
    unit = first.id if len(group) == 1 else session.id
    text = "\n".join(line for _, line in group)
    words = "\n".join(_words(message) for message, _ in group)
    values = {
        **fixed,
        "text": text,
        "words": words,
        "messages": list(_chat(message for message, _ in group)),
        "session": session.id,
        "message": unit,
        "role": _role(first),
        "speaker": first.speaker or _role(first),
        "date": session_date(session),
        "time": session.started_at.isoformat(),
    }
    arguments = templates.fill(dict(template), values)
    digest = hashlib.sha256(json.dumps(arguments, sort_keys=True).encode("utf-8")).hexdigest()
    return AddCall(key=f"{unit}/{digest[:16]}", arguments=arguments, text=text, words=words)


def _chat(messages: Iterator[Message]) -> Iterator[dict[str, str]]:
    """Messages as ``{"role", "content"}``: a speaker stands before the words, a tool's output is the assistant's."""
    for message in messages:
        words = _words(message)
        yield {"role": _role(message), "content": f"{message.speaker}: {words}" if message.speaker else words}


def _words(message: Message) -> str:
    return f"{message.text}\n$ {message.command}".strip() if message.command else message.text


def _role(message: Message) -> str:
    return "user" if message.role == "user" else "assistant"
