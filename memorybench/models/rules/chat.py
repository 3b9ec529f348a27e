"""The stand-in as a LangChain chat model: messages in, one turn out, tokens counted on both sides."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Literal

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable, RunnableLambda
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_json_schema, convert_to_openai_tool
from pydantic import BaseModel

from memorybench.errors import ModelUnavailable
from memorybench.models import tokens
from memorybench.models.rules import graph, tooled
from memorybench.models.rules.probe import next_turn
from memorybench.models.rules.remember import extract
from memorybench.models.rules.writer import next_edit


class RulesChat(BaseChatModel):
    """Deterministic: the same messages and tools give the same turn."""

    role: Literal["probe", "memory"]
    model_name: str = "rules"

    @property
    def _llm_type(self) -> str:
        return "memorybench-rules"

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Bind tools; which of them are called is up to the rules."""
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools], **kwargs)

    def with_structured_output(
        self, schema: dict[str, Any] | type, *, include_raw: bool = False, **kwargs: Any
    ) -> Runnable[LanguageModelInput, Any]:
        """Fill ``schema`` if the memory rules know its fields; any other is refused: fixed rules cannot fill it."""
        wanted = convert_to_json_schema(schema)
        if self.role != "memory" or not graph.fills(wanted):
            raise ModelUnavailable(
                f"the rules stand-in cannot fill the schema {wanted.get('title', '')!r}: use a real model for this "
                "memory system."
            )

        def parsed(message: AIMessage) -> Any:
            value = json.loads(str(message.text))
            filled = (
                schema.model_validate(value) if isinstance(schema, type) and issubclass(schema, BaseModel) else value
            )
            return {"raw": message, "parsed": filled, "parsing_error": None} if include_raw else filled

        return self.bind(response_schema=wanted) | RunnableLambda(parsed)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        tools: list[dict[str, Any]] = kwargs.get("tools") or []
        names = {tool["function"]["name"] for tool in tools}
        schema: dict[str, Any] | None = kwargs.get("response_schema")
        if self.role == "memory" and schema is not None:
            turn = AIMessage(graph.fill(schema, [str(message.text) for message in messages]))
        elif self.role == "memory" and "write_file" in names:
            turn = next_edit(messages, names)
        elif self.role == "memory" and tooled.records(tools):
            turn = tooled.turn(tools, messages)
        elif self.role == "memory":
            turn = AIMessage(extract([str(message.text) for message in messages]))
        else:
            turn = next_turn(messages, names)
        turn.usage_metadata = _usage(messages, tools, turn)
        turn.response_metadata = {"model_name": self.model_name}
        return ChatResult(generations=[ChatGeneration(message=turn)])


def _usage(messages: Sequence[BaseMessage], tools: Sequence[dict[str, Any]], turn: AIMessage) -> UsageMetadata:
    """What went in and out, by the bundled tokenizer."""
    given = sum(_tokens(_text(message)) for message in messages) + _tokens(json.dumps(tools) if tools else "")
    said = _tokens(_text(turn))
    return UsageMetadata(input_tokens=given, output_tokens=said, total_tokens=given + said)


def _text(message: BaseMessage) -> str:
    calls = message.tool_calls if isinstance(message, AIMessage) else []
    return str(message.text) + "".join(json.dumps([call["name"], call["args"]]) for call in calls)


@lru_cache(maxsize=256)
def _tokens(text: str) -> int:
    """A conversation repeats its beginning at every turn; a long prompt is counted once."""
    return tokens.count(text) if text else 0
