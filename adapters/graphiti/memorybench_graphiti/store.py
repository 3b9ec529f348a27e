"""One Graphiti store, opened: a database, a graph in it, and what makes writing to it repeatable."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from filelock import FileLock
from graphiti_core.driver.driver import GraphDriver

from memorybench.errors import BadInput, MemorybenchError
from memorybench.memory import StoreContext, claim_workspace
from memorybench.models.errors import model_error_behind
from memorybench.records import Memory, Session
from memorybench_graphiti.clients import ChatClient, Embedder, Watch
from memorybench_graphiti.config import GraphitiConfig
from memorybench_graphiti.connect import await_indexes, open_driver
from memorybench_graphiti.failed import FailedSessions
from memorybench_graphiti.faults import database_fault
from memorybench_graphiti.memory_graph import MemoryGraph
from memorybench_graphiti.server import EmbeddedServer
from memorybench_graphiti.undo import UndoNote

_ATTEMPTS = 2  # a session is tried again at once: a model may reply better the second time


@dataclass(frozen=True)
class Written:
    """What one session's ingestion did."""

    facts: int = 0
    entities: int = 0
    calls: int = 0
    fault: str | None = None  # why Graphiti failed; then nothing of the session is stored
    overcome: str | None = None  # why it failed at the first try, if the session is stored all the same
    losses: tuple[str, ...] = ()  # what is missing though the session is stored
    retried: bool = False


class GraphitiStore:
    """Built by :func:`open_store`; owned by this object until :meth:`close`."""

    def __init__(
        self, context: StoreContext, config: GraphitiConfig, lock: FileLock, server: EmbeddedServer | None
    ) -> None:
        self._context = context
        self._config = config
        self._lock = lock
        self._server = server
        self._undo = UndoNote(context.workspace / "before.json", context.namespace)
        self._failed = FailedSessions(context.workspace / "failed.jsonl")
        self._chat = ChatClient(context.models.chat)
        assert context.models.embedder is not None
        self._embedder = Embedder(context.models.embedder)
        self._graph: MemoryGraph | None = None

    async def connect(self) -> None:
        """Open the graph; see :func:`open_store`."""
        driver = await open_driver(
            self._config, self._context.namespace, self._server, read_only=self._context.read_only
        )
        self._graph = MemoryGraph(
            driver,
            self._context.namespace,
            chat=self._chat,
            embedder=self._embedder,
            max_coroutines=self._config.max_coroutines,
        )
        await self._save(only_if_new=True)

    async def add(self, session: Session) -> Written:
        """Write one session; one given again replaces what it left behind the first time.

        A failed session leaves nothing in the graph, is tried once more at once, and again in :meth:`retry`.
        """
        self._failed.remove(session.id)
        async with self._database():
            await self._begin(session)
        if not any(message.text or message.command for message in session.messages):
            return Written()
        written = await self._attempts(session, _ATTEMPTS)
        if written.fault:
            self._failed.add(session)
        return written

    async def retry(self) -> list[tuple[Session, Written]]:
        """Try the failed sessions again, in order, and wait until everything can be read back.

        Returns what this try did with each of them.
        """
        tried = []
        for session in self._failed.all():
            async with self._database():
                await self._begin(session)
            written = await self._attempts(session, 1)
            if not written.fault:
                self._failed.remove(session.id)
            tried.append((session, written))
        async with self._database():
            await await_indexes(self._driver)
        return tried

    async def search(self, query: str, limit: int) -> list[Memory]:
        """At most ``limit`` memories; none for a blank query."""
        if not query.strip() or limit < 1:
            return []
        self._embedder.error = None
        async with self._database():
            return await self._opened.search(query, limit)

    async def dump(self) -> list[Memory]:
        """All facts and entity summaries."""
        async with self._database():
            return await self._opened.everything()

    async def close(self) -> None:
        """Release connections, server and ownership; safe to call twice."""
        graph, self._graph = self._graph, None
        try:
            if graph is not None:
                await graph.close()
        finally:
            if self._server is not None:
                await asyncio.to_thread(self._server.stop)
            self._lock.release()

    async def drop(self) -> None:
        """Delete the group's data and the workspace; the store is closed afterwards."""
        try:
            if self._server is None:  # the store's own server goes with its folder
                async with self._database():
                    await self._opened.delete()
        finally:
            await self.close()
        shutil.rmtree(self._context.workspace, ignore_errors=True)

    @property
    def _opened(self) -> MemoryGraph:
        if self._graph is None:
            raise BadInput("the graphiti store is not open.")
        return self._graph

    @property
    def _driver(self) -> GraphDriver:
        return self._opened.driver

    async def _begin(self, session: Session) -> None:
        """Note the graph before ``session``, or bring it back to what it was before the session's first try."""
        if self._undo.session == session.id:
            await self._undo.take_back(self._driver)
            return
        await self._opened.remove(session.id)
        await self._undo.write(self._driver, session.id)

    async def _attempts(self, session: Session, most: int) -> Written:
        """Try to write the session, ``most`` times at most; what failed is taken back."""
        tries: list[Written] = []
        while len(tries) < most and (not tries or tries[-1].fault):
            tries.append(await self._attempt(session))
            if tries[-1].fault:
                async with self._database():
                    await self._undo.take_back(self._driver)
        await self._save()
        last = tries[-1]
        return replace(
            last,
            calls=sum(one.calls for one in tries),
            retried=len(tries) > 1,
            overcome=None if last.fault else tries[0].fault,
        )

    async def _attempt(self, session: Session) -> Written:
        watch = self._chat.watch = Watch()
        self._embedder.error = None
        fault: str | None = None
        try:
            async with self._database():
                await self._opened.add(session)
        except MemorybenchError:
            raise
        except Exception as error:
            fault = f"{type(error).__name__}: {' '.join(str(error).split())}"
        self._raise_model_errors(watch)
        if fault:
            return Written(calls=watch.calls, fault=fault)
        async with self._database():
            facts, entities = await self._undo.news(self._driver)
        # Graphiti raises on a reply that does not fit, except where a fact is dated: then the fact has no dates.
        return Written(facts, entities, watch.calls, losses=watch.bad_replies)

    def _raise_model_errors(self, watch: Watch) -> None:
        """A model that failed is the model's failure, also where Graphiti goes on without its answer."""
        for error in (watch.model_error, self._embedder.error):
            if error is not None:
                raise error

    async def _save(self, *, only_if_new: bool = False) -> None:
        """Make the store's own server write everything to disk: a session is whole there, or not there at all."""
        if self._server is None or self._context.read_only:
            return
        if only_if_new and (self._server.folder / "dump.rdb").exists():
            return
        async with self._database():
            await self._driver.client.execute_command("SAVE")  # type: ignore[attr-defined]

    @asynccontextmanager
    async def _database(self) -> AsyncIterator[None]:
        """A database that does not answer is not Graphiti's failure; nor is a model's error."""
        try:
            yield
        except MemorybenchError:
            raise
        except Exception as error:
            known = model_error_behind(error)
            if known is not None:
                raise known from error
            last_words = self._server.last_words() if self._server is not None else ""
            fault = database_fault(error, self._config.address, last_words)
            if fault is None:
                raise
            raise fault from error


