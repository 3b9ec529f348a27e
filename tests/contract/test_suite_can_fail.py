"""Adapters broken in one way each: the contract suite must catch each by the check that is meant for it."""

from __future__ import annotations

import asyncio
import shutil
import socket
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, ClassVar

import pytest

from memorybench.memory import AdapterCard, AdapterConfig, GoldAccess, MemoryAdapter, StoreContext
from memorybench.records import Failure, IngestReceipt, Memory, Session
from memorybench.rendering import render_messages
from memorybench.testing.contract import CheckResult, check_adapter

LEFT_OPEN: list[IO[str] | socket.socket] = []
STOP = threading.Event()


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """End what the adapters that leave something left."""
    STOP.clear()
    yield
    STOP.set()
    while LEFT_OPEN:
        LEFT_OPEN.pop().close()


class Sound(MemoryAdapter):
    """A small adapter that holds to the contract; the broken ones differ from it in one thing."""

    card: ClassVar[AdapterCard] = AdapterCard(
        name="toy",
        summary="A toy.",
        system="toy 1.0",
        backend="text files",
        surfaces=("search",),
        roles="in the text",
        time="in the text",
        dump="all",
    )

    async def open(self, context: StoreContext) -> None:
        self.opened = context
        self.folder = context.workspace / "notes"
        if not context.read_only:
            self.folder.mkdir(parents=True, exist_ok=True)

    async def ingest(self, session: Session) -> IngestReceipt:
        if self.opened.read_only:
            raise RuntimeError("read only")
        lines = [
            Memory(text=text, id=message.id, session=session.id).model_dump_json()
            for message, text in render_messages(session)
        ]
        (self.folder / f"{session.id}.jsonl").write_text("\n".join(lines), encoding="utf-8")
        return IngestReceipt(session=session.id, messages=len(session.messages), memories=len(lines))

    async def search(self, query: str, limit: int) -> list[Memory]:
        words = set(query.lower().split())
        scored = [(len(words & set(memory.text.lower().split())), memory) for memory in await self.dump()]
        return [memory for score, memory in sorted(scored, key=lambda pair: -pair[0]) if score][:limit]

    async def dump(self) -> list[Memory]:
        return [
            Memory.model_validate_json(line)
            for path in sorted(self.folder.glob("*.jsonl"))
            for line in path.read_text(encoding="utf-8").splitlines()
        ]

    async def close(self) -> None:
        pass

    async def drop(self) -> None:
        shutil.rmtree(self.opened.workspace)


def card(**changes: Any) -> AdapterCard:
    return Sound.card.model_copy(update=changes)


class DropsEverything(Sound):
    async def ingest(self, session: Session) -> IngestReceipt:
        return IngestReceipt(session=session.id, messages=len(session.messages), memories=len(session.messages))


class IgnoresLimit(Sound):
    async def search(self, query: str, limit: int) -> list[Memory]:
        return await super().search(query, 1_000)


class RepeatsHits(Sound):
    async def search(self, query: str, limit: int) -> list[Memory]:
        return (await super().search(query, limit))[:1] * min(limit, 2)


class Leaks(Sound):
    shared: ClassVar[list[Memory]] = []

    async def ingest(self, session: Session) -> IngestReceipt:
        Leaks.shared += [Memory(text=text) for _, text in render_messages(session)]
        return await super().ingest(session)

    async def search(self, query: str, limit: int) -> list[Memory]:
        hits = [memory for memory in Leaks.shared if query.split()[0] in memory.text] if query.strip() else []
        return [*hits, *await super().search(query, limit)][:limit]


class WritesAtHome(Sound):
    async def ingest(self, session: Session) -> IngestReceipt:
        (Path.home() / ".toy").write_text("1", encoding="utf-8")
        return await super().ingest(session)


class WritesBesideTheWorkspace(Sound):
    async def ingest(self, session: Session) -> IngestReceipt:
        (self.opened.workspace.parent.parent / "cache").write_text("1", encoding="utf-8")
        return await super().ingest(session)


