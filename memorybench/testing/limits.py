"""Run a coroutine on a thread with an event loop of its own, within a time limit that also holds for what blocks."""

from __future__ import annotations

import asyncio
import os
import tempfile
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
_BLOCKED_SECONDS = 1.0  # beyond the limit, for what can be cancelled to end by itself
_hung: list[str] = []


class DidNotEnd(Exception):
    """The time limit passed."""


def left_behind() -> bool:
    """Whether a thread that hangs is left in this process: it could keep the interpreter from ending."""
    return bool(_hung)


async def on_a_thread(work: Callable[[], Coroutine[Any, Any, T]], seconds: float, *, name: str) -> T:
    """Await ``work()`` on a thread of its own and return or raise what it does.

    A thread cannot be killed: one that blocks is left behind, and the folder and the environment that it may have
    changed are set back.

    Raises:
        DidNotEnd: ``seconds`` passed.
    """
    future: Future[T] = Future()
    future.set_running_or_notify_cancel()  # not to be cancelled: work that ends too late may still say so
    folder, environment, temporary = Path.cwd(), dict(os.environ), tempfile.tempdir

    async def limited() -> None:
        deadline = asyncio.timeout(seconds)
        try:
            async with deadline:
                result = await work()
        except TimeoutError as error:
            future.set_exception(DidNotEnd() if deadline.expired() else error)
        except BaseException as error:
            future.set_exception(error)
        else:
            future.set_result(result)

    threading.Thread(target=lambda: asyncio.run(limited()), name=name, daemon=True).start()
    try:
        async with asyncio.timeout(seconds + _BLOCKED_SECONDS):
            return await asyncio.wrap_future(future)
    except TimeoutError:
        if future.done() and not future.cancelled():
            raise  # the work's own
        _hung.append(name)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        tempfile.tempdir = temporary
        raise DidNotEnd from None
