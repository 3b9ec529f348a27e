"""A model's reply as plain data: what a recording and a mailbox hold, and the message it becomes again."""

from __future__ import annotations

import json
from typing import Any

from langchain_core.messages import AIMessage, InvalidToolCall, ToolCall
from pydantic import Field

from memorybench.records import Record

_TOLD_ELSEWHERE = frozenset({"tool_calls", "function_call", "parsed"})


class ToolRequest(Record):
    """One tool call. ``args`` is text when it was not valid JSON."""

    name: str
    args: dict[str, Any] | str
    id: str


class Reply(Record):
    """One reply. ``usage`` is what the provider reported, in LangChain's ``usage_metadata`` form, or None."""

    content: str | list[Any] = ""
    tool_calls: tuple[ToolRequest, ...] = ()
    usage: dict[str, Any] | None = None
    finish_reason: str | None = None
    model: str | None = None  # as the provider names it
    additional: dict[str, Any] = Field(default_factory=dict)  # refusals, reasoning, thought signatures
    notes: tuple[str, ...] = ()  # e.g. that the provider refused a parameter

    @classmethod
    def of(cls, message: AIMessage, notes: tuple[str, ...] = ()) -> Reply:
        """The plain form of a message."""
        calls = [
            ToolRequest(name=call["name"] or "", args=call["args"] or {}, id=call["id"] or f"call_{index + 1}")
            for index, call in enumerate([*message.tool_calls, *message.invalid_tool_calls])
        ]
        about = message.response_metadata
        return cls(
            content=message.content,
            tool_calls=tuple(calls),
            usage=_json_or_none(message.usage_metadata),
            finish_reason=about.get("finish_reason") or about.get("stop_reason"),
            model=about.get("model_name") or about.get("model"),
            additional={
                key: kept
                for key, value in message.additional_kwargs.items()
                if key not in _TOLD_ELSEWHERE and (kept := _json_or_none(value)) is not None
            },
            notes=notes,
        )

    def message(self) -> AIMessage:
        """The message a caller gets, the same whether live or recorded."""
        about = {"model_name": self.model, "finish_reason": self.finish_reason}
        return AIMessage(
            content=self.content,
            tool_calls=[
                ToolCall(name=call.name, args=call.args, id=call.id)
                for call in self.tool_calls
                if isinstance(call.args, dict)
            ],
            invalid_tool_calls=[
                InvalidToolCall(
                    name=call.name,
                    args=call.args,
                    id=call.id,
                    error="the arguments are not valid JSON",
                    type="invalid_tool_call",
                )
                for call in self.tool_calls
                if isinstance(call.args, str)
            ],
            usage_metadata=self.usage,
            additional_kwargs=dict(self.additional),
            response_metadata={key: value for key, value in about.items() if value is not None},
        )


def _json_or_none(value: Any) -> Any:
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError):
        return None
