"""One LangMem store, opened: the module that calls LangMem."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Mapping
from typing import Any

from langgraph.errors import GraphRecursionError
from langgraph.store.base import PutOp
from langgraph.store.memory import InMemoryStore
from langmem import create_memory_store_manager
from langsmith import tracing_context

from memorybench.errors import BadInput
from memorybench.memory import StoreContext, claim_workspace
from memorybench.records import Memory, Session
from memorybench_langmem.database import Database
from memorybench_langmem.failures import model_failed, not_langmems
from memorybench_langmem.manager import steady
from memorybench_langmem.messages import langmem_messages
from memorybench_langmem.vectors import KeptVectors
from memorybench_langmem.watch import Watch, WatchingModel, listen

_STEPS = 25  # of trustcall's graph; a session whose replies are usable takes two


class LangMemStore:
    """The memories of one namespace, owned by this object until :meth:`close`."""

    def __init__(self, context: StoreContext) -> None:
        """Open or create the store.

        Raises:
            BackendUnreachable: the store is open elsewhere, or its file is damaged.
            BadInput: a model is missing, or the vectors have another size.
        """
        _check_models(context)
        self._context = context
        self._namespace = ("memories", context.namespace)  # LangMem's default template, filled
        context.workspace.mkdir(parents=True, exist_ok=True)
        self._lock = claim_workspace(context.workspace, "langmem")
        try:
            self._database = Database(context.workspace / "memories.db")
            self._load()
        except BaseException:
            self._lock.release()
            raise

    def _load(self) -> None:
        """Make LangGraph's store what the file says, and a manager on it."""
        models = self._context.models
        assert models.embedder is not None
        vectors = self._database.vectors()
        _check_size(vectors, models.embedding_size or 0)
        self._vectors = KeptVectors(models.embedder, vectors)
        index: Any = {"dims": models.embedding_size, "embed": self._vectors}
        self._items = InMemoryStore(index=index)
        puts = [PutOp(self._namespace, key, value) for key, value in self._database.values().items()]
        self._items.batch(puts)
        if models.chat is not None:
            self._manager = create_memory_store_manager(models.chat, store=self._items)
            self._steady = steady(self._manager)

    async def add(self, session: Session) -> tuple[Watch, int, int]:
        """Give one session to LangMem: what happened, memories that are new, and memories that were changed.

        A session given again first takes back what it did the first time.
        """
        watch = Watch()
        if self._database.take_back(session.id):
            self._load()
        before = set(self._database.values())
        puts: dict[str, Any] = {}
        try:
            if messages := langmem_messages(session):
                puts = await self._managed(messages, session, watch)
            self._database.write(session, puts, self._vectors.new)
            self._vectors.new = {}
        except BaseException as error:
            self._load()  # what is in memory only must not stay
            if not isinstance(error, Exception) or not_langmems(error) is not None:
                raise
            watch.faults.append(_fault(error))
            self._database.write(session, {}, {})
            return watch, 0, 0
        new = sum(key not in before for key in puts)
        if new < watch.asked_for:
            watch.faults.append(f"of {watch.asked_for} new memories in the model's reply {new} are stored")
        return watch, new, len(puts) - new

    async def _managed(self, messages: list[Any], session: Session, watch: Watch) -> dict[str, Any]:
        """LangMem's own pass over a session; what it wrote, by key."""
        following = WatchingModel(watch)
        self._steady.session = session.id
        config: Any = {
            "callbacks": [following],
            "configurable": {"langgraph_user_id": self._context.namespace},
            "recursion_limit": _STEPS,
        }

        async def managed() -> list[dict[str, Any]]:
            listen(watch)
            with tracing_context(enabled=False):  # else LangSmith gets all texts, if the environment says so
                puts: list[dict[str, Any]] = await self._manager.ainvoke({"messages": messages}, config)
                return puts

        task = following.task = asyncio.create_task(managed())
        try:
            return {put["key"]: put["value"] for put in await task}
        except asyncio.CancelledError:
            if watch.model_error is None:
                task.cancel()
                raise
        except Exception:
            if watch.model_error is None:
                raise
        raise model_failed(watch.model_error, "memory model") from watch.model_error

    async def search(self, query: str, limit: int) -> list[Memory]:
        """The best hits, at most ``limit``; none for a blank query."""
        if not query.strip() or limit < 1:
            return []
        known = self._database.memories()
        hits = await self._items.asearch(self._namespace, query=query, limit=limit)
        return [known[hit.key].model_copy(update={"score": hit.score}) for hit in hits]

    def dump(self) -> list[Memory]:
        """Every memory of the namespace, by session and text."""
        memories = self._database.memories().values()
        return sorted(memories, key=lambda memory: (memory.session or "", memory.text, memory.id or ""))

    def close(self) -> None:
        """Close the file and give up the ownership."""
        self._database.close()
        self._lock.release()

    def drop(self) -> None:
        """Close the store and delete its folder."""
        self.close()
        shutil.rmtree(self._context.workspace, ignore_errors=True)


def _fault(error: Exception) -> str:
    if isinstance(error, GraphRecursionError):
        return f"no usable reply within {_STEPS} steps of trustcall, which asks again and again"
    return f"{type(error).__name__}: {error}"


def _check_models(context: StoreContext) -> None:
    if context.models.chat is None and not context.read_only:
        raise BadInput("langmem needs a memory model: name one with --memory-model or --model.")
    if context.models.embedder is None or not context.models.embedding_size:
        raise BadInput("langmem needs an embedder: name one with --embedder.")


def _check_size(vectors: Mapping[str, list[float]], wanted: int) -> None:
    stored = len(next(iter(vectors.values()), ())) or wanted
    if stored != wanted:
        raise BadInput(
            f"langmem: the store holds vectors of {stored} numbers but this embedder makes {wanted}: use the "
            "embedder it was built with, or another store."
        )
