"""Adapters that break one rule each: closing, reopening, ingesting again, stopping in the middle."""

from __future__ import annotations

import shutil
from typing import ClassVar

from memorybench.memory import StoreContext
from memorybench.records import IngestReceipt, Memory, Session
from memorybench.testing.sound import Sound, remembered


class RemembersQueries(Sound):
    """Learns from what it is asked, also when it may only read."""

    fails: ClassVar = {"read_only_kept"}

    async def search(self, query: str, limit: int) -> list[Memory]:
        found = await super().search(query, limit)
        if self.opened.read_only:
            self.write("asked", [Memory(text=f"was asked: {query!r}")])
        return found


class TakesSessionsWhenReadOnly(Sound):
    fails: ClassVar = {"read_only_kept"}

    async def open(self, context: StoreContext) -> None:
        await super().open(context)
        self.opened = StoreContext(context.namespace, context.workspace, context.models, context.config)


class StoresTwice(Sound):
    """Adds a session that is given again, instead of replacing it."""

    fails: ClassVar = {"ingest_again"}

    async def ingest(self, session: Session) -> IngestReceipt:
        old = self.folder / f"{session.id}.jsonl"
        if old.is_file():
            shutil.copy(old, self.folder / f"{session.id}-again-{len(list(self.folder.iterdir()))}.jsonl")
        return await super().ingest(session)


class NamesMemoriesAnew(Sound):
    """Gives every memory another id each time the store is opened."""

    fails: ClassVar = {"survives_reopening"}

    async def dump(self) -> list[Memory]:
        return [memory.model_copy(update={"id": f"{memory.id}-{id(self)}"}) for memory in await super().dump() or ()]


class KeepsAfterDrop(Sound):
    fails: ClassVar = {"drop_deletes"}

    async def drop(self) -> None:
        pass


class BuffersUntilClose(Sound):
    """Writes nothing before close(): a kill costs all sessions, a reopening none."""

    fails: ClassVar = {"survives_a_kill"}

    async def open(self, context: StoreContext) -> None:
        await super().open(context)
        self.buffer: dict[str, list[Memory]] = {}

    async def ingest(self, session: Session) -> IngestReceipt:
        if self.opened.read_only:
            raise RuntimeError("read only")
        self.buffer[session.id] = remembered(session)
        return IngestReceipt(
            session=session.id, messages=len(session.messages), memories=len(self.buffer[session.id])
        )

    async def dump(self) -> list[Memory]:
        written = [memory for memory in await super().dump() if memory.session not in self.buffer]
        return [*written, *(memory for memories in self.buffer.values() for memory in memories)]

    async def close(self) -> None:
        for name, memories in self.buffer.items():
            self.write(name, memories)
        self.buffer = {}
