"""What a tool returned, read as memories: structured content, else JSON in text, else plain text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from memorybench.errors import BadInput
from memorybench.records import Memory
from memorybench_mcp.plain_text import split_text

# Where servers put a list, and the parts of one item; the first that is there is taken.
_LISTS = (
    "memories", "results", "result", "items", "entities", "facts", "hits", "matches", "notes", "observations",
    "documents", "entries", "records", "nodes", "data",
)  # fmt: skip
_TEXTS = (
    "memory", "text", "content", "fact", "observation", "observations", "body", "value", "document", "snippet",
    "summary",
)  # fmt: skip
_INNER = ("memory", "entity", "note", "item", "document", "payload", "metadata", "node")
_SCORES = ("score", "similarity", "relevance", "similarity_score", "relevance_score", "rank_score")
_IDS = ("id", "memory_id", "uuid", "permalink", "name", "key")
_SESSIONS = ("session", "session_id")
_OWN_FORM = re.compile(r"^\[\d{4}-\d{2}-\d{2} (S\d{3,})(?:-M\d{2,})?\b")


class UnreadableResult(RuntimeError):
    """A result that cannot be read as memories."""


def content_of(structured: Any, texts: Iterable[str]) -> Any:
    """The value that a tool returned: its structured content, else its text, read as JSON if it is JSON.

    A server that wraps a plain value (``{"result": "…"}``) is unwrapped.
    """
    if isinstance(structured, dict) and set(structured) == {"result"}:
        structured = structured["result"]
    if structured is not None and structured != {}:
        return _json_or_text(structured) if isinstance(structured, str) else structured
    values = [_json_or_text(text) for text in texts if text.strip()]
    if len(values) == 1:
        return values[0]
    return values


def memories_of(value: Any, path: str | None = None) -> list[Memory]:
    """The memories in a tool's value, in its order; ``path`` is a jq filter that finds them.

    Raises:
        BadInput: ``path`` is not a jq filter.
        UnreadableResult: ``path`` does not fit the value.
    """
    found = _by_path(value, path) if path else _items(value)
    return [memory for item in found if (memory := _memory(item)) is not None]


def _by_path(value: Any, path: str) -> list[Any]:
    import jq

    try:
        program = jq.compile(path)
    except ValueError as error:
        raise BadInput(f"--set mcp.result_path={path}: not a jq filter: {str(error).splitlines()[0]}.") from None
    try:
        found = program.input_value(value).all()
    except ValueError as error:
        shown = json.dumps(value, ensure_ascii=False)[:200]
        raise UnreadableResult(f"the filter {path} does not fit what the tool returned ({error}): {shown}") from None
    flat = found[0] if len(found) == 1 and isinstance(found[0], list) else found
    return [item for item in flat if item is not None]


def _json_or_text(text: str) -> Any:
    stripped = text.strip()
    if stripped[:1] not in '{["':
        return text
    try:
        return json.loads(stripped)
    except json.JSONDecodeError:
        return text


def _items(value: Any) -> list[Any]:
    if isinstance(value, str):
        return list(split_text(value))
    if isinstance(value, list):
        return value
    if not isinstance(value, dict):
        return []
    for key in _LISTS:
        inner = value.get(key)
        if isinstance(inner, list) and not (key == "observations" and "name" in value):
            return inner
    for key in _LISTS:
        if isinstance(value.get(key), dict | str) and len(value) <= 4 and _text(value) is None:
            return _items(value[key])
    return [value] if _text(value) is not None else []


def _memory(item: Any) -> Memory | None:
    if isinstance(item, str):
        text: str | None = item.strip()
        item = {}
    elif isinstance(item, dict):
        text = _text(item)
        if text is None:
            text = "\n".join(f"{key}: {value}" for key, value in item.items() if isinstance(value, str | int | float))
    else:
        text = None
    if not text:
        return None
    return Memory(
        text=text,
        score=next((float(found) for found in _look_up(item, _SCORES) if _is_number(found)), None),
        session=_session(item, text),
        valid_from=_moment(_look_up(item, ("valid_from", "valid_at"))),
        valid_to=_moment(_look_up(item, ("valid_to", "valid_until", "invalid_at"))),
        id=next((str(found) for found in _look_up(item, _IDS) if isinstance(found, str | int)), None),
    )


def _text(item: dict[str, Any]) -> str | None:
    for key in _TEXTS:
        value = item.get(key)
        if isinstance(value, str) and value.strip():
            return value.strip()
        if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
            return "\n".join(value)
        if isinstance(value, list) and value and all(isinstance(part, dict) for part in value):
            parts = [text for part in value if (text := _text(part))]
            if parts:
                return "\n".join(parts)
    for key in _INNER:
        inner = item.get(key)
        if isinstance(inner, dict) and (text := _text(inner)):
            return text
    return None


def _look_up(item: dict[str, Any], keys: tuple[str, ...]) -> Iterator[Any]:
    """The values under ``keys``, of the item itself and then of what it encloses."""
    for level in (item, *(inner for key in _INNER if isinstance(inner := item.get(key), dict))):
        for key in keys:
            if level.get(key) is not None:
                yield level[key]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _session(item: dict[str, Any], text: str) -> str | None:
    told = next((found for found in _look_up(item, _SESSIONS) if isinstance(found, str)), None)
    if told:
        return told
    own = _OWN_FORM.match(text)
    return own.group(1) if own else None


def _moment(values: Iterator[Any]) -> datetime | None:
    """The first of ``values`` that is a moment with a time zone."""
    for value in values:
        if isinstance(value, str):
            try:
                moment = datetime.fromisoformat(value)
            except ValueError:
                continue
            if moment.tzinfo is not None:
                return moment
    return None
