"""What grows with the length of a history: generation, ingestion, search, and whether the facts are still found.

    python benchmarks/growth.py --model ../shared/ifc/real/duplex-arc.ifc --out runs/growth

One history per length, eight tasks in it, the same seed. Prints Markdown and writes ``growth.md``, ``growth.csv`` and
``growth.svg`` (curves, logarithmic axes). What is finished is not run again. With the `rules` stand-in as the memory
systems' model, times and retrieval say nothing about any language model (docs/footguns.md).
"""

from __future__ import annotations

import argparse
import csv
import json
import statistics
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import grid

LENGTHS = (100, 1_000, 10_000)
COLUMNS = (
    *("sessions", "memory", "scope", "generation s", "dataset MB", "memories", "ingest s"),
    *("ms a session, first tenth", "ms a session, last tenth", "search ms, median", "facts", "written %"),
    *("retrieved %", "exit"),
)
CURVES = ("ingest s", "ms a session, last tenth", "search ms, median", "retrieved %")


def build(model: Path, sessions: int, out: Path) -> grid.Ended:
    """One dataset with one history of so many sessions; the folder is ``out/<sessions>``."""
    command = [
        *("construct", "from-ifc", str(model), "--out", str(out / f"{sessions}"), "--sessions", str(sessions)),
        *("--tasks", "8", "--tasks-per-history", "8", "--name", f"growth-{sessions}"),
    ]
    path = out / "cells" / f"{grid.slug('built', str(sessions))}.json"
    return grid.kept(path, lambda: grid.memorybench(*command), finished=(0, 3))


def lines(path: Path) -> list[dict[str, Any]]:
    """The records of a log; none if it is not there."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def milliseconds(seconds: Iterable[float]) -> str:
    """The median, in ms."""
    values = list(seconds)
    return f"{1000 * statistics.median(values):.1f}" if values else "no data"


def run(memory: str, scope: str, sessions: int, arguments: argparse.Namespace) -> dict[str, str]:
    """One row: generate, evaluate, read the log."""
    out = arguments.out
    built = build(arguments.model, sessions, out)
    head = {"sessions": str(sessions), "memory": memory, "scope": scope, "generation s": f"{built.seconds:.1f}"}
    folder = out / f"{sessions}"
    if built.code not in (0, 3):
        return {**head, "exit": f"construct: {built.sentence}"}
    head["dataset MB"] = f"{sum(path.stat().st_size for path in folder.rglob('*') if path.is_file()) / 1e6:.1f}"
    command = grid.evaluation(str(folder), memory, scope, out)
    cell = grid.slug(str(sessions), memory, scope)
    ended = grid.kept(out / "cells" / f"{cell}.json", lambda: grid.memorybench(*command, limit_s=arguments.limit))
    return {**head, **read(out / cell, ended)}


def read(folder: Path, ended: grid.Ended) -> dict[str, str]:
    """The figures of one evaluation; those of ingestion also when it was stopped."""
    written = [line["seconds"] for line in lines(folder / "ingest.jsonl")]
    tenth = max(1, len(written) // 10)
    found = {
        "ingest s": f"{sum(written):.1f}" + ("" if ended.result else f" for {len(written)} sessions"),
        "ms a session, first tenth": milliseconds(written[:tenth]),
        "ms a session, last tenth": milliseconds(written[-tenth:]),
        "exit": "time limit" if ended.code is None else str(ended.code),
    }
    if ended.result is None:
        return found
    searches = [
        step["seconds"]
        for sample in lines(folder / "samples.jsonl")
        for step in sample["answer"].get("trace", ())
        if step["name"] == "search_project_memory" and step.get("seconds") is not None
    ]
    facts = ended.result["facts"]
    return {
        **found,
        "memories": str(ended.result["ingest"]["memories"]),
        "search ms, median": milliseconds(searches),
        "facts": str(facts["facts"]),
        "written %": grid.percent(facts["written"]),
        "retrieved %": grid.percent(facts["retrieved"]),
    }


def write(rows: Sequence[dict[str, str]], out: Path) -> str:
    """The files, as far as the grid has come; the table."""
    table = [grid.heading(COLUMNS), *(grid.line([row.get(column, "") for column in COLUMNS]) for row in rows)]
    page = "`rules` stand-in in every role: plumbing, not language models.\n\n" + "\n".join(table) + "\n"
    (out / "growth.md").write_text(page, encoding="utf-8")
    with (out / "growth.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    draw(rows, out / "growth.svg")
    return page


def draw(rows: Sequence[dict[str, str]], path: Path) -> None:
    """One panel a measure, one curve a memory and scope; without matplotlib there is no picture."""
    try:
        import matplotlib
    except ImportError:
        print("no curves: install matplotlib to have growth.svg", file=sys.stderr)
        return
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "growth"
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(1, len(CURVES), figsize=(4 * len(CURVES), 3.4), layout="constrained")
    for panel, measure in zip(panels, CURVES, strict=True):
        for name in dict.fromkeys((row["memory"], row["scope"]) for row in rows):
            points = [
                (int(row["sessions"]), float(row[measure].split()[0]))
                for row in rows
                if (row["memory"], row["scope"]) == name and row.get(measure, "no").split()[0][0].isdigit()
            ]
            panel.plot(*zip(*points, strict=True), marker="o", label=" ".join(name)) if points else None
        panel.set(xscale="log", xlabel="sessions in the history", title=measure)
        panel.set(ylim=(0, 105)) if measure.endswith("%") else panel.set(yscale="log")
    panels[0].legend()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--model", type=Path, required=True, help="the IFC file the histories are about")
    parser.add_argument("--memory", action="append", help="repeatable; default: bm25 and mem0")
    parser.add_argument("--scope", action="append", choices=grid.SCOPES, help="repeatable; default: user")
    parser.add_argument("--sessions", type=int, action="append", help=f"repeatable; default: {LENGTHS}")
    parser.add_argument("--limit", type=float, default=3600.0, help="seconds for one evaluation")
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


def main() -> None:
    """Run the grid, shortest histories first; the files are written anew after each cell."""
    arguments = options()
    arguments.out.mkdir(parents=True, exist_ok=True)
    rows: list[dict[str, str]] = []
    page = ""
    for sessions in arguments.sessions or LENGTHS:
        for memory in arguments.memory or ("bm25", "mem0"):
            for scope in arguments.scope or ("user",):
                rows.append(run(memory, scope, sessions, arguments))
                page = write(rows, arguments.out)
                print(
                    f"{memory} at {scope}, {sessions} sessions: exit {rows[-1]['exit']}", file=sys.stderr, flush=True
                )
    print(page, end="")


if __name__ == "__main__":
    main()
