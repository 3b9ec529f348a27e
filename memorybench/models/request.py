"""A chat call and the JSON that identifies it, free of ids and times that change from run to run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from pydantic import BaseModel

from memorybench.errors import BadInput
from memorybench.models.canonical import content_hash

_ROLES = {"human": "user", "ai": "assistant"}
_CALL_BLOCKS = frozenset({"tool_use", "tool_call", "function_call", "invalid_tool_call"})  # told by `tool_calls`
_RANDOM_KEYS = frozenset({"id", "signature", "encrypted_content", "index"})


@dataclass(frozen=True)
class ChatCall:
    """One call: what the client needs (``messages`` … ``options``) and ``request``, its identity.

    ``tools`` are in OpenAI's function form, ``schema`` is a JSON schema that the reply's text must meet,
    ``options`` are any further arguments of the call.
    """

    messages: Sequence[BaseMessage]
    tools: tuple[dict[str, Any], ...] = ()
    tool_choice: Any = None
    schema: dict[str, Any] | None = None
    method: str | None = None  # how the client obtains `schema`: json_schema, function_calling or json_mode
    options: Mapping[str, Any] = field(default_factory=dict)
    request: dict[str, Any] = field(default_factory=dict)

    @property
    def hash(self) -> str:
        """sha256 of the request."""
        return content_hash(self.request)


def chat_call(
    messages: Sequence[BaseMessage],
    arguments: Mapping[str, Any],
    *,
    role: str,
    model: str,
    temperature: float | None,
    epoch: int,
) -> ChatCall:
    """Build a call from what LangChain hands to a chat model's ``_generate``."""
    options = {key: value for key, value in arguments.items() if value is not None}
    options.pop("ls_structured_output_format", None)
    tools = tuple(options.pop("tools", ()))
    tool_choice = options.pop("tool_choice", None)
    schema, method = options.pop("response_schema", None), options.pop("response_method", None)
    request = {
        "role": role,
        "model": model,
        "epoch": epoch,
        "parameters": {"temperature": temperature, **{key: plain(value) for key, value in options.items()}},
        "tools": [plain(tool) for tool in tools],
        "tool_choice": plain(tool_choice),
        "response_schema": plain(schema),
        "messages": canonical_messages(messages),
    }
    return ChatCall(messages, tools, tool_choice, schema, method, options, request)


def canonical_messages(messages: Sequence[BaseMessage]) -> list[dict[str, Any]]:
    """Messages as plain JSON. Tool calls are numbered in order of appearance: ``call_1``, ``call_2``…"""
    numbers: dict[str, str] = {}
    return [_message(message, numbers) for message in messages]


def _message(message: BaseMessage, numbers: dict[str, str]) -> dict[str, Any]:
    entry: dict[str, Any] = {"role": _ROLES.get(message.type, message.type), "content": _content(message.content)}
    if message.name:
        entry["name"] = message.name
    if isinstance(message, AIMessage):
        calls: list[dict[str, Any]] = [
            {"id": _number(call["id"], numbers), "name": call["name"], "args": plain(call["args"])}
            for call in (*message.tool_calls, *message.invalid_tool_calls)
        ]
        if calls:
            entry["tool_calls"] = calls
    if isinstance(message, ToolMessage):
        entry["tool_call_id"] = _number(message.tool_call_id, numbers)
        if message.status == "error":
            entry["status"] = "error"
    return entry


def _number(call_id: str | None, numbers: dict[str, str]) -> str:
    return numbers.setdefault(call_id or f"missing {len(numbers)}", f"call_{len(numbers) + 1}")


def _content(content: Any) -> Any:
    if not isinstance(content, list):
        return content
    kept = [block for block in content if not (isinstance(block, dict) and block.get("type") in _CALL_BLOCKS)]
    return [
        {key: plain(value) for key, value in block.items() if key not in _RANDOM_KEYS}
        if isinstance(block, dict)
        else block
        for block in kept
    ]


def plain(value: Any) -> Any:
    """The value as JSON: pydantic classes become their schema; raise ``BadInput`` on anything without a JSON form."""
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted((plain(item) for item in value), key=str)
    if isinstance(value, type) and issubclass(value, BaseModel):
        return value.model_json_schema()
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    raise BadInput(f"a model call's argument of type {type(value).__name__} has no JSON form and cannot be recorded.")
