"""LangMem behind the benchmark's contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from memorybench.errors import BadInput
from memorybench.memory import AdapterCard, MemoryAdapter, StoreContext
from memorybench.records import Failure, IngestReceipt, Memory, Session

if TYPE_CHECKING:
    from memorybench_langmem.store import LangMemStore
    from memorybench_langmem.watch import Watch

CARD = AdapterCard(
    name="langmem",
    summary="LangMem's background memory manager: one model call a session records new memories and patches known "
    "ones; search is by embedding.",
    system="langmem 0.0.30 with trustcall 0.0.39",
    backend="LangGraph's InMemoryStore, kept in one SQLite file in the store's folder",
    surfaces=("search",),
    uses_model=True,
    uses_embedder=True,
    defaults_kept=(
        "create_memory_store_manager as it is: instructions, schema Memory, inserts, updates, no deletes, one step",
        "of the known memories the five most similar to the session's last message are shown to the model: no other "
        "can be updated",
        "an updated memory replaces the old text",
        "the whole value of a memory is embedded, as the store does unless told otherwise",
        "an invalid tool call is mended by the model, up to three tries",
    ),
    deviations=(
        "what LangGraph's InMemoryStore (LangMem's own example) holds is kept in a file and loaded again: it would "
        "be lost with the process; LangGraph's SQLite store needs a sqlite3 that loads extensions; many cannot",
        "the ids in the prompts depend on the session: LangMem's random ones would make every prompt another, and a "
        "recorded run could not be replayed",
        "a model that fails ends the session at once, and trustcall takes at most 25 steps: it takes an error for a "
        "bad reply and asks up to 10,007 times",
        "tracing to LangSmith is off for the calls of LangMem, whatever the environment says: nothing may leave the "
        "machine",
    ),
    roles="LangChain's user, AI and tool messages, a speaker in the text prefix",
    time="in the text prefix: LangMem has no field for it",
    dump="every memory of the namespace, with the session that wrote it last",
    parallelism="none within a session; searches may come at once",
    not_run=(
        "LangGraph's PostgreSQL and SQLite stores",
        "LangMem's tools for an agent that manages its memory itself",
    ),
)


class LangMemMemory(MemoryAdapter):
    """One LangMem store; the namespace fills LangMem's own ``("memories", "{langgraph_user_id}")``."""

    card: ClassVar[AdapterCard] = CARD

    def __init__(self) -> None:
        self._store: LangMemStore | None = None
        self._read_only = False

    async def open(self, context: StoreContext) -> None:
        """Open or create the store.

        Raises:
            BackendUnreachable: the store is open elsewhere, or its file is damaged.
            BadInput: a model is missing, or the vectors have another size.
        """
        from memorybench_langmem.store import LangMemStore

        self._read_only = context.read_only
        self._store = LangMemStore(context)

    async def ingest(self, session: Session) -> IngestReceipt:
        """Give one session to LangMem; what was lost of it is in the receipt's failures.

        Raises:
            ModelUnavailable: the memory model or the embedder failed; nothing counts as ingested.
            BackendUnreachable: the store's file cannot be written.
        """
        if self._read_only:
            raise BadInput(f"session {session.id} cannot be ingested: the store is open to read only.")
        return _receipt(session, *await self._opened().add(session))

    async def search(self, query: str, limit: int) -> list[Memory]:
        """LangGraph's ranking by similarity, at most ``limit`` memories."""
        return await self._opened().search(query, limit)

    async def dump(self) -> list[Memory]:
        """Every memory of the namespace, by session and text."""
        return self._opened().dump()

    async def close(self) -> None:
        """Release the store; its file stays."""
        store, self._store = self._store, None
        if store is not None:
            store.close()

    async def drop(self) -> None:
        """Delete the store and its folder."""
        store, self._store = self._store, None
        if store is not None:
            store.drop()

    def _opened(self) -> LangMemStore:
        if self._store is None:
            raise BadInput("the langmem store is not open.")
        return self._store


def _receipt(session: Session, watch: Watch, new: int, changed: int) -> IngestReceipt:
    failures = [f"langmem lost something of the session: {fault}" for fault in dict.fromkeys(watch.faults)]
    notes = [f"{changed} known memories changed"] if changed else []
    if watch.text is not None:
        said = " ".join(watch.text.split())[:80]
        if watch.forced:
            failures.append(f"a tool call was demanded, the memory model wrote text, and LangMem drops it: {said!r}")
        else:
            notes.append(f"the model recorded nothing; it said: {said!r}")
    return IngestReceipt(
        session=session.id,
        messages=len(session.messages),
        memories=new,
        calls=watch.calls,
        failures=tuple(Failure(kind="memory_error", message=message, session=session.id) for message in failures),
        notes=tuple(notes),
    )
