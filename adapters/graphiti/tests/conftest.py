"""Sessions, store contexts, servers and misbehaving models that the Graphiti tests share."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from memorybench_graphiti.adapter import GraphitiMemory
from memorybench_graphiti.config import GraphitiConfig
from memorybench_graphiti.contract import contract_models
from memorybench_graphiti.server import EmbeddedServer
from pydantic import ConfigDict

from memorybench.memory import MemoryModels, StoreContext
from memorybench.models.rules.chat import RulesChat
from memorybench.records import Message, Session

CET = timezone(timedelta(hours=1))


class ClumsyChat(RulesChat):
    """The stand-in, which answers the calls for ``schema`` with ``reply`` for the first ``times`` of them."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    schema_field: str
    reply: str | Exception = "I have noted it."
    times: int = 1_000
    met: int = 0

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        schema = kwargs.get("response_schema") or {}
        if self.schema_field in schema.get("properties", ()) and self.met < self.times:
            self.met += 1
            if isinstance(self.reply, Exception):
                raise self.reply
            return ChatResult(generations=[ChatGeneration(message=AIMessage(self.reply))])
        return super()._generate(messages, *args, **kwargs)


@pytest.fixture
def clumsy() -> Callable[..., MemoryModels]:
    """Models whose chat model misbehaves on one schema: ``clumsy("edges", reply=…, times=…)``."""

    def make(schema_field: str, **how: Any) -> MemoryModels:
        models = contract_models()
        chat = ClumsyChat(role="memory", schema_field=schema_field, **how)
        return MemoryModels(chat=chat, embedder=models.embedder, embedding_size=models.embedding_size)

    return make


@pytest.fixture
def make_session() -> Callable[..., Session]:
    """Build session ``number`` (one a week from 2 March 2026) in which an architect says ``texts``."""

    def make(number: int, *texts: str, started: datetime | None = None) -> Session:
        name = f"S{number:03d}"
        messages: list[Message] = []
        for text in texts:
            place = len(messages) + 1
            messages.append(Message(id=f"{name}-M{place:02d}", role="user", speaker="architect", text=text))
            messages.append(Message(id=f"{name}-M{place + 1:02d}", role="assistant", text="Noted.", final=True))
        started = started or datetime(2026, 3, 2, 9, 30, tzinfo=CET) + timedelta(weeks=number - 1)
        return Session(id=name, started_at=started, messages=tuple(messages))

    return make


@pytest.fixture
def make_context(tmp_path: Path) -> Callable[..., StoreContext]:
    """Build a store context in this test's own folder."""

    def make(
        *, models: MemoryModels | None = None, read_only: bool = False, namespace: str = "p1", **options: Any
    ) -> StoreContext:
        return StoreContext(
            namespace=namespace,
            workspace=tmp_path / "stores" / namespace,
            models=models or contract_models(),
            config=GraphitiConfig(**options),
            read_only=read_only,
        )

    return make


@pytest.fixture
async def opened() -> AsyncIterator[Callable[..., Any]]:
    """Open an adapter on a context; closed at the end of the test at the latest."""
    adapters: list[GraphitiMemory] = []

    async def open_one(context: StoreContext) -> GraphitiMemory:
        adapter = GraphitiMemory()
        await adapter.open(context)
        adapters.append(adapter)
        return adapter

    yield open_one
    for adapter in adapters:
        await adapter.close()


@pytest.fixture
def falkordb(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The options for a FalkorDB server that is somebody else's."""
    server = EmbeddedServer(tmp_path / "elsewhere")
    yield {"uri": f"falkor://127.0.0.1:{server.port}", "password": server.password}
    server.stop()


@pytest.fixture
def mute_port() -> Iterator[int]:
    """The port of a server that takes connections and never says a word."""
    with closing(socket.socket()) as server:
        server.bind(("127.0.0.1", 0))
        server.listen(16)
        yield int(server.getsockname()[1])
