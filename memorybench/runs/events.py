"""What a run tells while it works; renderers turn it into progress bars or lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Phase = Literal["preflight", "ingest", "probe", "score"]


@dataclass(frozen=True)
class PhaseStarted:
    """A phase begins; ``done`` of ``total`` steps were finished by an earlier run."""

    phase: Phase
    total: int
    done: int = 0


@dataclass(frozen=True)
class StepDone:
    """One step (a session, a probe, a scored sample) is on disk."""

    phase: Phase
    what: str


@dataclass(frozen=True)
class Notice:
    """Something a user should know and need not act on."""

    text: str


Event = PhaseStarted | StepDone | Notice
Listener = Callable[[Event], None]
