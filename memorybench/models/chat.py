"""The chat model everything in a run calls: a real LangChain model around any backend."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Sequence
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.language_models.base import LangSmithParams
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable, RunnableLambda
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_json_schema, convert_to_openai_tool
from pydantic import BaseModel, Field

from memorybench.models.backends import Backend
from memorybench.models.caller import Caller
from memorybench.models.errors import ModelError
from memorybench.models.reply import Reply
from memorybench.models.request import ChatCall, chat_call


class HubChat(BaseChatModel):
    """A metered, recorded, limited chat model for one role; built by ``ModelHub.chat`` only.

    Tools and schemas are kept in one neutral form until the call, so that a request's hash does not depend
    on a provider's client, and a replay needs none.
    """

    model_name: str
    role: str
    epoch: int = 0
    temperature: float | None = None
    caller: Caller = Field(exclude=True, repr=False)
    backend: Any = Field(exclude=True, repr=False)  # a Backend; pydantic cannot check protocols

    @property
    def _llm_type(self) -> str:
        return "memorybench"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model_name": self.model_name, "temperature": self.temperature, "role": self.role}

    def _get_ls_params(self, stop: list[str] | None = None, **kwargs: Any) -> LangSmithParams:
        """One provider name for all models: agent libraries choose prompts and tools by it."""
        params = LangSmithParams(ls_provider="memorybench", ls_model_type="chat", ls_model_name=self.model_name)
        if self.temperature is not None:
            params["ls_temperature"] = self.temperature
        if stop:
            params["ls_stop"] = stop
        return params

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Bind tools, in any form LangChain takes."""
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools], tool_choice=tool_choice, **kwargs)

    def with_structured_output(
        self, schema: dict[str, Any] | type, *, include_raw: bool = False, method: str | None = None, **kwargs: Any
    ) -> Runnable[LanguageModelInput, Any]:
        """Ask for JSON that meets ``schema``; the provider's client decides how, unless ``method`` does.

        Returns dicts, or instances where ``schema`` is a pydantic class. With ``include_raw``: a dict with
        ``raw``, ``parsed`` and ``parsing_error``; without, a reply that does not fit raises ``ValueError``.
        """
        bound = self.bind(response_schema=convert_to_json_schema(schema), response_method=method, **kwargs)
        return bound | RunnableLambda(lambda message: _parsed(message, schema, include_raw))

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        call = self._call(messages, stop, kwargs)
        recorded = self.caller.recorded(call.request)
        if recorded is None:
            try:
                reply, seconds = self.caller.live(lambda: self._backend.ask(call))
            except ModelError as error:
                self.caller.keep_refusal(call.request, error)
                raise
            self.caller.count(reply.usage)
            recorded = self.caller.keep(call.request, reply.model_dump(mode="json"), seconds)
        return _result(Reply.model_validate(recorded))

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        if threading.current_thread() is not threading.main_thread():
            # A memory system's own loop: an HTTP client must not be shared between loops, and one limit counts all.
            return await asyncio.to_thread(self._generate, messages, stop, None, **kwargs)
        call = self._call(messages, stop, kwargs)
        recorded = self.caller.recorded(call.request)
        if recorded is None:
            try:
                reply, seconds = await self.caller.alive(lambda: self._backend.aask(call))
            except ModelError as error:
                self.caller.keep_refusal(call.request, error)
                raise
            self.caller.count(reply.usage)
            recorded = self.caller.keep(call.request, reply.model_dump(mode="json"), seconds)
        return _result(Reply.model_validate(recorded))

    @property
    def _backend(self) -> Backend:
        backend: Backend = self.backend
        return backend

    def _call(self, messages: Sequence[BaseMessage], stop: list[str] | None, arguments: dict[str, Any]) -> ChatCall:
        return chat_call(
            messages,
            {**arguments, "stop": stop},
            role=self.role,
            model=self.caller.name.recorded,
            temperature=self.temperature,
            epoch=self.epoch,
        )


def _result(reply: Reply) -> ChatResult:
    return ChatResult(generations=[ChatGeneration(message=reply.message())])


def _parsed(message: AIMessage, schema: dict[str, Any] | type, include_raw: bool) -> Any:
    try:
        parsed, problem = _value(message, schema), None
    except ValueError as error:
        if not include_raw:
            raise
        parsed, problem = None, error
    return {"raw": message, "parsed": parsed, "parsing_error": problem} if include_raw else parsed


def _value(message: AIMessage, schema: dict[str, Any] | type) -> Any:
    """The JSON of a reply: the arguments of its first tool call, else its text (a code fence is let pass)."""
    if message.tool_calls:
        value: Any = message.tool_calls[0]["args"]
    else:
        text = message.text.strip()
        if text.startswith("```"):
            text = text.strip("`").removeprefix("json")
        if not text:
            raise ValueError("the reply is empty where JSON was asked for")
        try:
            value = json.loads(text)
        except json.JSONDecodeError as error:
            raise ValueError(f"the reply is not valid JSON: {error}") from None
    if isinstance(schema, type) and issubclass(schema, BaseModel):
        return schema.model_validate(value)  # pydantic's ValidationError is a ValueError
    if not isinstance(value, dict):
        raise ValueError(f"the reply is a JSON {type(value).__name__}, not an object")
    return value
