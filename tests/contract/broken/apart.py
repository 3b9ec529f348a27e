"""Adapters that break one rule each: what must not be reachable."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from memorybench.memory import StoreContext
from memorybench.records import IngestReceipt, Memory, Session
from memorybench.testing.sound import Sound


class SearchesAllThatIsOpen(Sound):
    """Finds what holds every word of the query in any open store."""

    fails: ClassVar = {"namespaces_apart"}
    all_open: ClassVar[list[Sound]] = []

    async def open(self, context: StoreContext) -> None:
        await super().open(context)
        self.all_open.append(self)

    async def search(self, query: str, limit: int) -> list[Memory]:
        words = set(query.lower().split())
        alien = [
            memory
            for store in self.all_open
            if store is not self
            for memory in await store.dump() or ()
            if words and words <= set(memory.text.lower().split())
        ]
        return [*alien, *await super().search(query, limit)][:limit]

    async def close(self) -> None:
        if self in self.all_open:
            self.all_open.remove(self)

    async def drop(self) -> None:
        await self.close()
        await super().drop()


class SharesOneIndex(Sound):
    """Finds the neighbours' memories by words, but only when it reads."""

    fails: ClassVar = {"neighbour_unreachable"}

    async def search(self, query: str, limit: int) -> list[Memory]:
        hits = await super().search(query, limit)
        if not self.opened.read_only:
            return hits
        words = set(query.lower().replace("?", "").split())
        files = sorted(self.opened.workspace.parent.glob("neighbour/notes/*.jsonl"))
        lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
        alien = [Memory.model_validate_json(line) for line in lines]
        alien.sort(key=lambda memory: -len(words & set(memory.text.lower().split())))
        return [*alien, *hits][:limit]


class CachesTheWholeChat(Sound):
    """Answers a session whose id it knows from the text that it saw first, whatever the scope."""

    fails: ClassVar = {"scope_kept"}

    seen: ClassVar[dict[str, Session]] = {}

    async def ingest(self, session: Session) -> IngestReceipt:
        known = self.seen.setdefault(session.messages[0].text, session) if session.messages else session
        longer = known if len(known.messages) > len(session.messages) else session
        receipt = await super().ingest(longer)
        return receipt.model_copy(update={"messages": len(session.messages)})


class OneStoreAProcess(Sound):
    """Writes to the store that was opened last."""

    fails: ClassVar = {"two_stores_at_once"}

    last: ClassVar[list[Path]] = []

    async def open(self, context: StoreContext) -> None:
        await super().open(context)
        OneStoreAProcess.last[:] = [self.folder]

    async def ingest(self, session: Session) -> IngestReceipt:
        own, self.folder = self.folder, OneStoreAProcess.last[0]
        try:
            return await super().ingest(session)
        finally:
            self.folder = own
