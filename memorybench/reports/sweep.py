"""A sweep's plan and outcome as tables on a terminal."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from memorybench.records import Record
from memorybench.reports.console import interval, percent
from memorybench.runs.summary import RateSummary, Summary
from memorybench.sweeping.outcome import Outcome, State, already_complete
from memorybench.sweeping.plan import Cell

STAND_IN = (
    "The `rules` stand-in played at least one role: this table shows that the plumbing works. It says nothing about "
    "any language model, nor about which memory system is better with one."
)


class SweepRow(Record):
    """One cell of a sweep, and what came out."""

    memory: str
    scope: str
    model: str
    epochs: int
    folder: str
    state: State
    detail: str
    answer_accuracy: RateSummary | None
    memory_accuracy: RateSummary | None
    facts_retrieved: RateSummary | None
    tokens_read: int | None  # ingested, bundled tokenizer
    memory_queries_per_task: float | None
    cost_usd: float | None
    stand_in: bool


def outcome_rows(cells: Sequence[Cell], outcomes: Sequence[Outcome]) -> list[SweepRow]:
    """One row a cell, in the experiment's order."""
    return [_row(cell, outcome) for cell, outcome in zip(cells, outcomes, strict=True)]


def _row(cell: Cell, outcome: Outcome) -> SweepRow:
    found: Summary | None = outcome.summary
    return SweepRow(
        memory=cell.options.memory,
        scope=cell.options.scope,
        model=cell.options.model,
        epochs=cell.options.epochs,
        folder=str(cell.folder),
        state=outcome.state,
        detail=outcome.detail,
        answer_accuracy=found.rates["answer_accuracy"] if found else None,
        memory_accuracy=found.rates["memory_accuracy"] if found else None,
        facts_retrieved=found.facts.retrieved if found else None,
        tokens_read=found.ingest.tokens_read if found else None,
        memory_queries_per_task=found.probe.memory_queries_per_task if found else None,
        cost_usd=found.cost_usd if found else None,
        stand_in=bool(cell.spec and cell.spec.stand_in),
    )


def _table(*columns: str) -> Table:
    table = Table(box=box.SIMPLE, padding=(0, 1), pad_edge=False, collapse_padding=True)
    for number, column in enumerate(columns):
        left = number == 0 or column in ("scope", "model")
        table.add_column(column, justify="left" if left else "right", no_wrap=not left, overflow="fold")
    return table


def print_sweep_plan(console: Console, title: str, cells: Sequence[Cell], folder: str) -> None:
    """What the sweep will take; runs that share a store ingest once."""
    console.print(f"{title}: {len(cells)} runs in {folder}", style="bold", markup=False)
    table = _table("memory", "scope", "model", "tasks", "sessions", "tokens", "calls")
    totals = [0, 0, 0]
    for cell in cells:
        named = (cell.options.memory, cell.options.scope, _model(cell))
        found = cell.estimate
        if found is None:
            table.add_row(*named, "", "cannot run", "", "")
            continue
        if already_complete(cell):
            table.add_row(*named, str(found.tasks), "complete", "0", "0")
            continue
        written = (0, 0, 0) if cell.shares_stores else (found.sessions, found.ingest_tokens, found.ingest_calls)
        calls = written[2] + found.probe_calls_at_most + found.judge_calls
        totals = [totals[0] + written[0], totals[1] + written[1], totals[2] + calls]
        shown = "ready" if not found.sessions else "shared" if cell.shares_stores else f"{written[0]:,}"
        table.add_row(*named, str(found.tasks), shown, f"{written[1]:,}", f"{calls:,}")
    table.add_row("all", "", "", "", f"{totals[0]:,}", f"{totals[1]:,}", f"{totals[2]:,}", style="bold")
    console.print(table)
    console.print(
        "sessions, tokens: still to be ingested, by the bundled tokenizer; shared: an earlier run here writes that "
        "memory; calls: the most that ingestion, probes and judges may take.",
        style="dim",
    )
    _faults(console, [(cell.name, cell.fault) for cell in cells if cell.fault])


def _model(cell: Cell) -> str:
    return cell.options.model + (f" x{cell.options.epochs}" if cell.options.epochs > 1 else "")


def _faults(console: Console, faults: Sequence[tuple[str, str]]) -> None:
    for name, fault in faults:
        console.print(f"{name}: {fault}", style="yellow", markup=False, highlight=False)


def print_outcomes(console: Console, title: str, rows: Sequence[SweepRow], outcomes: Sequence[Outcome]) -> None:
    """One line a run, what failed and why, and how to compare the runs that ended."""
    console.print(title, style="bold", markup=False)
    several = len({row.model for row in rows}) > 1
    table = _table("memory", "answer %", "memory %", "facts %", "tokens in", "state")
    for row in rows:
        table.add_row(
            f"{row.memory}\n {row.scope}"
            + (f"\n {row.model}" if several else "")
            + (f"\n {row.epochs} epochs" if row.epochs > 1 else ""),
            _rate(row.answer_accuracy),
            _rate(row.memory_accuracy),
            percent(row.facts_retrieved.rate) if row.facts_retrieved else "-",
            "-" if row.tokens_read is None else f"{row.tokens_read:,}",
            row.state,
        )
    console.print(table)
    _faults(console, [(outcome.name, outcome.detail) for outcome in outcomes if outcome.detail])
    ended = [row.folder for row in rows if row.answer_accuracy is not None]
    if len(ended) > 1:
        console.print(f"memorybench compare {shlex.join(ended)}", style="dim", markup=False, soft_wrap=True)
    if any(row.stand_in for row in rows):
        console.print(STAND_IN, style="yellow", markup=False)


def _rate(rate: RateSummary | None) -> str:
    return "-" if rate is None else f"{percent(rate.rate)}\n{interval(rate)}".strip()
