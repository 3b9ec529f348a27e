"""Mem0 on Qdrant behind the benchmark's contract (paper, section 4.1: the vector memory)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from memorybench.errors import BadInput
from memorybench.memory import AdapterCard, AdapterConfig, MemoryAdapter, StoreContext
from memorybench.records import Failure, IngestReceipt, Memory, Session
from memorybench_mem0.config import DOMAIN, Mem0Config
from memorybench_mem0.instructions import domain_instructions, fingerprint
from memorybench_mem0.worker import Worker

if TYPE_CHECKING:
    from memorybench_mem0.store import Mem0Store
    from memorybench_mem0.watch import Watch

CARD = AdapterCard(
    name="mem0",
    summary="Mem0's default pipeline: one model call a session extracts memories, search is by embedding.",
    system="mem0ai 2.2.1 on qdrant-client 1.20.0",
    backend="Qdrant, embedded in the store's folder, or a server by --set mem0.url",
    surfaces=("search",),
    uses_model=True,
    uses_embedder=True,
    defaults_kept=(
        "extraction prompt, one add() a session",
        "search threshold 0.1",
        "add-only: contradicting memories both stay",
        "the ten messages before a session are shown to the model, cut at 300 characters",
        "semantic search alone, as a plain installation gives it (no fastembed, no spaCy)",
    ),
    deviations=(
        "the prompt's observation and current date are the session's day, not the day of the run: "
        "Mem0 offers no argument for it and would date every old session today",
        "a tool's output is folded into the assistant message before it: Mem0 drops the role tool",
        "a reply in content blocks is joined to text: Mem0 would lose it",
        "telemetry off, all files inside the store's folder: nothing may leave the machine",
    ),
    roles="user and assistant as they are; a speaker's role stands before their words; tool output is folded",
    time="Mem0's created_at, metadata session_date, and the two dates of the extraction prompt",
    dump="every memory of the namespace",
    parallelism="none: all calls of a store one after the other, searches too",
    not_run=("a real Qdrant server: the path by URL ran against a stand-in that answers Mem0's REST calls",),
)

DOMAIN_CARD = CARD.model_copy(
    update={
        "summary": "Mem0 told what a memory of a building project should hold (paper, section 4.6); "
        "all else as the plain adapter has it.",
        "system": f"{CARD.system}, domain instructions {fingerprint(domain_instructions())}",
        "tuned": True,
        "deviations": (
            "instructions.md is given to Mem0 as its custom_instructions, which stand at the end of the extraction "
            "prompt: they keep figures with units, elements by name, dates, who decided, and what replaces what",
            *CARD.deviations,
        ),
    }
)


class Mem0Memory(MemoryAdapter):
    """One Mem0 store; ``user_id`` is the namespace, sessions are told apart by metadata only."""

    card: ClassVar[AdapterCard] = CARD
    variants: ClassVar[Mapping[str, AdapterCard]] = {DOMAIN: DOMAIN_CARD}
    config_type: ClassVar[type[AdapterConfig]] = Mem0Config

    def __init__(self) -> None:
        self._worker: Worker | None = None
        self._store: Mem0Store | None = None
        self._read_only = False

    async def open(self, context: StoreContext) -> None:
        """Open or create the store.

        Raises:
            BackendUnreachable: the store is open elsewhere, or no Qdrant answers at the URL.
            BadInput: a model is missing, or the stored vectors have another size than the embedder's.
        """
        config = context.config if isinstance(context.config, Mem0Config) else Mem0Config()
        self._read_only = context.read_only
        self._worker = Worker()
        try:
            self._store = await self._worker.run(_open, context, config)
        except BaseException:
            self._worker.stop()
            self._worker = None
            raise

    async def ingest(self, session: Session) -> IngestReceipt:
        """Give one session to Mem0; what Mem0 lost of it is in the receipt's failures.

        Raises:
            ModelUnavailable: the memory model or the embedder failed; nothing counts as ingested.
            BackendUnreachable: Qdrant does not answer.
        """
        if self._read_only:
            raise BadInput(f"session {session.id} cannot be ingested: the store is open to read only.")
        worker, store = self._opened()
        watch, stored, fault = await worker.run(store.add, session)
        return _receipt(session, watch, stored, fault)

    async def search(self, query: str, limit: int) -> list[Memory]:
        """Mem0's own ranking, at most ``limit`` memories."""
        worker, store = self._opened()
        return await worker.run(store.search, query, limit)

    async def dump(self) -> list[Memory]:
        """Every memory of the namespace, by session and text."""
        worker, store = self._opened()
        return await worker.run(store.dump)

    async def close(self) -> None:
        """Release the store; its files stay."""
        if self._worker is not None and self._store is not None:
            await self._worker.run(self._store.close)
        self._forget()

    async def drop(self) -> None:
        """Delete the store's collections and its folder."""
        if self._worker is not None and self._store is not None:
            await self._worker.run(self._store.drop)
        self._forget()

    def _opened(self) -> tuple[Worker, Mem0Store]:
        if self._worker is None or self._store is None:
            raise BadInput("the mem0 store is not open.")
        return self._worker, self._store

    def _forget(self) -> None:
        if self._worker is not None:
            self._worker.stop()
        self._worker = self._store = None


def _open(context: StoreContext, config: Mem0Config) -> Mem0Store:
    from memorybench_mem0.store import Mem0Store

    return Mem0Store(context, config)


def _receipt(session: Session, watch: Watch, stored: int, fault: str | None) -> IngestReceipt:
    failures = []
    if watch.fault:
        failures.append(f"mem0 cannot read the memory model's reply and drops it: {watch.fault}")
    if fault:
        failures.append(f"mem0 failed on the session: {fault}")
    notes = []
    if session.messages and not stored and not failures:
        notes.append("the model found nothing to remember" if not watch.texts else "all memories were known already")
    elif stored < watch.texts and not failures:
        notes.append(f"{watch.texts} memories extracted, {stored} stored: mem0 drops exact repetitions")
    return IngestReceipt(
        session=session.id,
        messages=len(session.messages),
        memories=stored,
        calls=watch.calls,
        failures=tuple(Failure(kind="memory_error", message=message, session=session.id) for message in failures),
        notes=tuple(notes),
    )
