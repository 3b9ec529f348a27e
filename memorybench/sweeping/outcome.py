"""How a cell of a sweep ended, read from its run's folder."""

from __future__ import annotations

from typing import Literal

from pydantic import ValidationError

from memorybench.records import Record
from memorybench.runs.summary import Summary
from memorybench.sweeping.plan import Cell

State = Literal["done", "unscored", "failed", "cannot run", "not run"]


class Outcome(Record):
    """``detail`` is one sentence where it is not done; ``summary`` is there where the run has ended."""

    name: str
    state: State
    detail: str = ""
    summary: Summary | None = None


def summary_of(cell: Cell) -> Summary | None:
    """The run's newest summary, if it is of this cell and whole."""
    try:
        found = Summary.model_validate_json((cell.folder / "summary.json").read_text(encoding="utf-8"))
    except (OSError, ValidationError, UnicodeDecodeError):
        return None
    return found if cell.spec is not None and found.run_hash == cell.spec.digest else None


def already_complete(cell: Cell) -> bool:
    """Whether every probe has run and every verdict is there."""
    found = summary_of(cell)
    return found is not None and found.complete


def outcome_of(cell: Cell, code: int = 0, last_line: str = "") -> Outcome:
    """The cell's outcome after its process ended with ``code``; ``last_line`` is the end of what it said."""
    found = summary_of(cell)
    if found is not None and found.complete:
        return Outcome(name=cell.name, state="done", summary=found)
    if found is not None and code in (0, 3):
        counts = found.counts
        missing = max((*counts.unscored.values(), counts.missing))
        return Outcome(
            name=cell.name, state="unscored", detail=f"up to {missing} of {counts.planned} probes", summary=found
        )
    return Outcome(name=cell.name, state="failed", detail=last_line or f"ended with exit code {code}")
