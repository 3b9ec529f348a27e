"""What the contract's checks work with: sessions that tell known facts, and stores in a folder of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from uuid import uuid4

from memorybench.memory import GoldAccess, MemoryAdapter, MemoryModels, StoreContext, card_of, parse_adapter_options
from memorybench.records import Fact, IngestReceipt, Memory, Message, Session
from memorybench.rendering import session_date

_ZONE = timezone(timedelta(hours=1))
_START = datetime(2026, 3, 2, 9, 30, tzinfo=_ZONE)

PLASTER = "The plaster of the main stair costs 41.50 euro per square metre."
DOORS = "The doors of the north lobby must reach EI 60."
FACADE = "The façade of Büro Ø‑7 has a Wärmedurchgang of 0,18 W/m²K (外壁)."
HARBOUR = "The harbour crane of another project lifts 73 tonnes."


def told(number: int, *texts: str) -> Session:
    """Session ``number`` (one a week) in which a user says ``texts``, each confirmed by the assistant."""
    name = f"S{number:03d}"
    messages: list[Message] = []
    for text in texts:
        place = len(messages) + 1
        messages.append(Message(id=f"{name}-M{place:02d}", role="user", speaker="architect", text=text))
        messages.append(Message(id=f"{name}-M{place + 1:02d}", role="assistant", text="Noted.", final=True))
    return Session(id=name, started_at=_START + timedelta(weeks=number - 1), messages=tuple(messages))


GOLD = (
    Fact(id="f1", subject="main stair", relation="plaster cost", value=41.5, unit="EUR/m2", evidence=("S001-M01",)),
)


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
        self._models = models
        self._options = dict(options)
        self._variant = variant
        self._open: list[MemoryAdapter] = []
        self._token = uuid4().hex[:8]  # on a shared server another check's stores are there, too

    @property
    def keeps_messages(self) -> bool:
        """Whether what users say should be found again: not so for gold baselines and for no memory at all."""
        return not self.adapter_type.gold and self.card.surfaces != ("none",)

    def workspace(self, namespace: str = "one") -> Path:
        """The folder of that namespace's store."""
        return self.root / "stores" / namespace

    async def open(
        self, namespace: str = "one", *, read_only: bool = False, models: MemoryModels | None = None
    ) -> MemoryAdapter:
        """A new instance with its store open."""
        adapter = self.adapter_type()
        adapter.card = self.card  # type: ignore[misc]  # the variant's, as a run sees it
        if self.adapter_type.gold:
            adapter.accept_gold(GoldAccess(GOLD))
        config = parse_adapter_options(self.card.name, self.adapter_type.config_type, self._options)
        workspace = self.workspace(namespace)
        workspace.mkdir(parents=True, exist_ok=True)
        await adapter.open(
            StoreContext(
                namespace=f"contract-{self._token}-{namespace}",
                workspace=workspace,
                models=models or self._models(),
                config=config,
                variant=self._variant,
                read_only=read_only,
            )
        )
        self._open.append(adapter)
        return adapter

    async def filled(self, *sessions: Session, namespace: str = "one") -> tuple[MemoryAdapter, list[IngestReceipt]]:
        """An open store that was given ``sessions`` and is ready, with the receipts."""
        adapter = await self.open(namespace)
        receipts = [await adapter.ingest(session) for session in sessions]
        await adapter.ready()
        return adapter, receipts

    def models(self) -> MemoryModels:
        """Fresh models of the kind every store gets."""
        return self._models()

    async def close_all(self) -> None:
        """Close what a check left open."""
        for adapter in self._open:
            await adapter.close()


async def shown(adapter: MemoryAdapter, query: str, limit: int = 10) -> str:
    """All memory text that a probe agent can get through the adapter's surfaces."""
    surfaces = adapter.card.surfaces
    parts: list[str] = []
    if "search" in surfaces:
        parts += [dated(memory) for memory in await adapter.search(query, limit)]
    if "context" in surfaces:
        parts.append(await adapter.context())
    if "files" in surfaces:
        folder = await adapter.files()
        parts += [
            f"{path.name}\n{path.read_text(encoding='utf-8')}" for path in sorted(folder.rglob("*")) if path.is_file()
        ]
    return "\n".join(parts)


def dated(memory: Memory) -> str:
    """A memory's text with the day it is valid from, as a probe agent is shown it."""
    return f"{memory.text} [{memory.valid_from.date().isoformat()}]" if memory.valid_from else memory.text


def texts(dump: Sequence[Memory] | None) -> str:
    """Everything in a dump as one text; empty for a system that has none."""
    return "\n".join(memory.text for memory in dump or ())


def day(session: Session) -> str:
    """The session's day as it is expected in text."""
    return session_date(session)
