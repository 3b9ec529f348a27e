"""``memorybench sweep``: many runs from one experiment's file, resumable by the same command."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from memorybench.sweeping.experiment import Experiment


def sweep_command(
    experiment: Annotated[str, typer.Argument(help="A bundled experiment's name, or a file; none lists them.")] = "",
    model: Annotated[
        list[str] | None,
        typer.Option(help="Probe model; repeatable. Of several, the first also writes the memory and judges."),
    ] = None,
    memory_model: Annotated[str | None, typer.Option(help="Chat model inside the memory systems.")] = None,
    judge_model: Annotated[str | None, typer.Option(help="Chat model of the judges.")] = None,
    embedder: Annotated[str | None, typer.Option(help="minilm (bundled) or openai:NAME.")] = None,
    base_url: Annotated[str | None, typer.Option(help="OpenAI-compatible endpoint for any model name.")] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="Adapter option, ADAPTER.KEY=VALUE, for its runs; repeatable.")
    ] = None,
    dataset: Annotated[str | None, typer.Option(help="Another dataset than the experiment's.")] = None,
    limit: Annotated[int | None, typer.Option(help="Only so many tasks: every run is partial.")] = None,
    concurrency: Annotated[int | None, typer.Option(help="Of each run: probes and model calls at once.")] = None,
    max_cost: Annotated[float | None, typer.Option(help="USD at which each single run stops.")] = None,
    cache: Annotated[Path | None, typer.Option(help="Folder of recorded model replies.")] = None,
    out: Annotated[Path | None, typer.Option(help="Folder of all runs; default runs/<experiment>.")] = None,
    parallel: Annotated[int, typer.Option(help="Runs at once, each in a process of its own.", min=1)] = 1,
    dry_run: Annotated[bool, typer.Option(help="Show what it would take and stop.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON on stdout.")] = False,
) -> int:
    """Run a grid of memory systems, scopes, models and epochs; the same command goes on with what is missing.

    A run that fails does not end the sweep. Runs that need the same memory share one store, written once.

    Exit codes: 0 every run is complete; 3 some failed, cannot run or have something unscored; 2 bad input;
    130 stopped.
    """
    from memorybench.reports.console import console
    from memorybench.reports.sweep import outcome_rows, print_outcomes, print_sweep_plan
    from memorybench.runs.workbench import check_writable
    from memorybench.sweeping.execute import Sweep
    from memorybench.sweeping.experiment import bundled_titles, load_experiment
    from memorybench.sweeping.plan import plan_cells

    if not experiment:
        for known, title in bundled_titles():
            print(f"{known:<22} {title}")
        return 0
    name, found = load_experiment(experiment)
    _check_models(found, model or [])
    asked: dict[str, Any] = {
        "memory_model": memory_model,
        "judge_model": judge_model,
        "embedder": embedder,
        "base_url": base_url,
        "settings": tuple(settings) if settings else None,
        "dataset": dataset,
        "limit": limit,
        "concurrency": concurrency,
        "max_cost": max_cost,
        "cache": cache,
    }
    cells = found.cells(tuple(model or ()), **{key: value for key, value in asked.items() if value is not None})
    folder = out or Path("runs") / name
    check_writable(folder)
    planned = plan_cells(cells, folder)
    told = console(stderr=as_json)
    print_sweep_plan(told, found.title, planned, str(folder))
    if dry_run:
        if as_json:
            plans = [{"name": cell.name, "fault": cell.fault, "estimate": cell.estimate} for cell in planned]
            sys.stdout.write(json.dumps(plans, default=lambda value: value.model_dump(mode="json"), indent=1) + "\n")
        return 3 if any(cell.fault for cell in planned) else 0
    outcomes = Sweep(planned, lambda line: print(line, file=sys.stderr, flush=True)).run(parallel)
    rows = outcome_rows(planned, outcomes)
    if as_json:
        sys.stdout.write(
            json.dumps([row.model_dump(mode="json") for row in rows], ensure_ascii=False, indent=1) + "\n"
        )
    else:
        print_outcomes(told, found.title, rows, outcomes)
    return 0 if all(outcome.state == "done" for outcome in outcomes) else 3


def _check_models(experiment: Experiment, models: list[str]) -> None:
    from memorybench.errors import BadInput

    given = models or list(experiment.model)
    if len(set(given)) < len(given):
        raise BadInput(f"--model: {', '.join(given)} names one model twice.")
    if given not in ([], ["rules"]) and len(given) < experiment.models_wanted:
        raise BadInput(
            f"this experiment compares {experiment.models_wanted} probe models: give --model as often, first the one "
            "that also writes the memory and judges."
        )
