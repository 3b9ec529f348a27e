"""Sessions, store contexts and models that the LangMem tests share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.utils.function_calling import convert_to_openai_tool
from memorybench_langmem.contract import contract_models
from pydantic import ConfigDict, Field

from memorybench.memory import AdapterConfig, MemoryModels, StoreContext
from memorybench.records import Message, Session

CET = timezone(timedelta(hours=1))

Call = tuple[str, dict[str, Any]]  # a tool's name and its arguments


class ScriptedCalls(BaseChatModel):
    """Gives the scripted replies one after the other, the last one for ever: tool calls, a text, or an error."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    script: list[list[Call] | str | Exception]
    prompts: list[list[BaseMessage]] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "scripted-calls"

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[Any, AIMessage]:
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools], **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        self.prompts.append(messages)
        reply = self.script[min(len(self.prompts), len(self.script)) - 1]
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, str):
            message = AIMessage(reply)
        else:
            message = AIMessage(
                "", tool_calls=[{"name": name, "args": args, "id": f"c{n}"} for n, (name, args) in enumerate(reply)]
            )
        return ChatResult(generations=[ChatGeneration(message=message)])


@pytest.fixture
def scripted() -> Callable[..., MemoryModels]:
    """Models whose chat model follows the script."""

    def make(*script: list[Call] | str | Exception) -> MemoryModels:
        return replace(contract_models(), chat=ScriptedCalls(script=list(script)))

    return make


@pytest.fixture
def make_session() -> Callable[..., Session]:
    """Build session ``number`` (one a week from 2 March 2026) in which an architect says ``texts``."""

    def make(number: int, *texts: str) -> Session:
        name = f"S{number:03d}"
        messages: list[Message] = []
        for text in texts:
            place = len(messages) + 1
            messages.append(Message(id=f"{name}-M{place:02d}", role="user", speaker="architect", text=text))
            messages.append(Message(id=f"{name}-M{place + 1:02d}", role="assistant", text="Noted.", final=True))
        started = datetime(2026, 3, 2, 9, 30, tzinfo=CET) + timedelta(weeks=number - 1)
        return Session(id=name, started_at=started, messages=tuple(messages))

    return make


@pytest.fixture
def make_context(tmp_path: Path) -> Callable[..., StoreContext]:
    """Build a store context in this test's own folder."""

    def make(*, models: MemoryModels | None = None, read_only: bool = False, namespace: str = "p1") -> StoreContext:
        return StoreContext(
            namespace=namespace,
            workspace=tmp_path / namespace,
            models=models or contract_models(),
            config=AdapterConfig(),
            read_only=read_only,
        )

    return make
