"""Adapters that break one rule each: what a search returns."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from memorybench.records import Memory
from memorybench.testing.sound import Sound


class IgnoresLimit(Sound):
    fails: ClassVar = {"limit_honoured"}

    async def search(self, query: str, limit: int) -> list[Memory]:
        return await super().search(query, 1_000)


class RepeatsHits(Sound):
    fails: ClassVar = {"limit_honoured"}

    async def search(self, query: str, limit: int) -> list[Memory]:
        found = await super().search(query, limit)
        return [*found, *found[:1]][:limit]


class FailsOnOddQueries(Sound):
    fails: ClassVar = {"odd_queries"}

    async def search(self, query: str, limit: int) -> list[Memory]:
        if not query.strip():
            raise ValueError("blank query")
        return await super().search(query, limit)


class FailsOnAnEmptyStore(Sound):
    fails: ClassVar = {"empty_store", "drop_deletes"}  # a dropped store is an empty one

    async def search(self, query: str, limit: int) -> list[Memory]:
        if not await self.dump():
            raise RuntimeError("no index")
        return await super().search(query, limit)


class TalksWhenEmpty(Sound):
    fails: ClassVar = {"empty_store"}

    async def search(self, query: str, limit: int) -> list[Memory]:
        return await super().search(query, limit) if await self.dump() else [Memory(text="I know of nothing yet.")]


class OneAtATime(Sound):
    fails: ClassVar = {"asked_at_once"}

    busy = False

    async def search(self, query: str, limit: int) -> list[Memory]:
        if self.busy:
            raise RuntimeError("database is locked")
        self.busy = True
        await asyncio.sleep(0)
        self.busy = False
        return await super().search(query, limit)


class ShowsWhatItDoesNotDump(Sound):
    fails: ClassVar = {"dump_covers_what_is_shown"}

    async def search(self, query: str, limit: int) -> list[Memory]:
        found = await super().search(query, limit)
        return [*found, Memory(text=f"In short: {len(found)} messages speak of it.")][:limit] if found else []
