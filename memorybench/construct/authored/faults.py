"""The faults that the authored models carry on purpose, because real files do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FaultKind = Literal[
    "placeholder",
    "missing quantity",
    "duplicate room",
    "stale room name",
    "no storey",
    "ambiguous property",
    "wrong area",
    "wrong quantity",
    "generic room name",
    "abbreviated name",
    "level code",
    "duplicate name",
    "type override",
]
# Every model of the mini dataset has one of each of these.
EVERYDAY: tuple[FaultKind, ...] = (
    "placeholder",
    "missing quantity",
    "duplicate room",
    "stale room name",
    "no storey",
    "ambiguous property",
    "wrong area",
)


@dataclass(frozen=True)
class Fault:
    """One deliberate fault: its kind, the name of the object that carries it, and what is wrong."""

    kind: FaultKind
    where: str
    what: str
