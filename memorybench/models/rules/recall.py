"""What the stand-in remembers: memory text out of a conversation, and the sentences of it that bear on a probe."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage

from memorybench.models.rules.language import NUMBER, identifiers, keywords, points_back, sentences

_INJECTED = re.compile(r"<project_memory>\n(?P<text>.*)\n</project_memory>", re.DOTALL)
_ITEM = re.compile(r"^\d+\. ", re.MULTILINE)
_GREP_LINE = re.compile(r"^\s+\d+: (?P<text>.*)$", re.MULTILINE)
_NOT_PEOPLE = re.compile(r"^\[\d{4}-\d{2}-\d{2} S\d+-M\d+ (?:assistant|tool)\b")
_MARK = re.compile(r"^(?:[-*]\s+)?(?:\[[^\]]*\]\s*)?|\s*\[valid [^\]]*\]|\s*\[S\d+-M\d+\]")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True)
class Remembered:
    """One remembered sentence. ``place`` orders sentences of the same day."""

    text: str
    date: str = ""
    place: int = 0


@dataclass(frozen=True)
class ToolUse:
    """One tool call of the conversation with what it returned."""

    name: str
    arguments: dict[str, object]
    output: str


def tool_uses(messages: Sequence[BaseMessage]) -> list[ToolUse]:
    """All tool calls so far, in order."""
    outputs = {message.tool_call_id: str(message.text) for message in messages if isinstance(message, ToolMessage)}
    calls = [call for message in messages if isinstance(message, AIMessage) for call in message.tool_calls]
    return [ToolUse(call["name"], call["args"], outputs.get(call["id"] or "", "")) for call in calls]


def remembered(messages: Sequence[BaseMessage]) -> list[Remembered]:
    """All remembered sentences that the conversation shows, once each."""
    found: dict[str, Remembered] = {}
    for item in _items(messages):
        if _NOT_PEOPLE.match(item):
            continue
        date = _DATE.search(item)
        before = ""
        for sentence in sentences(_MARK.sub("", item)):
            whole = f"{before} {sentence}" if before and points_back(sentence) else sentence
            found.setdefault(whole, Remembered(whole, date[0] if date else "", len(found)))
            before = sentence
    return list(found.values())


def _items(messages: Sequence[BaseMessage]) -> list[str]:
    """Memory items as the conversation shows them: injected, searched, grepped."""
    items: list[str] = []
    for message in messages:
        if message.type == "system" and (injected := _INJECTED.search(str(message.text))):
            items += [line for line in injected["text"].splitlines() if line.strip() and not line.startswith("#")]
    for use in tool_uses(messages):
        if use.name == "search_project_memory":
            items += [part.strip() for part in _ITEM.split(use.output)[1:]]
        elif use.name == "grep":
            items += [_plain(hit["text"].strip()) for hit in _GREP_LINE.finditer(use.output)]
    return items


def _plain(line: str) -> str:
    """A line of a JSON archive of messages in the form of all other messages; another line as it is."""
    try:
        record = json.loads(line.removesuffix(","))
        return f"[{record['date']} {record['id']} {record['role']}] {record['text']}"
    except (ValueError, TypeError, KeyError):
        return line


def relevant(memory: Sequence[Remembered], probe: str, most: int = 4) -> list[Remembered]:
    """The sentences that bear on the probe, best first, stale ones left out.

    Where the probe names an identified thing (D12, A102), a sentence about it must name it too.
    """
    wanted, named = set(keywords(probe)), identifiers(probe)
    scored: list[tuple[float, Remembered]] = []
    for item in memory:
        if item.text.rstrip().endswith("?"):
            continue
        own = set(keywords(item.text))
        shared = wanted & own
        if named and not named & identifiers(item.text):
            continue
        if len(shared) >= 2 or (shared and len(shared) >= len(wanted) / 2):
            # A shorter sentence with the same words in common is more about them.
            scored.append((len(shared) + len(shared) / (1 + len(own)), item))
    scored.sort(key=lambda pair: (-pair[0], pair[1].place))
    return _current([item for _, item in scored[: 2 * most]], wanted)[:most]


def _current(items: Sequence[Remembered], wanted: set[str]) -> list[Remembered]:
    """Without the sentences that a later one on the same words replaces with another number."""
    kept: list[Remembered] = []
    for item in items:
        words = wanted & set(keywords(item.text))
        replaced = any(
            other.date > item.date
            and words <= (wanted & set(keywords(other.text)))
            and NUMBER.search(other.text)
            and NUMBER.search(item.text)
            and NUMBER.findall(other.text) != NUMBER.findall(item.text)
            for other in items
        )
        if not replaced:
            kept.append(item)
    return kept
