"""One Mem0 store, opened: the only module that touches Mem0. Everything here is sync and runs in one thread."""

from __future__ import annotations

import atexit
import logging
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from memorybench.errors import BackendUnreachable, BadInput, MemorybenchError, ModelUnavailable
from memorybench.memory import StoreContext, claim_workspace
from memorybench.models.errors import model_error_behind
from memorybench.records import Memory, Session
from memorybench.rendering import session_date
from memorybench_mem0.backend import check_collection, connect, unreachable
from memorybench_mem0.config import Mem0Config, collection_name, history_path, mem0_config
from memorybench_mem0.messages import mem0_messages
from memorybench_mem0.recent import RecentMessages
from memorybench_mem0.watch import Watch, WatchedEmbedder, WatchedLlm, WatchedModels

if TYPE_CHECKING:
    from mem0 import Memory as Mem0
    from qdrant_client import QdrantClient


class Mem0Store:
    """A Mem0 memory of one namespace, owned by this object until :meth:`close`."""

    def __init__(self, context: StoreContext, config: Mem0Config) -> None:
        """Open or create the store.

        Raises:
            BackendUnreachable: the store is open elsewhere, or no Qdrant answers at the URL.
            BadInput: a model is missing, or the stored vectors have another size than the embedder's.
        """
        self._context = context
        self._config = config
        self._user = context.namespace
        self._watched = WatchedModels()
        _check_models(context)
        context.workspace.mkdir(parents=True, exist_ok=True)
        self._lock = claim_workspace(context.workspace, "mem0")
        try:
            self._memory = self._open()
        except BaseException:
            self._lock.release()
            raise
        atexit.register(self.close)  # else the client complains when an unclosed store meets the interpreter's end
        self._recent = RecentMessages(history_path(context.workspace), context.workspace / "before.json")

    def _open(self) -> Mem0:
        memory_type = _import_mem0(self._context)
        chat = self._context.models.chat or _no_chat()
        with self._backend_errors():
            client = self._connected() if self._config.url else None
            memory = memory_type.from_config(mem0_config(self._context, self._config, chat, client))
            try:
                self._check_size(memory)
            except BaseException:
                _release(memory)
                raise
        memory.llm = WatchedLlm(memory.llm, self._watched)
        memory.embedding_model = WatchedEmbedder(memory.embedding_model, self._watched)
        return memory

    def _connected(self) -> QdrantClient:
        """A client for the server, which must have the store's collection if it is only to be read."""
        url, key = str(self._config.url), self._config.api_key
        client = connect(url, key.get_secret_value() if key else None)
        if self._context.read_only:
            check_collection(client, url, collection_name(self._context, self._config))
        return client

    def add(self, session: Session) -> tuple[Watch, int, str | None]:
        """Give one session to Mem0: what happened, memories stored, and Mem0's own error if it raised one.

        A session given again replaces what it left behind the first time.
        """
        messages = mem0_messages(session)
        watch = self._watched.now = Watch(day=session_date(session))
        with self._backend_errors():
            self._forget(session.id)
        self._recent.before(session.id)
        if not messages:
            return watch, 0, None
        started = session.started_at.astimezone(UTC).isoformat()
        metadata = {
            "session": session.id,
            "session_date": session_date(session),
            "session_started_at": session.started_at.isoformat(),
            "created_at": started,
        }
        fault: str | None = None
        stored = 0
        try:
            with self._backend_errors():
                result = self._memory.add(messages, user_id=self._user, metadata=metadata)
                stored = len(result["results"])
        except MemorybenchError:
            raise
        except Exception as error:
            fault = f"{type(error).__name__}: {error}"
        self._raise_model_errors(watch)
        if fault or stored < watch.texts:
            self._check_backend()
        return watch, stored, fault

    def search(self, query: str, limit: int) -> list[Memory]:
        """The best hits, at most ``limit``; none for a blank query."""
        if not query.strip() or limit < 1:
            return []
        watch = self._watched.now = Watch()
        with self._backend_errors():
            found = self._memory.search(
                query, filters={"user_id": self._user}, top_k=limit, threshold=self._config.threshold
            )
        self._raise_model_errors(watch)
        return [_memory(hit) for hit in found["results"]]

    def dump(self) -> list[Memory]:
        """Every memory of the namespace, by session and text."""
        with self._backend_errors():
            memories = [_memory(item) for item in self._all({"user_id": self._user})]
        return sorted(memories, key=lambda memory: (memory.session or "", memory.text, memory.id or ""))

    def close(self) -> None:
        """Release the database files, the server connection and the ownership; safe to call twice."""
        atexit.unregister(self.close)
        _release(self._memory)
        self._lock.release()

    def drop(self) -> None:
        """Delete the collections and the workspace; the store is closed afterwards."""
        with self._backend_errors():
            client = self._memory.vector_store.client
            name = collection_name(self._context, self._config)
            for collection in (name, f"{name}_entities"):
                if client.collection_exists(collection):
                    client.delete_collection(collection)
        self.close()
        shutil.rmtree(self._context.workspace, ignore_errors=True)

    def _all(self, filters: dict[str, Any]) -> list[dict[str, Any]]:
        """Mem0 lists 20 memories unless told how many there are."""
        memory = self._memory
        total = memory.vector_store.client.count(memory.collection_name, exact=True).count
        items: list[dict[str, Any]] = memory.get_all(filters=filters, top_k=max(total, 1))["results"]
        return items

    def _forget(self, session: str) -> None:
        """Delete what an interrupted ingestion of the session left."""
        left = self._all({"user_id": self._user, "session": session})
        if left and self._memory.vector_store.client.collection_exists(f"{self._memory.collection_name}_entities"):
            _ = self._memory.entity_store  # so that Mem0 also unlinks the entities of what it deletes
        for item in left:
            self._memory.delete(item["id"])

    def _check_size(self, memory: Mem0) -> None:
        info = memory.vector_store.client.get_collection(memory.collection_name)
        vectors = info.config.params.vectors
        stored = getattr(vectors.get("") if isinstance(vectors, dict) else vectors, "size", None)
        wanted = self._context.models.embedding_size
        if stored is not None and stored != wanted:
            raise BadInput(
                f"mem0: the collection {memory.collection_name!r} holds vectors of {stored} numbers but this "
                f"embedder makes {wanted}: use the embedder it was built with, or another store."
            )

    def _check_backend(self) -> None:
        """Mem0 goes on when writing a vector fails: ask whether Qdrant is there before blaming Mem0."""
        with self._backend_errors():
            self._memory.vector_store.client.get_collection(self._memory.collection_name)

    @staticmethod
    def _raise_model_errors(watch: Watch) -> None:
        """A model that failed is the model's failure, however Mem0 dealt with it."""
        for role, error in (("memory model", watch.model_error), ("embedder", watch.embedder_error)):
            if error is None:
                continue
            known = model_error_behind(error)
            if known is not None:
                raise known
            raise ModelUnavailable(f"mem0: the {role} failed: {type(error).__name__}: {error}") from error

    @contextmanager
    def _backend_errors(self) -> Iterator[None]:
        """A Qdrant that does not answer is not Mem0's failure; nor is a model's error."""
        try:
            yield
        except MemorybenchError:
            raise
        except Exception as error:
            self._raise_model_errors(self._watched.now)
            reason = unreachable(error)
            if reason is None:
                raise
            where = self._config.url or f"embedded in {self._context.workspace}"
            raise BackendUnreachable(f"mem0: Qdrant at {where} {reason}.") from error


