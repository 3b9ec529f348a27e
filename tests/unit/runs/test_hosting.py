"""Adapters on their own thread: a call that hangs costs its store, contexts and errors pass, threads end."""

from __future__ import annotations

import asyncio
import threading
import time
from contextvars import ContextVar
from pathlib import Path
from typing import ClassVar

import pytest

from memorybench.memory import AdapterCard, AdapterConfig, MemoryAdapter, MemoryModels, StoreContext
from memorybench.records import IngestReceipt, Memory, Session
from memorybench.runs import hosting
from memorybench.runs.hosting import CallHung, CallLimits, HostedAdapter
from memorybench.testing.bench import PLASTER, told

WHO: ContextVar[str] = ContextVar("who", default="nobody")


class Probed(MemoryAdapter):
    """Does what its class attributes say in each call."""

    card: ClassVar[AdapterCard] = AdapterCard(
        name="probed", summary="s", system="probed 1.0", backend="b", surfaces=("search",)
    )

    async def open(self, context: StoreContext) -> None:
        self.loop = asyncio.get_running_loop()

    async def ingest(self, session: Session) -> IngestReceipt:
        if session.id == "S001":
            time.sleep(30)  # blocks its loop: no cancelling helps
        if session.id == "S002":
            await asyncio.sleep(30)
        if session.id == "S003":
            raise TimeoutError("the system's own")
        return IngestReceipt(session=session.id, messages=0, memories=0, notes=(WHO.get(),))

    async def search(self, query: str, limit: int) -> list[Memory]:
        return [Memory(text=threading.current_thread().name)]

    async def dump(self) -> list[Memory] | None:
        assert asyncio.get_running_loop() is self.loop
        return None

    async def close(self) -> None:
        raise RuntimeError("cannot close")

    async def drop(self) -> None: ...


@pytest.fixture
async def hosted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HostedAdapter:
    monkeypatch.setattr(hosting, "_hung", [])
    monkeypatch.setattr(hosting, "_complaints", [])
    adapter = HostedAdapter(Probed(), Probed.card, CallLimits(ingest=0.2))
    await adapter.open(StoreContext(namespace="n", workspace=tmp_path, models=MemoryModels(), config=AdapterConfig()))
    return adapter


@pytest.mark.parametrize("number", [1, 2], ids=["blocks its loop", "never returns"])
async def test_a_session_that_hangs_is_given_up_and_nothing_waits_for_it(hosted: HostedAdapter, number: int) -> None:
    started = time.monotonic()
    with pytest.raises(CallHung, match=rf"ingesting S00{number} did not end within 0\.2 s"):
        await hosted.ingest(told(number, PLASTER))
    with pytest.raises(CallHung, match="is not called any more"):
        await hosted.ingest(told(7, PLASTER))
    await hosted.close()
    assert time.monotonic() - started < 5
    assert hosting.left_behind()


async def test_the_systems_own_timeout_is_not_taken_for_a_hang(hosted: HostedAdapter) -> None:
    with pytest.raises(TimeoutError, match="own"):
        await hosted.ingest(told(3, PLASTER))
    assert (await hosted.ingest(told(4, PLASTER))).session == "S004"
    assert not hosting.left_behind()


async def test_calls_run_on_one_other_thread_in_the_callers_context(hosted: HostedAdapter) -> None:
    WHO.set("the caller")
    assert (await hosted.ingest(told(4, PLASTER))).notes == ("the caller",)
    assert await hosted.dump() is None
    (found,) = await hosted.search("q", 1)
    assert found.text == "memory probed" != threading.current_thread().name


async def test_closing_ends_the_thread_and_tells_what_went_wrong(hosted: HostedAdapter) -> None:
    before = set(threading.enumerate())
    assert hosted._thread is not None and hosted._thread._thread in before
    await hosted.close()
    await hosted.close()
    assert hosting.complaints() == ["probed, closing a store: RuntimeError: cannot close"]
    gone = before - set(threading.enumerate())
    assert [thread.name for thread in gone] == ["memory probed"]


async def test_cancelling_a_call_cancels_it_on_the_other_thread(hosted: HostedAdapter) -> None:
    hosted._limits = CallLimits(ingest=None)
    call = asyncio.create_task(hosted.ingest(told(2, PLASTER)))
    await asyncio.sleep(0.05)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert (await hosted.ingest(told(4, PLASTER))).session == "S004"
