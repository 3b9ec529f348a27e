"""``none``: no memory at all, the lower bound."""

from __future__ import annotations

from typing import ClassVar

from memorybench.memory import AdapterCard, MemoryAdapter, StoreContext
from memorybench.records import IngestReceipt, Memory, Session


class NoMemory(MemoryAdapter):
    """Takes every session and keeps nothing."""

    card: ClassVar[AdapterCard] = AdapterCard(
        name="none",
        summary="No memory: the probe agent sees the IFC model only. The lower bound of every comparison.",
        system="none (part of memorybench)",
        backend="nothing is stored",
        surfaces=("none",),
        roles="messages are discarded",
        time="session times are discarded",
        dump="always empty",
        parallelism="none: nothing is done",
    )

    async def open(self, context: StoreContext) -> None:
        """Nothing to open."""

    async def ingest(self, session: Session) -> IngestReceipt:
        """Discard the session."""
        return IngestReceipt(session=session.id, messages=len(session.messages), memories=0)

    async def dump(self) -> list[Memory]:
        """Nothing is stored."""
        return []

    async def close(self) -> None:
        """Nothing to close."""

    async def drop(self) -> None:
        """Nothing to delete."""
