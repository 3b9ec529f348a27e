"""``memorybench compare``: two or more runs beside each other, paired task by task."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

METHODS = ("paired", "pooled-pg")


def compare_command(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN_A RUN_B [RUN...]", help="The runs' folders.")],
    method: Annotated[
        str, typer.Option(help="paired, or pooled-pg: the published comparison's model, which ignores the pairs.")
    ] = "paired",
    judges: Annotated[
        str | None, typer.Option(help="Fingerprint of a set of verdicts; default the newest of each run.")
    ] = None,
    dataset: Annotated[str | None, typer.Option(help="Where the dataset lies now, if it was moved.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the comparison as JSON on stdout.")] = False,
) -> int:
    """Say how far two runs differ, and whether that is settled: Δ = A - B, paired by task id.

    Runs on other datasets, of other judges or with other probes are refused. Nothing is called or written.
    """
    from memorybench.comparing.compare import compare_runs
    from memorybench.errors import unknown_name
    from memorybench.reports.comparison import print_comparison
    from memorybench.reports.console import console

    if method not in METHODS:
        raise unknown_name("value of --method", method, METHODS)
    report = compare_runs(
        runs, judges=judges, method="paired" if method == "paired" else "pooled-pg", dataset=dataset
    )
    if as_json:
        sys.stdout.write(report.model_dump_json(indent=1) + "\n")
    else:
        print_comparison(console(), report)
    return 0
