"""Every baseline and Mem0 at every scope with the `rules` stand-in, as one Markdown table.

    python benchmarks/stand_in_table.py --dataset ifcmemory-mini --dataset handwritten --out runs/table

It shows that the plumbing of each memory surface works at each scope; with the stand-in it says nothing about
any language model (docs/footguns.md). What is finished is not run again.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import grid

ADAPTERS = ("none", "full-context", "bm25", "files", "gold-memory", "mem0")
COLUMNS = (
    "dataset",
    "memory",
    "scope",
    "facts",
    "written %",
    "retrieved %",
    "used %",
    "chance",
    "grader %",
    "abstention",
    "ingest tokens",
    "ingest s",
    "probe tokens in",
    "queries",
    "unscored",
)


def run(dataset: str, adapter: str, scope: str, out: Path) -> dict[str, Any]:
    """One evaluation in a process of its own; its summary."""
    path = out / "cells" / f"{grid.slug(Path(dataset).name, adapter, scope)}.json"
    ended = grid.kept(path, lambda: grid.memorybench(*grid.evaluation(dataset, adapter, scope, out)))
    if ended.code not in (0, 3):
        sys.exit(f"{adapter} at {scope} on {dataset} ended with {ended.code}: {ended.sentence}")
    summary: dict[str, Any] = ended.result
    return summary


def row(summary: dict[str, Any]) -> list[str]:
    """The table's row."""
    facts, rates = summary["facts"], summary["rates"]
    usage = summary["probe"]["usage"].get("probe", {})
    return [
        summary["run"]["dataset"],
        summary["run"]["adapter"],
        summary["run"]["scope"],
        str(facts["facts"]),
        grid.percent(facts["written"]),
        grid.percent(facts["retrieved"]),
        grid.percent(facts["used"]),
        f"{facts['chance']['k']}/{facts['chance']['n']}",
        grid.percent(rates["grader_accuracy"]),
        f"{rates['abstention']['k']}/{rates['abstention']['n']}",
        f"{summary['ingest']['tokens_read']:,}",
        f"{summary['ingest']['seconds']:.1f}",
        f"{usage.get('input_tokens', 0):,}",
        f"{summary['probe']['memory_queries_per_task'] or 0:g}",
        str(sum(summary["counts"]["unscored"].values())),
    ]


def main() -> None:
    """Run the grid and print the table row by row."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--dataset", action="append", required=True)
    parser.add_argument("--adapter", action="append", choices=ADAPTERS)
    parser.add_argument("--scope", action="append", choices=grid.SCOPES)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    print(grid.heading(COLUMNS))
    for dataset in arguments.dataset:
        for adapter in arguments.adapter or ADAPTERS:
            for scope in arguments.scope or grid.SCOPES:
                print(grid.line(row(run(dataset, adapter, scope, arguments.out))), flush=True)


if __name__ == "__main__":
    main()