async def open_store(context: StoreContext, config: GraphitiConfig) -> GraphitiStore:
    """Open or create the store.

    Raises:
        BackendUnreachable: the store is open elsewhere, or its database cannot be used.
        BadInput: a model is missing, or the stored vectors have another size than the embedder's.
    """
    _check_models(context)
    context.workspace.mkdir(parents=True, exist_ok=True)
    lock = claim_workspace(context.workspace, "graphiti")
    server: EmbeddedServer | None = None
    try:
        _check_size(context)
        if config.address is None:
            server = await asyncio.to_thread(EmbeddedServer, context.workspace / "falkordb")
        store = GraphitiStore(context, config, lock, server)
        await store.connect()
    except BaseException:
        if server is not None:
            server.stop()
        lock.release()
        raise
    return store


def _check_models(context: StoreContext) -> None:
    if context.models.chat is None and not context.read_only:
        raise BadInput("graphiti needs a memory model: name one with --memory-model or --model.")
    if context.models.embedder is None or not context.models.embedding_size:
        raise BadInput("graphiti needs an embedder: name one with --embedder.")


def _check_size(context: StoreContext) -> None:
    """Vectors of different sizes in one graph would only fail at the first search."""
    note = context.workspace / "vectors.json"
    wanted = context.models.embedding_size
    if note.exists():
        held = json.loads(note.read_text(encoding="utf-8"))["size"]
        if held != wanted:
            raise BadInput(
                f"graphiti: the store holds vectors of {held} numbers but this embedder makes {wanted}: use the "
                "embedder it was built with, or another store."
            )
    elif not context.read_only:
        note.write_text(json.dumps({"size": wanted}), encoding="utf-8")
