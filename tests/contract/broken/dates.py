"""Adapters that break one rule each: when something was said, and until when it holds."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import ClassVar

from memorybench.records import IngestReceipt, Memory, Session
from memorybench.testing.sound import Sound, remembered


def undated(memory: Memory) -> Memory:
    return memory.model_copy(update={"text": memory.text.partition("] ")[2]})


class DatesPricesOnly(Sound):
    """Keeps the day of what has a decimal number, of nothing else."""

    fails: ClassVar = {"session_time_kept"}

    async def ingest(self, session: Session) -> IngestReceipt:
        receipt = await super().ingest(session)
        self.write(
            session.id,
            [memory if re.search(r"\d\.\d", memory.text) else undated(memory) for memory in remembered(session)],
        )
        return receipt


class DatesByTheClock(Sound):
    """Writes beside each memory when it was stored."""

    fails: ClassVar = {"old_session_dated"}

    async def ingest(self, session: Session) -> IngestReceipt:
        receipt = await super().ingest(session)
        now = f"{datetime.now(UTC):%Y-%m-%d}"
        self.write(
            session.id,
            [memory.model_copy(update={"text": f"{memory.text} (stored {now})"}) for memory in remembered(session)],
        )
        return receipt


class ShowsTheNewWithoutItsDay(Sound):
    fails: ClassVar = {"revision_dated"}

    async def search(self, query: str, limit: int) -> list[Memory]:
        return [
            undated(memory) if "13.75" in memory.text else memory for memory in await super().search(query, limit)
        ]


class ShowsTheOldAsIfItHeld(Sound):
    fails: ClassVar = {"superseded_dated"}

    async def search(self, query: str, limit: int) -> list[Memory]:
        return [
            undated(memory) if "12.40" in memory.text else memory for memory in await super().search(query, limit)
        ]


class HidesTheOld(Sound):
    """Keeps a value that was revised, and never shows it."""

    fails: ClassVar = {"superseded_dated"}

    async def search(self, query: str, limit: int) -> list[Memory]:
        return [memory for memory in await super().search(query, 20) if "12.40" not in memory.text][:limit]


class MissesWithdrawals(Sound):
    fails: ClassVar = {"withdrawal_shown"}

    async def search(self, query: str, limit: int) -> list[Memory]:
        return [memory for memory in await super().search(query, 20) if "withdrawn" not in memory.text][:limit]
