"""The stand-in's memory role for graph memories: fills the schemas in which entities and facts are asked for.

A schema is known by its fields, a prompt's parts by their tags (``<CURRENT MESSAGE>``, ``<ENTITIES>`` …), which
is the vocabulary of Graphiti. A fact is a statement of a user, whole, between the two things it names; so values
and units survive. Nothing is inferred, and assistants and tools tell no facts.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from memorybench.models.rules.language import NUMBER, identifiers, keywords, names, stem
from memorybench.models.rules.remember import statements

_SAME_MATTER = 0.75  # of the words that two statements use together, for one to replace the other's number
_SUMMARY_CHARS = 1000
_LINE = re.compile(
    r"^(?P<role>user|assistant|tool|system)(?: \((?P<speaker>[^)\n]{1,60})\))?(?:, output of [^\n]*?)?:[ \t]",
    re.MULTILINE,
)

Filler = Callable[[str], dict[str, Any]]


@dataclass(frozen=True)
class Statement:
    """What a user stated, and the two things it is about."""

    text: str
    subject: str
    object: str
    speaker: str


def fills(schema: Mapping[str, Any] | None) -> bool:
    """Whether :func:`fill` knows the schema's fields."""
    return schema is not None and _fields(schema) in _FILLERS


def fill(schema: Mapping[str, Any], prompts: Sequence[str]) -> str:
    """The JSON reply to the last prompt; ``schema`` must be one that :func:`fills` accepts."""
    reply = _FILLERS[_fields(schema)](prompts[-1] if prompts else "")
    return json.dumps(reply, ensure_ascii=False)


@lru_cache(maxsize=16)
def told(transcript: str) -> tuple[Statement, ...]:
    """The statements of the users in ``user (architect): …`` lines; a text without such lines is one user's."""
    found: dict[str, Statement] = {}
    for speaker, text in _users(transcript):
        for statement in statements([("user", text)]):
            found.setdefault(statement, Statement(statement, *_ends(statement, speaker), speaker))
    return tuple(found.values())


def _ends(statement: str, speaker: str) -> tuple[str, str]:
    """The first two things the statement speaks of; who says it, where it speaks of fewer."""
    things = names(statement)
    named = [thing for thing in things if " " in thing or not thing.islower()]  # a bare noun says too little
    ends = list({thing.casefold(): thing for thing in (*named, speaker, *things, "matter")}.values())
    return ends[0], ends[1]


def _users(transcript: str) -> list[tuple[str, str]]:
    marks = list(_LINE.finditer(transcript))
    if not marks:
        return [("user", transcript.strip())]
    ends = [mark.start() for mark in marks[1:]] + [len(transcript)]
    return [
        (mark["speaker"] or "user", transcript[mark.end() : end].strip())
        for mark, end in zip(marks, ends, strict=True)
        if mark["role"] == "user"
    ]


def _entities(prompt: str) -> dict[str, Any]:
    """Who speaks, and what the statements are about, each once."""
    found: dict[str, str] = {}
    for statement in told(_part(prompt, "CURRENT MESSAGE")):
        for name in (statement.speaker, statement.subject, statement.object):
            found.setdefault(name.casefold(), name)
    return {
        "extracted_entities": [{"name": name, "entity_type_id": 0, "episode_indices": [0]} for name in found.values()]
    }


def _facts(prompt: str) -> dict[str, Any]:
    """One fact a statement, valid from the reference time on."""
    since = _moment(_part(prompt, "REFERENCE_TIME"))
    return {
        "edges": [
            {
                "source_entity_name": statement.subject,
                "target_entity_name": statement.object,
                "relation_type": "IS_TOLD_OF",
                "fact": statement.text,
                "valid_at": since,
                "invalid_at": None,
                "episode_indices": [0],
            }
            for statement in told(_part(prompt, "CURRENT_MESSAGE"))
        ]
    }


def _dates(prompt: str) -> dict[str, Any]:
    return {"valid_at": _moment(_part(prompt, "REFERENCE TIME")), "invalid_at": None}


