"""Bounds how many calls run at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from threading import BoundedSemaphore
from weakref import WeakKeyDictionary


class Gate:
    """At most ``limit`` calls from async code, and as many from threads.

    Two counts, not one: async calls look names up in the loop's default threads, which are the ones where
    sync callers wait; a shared count could therefore wait for itself for ever.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._threads = BoundedSemaphore(limit)
        self._loops: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()

    @contextmanager
    def slot(self) -> Iterator[None]:
        """Hold one of the threads' slots."""
        with self._threads:
            yield

    @asynccontextmanager
    async def async_slot(self) -> AsyncIterator[None]:
        """Hold one of the running loop's slots."""
        loop = asyncio.get_running_loop()
        async with self._loops.setdefault(loop, asyncio.Semaphore(self._limit)):
            yield
