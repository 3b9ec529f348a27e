"""One store of an MCP server: sessions handed over, searches, dumps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from memorybench.errors import BadInput
from memorybench.memory import StoreContext
from memorybench.records import Failure, IngestReceipt, Memory, Session
from memorybench_mcp import templates
from memorybench_mcp.calls import AddCall, add_calls
from memorybench_mcp.config import McpConfig, from_shell
from memorybench_mcp.connection import Connection, Endpoint, ToolFailed, ToolLate
from memorybench_mcp.deletion import deletes_parts, deletions
from memorybench_mcp.isolation import check_calls_name_the_store, check_kept_in_workspace, check_new_store_is_empty
from memorybench_mcp.journal import Journal
from memorybench_mcp.launch import OWN_FOLDER, server_parameters
from memorybench_mcp.results import UnreadableResult, content_of, memories_of
from memorybench_mcp.target import Target, resolved
from memorybench_mcp.tools import ToolCall, ToolSet, choose


class McpStore:
    """The tools of a connected server, used for one store."""

    def __init__(self, context: StoreContext, config: McpConfig, target: Target) -> None:
        self._context = context
        self._config = config
        self._target = target
        self._fixed = {"namespace": context.namespace, "workspace": str(context.workspace.absolute())}
        self._journal = Journal(context.workspace / OWN_FOLDER / "journal.jsonl")
        self._connection = Connection(self._endpoint(), config.timeout_s)
        self._tools: ToolSet | None = None
        self._held: int | None = None  # memories in the store, where they can be listed and were

    @property
    def server(self) -> str:
        """The server's own name and version, once connected."""
        return self._connection.server

    async def open(self) -> None:
        """Connect, choose the tools, and make sure that this store is this store's alone."""
        tools = await self._connection.open()
        try:
            self._tools = choose(self._config, tools)
            check_calls_name_the_store(self._target, self._tools)
            if self._tools.dump and self._journal.empty and not self._context.read_only:
                check_new_store_is_empty(await self._first_dump(), self._tools.dump.tool)
                self._held = 0
        except BaseException:
            await self._connection.close()
            raise

    async def ingest(self, session: Session) -> IngestReceipt:
        """Make the calls of the session that were not made yet."""
        notes = [f"server: {self.server}"] if self._journal.empty else []
        calls = self._calls(session)
        notes += await self._settle(session, calls)
        due = [call for call in calls if self._journal.state(session.id, call.key) != "done"]
        if due and self._chosen.dump and self._held is None:
            self._held = len(await self.dump() or ())
        taken, failures = await self._add_all(session, due)
        memories, counted = await self._count(session, taken)
        notes += counted
        return IngestReceipt(
            session=session.id,
            messages=len(session.messages),
            memories=memories,
            failures=tuple(Failure(kind="memory_error", message=text, session=session.id) for text in failures),
            notes=tuple(notes),
        )

    def check_kept_here(self) -> None:
        """Raise ``BackendUnreachable`` if a started server keeps what it was told somewhere else."""
        if not self._context.read_only and any(self._journal.stored(session) for session in self._journal.sessions):
            check_kept_in_workspace(self._target, self._chosen, self._config, self._context.workspace)

    async def search(self, query: str, limit: int) -> list[Memory]:
        """At most ``limit`` memories, none twice."""
        if not query.strip():
            return []
        found = await self._read(self._chosen.search, self._config.result_path, query=query, limit=limit)
        return found[:limit]

    async def dump(self) -> list[Memory] | None:
        """Everything the server lists, or None."""
        call = self._chosen.dump
        if call is None:
            return None
        found = await self._read(call, self._config.dump_path or self._config.result_path)
        return sorted(found, key=lambda memory: (memory.session or "", memory.text, memory.id or ""))

    async def delete(self) -> None:
        """Delete all that was handed over, as far as the server has a tool for it."""
        await self._delete(self._journal.sessions)

    async def close(self) -> None:
        """Leave the server."""
        await self._connection.close()

    def _endpoint(self) -> Endpoint:
        workspace = self._context.workspace
        if self._target.url is not None:
            token = self._config.token.get_secret_value() if self._config.token else None
            url = templates.fill(self._target.url, self._fixed)
            return Endpoint(self._target.url, url=url, token=from_shell(token, "mcp.token") if token else None)
        workspace.mkdir(parents=True, exist_ok=True)
        command = tuple(templates.fill(part, self._fixed) for part in resolved(self._target.command))
        env = {
            name: templates.fill(from_shell(value, f"mcp.env ({name})"), self._fixed)
            for name, value in self._config.env.items()
        }
        return Endpoint(
            str(self._target),
            start=server_parameters(command, workspace, env),
            log=workspace / OWN_FOLDER / "server.log",
        )

    @property
    def _chosen(self) -> ToolSet:
        if self._tools is None:
            raise BadInput("the mcp store is not open.")
        return self._tools

    def _calls(self, session: Session) -> list[AddCall]:
        call = self._chosen.add
        unit = self._config.one_call_per or ("session" if "messages" in call.placeholders else "message")
        return add_calls(session, call.arguments, self._fixed, whole=unit == "session")

    async def _settle(self, session: Session, calls: Sequence[AddCall]) -> list[str]:
        """Find out what became of calls that a kill cut short; return what a reader must know of it."""
        doubtful = self._journal.doubtful(session.id)
        if not doubtful:
            return []
        if deletes_parts(self._chosen.delete):
            await self._delete([session.id])
            return []
        stored = await self.dump()
        if stored is None:
            return [
                f"interrupted before: {len(doubtful)} calls are made again, what they hand over may be held twice"
            ]
        for call in calls:
            if call.key in doubtful and any(call.words in memory.text for memory in stored):
                self._journal.end(session.id, call.key, "done")
        return []

    async def _add_all(self, session: Session, due: Sequence[AddCall]) -> tuple[int, list[str]]:
        """Make the calls; return how many were taken, and why others were not. A tool that hangs is not tried on."""
        taken, failures = 0, []
        for place, call in enumerate(due):
            self._journal.begin(session.id, call.key, session.started_at)
            try:
                await self._connection.call(self._chosen.add.tool, call.arguments)
            except ToolLate as error:
                left = len(due) - place - 1
                failures.append(f"{error}; {left} more calls of the session were not made" if left else str(error))
                break
            except ToolFailed as error:
                self._journal.end(session.id, call.key, "failed")
                failures.append(str(error))
            else:
                self._journal.end(session.id, call.key, "done")
                taken += 1
        return taken, failures

    async def _count(self, session: Session, taken: int) -> tuple[int, list[str]]:
        """How many memories came of the session in all, and what a reader must know of that number."""
        before = self._journal.stored(session.id)
        if not taken:
            return before, []
        notes: list[str] = []
        if self._held is None:
            grown = taken
            notes.append("memories are calls that succeeded: the server cannot list what it holds")
        else:
            held = len(await self.dump() or ())
            grown, self._held = max(held - self._held, 0), held
            if not grown:
                notes.append(f"{taken} calls succeeded, and the server holds no more than before")
        self._journal.count(session.id, before + grown)
        return before + grown, notes

    async def _first_dump(self) -> list[Memory]:
        """The dump of a new store; a tool that cannot do that is the option's fault."""
        try:
            return await self.dump() or []
        except (ToolFailed, UnreadableResult) as error:
            raise BadInput(
                f"--set mcp.dump_tool={self._config.dump_tool}: cannot list a new store: {error}."
            ) from error

    async def _read(self, call: ToolCall, path: str | None, **values: Any) -> list[Memory]:
        arguments = templates.fill(call.arguments, {**self._fixed, **values})
        structured, texts = await self._connection.call(call.tool, arguments)
        return list(_once(self._dated(memories_of(content_of(structured, texts), path))))

    async def _delete(self, sessions: Sequence[str]) -> None:
        call = self._chosen.delete
        if call is None:
            return
        stored = (await self.dump() or []) if "id" in call.placeholders else []
        for arguments in deletions(call, sessions, self._journal, stored, self._fixed):
            await self._connection.call(call.tool, arguments)
        for session in list(sessions):
            self._journal.forget(session)
        self._held = None

    def _dated(self, memories: Iterable[Memory]) -> Iterator[Memory]:
        """Memories of a known session, with its time where the server gives none."""
        for memory in memories:
            started = self._journal.started.get(memory.session or "")
            if memory.valid_from is None and started is not None:
                memory = memory.model_copy(update={"valid_from": started})
            yield memory


def _once(memories: Iterable[Memory]) -> Iterator[Memory]:
    seen: set[tuple[str | None, str]] = set()
    for memory in memories:
        if (memory.id, memory.text) not in seen:
            seen.add((memory.id, memory.text))
            yield memory
