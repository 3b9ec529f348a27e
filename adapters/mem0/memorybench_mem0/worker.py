"""One thread that does all of a store's work: embedded Qdrant and Mem0's SQLite take one caller at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Worker:
    """Runs sync calls one after the other in one thread, with the caller's context (usage is counted by it)."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mem0")

    async def run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Await ``call(*args, **kwargs)``."""
        context = copy_context()
        return await asyncio.get_running_loop().run_in_executor(
            self._pool, lambda: context.run(call, *args, **kwargs)
        )

    def stop(self) -> None:
        """Let the thread end after what it has begun."""
        self._pool.shutdown(wait=False)