class RemembersQueries(Sound):
    async def search(self, query: str, limit: int) -> list[Memory]:
        line = Memory(text=f"was asked: {query!r}").model_dump_json()
        with (self.folder / "asked.jsonl").open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        return [memory for memory in await super().search(query, limit) if "was asked" not in memory.text]


class TakesSessionsWhenReadOnly(Sound):
    async def open(self, context: StoreContext) -> None:
        await super().open(context)
        self.opened = StoreContext(context.namespace, context.workspace, context.models, context.config)


class StoresTwice(Sound):
    async def ingest(self, session: Session) -> IngestReceipt:
        receipt = await super().ingest(session)
        path = self.folder / f"{session.id}.jsonl"
        again = self.folder / f"{session.id}-{len(list(self.folder.iterdir()))}.jsonl"
        shutil.copy(path, again)
        return receipt


class ForgetsOnClose(Sound):
    async def close(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


class KeepsAfterDrop(Sound):
    async def drop(self) -> None:
        pass


class LosesTime(Sound):
    async def ingest(self, session: Session) -> IngestReceipt:
        receipt = await super().ingest(session)
        path = self.folder / f"{session.id}.jsonl"
        lines = [Memory.model_validate_json(line) for line in path.read_text(encoding="utf-8").splitlines()]
        bare = [line.model_copy(update={"text": line.text.partition("] ")[2]}).model_dump_json() for line in lines]
        path.write_text("\n".join(bare), encoding="utf-8")
        return receipt


class AsciiOnly(Sound):
    async def dump(self) -> list[Memory]:
        return [
            memory.model_copy(update={"text": memory.text.encode("ascii", "ignore").decode()})
            for memory in await super().dump()
        ]


class UnstableDump(Sound):
    turn = 0

    async def dump(self) -> list[Memory]:
        self.turn += 1
        return (await super().dump())[:: 1 if self.turn % 2 else -1]


class WrongReceipt(Sound):
    async def ingest(self, session: Session) -> IngestReceipt:
        return (await super().ingest(session)).model_copy(update={"messages": 0})


class FailsOnEmptySessions(Sound):
    async def ingest(self, session: Session) -> IngestReceipt:
        receipt = await super().ingest(session)
        failure = Failure(kind="memory_error", message="nothing to do")
        return receipt if session.messages else receipt.model_copy(update={"failures": (failure,)})


class FailsOnHugeMessages(Sound):
    async def ingest(self, session: Session) -> IngestReceipt:
        if any(len(message.text) > 100_000 for message in session.messages):
            raise ValueError("too long")
        return await super().ingest(session)


class FailsOnOddQueries(Sound):
    async def search(self, query: str, limit: int) -> list[Memory]:
        if not query.strip():
            raise ValueError("blank query")
        return await super().search(query, limit)


class FailsOnAnEmptyStore(Sound):
    async def search(self, query: str, limit: int) -> list[Memory]:
        if not await self.dump():
            raise RuntimeError("no index")
        return await super().search(query, limit)


class OneAtATime(Sound):
    busy = False

    async def search(self, query: str, limit: int) -> list[Memory]:
        if self.busy:
            raise RuntimeError("database is locked")
        self.busy = True
        await asyncio.sleep(0)
        self.busy = False
        return await super().search(query, limit)


class ClosesOnce(Sound):
    closed = False

    async def close(self) -> None:
        if self.closed:
            raise RuntimeError("already closed")
        self.closed = True


class SwallowsModelErrors(Sound):
    card = card(uses_model=True)


class ForgetsUnits(Sound):
    async def dump(self) -> list[Memory]:
        return [
            memory.model_copy(update={"text": memory.text.replace("³", "3").replace(",", ".")})
            for memory in await super().dump()
        ]


class HidesInAnotherShelf(Sound):
    """Shows what it keeps beside what it dumps."""

    async def dump(self) -> list[Memory]:
        return (await super().dump())[:2]

    async def search(self, query: str, limit: int) -> list[Memory]:
        hits = [memory for memory in await Sound.dump(self) if set(query.split()) & set(memory.text.split())]
        return hits[:limit]


class DatesByTheClock(Sound):
    async def ingest(self, session: Session) -> IngestReceipt:
        return await super().ingest(session.model_copy(update={"started_at": datetime.now(UTC)}))


class UpdatesWithoutDate(Sound):
    """Keeps the texts of two sessions apart by month only where nothing was said before."""

    async def search(self, query: str, limit: int) -> list[Memory]:
        return [
            memory.model_copy(update={"text": memory.text.partition("] ")[2]}) if "12.40" in memory.text else memory
            for memory in await super().search(query, limit)
        ]


class MissesWithdrawals(Sound):
    async def search(self, query: str, limit: int) -> list[Memory]:
        return [memory for memory in await super().search(query, 20) if "withdrawn" not in memory.text][:limit]


class SharesOneIndex(Sound):
    """Finds the neighbours' memories by words, but only when it reads."""

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

    seen: ClassVar[dict[str, Session]] = {}

    async def ingest(self, session: Session) -> IngestReceipt:
        known = self.seen.setdefault(session.messages[0].text, session) if session.messages else session
        longer = known if len(known.messages) > len(session.messages) else session
        receipt = await super().ingest(longer)
        return receipt.model_copy(update={"messages": len(session.messages)})


class OneStoreAProcess(Sound):
    """Writes to the store that was opened last."""

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


class BuffersUntilClose(Sound):
    """Writes nothing before close(): a kill costs all sessions, a reopening none."""

    async def open(self, context: StoreContext) -> None:
        await super().open(context)
        self.buffer: dict[str, list[Memory]] = {}

    async def ingest(self, session: Session) -> IngestReceipt:
        if self.opened.read_only:
            raise RuntimeError("read only")
        self.buffer[session.id] = [
            Memory(text=text, id=message.id, session=session.id) for message, text in render_messages(session)
        ]
        return IngestReceipt(
            session=session.id, messages=len(session.messages), memories=len(self.buffer[session.id])
        )

    async def dump(self) -> list[Memory]:
        written = [memory for memory in await super().dump() if memory.session not in self.buffer]
        return [*written, *(memory for memories in self.buffer.values() for memory in memories)]

    async def close(self) -> None:
        for name, memories in self.buffer.items():
            lines = "\n".join(memory.model_dump_json() for memory in memories)
            (self.folder / f"{name}.jsonl").write_text(lines, encoding="utf-8")
        self.buffer = {}


class LeavesAServer(Sound):
    async def open(self, context: StoreContext) -> None:
        await super().open(context)
        self.server = await asyncio.create_subprocess_exec("sleep", "20")


class LeavesAFileOpen(Sound):
    async def ingest(self, session: Session) -> IngestReceipt:
        receipt = await super().ingest(session)
        LEFT_OPEN.append((self.folder / f"{session.id}.jsonl").open(encoding="utf-8"))
        return receipt


class LeavesAPort(Sound):
    async def open(self, context: StoreContext) -> None:
        await super().open(context)
        LEFT_OPEN.append(socket.create_server(("127.0.0.1", 0)))


class LeavesAThread(Sound):
    async def open(self, context: StoreContext) -> None:
        await super().open(context)
        threading.Thread(target=STOP.wait, args=(20,), name="toy worker").start()


class EmptyCard(Sound):
    card = card(time="")


class UnpinnedCard(Sound):
    card = card(system="toy, latest")


class DeclaresWhatItHasNot(Sound):
    card = card(surfaces=("search", "context"))


class TakesAnyOption(Sound):
    class AnyConfig(AdapterConfig):
        model_config = {"extra": "allow"}  # noqa: RUF012 - pydantic reads it

    config_type = AnyConfig


class PeeksAtGold(Sound):
    def accept_gold(self, gold: GoldAccess) -> None:
        self.gold_facts = gold.facts


BROKEN = [
    (DropsEverything, "told_is_retrieved"),
    (DropsEverything, "dump_complete_and_stable"),
    (IgnoresLimit, "limit_honoured"),
    (RepeatsHits, "limit_honoured"),
    (Leaks, "namespaces_apart"),
    (WritesAtHome, "writes_inside_workspace"),
    (WritesBesideTheWorkspace, "writes_inside_workspace"),
    (RemembersQueries, "read_only_kept"),
    (TakesSessionsWhenReadOnly, "read_only_kept"),
    (StoresTwice, "ingest_again"),
    (ForgetsOnClose, "survives_reopening"),
    (KeepsAfterDrop, "drop_deletes"),
    (LosesTime, "session_time_kept"),
    (AsciiOnly, "beyond_ascii"),
    (UnstableDump, "dump_complete_and_stable"),
    (WrongReceipt, "receipt_true"),
    (FailsOnEmptySessions, "empty_session"),
    (FailsOnHugeMessages, "huge_message"),
    (FailsOnOddQueries, "odd_queries"),
    (FailsOnAnEmptyStore, "empty_store"),
    (OneAtATime, "asked_at_once"),
    (ClosesOnce, "opens_and_closes"),
    (SwallowsModelErrors, "model_errors_pass"),
    (EmptyCard, "card_complete"),
    (UnpinnedCard, "card_complete"),
    (DeclaresWhatItHasNot, "surfaces_match"),
    (TakesAnyOption, "unknown_option_refused"),
    (PeeksAtGold, "gold_only_when_declared"),
    (ForgetsUnits, "units_kept"),
    (HidesInAnotherShelf, "dump_covers_what_is_shown"),
    (DatesByTheClock, "old_session_dated"),
    (UpdatesWithoutDate, "revision_dated"),
    (MissesWithdrawals, "withdrawal_shown"),
    (SharesOneIndex, "neighbour_unreachable"),
    (CachesTheWholeChat, "scope_kept"),
    (OneStoreAProcess, "two_stores_at_once"),
    (BuffersUntilClose, "survives_a_kill"),
    (LeavesAServer, "close_releases_everything"),
    (LeavesAFileOpen, "close_releases_everything"),
    (LeavesAPort, "close_releases_everything"),
    (LeavesAThread, "close_releases_everything"),
]


async def results(adapter: type[MemoryAdapter], folder: Path) -> dict[str, CheckResult]:
    return {result.name: result for result in await check_adapter(adapter, folder)}


async def test_a_sound_adapter_fails_no_check(tmp_path: Path) -> None:
    found = await results(Sound, tmp_path)
    assert {name: result.detail for name, result in found.items() if result.status == "failed"} == {}
    assert [name for name, result in found.items() if result.status == "skipped"] == ["model_errors_pass"]


@pytest.mark.parametrize(("adapter", "caught_by"), BROKEN, ids=lambda value: getattr(value, "__name__", value))
async def test_a_broken_adapter_is_caught(adapter: type[MemoryAdapter], caught_by: str, tmp_path: Path) -> None:
    result = (await results(adapter, tmp_path))[caught_by]
    assert result.status == "failed"
    assert result.detail


async def test_every_check_has_an_adapter_that_fails_it(tmp_path: Path) -> None:
    checks = set(await results(Sound, tmp_path))
    assert checks == {check for _, check in BROKEN}


async def test_an_adapter_that_hangs_is_reported_not_waited_for(tmp_path: Path) -> None:
    class Hangs(Sound):
        async def ready(self) -> None:
            await asyncio.sleep(60)

    found = await check_adapter(Hangs, tmp_path, timeout_s=0.05)
    assert "did not end within 0.05 s" in {result.detail for result in found}