def _same_entities(prompt: str) -> dict[str, Any]:
    """An entity is another one only by the same words, singular or plural."""
    known = {_stems(item["name"]): item["candidate_id"] for item in _json(_part(prompt, "EXISTING ENTITIES"), [])}
    return {
        "entity_resolutions": [
            {"id": item["id"], "name": item["name"], "duplicate_candidate_id": known.get(_stems(item["name"]), -1)}
            for item in _json(_part(prompt, "ENTITIES"), [])
        ]
    }


def _same_facts(prompt: str) -> dict[str, Any]:
    """A fact is known if it uses the same words and numbers; it ends one on the same matter with another number."""
    new = _part(prompt, "NEW FACT")
    existing = _listed(_part(prompt, "EXISTING FACTS"))
    candidates = _listed(_part(prompt, "FACT INVALIDATION CANDIDATES"))
    return {
        "duplicate_facts": [item["idx"] for item in existing if same(new, item["fact"])],
        "contradicted_facts": [item["idx"] for item in (*existing, *candidates) if replaces(new, item["fact"])],
    }


def _summaries(prompt: str) -> dict[str, Any]:
    """What was known of each entity and what is stated of it now, the newest kept where space ends."""
    stated = told(_json(_part(prompt, "MESSAGES").rpartition("\n")[2], ""))
    found = []
    for entity in _json(_part(prompt, "ENTITIES"), []):
        name = entity["name"]
        lines = entity.get("summary", "").splitlines()
        lines += [one.text for one in stated if name in (one.subject, one.object, one.speaker)]
        if lines:
            found.append({"name": name, "summary": _newest(list(dict.fromkeys(lines)))})
    return {"summaries": found}


_FILLERS: dict[frozenset[str], Filler] = {
    frozenset({"extracted_entities"}): _entities,
    frozenset({"edges"}): _facts,
    frozenset({"valid_at", "invalid_at"}): _dates,
    frozenset({"entity_resolutions"}): _same_entities,
    frozenset({"duplicate_facts", "contradicted_facts"}): _same_facts,
    frozenset({"summaries"}): _summaries,
}


def _fields(schema: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(schema.get("properties", ()))


def _part(prompt: str, tag: str) -> str:
    """The text between ``<TAG>`` and ``</TAG>`` on lines of their own; the last such part, which is the prompt's."""
    end = prompt.rfind(f"\n</{tag}>")
    start = prompt.rfind(f"<{tag}>\n", 0, end if end >= 0 else 0)
    return prompt[start + len(tag) + 3 : end].strip() if 0 <= start < end else ""


def _json(text: str, otherwise: Any) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return otherwise


def _listed(text: str) -> list[dict[str, Any]]:
    """A list that was written into the prompt as Python writes it."""
    try:
        value = ast.literal_eval(text) if text else []
    except (ValueError, SyntaxError):
        return []
    return [item for item in value if isinstance(item, dict) and isinstance(item.get("fact"), str)]


def _moment(text: str) -> str | None:
    """``2026-03-02 08:30:00+00:00  # …`` as ``2026-03-02T08:30:00Z``."""
    found = re.match(r"(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?", text)
    return f"{found[1]}T{found[2] or '00:00:00'}Z" if found else None


def _stems(name: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in re.findall(r"\w+", name))


def _numbers(text: str) -> tuple[str, ...]:
    return tuple(NUMBER.findall(text))


def same(new: str, old: str) -> bool:
    """Whether two statements use the same words and numbers."""
    return set(keywords(old)) == set(keywords(new)) and _numbers(old) == _numbers(new)


def replaces(new: str, old: str) -> bool:
    """Whether ``new`` gives the matter of ``old`` another number."""
    if not _numbers(new) or not _numbers(old) or _numbers(new) == _numbers(old):
        return False
    if identifiers(new) != identifiers(old) or names(new)[:1] != names(old)[:1]:
        return False
    ours, theirs = (set(_words_of(text)) for text in (new, old))
    return len(ours & theirs) >= _SAME_MATTER * len(ours | theirs)


def _words_of(text: str) -> list[str]:
    return [word for word in keywords(text) if not word[0].isdigit()]


def _newest(lines: Sequence[str]) -> str:
    kept: list[str] = []
    for line in reversed(lines):
        if kept and len("\n".join([line, *kept])) > _SUMMARY_CHARS:
            break
        kept.insert(0, line)
    return "\n".join(kept)[:_SUMMARY_CHARS]
