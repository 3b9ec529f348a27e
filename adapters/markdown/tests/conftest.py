"""A writer that follows a script, and the sessions and contexts of the markdown tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.utils.function_calling import convert_to_openai_tool
from memorybench_markdown.config import MarkdownConfig
from pydantic import ConfigDict, PrivateAttr

from memorybench.memory import MemoryModels, StoreContext
from memorybench.records import Message, Session

CET = timezone(timedelta(hours=1))


class ScriptedWriter(BaseChatModel):
    """Takes its turns from ``script``, the last one for ever; keeps what it was shown."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    script: list[Any]
    _shown: list[list[BaseMessage]] = PrivateAttr(default_factory=list)
    _tools: list[list[str]] = PrivateAttr(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "scripted-writer"

    @property
    def prompts(self) -> list[list[BaseMessage]]:
        return self._shown

    @property
    def tools(self) -> list[list[str]]:
        return self._tools

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Any:
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools])

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        self._shown.append(list(messages))
        self._tools.append(sorted(tool["function"]["name"] for tool in kwargs.get("tools", [])))
        turn = self.script[min(len(self._shown), len(self.script)) - 1]
        if isinstance(turn, BaseException):
            raise turn
        message = turn.model_copy(update={"id": None})
        return ChatResult(generations=[ChatGeneration(message=message)])


def calls(*wanted: tuple[str, dict[str, Any]]) -> AIMessage:
    """One turn with these tool calls."""
    made = [
        {"name": name, "args": args, "id": f"c{place}", "type": "tool_call"}
        for place, (name, args) in enumerate(wanted)
    ]
    return AIMessage("", tool_calls=made)


def writes(text: str) -> AIMessage:
    """One turn that replaces memory.md."""
    return calls(("write_file", {"file_path": "/memory.md", "content": text}))


@pytest.fixture
def make_session() -> Callable[..., Session]:
    """Build session ``number`` (one a week from 2 March 2026) in which an architect says ``texts``."""

    def make(number: int, *texts: str) -> Session:
        name = f"S{number:03d}"
        messages = [
            Message(id=f"{name}-M{2 * place + 1:02d}", role="user", speaker="architect", text=text)
            for place, text in enumerate(texts)
        ]
        started = datetime(2026, 3, 2, 9, 30, tzinfo=CET) + timedelta(weeks=number - 1)
        return Session(id=name, started_at=started, messages=tuple(messages))

    return make


@pytest.fixture
def make_context(tmp_path: Path) -> Callable[..., StoreContext]:
    """Build a store context in this test's own folder; ``script`` are the writer's turns."""

    def make(
        *script: Any, variant: str | None = None, read_only: bool = False, namespace: str = "p1", **options: Any
    ) -> StoreContext:
        workspace = tmp_path / namespace
        workspace.mkdir(exist_ok=True)
        chat = ScriptedWriter(script=list(script)) if script else None
        return StoreContext(
            namespace=namespace,
            workspace=workspace,
            models=MemoryModels(chat=chat),
            config=MarkdownConfig(**options),
            variant=variant,
            read_only=read_only,
        )

    return make


class Kit:
    """What the tests write scripts with."""

    calls = staticmethod(calls)
    writes = staticmethod(writes)


@pytest.fixture
def kit() -> type[Kit]:
    return Kit
