"""A time limit that also ends Python code which never looks at the clock."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

_AGAIN = 0.2  # seconds between two attempts: an exception raised inside a destructor is swallowed


class Expired(BaseException):
    """The time is over. Not an ``Exception``, so that no handler in a library keeps it."""


class Deadline:
    """A moment after which :meth:`check` raises :class:`Expired`."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def remaining(self) -> float:
        """Seconds left; raises :class:`Expired` when there are none."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise Expired
        return left

    def check(self) -> None:
        """Raise :class:`Expired` when the time is over."""
        self.remaining()

    def extend(self, seconds: float) -> None:
        """Give back time that was spent waiting for others."""
        self._end += seconds

    @contextmanager
    def interrupting(self) -> Iterator[None]:
        """Raise :class:`Expired` in this thread when the time is over, at its next Python instruction."""
        watch = _Watch(threading.get_ident(), self.remaining())
        try:
            yield
        finally:
            try:
                watch.stop()
            finally:  # the exception may come while the watch is being stopped
                watch.stop()
                _withdraw()


def _withdraw() -> None:
    """Take back an exception that was set but not yet raised, so that it cannot hit later code."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(threading.get_ident()), None)


class _Watch:
    def __init__(self, thread: int, seconds: float) -> None:
        self._thread, self._lock, self._done = thread, threading.Lock(), threading.Event()
        self._timer = threading.Thread(target=self._wait, args=(seconds,), daemon=True)
        self._timer.start()

    def _wait(self, seconds: float) -> None:
        while not self._done.wait(seconds):
            with self._lock:
                if not self._done.is_set():
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(
                        ctypes.c_ulong(self._thread), ctypes.py_object(Expired)
                    )
            seconds = _AGAIN

    def stop(self) -> None:
        """End the watch; after this it raises nothing any more."""
        with self._lock:
            self._done.set()
