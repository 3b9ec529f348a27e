"""Arguments of a tool call, written once with placeholders and filled for each call.

A value that is one placeholder and nothing else keeps its type: ``"{limit}"`` becomes a number, ``"{messages}"``
a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from memorybench.errors import BadInput, did_you_mean

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")

ANYWHERE = ("namespace", "workspace")
ADDING = (
    *ANYWHERE,
    "text",  # in the form all adapters share: [2026-03-02 S003-M02 user (architect)] The plaster costs …
    "words",  # only what was said
    "messages",  # a list of {"role": …, "content": …}
    "session",  # S003
    "message",  # S003-M02; the session's id where one call takes a session
    "role",  # user or assistant
    "speaker",
    "date",  # 2026-03-02
    "time",  # 2026-03-02T09:30:00+01:00
)
SEARCHING = (*ANYWHERE, "query", "limit")
DELETING = (*ANYWHERE, "session", "message", "id")


def placeholders(template: Any) -> set[str]:
    """The names of all placeholders in a template."""
    return set(_names(template))


def check(option: str, template: Any, allowed: tuple[str, ...]) -> None:
    """Raise ``BadInput`` for a placeholder that cannot stand there."""
    for name in sorted(placeholders(template) - set(allowed)):
        listed = ", ".join(f"{{{known}}}" for known in allowed)
        raise BadInput(f"--set {option}: there is no {{{name}}} here.{did_you_mean(name, allowed)} Known: {listed}.")


def fill(template: Any, values: Mapping[str, Any]) -> Any:
    """The template with every placeholder that ``values`` knows replaced."""
    if isinstance(template, dict):
        return {key: fill(value, values) for key, value in template.items()}
    if isinstance(template, list):
        return [fill(value, values) for value in template]
    if not isinstance(template, str):
        return template
    whole = _PLACEHOLDER.fullmatch(template)
    if whole and whole.group(1) in values:
        return values[whole.group(1)]
    return _PLACEHOLDER.sub(lambda found: str(values.get(found.group(1), found.group(0))), template)


def _names(template: Any) -> Iterator[str]:
    if isinstance(template, dict):
        for value in template.values():
            yield from _names(value)
    elif isinstance(template, list):
        for value in template:
            yield from _names(value)
    elif isinstance(template, str):
        yield from _PLACEHOLDER.findall(template)
