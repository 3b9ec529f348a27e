"""The folder of a mailbox: requests that wait, replies to them, and what was wrong with the invalid ones.

``requests/<id>.json`` asks, ``replies/<id>.json`` answers; both stay. A reply that cannot be used moves to
``replies/<id>.json.invalid`` with the reason, and the request waits again. An answered ``error`` moves to
``replies/<id>.json.error`` once a run has seen it, so that the next run asks again.
"""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError, model_validator

from memorybench.errors import BadInput
from memorybench.records import Record


class MailCall(Record):
    """One tool call of a reply."""

    name: str
    args: dict[str, Any] = Field(default_factory=dict)


class MailReply(Record):
    """What an answer file holds: text, tool calls, both, or an error that ends the call."""

    text: str = ""
    tool_calls: tuple[MailCall, ...] = ()
    error: str | None = None

    @model_validator(mode="after")
    def _says_something(self) -> MailReply:
        if self.error is None and not self.model_fields_set & {"text", "tool_calls"}:
            raise ValueError("it has neither text nor tool_calls nor error")
        return self


class InvalidReply(ValueError):
    """Why an answer does not fit its request, in one sentence."""


class MailboxFolder:
    """Reads and writes the files; knows nothing of models."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.requests = root / "requests"
        self.replies = root / "replies"

    def post(self, request: dict[str, Any]) -> None:
        """Write a request under its ``id``; a file that is there already stays."""
        self.requests.mkdir(parents=True, exist_ok=True)
        self.replies.mkdir(parents=True, exist_ok=True)
        path = self.requests / f"{request['id']}.json"
        if not path.exists():
            _write(path, request)

    def reply_path(self, request_id: str) -> Path:
        """Where the answer to a request goes."""
        return self.replies / f"{request_id}.json"

    def require(self) -> None:
        """Raise ``BadInput`` if the folder is no mailbox."""
        if not self.requests.is_dir():
            raise BadInput(
                f"{self.root} is no mailbox: it has no folder 'requests' (a run with mailbox:{self.root} makes it)."
            )

    def open_ids(self) -> list[str]:
        """Ids of the requests without an answer, oldest first."""
        waiting = [path for path in self.requests.glob("*.json") if not self.reply_path(path.stem).exists()]
        return [path.stem for path in sorted(waiting, key=lambda path: (path.stat().st_mtime, path.stem))]

    def find(self, beginning: str) -> dict[str, Any]:
        """The request whose id begins so; raise ``BadInput`` if none or several do."""
        self.require()
        found = sorted(path for path in self.requests.glob("*.json") if path.stem.startswith(beginning))
        if len(found) != 1:
            what = "no request" if not found else f"{len(found)} requests"
            raise BadInput(f"{what} in {self.root} with an id that begins with {beginning!r}.")
        request: dict[str, Any] = json.loads(found[0].read_text(encoding="utf-8"))
        return request

    def answer(self, request: dict[str, Any], reply: dict[str, Any]) -> None:
        """Write an answer after checking it; raise ``BadInput`` saying what does not fit."""
        try:
            check(request, parse(json.dumps(reply)))
        except InvalidReply as error:
            raise BadInput(f"the answer to {request['id'][:12]} does not fit: {error}.") from None
        _write(self.reply_path(request["id"]), reply)

    def reject(self, request_id: str, text: str, reason: str) -> None:
        """Move an unusable answer away, with the reason; one that was replaced in the meantime stays."""
        path = self.reply_path(request_id)
        taken = path.with_name(f".{path.name}.{uuid.uuid4().hex}.tmp")
        path.replace(taken)
        if taken.read_text(encoding="utf-8", errors="replace") != text:
            taken.replace(path)
            return
        _write(path.with_name(path.name + ".invalid"), {"reason": reason, "reply": text})
        taken.unlink()

    def retire_error(self, request_id: str) -> None:
        """Move an answered error away, so that another run may ask again."""
        path = self.reply_path(request_id)
        path.replace(path.with_name(path.name + ".error"))


def parse(text: str) -> MailReply:
    """Read an answer; raise :class:`InvalidReply`."""
    try:
        return MailReply.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise InvalidReply(f"{where + ': ' if where else ''}{first['msg']}") from None


def check(request: dict[str, Any], reply: MailReply) -> None:
    """Raise :class:`InvalidReply` if the reply does not have the form that the request asks for."""
    if reply.error is not None:
        return
    tools = {tool["function"]["name"]: tool["function"] for tool in request["tools"]}
    for call in reply.tool_calls:
        if call.name not in tools:
            raise InvalidReply(f"there is no tool {call.name!r}; the tools are {', '.join(tools) or 'none'}")
        _check_object(call.args, tools[call.name].get("parameters", {}), f"arguments of {call.name}")
    if request["tool_choice"] in ("any", "required") and not reply.tool_calls:
        raise InvalidReply(f"a tool call is required, of {', '.join(tools)}")
    schema = request["response_schema"]
    if schema is not None and not reply.tool_calls:
        _check_object(_object(reply.text), schema, "text")


def _object(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidReply(f"text must be JSON that meets response_schema ({error})") from None


_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "array": (list,),
    "object": (dict,),
}


def _check_object(value: Any, schema: dict[str, Any], what: str) -> None:
    """Required keys and plain types; the caller's own parser checks the rest."""
    if not isinstance(value, dict):
        raise InvalidReply(f"{what} must be a JSON object")
    known = schema.get("properties", {})
    if missing := [key for key in schema.get("required", ()) if key not in value]:
        raise InvalidReply(f"{what} lacks {', '.join(missing)}")
    for key, item in value.items():
        if key not in known and known and schema.get("additionalProperties") is not True:
            raise InvalidReply(f"{what} has the unknown key {key!r}; known are {', '.join(known)}")
        kind = known.get(key, {}).get("type")
        types = _TYPES.get(kind, (object,)) if isinstance(kind, str) else (object,)
        if not isinstance(item, types) or (isinstance(item, bool) and kind in ("integer", "number")):
            raise InvalidReply(f"{what}: {key} must be of type {kind}")


def _write(path: Path, value: dict[str, Any]) -> None:
    """Write whole files only: into a hidden neighbour, then rename."""
    fresh = path.with_name(f".{path.name}.{uuid.uuid4().hex}.tmp")
    fresh.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    fresh.replace(path)
