"""The stand-in's memory role: which sentences of new messages are worth keeping."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from memorybench.models.rules.language import is_statement, points_back, sentences

# Mem0's user prompt has one heading a section; only the new messages may be extracted from.
_NEW = re.compile(r"^## New Messages\n(?P<body>.*?)(?=\n\n## Observation Date\n|\Z)", re.MULTILINE | re.DOTALL)
_ROLE = re.compile(r"^(?P<role>user|assistant|system|tool):[ \t]*", re.MULTILINE | re.IGNORECASE)
_RENDERED = re.compile(
    r"^\[(?P<date>\d{4}-\d{2}-\d{2})(?: S\d+-M\d+)?(?: (?P<role>user|assistant|tool)\b[^\]]*)?\]\s*", re.MULTILINE
)
_SPEAKER = re.compile(r"^(?P<speaker>[a-z][a-z -]{1,30}):\s+", re.IGNORECASE)


def extract(prompts: Sequence[str]) -> str:
    """The JSON reply to an extraction prompt: Mem0's form where its sections are there, else ``{"facts": [...]}``."""
    text = prompts[-1] if prompts else ""
    section = _NEW.search(text)
    kept = statements(messages_in(section["body"] if section else text))
    if section is None:
        return json.dumps({"facts": kept}, ensure_ascii=False)
    items = [{"id": str(place), "text": item, "attributed_to": "user"} for place, item in enumerate(kept)]
    return json.dumps({"memory": items}, ensure_ascii=False)


def messages_in(body: str) -> list[tuple[str, str]]:
    """The messages of a transcript as role and text; a text without roles is one user message.

    Takes a JSON list of messages, ``role: text`` paragraphs, and the benchmark's ``[date id role] text`` form.
    """
    try:
        parsed = json.loads(body)
    except ValueError:
        parsed = None
    if isinstance(parsed, list) and all(isinstance(item, dict) for item in parsed):
        return [(str(item.get("role", "user")), str(item.get("content", ""))) for item in parsed]
    for form in (_ROLE, _RENDERED):
        marks = list(form.finditer(body))
        if not marks:
            continue
        ends = [mark.start() for mark in marks[1:]] + [len(body)]
        return [
            ((mark["role"] or "user").lower(), body[mark.end() if form is _ROLE else mark.start() : end].strip())
            for mark, end in zip(marks, ends, strict=True)
        ]
    return [("user", body.strip())]


def statements(messages: Sequence[tuple[str, str]]) -> list[str]:
    """The statements of the user's messages, each understandable alone, once each."""
    kept: list[str] = []
    for role, text in messages:
        if role != "user":
            continue
        prefix, text = _prefix(text)
        before = ""
        for sentence in sentences(text):
            if is_statement(sentence):
                whole = f"{before} {sentence}" if before and points_back(sentence) else sentence
                kept.append(f"{prefix}{whole}")
                before = whole
            else:
                before = sentence
    return list(dict.fromkeys(kept))


def _prefix(text: str) -> tuple[str, str]:
    """The date and speaker a message starts with, and the rest of it."""
    dated = _RENDERED.match(text)
    rest = text[dated.end() :] if dated else text
    date = f"[{dated['date']}] " if dated else ""
    speaker = _SPEAKER.match(rest)
    if speaker:
        return f"{date}{speaker['speaker']}: ", rest[speaker.end() :]
    return date, rest
