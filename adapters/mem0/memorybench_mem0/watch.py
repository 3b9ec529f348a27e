"""Stands between Mem0 and its models: sees the failures that Mem0 swallows, and sets the day of its prompt.

Mem0 2.2.1 loses a whole session without an error when the model's reply is not the JSON it expects, drops a
memory whose embedding fails, and wraps a model's error so that its kind is lost. It also tells the model
that all messages were said today, by the wall clock.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

_DATES = re.compile(r"^(## (?:Observation|Current) Date\n)\d{4}-\d{2}-\d{2}$", re.MULTILINE)


@dataclass
class Watch:
    """What happened during one ``add``; replaced before each."""

    day: str | None = None  # the session's day, e.g. 2026-03-02
    calls: int = 0
    texts: int = 0  # memories in the model's reply
    fault: str | None = None  # why Mem0 cannot use the reply
    model_error: Exception | None = None
    embedder_error: Exception | None = None


@dataclass
class WatchedModels:
    """The present :class:`Watch`, shared by the two wrappers of one store."""

    now: Watch = field(default_factory=Watch)


class WatchedLlm:
    """Mem0's own LLM object, watched."""

    def __init__(self, inner: Any, watched: WatchedModels) -> None:
        self._inner = inner
        self._watched = watched
        self.config = inner.config

    def generate_response(self, messages: list[dict[str, str]], **kwargs: Any) -> str:
        """Mem0's call, with the session's day in the prompt; the reply is only looked at, never changed."""
        watch = self._watched.now
        watch.calls += 1
        if watch.day:
            messages = [*messages[:-1], {**messages[-1], "content": set_day(messages[-1]["content"], watch.day)}]
        try:
            reply = plain_text(self._inner.generate_response(messages, **kwargs))
        except Exception as error:
            watch.model_error = error
            raise
        watch.texts, watch.fault = look_at(reply)
        return reply


class WatchedEmbedder:
    """Mem0's own embedder object, watched."""

    def __init__(self, inner: Any, watched: WatchedModels) -> None:
        self._inner = inner
        self._watched = watched
        self.config = inner.config

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        """Mem0's call; an error is remembered, since Mem0 may go on without the vector."""
        try:
            vector: list[float] = self._inner.embed(text, memory_action)
        except Exception as error:
            self._watched.now.embedder_error = error
            raise
        return vector

    def embed_batch(self, texts: list[str], memory_action: str | None = None) -> list[list[float]]:
        """One call a text, as Mem0 does for a LangChain embedder."""
        return [self.embed(text, memory_action) for text in texts]


def set_day(prompt: str, day: str) -> str:
    """The prompt with ``day`` as observation and current date, as if Mem0 had run on that day.

    Raises:
        RuntimeError: the prompt has not the two dates of Mem0 2.2.1.
    """
    dated, count = _DATES.subn(rf"\g<1>{day}", prompt)
    if count < 2:
        raise RuntimeError("mem0's prompt has no observation date: this is not mem0ai 2.2.1")
    return dated


def plain_text(reply: Any) -> str:
    """A model's reply as text; Mem0 would lose a reply that comes as a list of content blocks."""
    if isinstance(reply, list):
        return "".join(
            part if isinstance(part, str) else str(part.get("text", "")) for part in reply if part is not None
        )
    return str(reply)


def look_at(reply: str) -> tuple[int, str | None]:
    """How many memories Mem0 will read from ``reply``, and why it cannot read it (None if it can).

    Follows Mem0's own parsing, with Mem0's own helpers.
    """
    from mem0.memory.utils import extract_json, remove_code_blocks

    text = remove_code_blocks(reply)
    if not text or not text.strip():
        return 0, "the reply is empty"
    try:
        try:
            data = json.loads(text, strict=False)
        except json.JSONDecodeError:
            data = json.loads(extract_json(text), strict=False)
    except json.JSONDecodeError:
        return 0, "the reply is not JSON"
    if not isinstance(data, dict) or not isinstance(data.get("memory"), list):
        return 0, 'the reply has no list "memory"'
    items = data["memory"]
    broken = [item for item in items if not (isinstance(item, dict) and isinstance(item.get("text"), str))]
    if broken:
        return len(items) - len(broken), f'{len(broken)} of {len(items)} items of "memory" have no "text"'
    return sum(1 for item in items if item["text"]), None
