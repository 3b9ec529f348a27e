"""``memorybench rejudge``: a further verdict set on a run's answers, beside the first."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer


def rejudge_command(
    run: Annotated[Path, typer.Argument(help="The run's folder.")],
    judge_model: Annotated[str, typer.Option(help="Chat model of the judges.")],
    dataset: Annotated[str, typer.Option(help="Where the dataset lies now, if it was moved.")] = "",
    base_url: Annotated[str | None, typer.Option(help="OpenAI-compatible endpoint.")] = None,
    concurrency: Annotated[int, typer.Option(help="Model calls at once.", min=1)] = 4,
    max_cost: Annotated[float | None, typer.Option(help="Stop cleanly at this many USD.")] = None,
    prices: Annotated[Path | None, typer.Option(help="TOML file of prices, read before the bundled table.")] = None,
    cache: Annotated[Path | None, typer.Option(help="Folder of recorded model replies.")] = None,
    stores: Annotated[Path | None, typer.Option(help="Folder of memory stores; default beside the run.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON on stdout.")] = False,
) -> int:
    """Judge a run's answers again; nothing is ingested or probed, and no verdict is overwritten."""
    from memorybench.reports.console import console, print_summary
    from memorybench.reports.progress import ProgressView
    from memorybench.runs.options import EvalOptions
    from memorybench.runs.rejudge import bench_of_run, rejudge

    options = EvalOptions(
        memory="",
        dataset=dataset,
        base_url=base_url,
        concurrency=concurrency,
        max_cost=max_cost,
        prices=prices,
        cache=cache,
        stores=stores,
    )
    bench = bench_of_run(run, judge_model, options)
    with ProgressView() as progress:
        summary = asyncio.run(rejudge(bench, progress.listen))
    if as_json:
        sys.stdout.write(summary.model_dump_json(indent=1) + "\n")
    else:
        print_summary(console(), summary)
    return 0 if summary.complete else 3
