"""The contract between the benchmark and a memory system.

An adapter wraps one memory system. It sees sessions already filtered to the run's scope, and search
queries. It never sees a probe, a gold answer, a fact or a label, except :attr:`MemoryAdapter.gold` baselines,
which say so on their card.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from memorybench.records import Fact, IngestReceipt, Memory, Record, Session

if TYPE_CHECKING:
    from filelock import FileLock
    from langchain_core.embeddings import Embeddings
    from langchain_core.language_models import BaseChatModel

Surface = Literal["search", "context", "files", "none"]


class AdapterCard(Record):
    """What a reader must know to trust a row with this adapter's name on it."""

    name: str
    summary: str
    system: str  # the memory system and its pinned version, e.g. "mem0ai 2.2.1"
    backend: str  # where memories live, e.g. "Qdrant, embedded or by URL"
    surfaces: tuple[Surface, ...]
    target: str = ""  # what must follow the name's colon, e.g. "URL": `http:http://…`; empty: nothing may
    tuned: bool = False  # False: the system's defaults, but for the deviations
    uses_model: bool = False  # ingestion calls the chat model
    uses_embedder: bool = False
    defaults_kept: tuple[str, ...] = ()
    deviations: tuple[str, ...] = ()  # each with its reason
    roles: str = ""  # how message roles reach the system
    time: str = ""  # how a session's time reaches the system
    dump: str = ""  # what `dump()` covers
    parallelism: str = ""  # what the system itself does at once; the benchmark gives a store one session at a time
    not_run: tuple[str, ...] = ()  # code paths never run against a real server


class AdapterConfig(BaseModel):
    """Base of an adapter's options, set by ``--set <adapter>.<key>=<value>``; an unknown key is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


@dataclass(frozen=True)
class MemoryModels:
    """The models a memory system may call, already metered, cached and limited by the harness."""

    chat: BaseChatModel | None = None
    embedder: Embeddings | None = None
    embedding_size: int | None = None


@dataclass(frozen=True)
class StoreContext:
    """What :meth:`MemoryAdapter.open` is given.

    ``namespace`` separates this store from every other one on a shared backend ([A-Za-z0-9_-] only).
    ``workspace`` is a folder for this store alone; nothing may be written elsewhere.
    """

    namespace: str
    workspace: Path
    models: MemoryModels
    config: AdapterConfig
    variant: str | None = None  # what followed the name's colon: a variant, or the card's `target`
    read_only: bool = False  # the probe phase: nothing may be written


@dataclass(frozen=True)
class GoldAccess:
    """The facts a *gold* baseline is given; no other adapter ever receives one."""

    facts: Sequence[Fact] = field(default_factory=tuple)


class MemoryAdapter(ABC):
    """One memory system behind the benchmark's contract. One instance serves one store.

    Calls arrive in this order: ``open``, ``ingest`` per session in order, ``ready``, then any number of
    ``search`` / ``context`` / ``files`` / ``dump``, then ``close``; or ``drop`` instead of ``close`` to delete
    the store. A store that was closed can be opened again by a new instance.

    Searches may come at once; ``ingest`` of one store never does. A run that was killed gives the last session
    again: ``ingest`` must replace what it left of it. With ``read_only`` nothing may change, and a session is
    refused. Neither ``context`` nor ``files`` may be used as the name of an attribute: they are surfaces.

    Errors: raise :class:`memorybench.errors.BackendUnreachable` when the backend is down, and let a model's
    :class:`memorybench.errors.ModelUnavailable` pass or stay the cause (both unscored). Any other exception
    counts as the memory system's own failure (scored false). A session that the system lost, wholly or
    partly, is reported in the receipt's ``failures``. :mod:`memorybench.testing` checks all this.
    """

    card: ClassVar[AdapterCard]
    variants: ClassVar[Mapping[str, AdapterCard]] = {}  # `mem0:domain` has the card `variants["domain"]`
    config_type: ClassVar[type[AdapterConfig]] = AdapterConfig
    gold: ClassVar[bool] = False  # True: receives GoldAccess through `accept_gold`

    found: str = ""  # once open: the server's own name and version, where the card cannot know them; shown by doctor

    @abstractmethod
    async def open(self, context: StoreContext) -> None:
        """Open or create the store."""

    @abstractmethod
    async def ingest(self, session: Session) -> IngestReceipt:
        """Write one session (already filtered to the scope, maybe without messages)."""

    async def ready(self) -> Sequence[IngestReceipt] | None:
        """Return when everything ingested can be read back; default: at once.

        A system that tries failed sessions again here returns their new receipts, which count what this try did;
        each replaces the session's earlier one.
        """
        return None

    async def search(self, query: str, limit: int) -> list[Memory]:
        """Return at most ``limit`` memories, best first. Only for surface ``search``."""
        raise NotImplementedError(f"{self.card.name} has no search surface")

    async def context(self) -> str:
        """Return the text to put into the probe agent's system prompt. Only for surface ``context``."""
        raise NotImplementedError(f"{self.card.name} has no context surface")

    async def files(self) -> Path:
        """Return a folder the probe agent may read and grep. Only for surface ``files``."""
        raise NotImplementedError(f"{self.card.name} has no files surface")

    @abstractmethod
    async def dump(self) -> list[Memory] | None:
        """Return everything stored, in a stable order: the write stage is measured on it.

        None: this system has no way to list what it holds. Then the write stage is 'no data', and it cannot be
        checked that probing changed nothing.
        """

    @abstractmethod
    async def close(self) -> None:
        """Release the store; safe to call twice."""

    @abstractmethod
    async def drop(self) -> None:
        """Delete the store and everything in it."""

    @classmethod  # noqa: B027
    def check_target(cls, target: str) -> None:
        """Raise ``BadInput`` for a target that cannot be used; it is called before anything is written.

        A target stands in the run's records as it was typed: one that holds a secret must be refused.
        """

    def accept_gold(self, gold: GoldAccess) -> None:
        """Receive the facts of one task, before ``open``; only called on adapters with :attr:`gold`."""
        raise NotImplementedError(f"{self.card.name} is not a gold baseline")


def card_of(adapter_type: type[MemoryAdapter], variant: str | None) -> AdapterCard:
    """The card that holds for ``variant``: its own, else the adapter's."""
    return adapter_type.variants.get(variant, adapter_type.card) if variant else adapter_type.card


def claim_workspace(workspace: Path, adapter: str) -> FileLock:
    """Claim a store's folder for its owner alone; the claim ends with the process, however it ends.

    For memory systems whose files take one owner at a time. Raises ``BackendUnreachable`` if another has it.
    """
    from filelock import FileLock, Timeout

    from memorybench.errors import BackendUnreachable

    lock = FileLock(workspace / "owner.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise BackendUnreachable(
            f"the {adapter} store in {workspace} is already open: close it, or wait for the run that uses it."
        ) from None
    return lock


def parse_adapter_options(name: str, config_type: type[AdapterConfig], options: dict[str, Any]) -> AdapterConfig:
    """Build an adapter's config from ``--set`` values; raise ``BadInput`` naming the wrong key or value."""
    from pydantic import ValidationError

    from memorybench.errors import BadInput, did_you_mean

    known = list(config_type.model_fields)
    for key in options:
        if key not in known:
            listed = ", ".join(f"{name}.{field}" for field in known) or "none"
            raise BadInput(
                f"--set {name}.{key}: {name} has no such option.{did_you_mean(key, known)} Known: {listed}."
            )
    try:
        return config_type.model_validate(options)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise BadInput(f"--set {name}.{where}: {first['msg']} (given {first['input']!r}).") from None
