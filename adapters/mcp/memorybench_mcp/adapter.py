"""Any memory server that speaks the Model Context Protocol, behind the benchmark's contract."""

from __future__ import annotations

import asyncio
import shutil
from typing import TYPE_CHECKING, ClassVar

from memorybench.errors import BadInput
from memorybench.memory import AdapterCard, AdapterConfig, MemoryAdapter, StoreContext
from memorybench.records import IngestReceipt, Memory, Session
from memorybench_mcp.config import McpConfig
from memorybench_mcp.target import parse_target

if TYPE_CHECKING:
    from memorybench_mcp.store import McpStore

CARD = AdapterCard(
    name="mcp",
    summary="Any memory server that speaks the Model Context Protocol: its tools to add and to search.",
    system="the server's own: its name and version stand in the first receipt and in doctor (SDK mcp 2.3)",
    backend="the server: started per store by the command, or running at the URL",
    surfaces=("search",),
    target="command or URL",
    defaults_kept=("the server's own settings, ranking and models",),
    deviations=(
        "what was handed over is noted call by call, so that a session given again after a kill is not stored "
        "twice: most servers can neither replace nor find a session",
        "a started server has its home, working and temporary folder inside the store's, and no variable of yours "
        "but PATH and those of --set mcp.env: two stores must not meet",
        "of more results than the limit the first are taken: not every server takes a limit",
    ),
    roles="in the text, in the form all adapters share, or in the argument with {role}, {speaker} or {messages}",
    time="in the text, and in the tool's own argument with {date} or {time}",
    dump="what mcp.dump_tool lists; without it nothing: the write stage is 'no data'",
    parallelism="one message after the other; searches may come at once on one connection, as the server takes them",
    not_run=(
        "servers on Windows",
        "servers that ask the client for a model, for input or for OAuth: they are told that it has none",
    ),
)


class McpMemory(MemoryAdapter):
    """One store of an MCP server."""

    card: ClassVar[AdapterCard] = CARD
    config_type: ClassVar[type[AdapterConfig]] = McpConfig

    def __init__(self) -> None:
        self._store: McpStore | None = None
        self._context: StoreContext | None = None

    @classmethod
    def check_target(cls, target: str) -> None:
        """Raise ``BadInput`` for a command or URL that cannot be read, or holds a secret."""
        parse_target(target)

    async def open(self, context: StoreContext) -> None:
        """Start the server or connect to it, and find its tools.

        Raises:
            BackendUnreachable: no MCP server answers.
            BadInput: the options do not fit the server's tools, or its stores cannot be kept apart.
        """
        from memorybench_mcp.store import McpStore

        self._context = context
        config = context.config if isinstance(context.config, McpConfig) else McpConfig()
        store = McpStore(context, config, parse_target(context.variant or ""))
        await store.open()
        self._store = store
        self.found = store.server

    async def ingest(self, session: Session) -> IngestReceipt:
        """Hand the session over; what the server refused of it is in the receipt's failures.

        Raises:
            BackendUnreachable: the server is gone; nothing counts as ingested.
        """
        if self._context is not None and self._context.read_only:
            raise BadInput(f"session {session.id} cannot be ingested: the store is open to read only.")
        return await self._opened().ingest(session)

    async def ready(self) -> None:
        """Raise ``BackendUnreachable`` if a started server keeps its data where other stores' servers do."""
        self._opened().check_kept_here()

    async def search(self, query: str, limit: int) -> list[Memory]:
        """The server's own ranking, at most ``limit`` memories, none twice; none for a blank query."""
        return await self._opened().search(query, limit)

    async def dump(self) -> list[Memory] | None:
        """What the server lists, by session and text; None without ``mcp.dump_tool``."""
        return await self._opened().dump()

    async def close(self) -> None:
        """Leave the server; one that was started ends. Its files stay."""
        if self._store is not None:
            await self._store.close()
        self._store = None

    async def drop(self) -> None:
        """Delete what the server holds of this store by ``mcp.delete_tool``, then the store's folder."""
        if self._store is not None:
            await self._store.delete()
        await self.close()
        if self._context is not None:
            await asyncio.to_thread(shutil.rmtree, self._context.workspace, ignore_errors=True)

    def _opened(self) -> McpStore:
        if self._store is None:
            raise BadInput("the mcp store is not open.")
        return self._store
