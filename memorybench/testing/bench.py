"""What the contract's checks work with: stores of one adapter in a folder of their own, and what can be got out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

from memorybench.memory import (
    GoldAccess,
    MemoryAdapter,
    MemoryModels,
    StoreContext,
    card_of,
    parse_adapter_options,
)
from memorybench.records import IngestReceipt, Memory, Session
from memorybench.testing.told import DOORS, FACADE, GOLD, HARBOUR, PLASTER, day, told

__all__ = [
    "DOORS",
    "FACADE",
    "GOLD",
    "HARBOUR",
    "PLASTER",
    "Bench",
    "dated",
    "day",
    "holdings",
    "reachable",
    "shown",
    "shown_items",
    "told",
]


class Bench:
    """Opens stores of one adapter below ``root``; each namespace has a workspace of its own."""

    def __init__(
        self,
        adapter_type: type[MemoryAdapter],
        root: Path,
        *,
        models: Callable[[], MemoryModels],
        options: Mapping[str, Any],
        variant: str | None,
    ) -> None:
        self.adapter_type = adapter_type
        self.card = card_of(adapter_type, variant)
        self.root = root
        self.models_maker = models
        self.options = dict(options)
        self.variant = variant
        self._open: list[MemoryAdapter] = []
        self._token = uuid4().hex[:8]  # on a shared server another check's stores are there, too

    @property
    def keeps_messages(self) -> bool:
        """Whether what users say should be found again: not so for gold baselines and for no memory at all."""
        return not self.adapter_type.gold and self.card.surfaces != ("none",)

    def workspace(self, namespace: str = "one") -> Path:
        """The folder of that namespace's store."""
        return self.root / "stores" / namespace

    def models(self) -> MemoryModels:
        """Fresh models, as a run gives them: only those that the card says the system uses."""
        if not (self.card.uses_model or self.card.uses_embedder):
            return MemoryModels()
        made = self.models_maker()
        return MemoryModels(
            chat=made.chat if self.card.uses_model else None,
            embedder=made.embedder if self.card.uses_embedder else None,
            embedding_size=made.embedding_size if self.card.uses_embedder else None,
        )

    def context(self, namespace: str, *, read_only: bool, models: MemoryModels | None = None) -> StoreContext:
        """What ``open`` is given for that namespace; its workspace is made."""
        workspace = self.workspace(namespace)
        workspace.mkdir(parents=True, exist_ok=True)
        return StoreContext(
            namespace=self.namespace(namespace),
            workspace=workspace,
            models=models or self.models(),
            config=parse_adapter_options(self.card.name, self.adapter_type.config_type, self.options),
            variant=self.variant,
            read_only=read_only,
        )

    def namespace(self, namespace: str) -> str:
        """The namespace's name on the backend."""
        return f"contract-{self._token}-{namespace}"

    async def open(
        self, namespace: str = "one", *, read_only: bool = False, models: MemoryModels | None = None
    ) -> MemoryAdapter:
        """A new instance with its store open."""
        adapter = self.adapter_type()
        adapter.card = self.card  # type: ignore[misc]  # the variant's, as a run sees it
        if self.adapter_type.gold:
            adapter.accept_gold(GoldAccess(GOLD))
        await adapter.open(self.context(namespace, read_only=read_only, models=models))
        self._open.append(adapter)
        return adapter

    async def filled(self, *sessions: Session, namespace: str = "one") -> tuple[MemoryAdapter, list[IngestReceipt]]:
        """An open store that was given ``sessions`` and is ready, with the receipts."""
        adapter = await self.open(namespace)
        receipts = [await adapter.ingest(session) for session in sessions]
        await adapter.ready()
        return adapter, receipts

    async def close(self, adapter: MemoryAdapter) -> None:
        """Close a store that :meth:`open` or :meth:`filled` opened."""
        self._open.remove(adapter)
        await adapter.close()

    async def drop(self, adapter: MemoryAdapter) -> None:
        """Delete a store that :meth:`open` or :meth:`filled` opened."""
        self._open.remove(adapter)
        await adapter.drop()

    async def close_all(self) -> None:
        """Close what a check left open; raise the first error after all were tried."""
        errors: list[Exception] = []
        while self._open:
            try:
                await self._open.pop().close()
            except Exception as error:
                errors.append(error)
        if errors:
            raise errors[0]


async def shown_items(adapter: MemoryAdapter, query: str, limit: int = 10) -> list[str]:
    """What a probe agent can get through the adapter's surfaces: each hit, the context, each file."""
    surfaces = adapter.card.surfaces
    items: list[str] = []
    if "search" in surfaces:
        items += [dated(memory) for memory in await adapter.search(query, limit)]
    if "context" in surfaces:
        items.append(await adapter.context())
    if "files" in surfaces:
        folder = await adapter.files()
        paths = sorted(path for path in folder.rglob("*") if path.is_file())
        items += [f"{path.name}\n{path.read_text(encoding='utf-8')}" for path in paths]
    return items


async def shown(adapter: MemoryAdapter, query: str, limit: int = 10) -> str:
    """All memory text that a probe agent can get through the adapter's surfaces."""
    return "\n".join(await shown_items(adapter, query, limit))


async def holdings(adapter: MemoryAdapter, query: str) -> list[str]:
    """The texts of everything stored, in no order; of a system that cannot list them, what ``query`` shows."""
    dump = await adapter.dump()
    return (
        sorted(memory.text for memory in dump) if dump is not None else sorted(await shown_items(adapter, query, 20))
    )


async def reachable(adapter: MemoryAdapter, query: str) -> str:
    """Everything stored and everything that ``query`` shows, as one text."""
    return "\n".join([*await holdings(adapter, query), await shown(adapter, query, 20)])


def dated(memory: Memory) -> str:
    """A memory's text with the days between which it is valid, as a probe agent is shown it."""
    bounds = [
        f"{word} {moment.date().isoformat()}"
        for word, moment in (("from", memory.valid_from), ("until", memory.valid_to))
        if moment is not None
    ]
    return f"{memory.text} [valid {' '.join(bounds)}]" if bounds else memory.text
