"""Run the cells of a sweep, each in a process of its own, so that one that fails or hangs costs itself only."""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from memorybench.errors import BadInput
from memorybench.runs.log import RunLog
from memorybench.sweeping.command import eval_arguments
from memorybench.sweeping.outcome import Outcome, already_complete, outcome_of
from memorybench.sweeping.plan import Cell

_MAIN = "from memorybench.cli.main import main; main()"
_POLL_S = 0.2
_PHASE = re.compile(r"(preflight|ingest|probe|score): \d+/\d+")
Tell = Callable[[str], None]


@dataclass
class Sweep:
    """The work in progress."""

    cells: Sequence[Cell]
    tell: Tell
    _stopped: threading.Event = field(default_factory=threading.Event)
    _running: dict[str, tuple[subprocess.Popen[bytes], Path]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _done: dict[int, Outcome] = field(default_factory=dict)

    def run(self, parallel: int, *, every_s: float = 15.0) -> list[Outcome]:
        """Run all cells that are not complete; return every cell's outcome, in order.

        Raises:
            KeyboardInterrupt: Ctrl-C or SIGTERM, after the runs in progress have stopped as a single run would.
        """
        lanes: dict[str, list[int]] = {}
        for number, cell in enumerate(self.cells):
            if cell.fault is not None:
                self._done[number] = Outcome(name=cell.name, state="cannot run", detail=cell.fault)
            elif already_complete(cell):
                self._done[number] = outcome_of(cell)
                self.tell(f"{cell.name}: complete from an earlier run")
            else:
                lanes.setdefault(cell.lane, []).append(number)
        previous = signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            with ThreadPoolExecutor(max_workers=max(1, parallel)) as pool:
                work = [pool.submit(self._lane, numbers) for numbers in lanes.values()]
                try:
                    self._watch(work, every_s)
                except KeyboardInterrupt:
                    self._stop()
                    raise
                for one in work:
                    one.result()
        finally:
            signal.signal(signal.SIGTERM, previous)
        return [self._done[number] for number in range(len(self.cells))]

    def _watch(self, work: Sequence[object], every_s: float) -> None:
        told = time.monotonic()
        while not all(one.done() for one in work):  # type: ignore[attr-defined]
            time.sleep(_POLL_S)
            if time.monotonic() - told >= every_s:
                told = time.monotonic()
                self.tell(f"{len(self._done)}/{len(self.cells)} done; " + "; ".join(self._progress()))

    def _progress(self) -> list[str]:
        with self._lock:
            running = list(self._running.items())
        return [f"{name} {_phase(log)}" for name, (_, log) in running] or ["waiting"]

    def _stop(self) -> None:
        self._stopped.set()
        with self._lock:
            for process, _ in self._running.values():
                process.send_signal(signal.SIGINT)

    def _lane(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            if self._stopped.is_set():
                return
            self._cell(number)

    def _cell(self, number: int) -> None:
        cell = self.cells[number]
        self._wait_for_another(cell)
        if self._stopped.is_set():
            return
        log = cell.folder.parent / "logs" / f"{cell.folder.name}.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        started = time.monotonic()
        code = self._call(cell, log)
        outcome = outcome_of(cell, code, _last_line(log))
        self._done[number] = outcome
        if not self._stopped.is_set():
            detail = f": {outcome.detail}" if outcome.detail else ""
            self.tell(f"{cell.name}: {outcome.state} in {time.monotonic() - started:.0f} s{detail}")

    def _call(self, cell: Cell, log: Path) -> int:
        arguments = [*eval_arguments(cell.options), "--no-beside"]
        with log.open("ab") as stream:
            stream.write(f"$ memorybench {shlex.join(arguments)}\n".encode())
            stream.flush()
            with self._lock:
                if self._stopped.is_set():
                    return 130
                # A session of its own: Ctrl-C reaches it once, through _stop.
                process = subprocess.Popen(
                    [sys.executable, "-c", _MAIN, *arguments],
                    stdin=subprocess.DEVNULL,
                    stdout=stream,
                    stderr=stream,
                    start_new_session=True,
                )
                self._running[cell.name] = (process, log)
            try:
                return process.wait()
            finally:
                with self._lock:
                    del self._running[cell.name]

    def _wait_for_another(self, cell: Cell) -> None:
        """Wait while a process of an earlier, killed sweep still works on this cell's run."""
        told = False
        while cell.folder.is_dir() and not self._stopped.is_set():
            try:
                RunLog(cell.folder).owned().release()
            except BadInput:
                if not told:
                    self.tell(f"{cell.name}: another process is at work on it; waiting")
                told = True
                time.sleep(1.0)
            else:
                return


def _tail(log: Path) -> list[str]:
    """The lines of a log's end since the command was last started."""
    try:
        with log.open("rb") as stream:
            stream.seek(0, 2)
            stream.seek(max(0, stream.tell() - 4000))
            text = stream.read().decode("utf-8", "replace")
    except OSError:
        return []
    return text.rpartition("\n$ memorybench ")[2].strip().splitlines()


def _phase(log: Path) -> str:
    """How far a run in progress is, by what it last said."""
    found = [line for line in _tail(log) if _PHASE.match(line)]
    return found[-1] if found else "is starting"


def _last_line(log: Path) -> str:
    """What a run said last: its sentence to the user, if there is one."""
    lines = _tail(log)
    told = [line for line in lines if line.startswith("memorybench: ")]
    return (told or lines or [""])[-1].removeprefix("memorybench: ").strip()
