"""Reading a judge model's reply: strictly, or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, ValidationError

from memorybench.judging.definition import JudgeDefinition


class UnreadableReply(Exception):
    """The reply holds no verdict, or more than one."""


def read_reply(definition: JudgeDefinition, reply: Any) -> tuple[dict[str, bool], dict[str, str]]:
    """Return verdicts and reasons by dimension from a parsed object or from text that holds one JSON object.

    Text around the object (a code fence, a preamble) is allowed. Raises :class:`UnreadableReply` where no
    object fits the schema, or where two that fit disagree: a verdict is never guessed.
    """
    candidates = _objects(reply) if isinstance(reply, str) else iter([reply])
    found: list[dict[str, dict[str, Any]]] = []
    problem = "it holds no JSON object"
    for candidate in candidates:
        try:
            found.append(_validated(definition.reply_type, candidate))
        except ValidationError as error:
            first = error.errors()[0]
            problem = f"{'.'.join(str(part) for part in first['loc']) or 'the object'}: {first['msg']}"
    if not found:
        raise UnreadableReply(problem)
    verdicts = [{key: bool(value["verdict"]) for key, value in item.items()} for item in found]
    if any(verdict != verdicts[0] for verdict in verdicts):
        raise UnreadableReply("it holds several verdicts that disagree")
    return verdicts[-1], {key: str(value["reason"]) for key, value in found[-1].items()}


def _validated(reply_type: type[BaseModel], candidate: Any) -> dict[str, dict[str, Any]]:
    if isinstance(candidate, BaseModel):
        candidate = candidate.model_dump()
    return reply_type.model_validate(candidate).model_dump()


def _objects(text: str) -> Iterator[Any]:
    """The outermost JSON objects of a text, in order."""
    decoder = json.JSONDecoder()
    position = text.find("{")
    while position >= 0:
        try:
            value, end = decoder.raw_decode(text, position)
        except ValueError:
            end = position + 1
        else:
            yield value
        position = text.find("{", end)
