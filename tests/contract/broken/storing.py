"""Adapters that break one rule each: what is stored, and what the receipt says."""

from __future__ import annotations

from typing import ClassVar

from memorybench.records import Failure, IngestReceipt, Memory, Session
from memorybench.testing.sound import Sound


class MissesPrices(Sound):
    fails: ClassVar = {"told_is_retrieved"}

    async def search(self, query: str, limit: int) -> list[Memory]:
        return [memory for memory in await super().search(query, 50) if "41.50" not in memory.text][:limit]


class AsciiOnly(Sound):
    fails: ClassVar = {"beyond_ascii"}

    async def dump(self) -> list[Memory]:
        return [
            memory.model_copy(update={"text": "".join(c for c in memory.text if c.isascii() or not c.isalpha())})
            for memory in await super().dump()
        ]


class ForgetsUnits(Sound):
    fails: ClassVar = {"units_kept"}

    async def dump(self) -> list[Memory]:
        return [
            memory.model_copy(update={"text": memory.text.replace("³", "3").replace(",", ".")})
            for memory in await super().dump()
        ]


class UnstableDump(Sound):
    fails: ClassVar = {"dump_complete_and_stable"}

    turn = 0

    async def dump(self) -> list[Memory]:
        self.turn += 1
        return (await super().dump())[:: 1 if self.turn % 2 else -1]


class WrongReceipt(Sound):
    fails: ClassVar = {"receipt_true"}

    async def ingest(self, session: Session) -> IngestReceipt:
        return (await super().ingest(session)).model_copy(update={"messages": 0})


class FailsOnEmptySessions(Sound):
    fails: ClassVar = {"empty_session"}

    async def ingest(self, session: Session) -> IngestReceipt:
        receipt = await super().ingest(session)
        failure = Failure(kind="memory_error", message="nothing to do")
        return receipt if session.messages else receipt.model_copy(update={"failures": (failure,)})


class FailsOnHugeMessages(Sound):
    fails: ClassVar = {"huge_message"}

    async def ingest(self, session: Session) -> IngestReceipt:
        if any(len(message.text) > 100_000 for message in session.messages):
            raise ValueError("too long")
        return await super().ingest(session)


class ClosesOnce(Sound):
    fails: ClassVar = {"opens_and_closes"}

    closed = False

    async def close(self) -> None:
        if self.closed:
            raise RuntimeError("already closed")
        self.closed = True
