"""Whether datasets rank the memory systems alike: Kendall's tau-b between datasets, over adapters and scopes.

    memorybench construct from-ifc MODELS… --seed 1 --out runs/a
    memorybench construct from-ifc MODELS… --seed 2 --out runs/b
    python benchmarks/reliability.py --dataset runs/a --dataset runs/b --out runs/reliability

Two seeds of one generator, or generated from real and from authored files: if the ranks differ, the dataset
measures itself. Prints Markdown and writes ``reliability.md``. What is finished is not run again. With the
`rules` stand-in the ranks are those of plumbing (docs/footguns.md).
"""

from __future__ import annotations

import argparse
import itertools
import sys
from pathlib import Path
from typing import Any

import grid
from scipy.stats import kendalltau
from stand_in_table import ADAPTERS, run

MEASURES = ("written", "retrieved", "used", "grader_accuracy")


def rate(summary: dict[str, Any], measure: str) -> dict[str, Any]:
    """One measure of a summary, with ``k``, ``n`` and ``rate``."""
    found: dict[str, Any] = summary["rates" if measure.endswith("accuracy") else "facts"][measure]
    return found


def agreement(first: list[float | None], second: list[float | None]) -> str:
    """Tau-b over the systems for which both datasets have data; ties count as the coefficient says."""
    pairs = [pair for pair in zip(first, second, strict=True) if None not in pair]
    if len(pairs) < 3:
        return f"no data ({len(pairs)} systems)"
    tau = kendalltau(*zip(*pairs, strict=True)).statistic
    return f"no data (no difference in one of them, {len(pairs)} systems)" if tau != tau else f"{tau:.2f}"


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--dataset", action="append", required=True, help="two or more; folders have different names")
    parser.add_argument("--memory", action="append", help="repeatable; default: the baselines and mem0")
    parser.add_argument("--scope", action="append", choices=grid.SCOPES, help="repeatable; default: all")
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


def main() -> None:
    """Run the grid, then set every dataset against every other."""
    arguments = options()
    arguments.out.mkdir(parents=True, exist_ok=True)
    systems = list(itertools.product(arguments.memory or ADAPTERS, arguments.scope or grid.SCOPES))
    names = [Path(dataset).name for dataset in arguments.dataset]
    if len(set(names)) < 2 or len(set(names)) < len(names):
        sys.exit("give two datasets or more, of different names")
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    for name, dataset in zip(names, arguments.dataset, strict=True):
        for memory, scope in systems:
            found[name].append(run(dataset, memory, scope, arguments.out))
            print(f"{name}: {memory} at {scope}", file=sys.stderr, flush=True)
    page = ["`rules` stand-in in every role: plumbing, not language models.", ""]
    for measure in MEASURES:
        page += [f"{measure}, %", "", grid.heading(["memory", "scope", *names])]
        for place, (memory, scope) in enumerate(systems):
            shown = [grid.percent(rate(found[name][place], measure)) for name in names]
            page.append(grid.line([memory, scope, *shown]))
        page.append("")
    page += [grid.heading(["datasets", *MEASURES])]
    for one, other in itertools.combinations(names, 2):
        taus = [
            agreement(*([rate(summary, measure)["rate"] for summary in found[name]] for name in (one, other)))
            for measure in MEASURES
        ]
        page.append(grid.line([f"{one}, {other}: tau-b", *taus]))
    text = "\n".join(page) + "\n"
    (arguments.out / "reliability.md").write_text(text, encoding="utf-8")
    print(text, end="")


if __name__ == "__main__":
    main()
