"""Show a run's events: bars with ETA on a terminal, a line now and then elsewhere; always on stderr."""

from __future__ import annotations

import sys
import time
from types import TracebackType

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from memorybench.runs.events import Event, Notice, PhaseStarted, StepDone

LINE_EVERY_S = 10.0


class ProgressView:
    """Use as a context manager and pass :meth:`listen` to the run."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(stderr=True)
        self._bars = Progress(
            TextColumn("{task.description:<10}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("ETA"),
            TimeRemainingColumn(),
            TextColumn("[dim]{task.fields[what]}"),
            console=self._console,
            disable=not self._console.is_terminal,
        )
        self._tasks: dict[str, TaskID] = {}
        self._counts: dict[str, tuple[int, int, int, float]] = {}  # done, total, done at start, started
        self._told = 0.0

    def __enter__(self) -> ProgressView:
        self._bars.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bars.__exit__(kind, error, trace)

    def listen(self, event: Event) -> None:
        """Take one event."""
        if isinstance(event, PhaseStarted):
            self._tasks[event.phase] = self._bars.add_task(
                event.phase, total=event.total, completed=event.done, what="resumed" if event.done else ""
            )
            self._counts[event.phase] = (event.done, event.total, event.done, time.monotonic())
        elif isinstance(event, StepDone):
            self._bars.update(self._tasks[event.phase], advance=1, what=event.what)
            self._line(event)
        elif isinstance(event, Notice):
            self._console.print(f"note: {event.text}", highlight=False)

    def _line(self, event: StepDone) -> None:
        """Where there is no terminal: one line when a phase ends, and every ten seconds."""
        done, total, first, started = self._counts[event.phase]
        done += 1
        self._counts[event.phase] = (done, total, first, started)
        now = time.monotonic()
        if self._console.is_terminal or (done < total and now - self._told < LINE_EVERY_S):
            return
        self._told = now
        rate = (done - first) / max(now - started, 1e-6)
        left = f", about {(total - done) / rate:.0f} s left" if done < total else f" in {now - started:.1f} s"
        print(f"{event.phase}: {done}/{total}{left}", file=sys.stderr, flush=True)
