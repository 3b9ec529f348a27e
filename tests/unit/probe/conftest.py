"""A scripted chat model, a fake project folder and a fake memory system for the probe agent's tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import PrivateAttr

from memorybench.memory import AdapterCard, MemoryAdapter, StoreContext
from memorybench.records import IngestReceipt, Kind, Label, Memory, Session, Task

Step = AIMessage | Exception | Callable[[Sequence[BaseMessage]], AIMessage]


class ScriptedModel(BaseChatModel):
    """Says what its script says, and remembers what it was shown."""

    script: list[Any]
    delay: float = 0.0
    _shown: list[list[BaseMessage]] = PrivateAttr(default_factory=list)
    _tools: list[list[dict[str, Any]]] = PrivateAttr(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    @property
    def prompts(self) -> list[list[BaseMessage]]:
        return self._shown

    @property
    def tool_names(self) -> list[list[str]]:
        return [[tool["function"]["name"] for tool in tools] for tools in self._tools]

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Any:
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools])

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        raise NotImplementedError("the probe runs async")

    async def _agenerate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        await asyncio.sleep(self.delay)
        self._shown.append(list(messages))
        self._tools.append(kwargs.get("tools", []))
        step = self.script[min(len(self._shown) - 1, len(self.script) - 1)]
        if isinstance(step, Exception):
            raise step
        message = step(messages) if callable(step) else step.model_copy()
        message.id = None  # a repeated step must be a message of its own
        return ChatResult(generations=[ChatGeneration(message=message)])


def call(name: str, **arguments: Any) -> AIMessage:
    """A model turn that calls one tool."""
    return AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": f"c-{name}", "type": "tool_call"}])


@dataclass(frozen=True)
class Result:
    stdout: str = ""
    stderr: str = ""
    exit_code: int = 0


@dataclass
class FakeShell:
    """Answers every command with one result and keeps the commands."""

    result: Result | Exception = Result(stdout="4\n")
    commands: list[str] = field(default_factory=list)
    reads: list[tuple[str, int, int]] = field(default_factory=list)

    def execute(self, command: str) -> Result:
        self.commands.append(command)
        if isinstance(self.result, Exception):
            raise self.result
        return self.result

    def read_file(self, path: str, offset: int = 0, limit: int = 2000) -> Result:
        self.reads.append((path, offset, limit))
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


class FakeMemory(MemoryAdapter):
    """A memory with given surfaces; `found` maps a query to memories or to an exception."""

    card = AdapterCard(name="fake", summary="-", system="-", backend="-", surfaces=("search",))

    def __init__(self, found: Any = None, text: Any = "", folder: Any = None) -> None:
        self.found = found or {}
        self.text = text
        self.folder = folder
        self.asked: list[tuple[str, int]] = []

    async def open(self, context: StoreContext) -> None: ...

    async def ingest(self, session: Session) -> IngestReceipt:
        raise AssertionError("a probe never ingests")

    async def search(self, query: str, limit: int) -> list[Memory]:
        self.asked.append((query, limit))
        found = self.found.get(query, [])
        if isinstance(found, Exception):
            raise found
        return list(found)

    async def context(self) -> str:
        if isinstance(self.text, Exception):
            raise self.text
        return str(self.text)

    async def files(self) -> Path:
        if isinstance(self.folder, Exception):
            raise self.folder
        return Path(self.folder)

    async def dump(self) -> list[Memory]:
        return []

    async def close(self) -> None: ...

    async def drop(self) -> None: ...


@dataclass(frozen=True)
class Kit:
    """What the tests build on."""

    model: type[ScriptedModel] = ScriptedModel
    memory: type[FakeMemory] = FakeMemory
    shell: type[FakeShell] = FakeShell
    result: type[Result] = Result
    call: Callable[..., AIMessage] = call


@pytest.fixture
def kit() -> Kit:
    return Kit()


@pytest.fixture
def task() -> Task:
    return Task(
        id="t1",
        history="h1",
        project="P",
        model="models/house.ifc",
        probe="Using what we agreed and the model: what do the doors cost?",
        probe_plain="What do the doors cost?",
        probe_time=datetime(2026, 5, 1, 9, tzinfo=UTC),
        label=Label.NEEDS_EXTERNAL_INFO,
        kind=Kind.AGGREGATION,
        family="unit_cost",
        gold_answer="1,640 EUR",
        extra_information="Doors cost 410 EUR each.",
        facts=(),
    )
