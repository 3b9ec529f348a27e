"""The JSON of an OpenAI-compatible API, as a test server speaks it."""

from __future__ import annotations

import base64
import hashlib
import json
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

Vector = list[float]
Embed = Callable[[str], Vector]


@dataclass(frozen=True)
class Say:
    """A scripted reply. ``tool_calls`` are (name, arguments) pairs; ``usage`` False leaves the usage out."""

    text: str | None = ""
    tool_calls: tuple[tuple[str, dict[str, Any]], ...] = ()
    usage: bool = True
    finish_reason: str | None = None


@dataclass(frozen=True)
class Fault:
    """One request answered badly.

    ``kind``: ``status`` (with ``status``, ``message``, ``retry_after`` seconds), ``hang`` (no reply for
    ``seconds``), ``truncated`` (half of a right body), ``malformed`` (JSON of another shape), ``empty``
    (a right body without content), ``drop`` (the connection is cut).
    """

    kind: str
    status: int = 500
    message: str = "scripted fault"
    retry_after: float | None = None
    seconds: float = 0.0


def rate_limit(retry_after: float | None = None) -> Fault:
    """429, maybe with Retry-After."""
    return Fault("status", 429, "rate limit reached", retry_after)


def server_error(status: int = 500) -> Fault:
    """A 5xx."""
    return Fault("status", status, "internal error")


def wrong_key() -> Fault:
    """401."""
    return Fault("status", 401, "Incorrect API key provided")


def refuses_temperature() -> Fault:
    """400, as reasoning models answer a temperature of 0."""
    return Fault("status", 400, "Unsupported value: 'temperature' does not support 0 with this model.")


def hang(seconds: float) -> Fault:
    """No byte for a while, then the connection closes."""
    return Fault("hang", seconds=seconds)


TRUNCATED = Fault("truncated")
MALFORMED = Fault("malformed")
EMPTY = Fault("empty")
DROP = Fault("drop")


def words(value: Any) -> int:
    """A token count good enough for a test: words of all text in a JSON value."""
    if isinstance(value, str):
        return len(value.split())
    if isinstance(value, dict):
        return sum(words(item) for item in value.values())
    return sum(words(item) for item in value) if isinstance(value, list) else 0


def completion(request: dict[str, Any], say: Say, number: int) -> dict[str, Any]:
    """The body of a chat completion."""
    message: dict[str, Any] = {"role": "assistant", "content": say.text}
    if say.tool_calls:
        message["tool_calls"] = [
            {
                "id": f"call_{number}_{index}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(arguments)},
            }
            for index, (name, arguments) in enumerate(say.tool_calls)
        ]
    reason = say.finish_reason or ("tool_calls" if say.tool_calls else "stop")
    body: dict[str, Any] = {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": 1_700_000_000 + number,
        "model": request.get("model", ""),
        "choices": [{"index": 0, "message": message, "finish_reason": reason}],
    }
    if say.usage:
        body["usage"] = _usage(words(request.get("messages", [])), words(message))
    return body


def chunks(body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The same completion as server-sent chunks: words one by one, tool calls whole, then the end and usage."""
    choice = body["choices"][0]
    shared = {key: body[key] for key in ("id", "created", "model")} | {"object": "chat.completion.chunk"}

    def chunk(delta: dict[str, Any], reason: str | None = None) -> dict[str, Any]:
        return {**shared, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}

    yield chunk({"role": "assistant", "content": ""})
    for index, word in enumerate((choice["message"]["content"] or "").split(" ")):
        yield chunk({"content": word if index == 0 else f" {word}"})
    for index, call in enumerate(choice["message"].get("tool_calls", ())):
        yield chunk({"tool_calls": [{"index": index, **call}]})
    yield chunk({}, choice["finish_reason"])
    if "usage" in body:
        yield {**shared, "choices": [], "usage": body["usage"]}


def embeddings(request: dict[str, Any], embed: Embed) -> dict[str, Any]:
    """The body of an embeddings reply, as floats or base64."""
    given = request.get("input", [])
    texts = [given] if isinstance(given, str) else list(given)
    encode = _base64 if request.get("encoding_format") == "base64" else list
    return {
        "object": "list",
        "model": request.get("model", ""),
        "data": [
            {"object": "embedding", "index": index, "embedding": encode(embed(str(text)))}
            for index, text in enumerate(texts)
        ],
        "usage": {"prompt_tokens": words(texts), "total_tokens": words(texts)},
    }


def hashed(size: int) -> Embed:
    """An embedder by hashed words: texts that share words are near. Means nothing beyond that."""

    def embed(text: str) -> Vector:
        vector = [0.0] * size
        for word in text.lower().split():
            vector[int.from_bytes(hashlib.sha256(word.encode("utf-8")).digest()[:4], "big") % size] += 1.0
        length = sum(number * number for number in vector) ** 0.5 or 1.0
        return [number / length for number in vector]

    return embed


def error_body(message: str, status: int) -> dict[str, Any]:
    """The body of an error."""
    return {"error": {"message": message, "type": "scripted", "code": status, "param": None}}


def _usage(given: int, made: int) -> dict[str, int]:
    return {"prompt_tokens": given, "completion_tokens": made, "total_tokens": given + made}


def _base64(vector: Vector) -> str:
    return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode("ascii")


@dataclass
class Recorded:
    """One request the server received."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str] = field(default_factory=dict)