def _import_mem0(context: StoreContext) -> type[Mem0]:
    """Import Mem0 with its telemetry off and its own folder inside the workspace (it reads both once)."""
    os.environ["MEM0_TELEMETRY"] = "False"
    os.environ["MEM0_DIR"] = str(context.workspace / "mem0")
    for name in ("mem0", "qdrant_client"):
        logging.getLogger(name).addHandler(logging.NullHandler())  # their warnings stay off the terminal
    from mem0 import Memory as Mem0

    loaded: type[Mem0] = Mem0
    return loaded


def _check_models(context: StoreContext) -> None:
    if context.models.chat is None and not context.read_only:
        raise BadInput("mem0 needs a memory model: name one with --memory-model or --model.")
    if context.models.embedder is None or not context.models.embedding_size:
        raise BadInput("mem0 needs an embedder: name one with --embedder.")


def _no_chat() -> Any:
    """Mem0 wants a chat model even to search; a store open to read only never calls it."""
    from langchain_core.language_models import FakeListChatModel

    return FakeListChatModel(responses=[""])


def _release(memory: Mem0) -> None:
    memory.vector_store.client.close()
    memory.close()


def _memory(item: dict[str, Any]) -> Memory:
    metadata = item.get("metadata") or {}
    started = metadata.get("session_started_at")
    return Memory(
        text=item["memory"],
        score=item.get("score"),
        session=metadata.get("session"),
        valid_from=datetime.fromisoformat(started) if started else None,
        id=str(item["id"]),
    )
