"""An adapter on a thread with an event loop of its own, under time limits: a plug-in that hangs costs its store only.

A memory system that blocks its loop, or never returns, would stop every other store of the run if it shared
theirs. A thread cannot be killed: one that hangs is left behind, and ends with the process.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from memorybench.memory import AdapterCard, GoldAccess, MemoryAdapter, StoreContext
from memorybench.records import IngestReceipt, Memory, Session

T = TypeVar("T")
_STOP_SECONDS = 5.0  # for a loop to end what is left on it
_hung: list[str] = []
_complaints: list[str] = []


class CallHung(Exception):
    """A call of a memory system did not end within its time limit."""


def left_behind() -> bool:
    """Whether a hanging thread is left in this process: it could keep the interpreter from ending."""
    return bool(_hung)


def complaints() -> list[str]:
    """What went wrong in closing stores, a sentence each: no result depends on it, but a user should know."""
    return list(_complaints)


@dataclass(frozen=True)
class CallLimits:
    """Seconds that one call may take; None: no limit of its own (the probe's limit holds for its searches)."""

    store: float = 120.0  # open, dump, close, drop
    ingest: float | None = 600.0  # one session; also what `ready` may take


class HostedAdapter(MemoryAdapter):
    """The same adapter, called from any loop; every call runs on its own thread's loop.

    Errors: what the adapter raises, and :class:`memorybench.errors.CallHung` for a call over its limit. After that
    the adapter is not called any more: :meth:`close` returns at once.
    """

    def __init__(self, adapter: MemoryAdapter, card: AdapterCard, limits: CallLimits | None = None) -> None:
        self.card = card  # type: ignore[misc]  # the variant's card, not the class's
        self.gold = adapter.gold  # type: ignore[misc]
        self._adapter = adapter
        self._limits = limits or CallLimits()
        self._thread: _LoopThread | None = _LoopThread(f"memory {card.name}")

    async def open(self, context: StoreContext) -> None:
        """See :meth:`MemoryAdapter.open`; a call that fails ends the thread."""
        try:
            await self._call("opening the store", self._limits.store, lambda: self._adapter.open(context))
        except BaseException:
            await self._end()
            raise
        self.found = self._adapter.found

    async def ingest(self, session: Session) -> IngestReceipt:
        """See :meth:`MemoryAdapter.ingest`."""
        what = f"ingesting {session.id}"
        return await self._call(what, self._limits.ingest, lambda: self._adapter.ingest(session))

    async def ready(self) -> Sequence[IngestReceipt] | None:
        """See :meth:`MemoryAdapter.ready`."""
        return await self._call("waiting until all is stored", self._limits.ingest, self._adapter.ready)

    async def search(self, query: str, limit: int) -> list[Memory]:
        """See :meth:`MemoryAdapter.search`."""
        return await self._call("searching", None, lambda: self._adapter.search(query, limit))

    async def context(self) -> str:
        """See :meth:`MemoryAdapter.context`."""
        return await self._call("reading memory", None, self._adapter.context)

    async def files(self) -> Path:
        """See :meth:`MemoryAdapter.files`."""
        return await self._call("reading memory", None, self._adapter.files)

    async def dump(self) -> list[Memory] | None:
        """See :meth:`MemoryAdapter.dump`."""
        return await self._call("listing what is stored", self._limits.store, self._adapter.dump)

    async def close(self) -> None:
        """See :meth:`MemoryAdapter.close`; the thread ends. What goes wrong is in :func:`complaints`."""
        try:
            await self._last_call("closing the store", self._adapter.close)
        except Exception as error:
            _complaints.append(f"{self.card.name}, closing a store: {type(error).__name__}: {error}")

    async def drop(self) -> None:
        """See :meth:`MemoryAdapter.drop`; the thread ends."""
        await self._last_call("deleting the store", self._adapter.drop)

    def accept_gold(self, gold: GoldAccess) -> None:
        """See :meth:`MemoryAdapter.accept_gold`."""
        self._adapter.accept_gold(gold)

    async def _last_call(self, what: str, call: Callable[[], Coroutine[Any, Any, None]]) -> None:
        if self._thread is None:
            return
        try:
            await self._call(what, self._limits.store, call)
        finally:
            await self._end()

    async def _call(self, what: str, seconds: float | None, call: Callable[[], Coroutine[Any, Any, T]]) -> T:
        if self._thread is None:
            raise CallHung(f"{self.card.name} is not called any more: an earlier call did not return.")
        deadline = asyncio.timeout(seconds)
        try:
            async with deadline:
                return await self._thread.run(call())
        except TimeoutError:
            if not deadline.expired():
                raise  # the adapter's own
            self._abandon(what)
            raise CallHung(f"{what} did not end within {seconds:g} s") from None

    def _abandon(self, what: str) -> None:
        """Leave the thread to itself: it may never come back."""
        _hung.append(f"{self.card.name}: {what}")
        if self._thread is not None:
            self._thread.ask_to_stop()
        self._thread = None

    async def _end(self) -> None:
        thread, self._thread = self._thread, None
        if thread is not None:
            await thread.stop()


class _LoopThread:
    """A daemon thread that runs one event loop until it is stopped."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    async def run(self, call: Coroutine[Any, Any, T]) -> T:
        """Await ``call`` on this thread's loop, in the caller's context (usage is counted by it)."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(call, self._loop))

    def ask_to_stop(self) -> None:
        """End the loop as soon as it gets to it."""
        self._loop.call_soon_threadsafe(self._loop.stop)

    async def stop(self) -> None:
        """End the loop and wait for the thread, a few seconds at most."""
        self.ask_to_stop()
        await asyncio.to_thread(self._thread.join, _STOP_SECONDS)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
            left = asyncio.all_tasks(self._loop)
            for task in left:
                task.cancel()
            self._loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        finally:
            self._loop.close()
