"""``memorybench eval``: run, or resume, the benchmark with one memory system at one scope."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from memorybench.resources import bundled

if TYPE_CHECKING:
    from memorybench.runs.options import EvalOptions
    from memorybench.runs.summary import Summary
    from memorybench.runs.workbench import Workbench

BESIDE = "handwritten"


def eval_command(
    memory: Annotated[str, typer.Option(help="Memory adapter, NAME or NAME:VARIANT (memorybench adapters list).")],
    scope: Annotated[str, typer.Option(help="What is ingested: user, user+final or full.")] = "user+final",
    dataset: Annotated[str, typer.Option(help="Bundled dataset's name, or a folder.")] = "ifcmemory-mini",
    model: Annotated[
        str, typer.Option(help="Chat model for all roles: rules, mailbox:DIR, provider:model.")
    ] = "rules",
    memory_model: Annotated[str | None, typer.Option(help="Chat model inside the memory system.")] = None,
    judge_model: Annotated[str | None, typer.Option(help="Chat model of the judges.")] = None,
    embedder: Annotated[str, typer.Option(help="minilm (bundled) or openai:NAME.")] = "minilm",
    base_url: Annotated[str | None, typer.Option(help="OpenAI-compatible endpoint for any model name.")] = None,
    temperature: Annotated[float, typer.Option(help="Left out where a provider refuses it.")] = 0.0,
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="Adapter option, ADAPTER.KEY=VALUE; repeatable.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(help="Only so many tasks, a seeded sample: marks the run partial.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of --limit.")] = 0,
    task: Annotated[list[str] | None, typer.Option(help="Only this task id; repeatable.")] = None,
    epochs: Annotated[int, typer.Option(help="Probes per task.")] = 1,
    probe_style: Annotated[
        str, typer.Option(help="invited (the probe names memory and model) or plain.")
    ] = "invited",
    concurrency: Annotated[int, typer.Option(help="Stores, probes and model calls at once.", min=1)] = 4,
    max_cost: Annotated[float | None, typer.Option(help="Stop cleanly at this many USD.")] = None,
    prices: Annotated[Path | None, typer.Option(help="TOML file of prices, read before the bundled table.")] = None,
    timeout: Annotated[float, typer.Option(help="Seconds without a byte from a provider.", min=1)] = 120.0,
    ingest_seconds: Annotated[
        float | None, typer.Option(help="Time limit of one session's ingestion; default 600.", min=1)
    ] = None,
    probe_seconds: Annotated[
        float | None, typer.Option(help="Time limit of one probe; default 600, none for mailbox:DIR.", min=1)
    ] = None,
    embedding_size: Annotated[int | None, typer.Option(help="Size of a remote embedder's vectors.")] = None,
    cache: Annotated[Path | None, typer.Option(help="Folder of recorded model replies.")] = None,
    on_miss: Annotated[str, typer.Option(help="Unrecorded request: call the model, or fail.")] = "call",
    out: Annotated[Path | None, typer.Option(help="The run's folder; default runs/<name>.")] = None,
    stores: Annotated[Path | None, typer.Option(help="Folder of memory stores; default beside the run.")] = None,
    allow_damaged: Annotated[bool, typer.Option(help="Use IFC files that preflight calls damaged.")] = False,
    beside: Annotated[
        bool, typer.Option(help="With the stand-in, also run the handwritten dataset and show it beside.")
    ] = True,
    dry_run: Annotated[bool, typer.Option(help="Show the plan and stop.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON on stdout.")] = False,
) -> int:
    """Run the benchmark; the same command resumes a stopped run.

    Exit codes: 0 everything scored; 3 something unscored; 2 bad input; 4 model or backend out of reach; 130 stopped.
    """
    from memorybench.runs.options import EvalOptions

    options = EvalOptions(
        memory=memory,
        scope=scope,
        dataset=dataset,
        model=model,
        memory_model=memory_model,
        judge_model=judge_model,
        embedder=embedder,
        base_url=base_url,
        temperature=temperature,
        settings=tuple(settings or ()),
        limit=limit,
        seed=seed,
        tasks=tuple(task or ()),
        epochs=epochs,
        probe_style=_choice("--probe-style", probe_style, ("invited", "plain")),
        concurrency=concurrency,
        max_cost=max_cost,
        prices=prices,
        timeout=timeout,
        ingest_seconds=ingest_seconds,
        probe_seconds=probe_seconds,
        embedding_size=embedding_size,
        cache=cache,
        on_miss=_choice("--on-miss", on_miss, ("call", "fail")),
        out=out,
        stores=stores,
        allow_damaged=allow_damaged,
    )
    return run(options, beside=beside, dry_run=dry_run, as_json=as_json)


def _choice(option: str, value: str, known: tuple[str, ...]) -> Literal["invited", "plain", "call", "fail"]:
    from memorybench.errors import unknown_name

    if value not in known:
        raise unknown_name(f"value of {option}", value, known)
    return value  # type: ignore[return-value]


def run(options: EvalOptions, *, beside: bool, dry_run: bool, as_json: bool) -> int:
    """Plan, run and print; return the exit code."""
    from memorybench.reports.beside import beside_rows, print_beside
    from memorybench.reports.console import console, print_plan, print_summary
    from memorybench.reports.progress import ProgressView
    from memorybench.runs.batch import evaluate
    from memorybench.runs.estimate import estimate
    from memorybench.runs.workbench import check_writable, set_up

    bench = set_up(options)
    check_writable(bench.run_folder)
    check_writable(bench.stores_folder)
    plan = estimate(bench)
    told = console(stderr=as_json)
    print_plan(told, bench.spec, plan, str(bench.run_folder))
    if dry_run:
        if as_json:
            sys.stdout.write(plan.model_dump_json(indent=1) + "\n")
        return 0
    with ProgressView() as progress:
        summary = asyncio.run(evaluate(bench, progress.listen))
    rows = []
    of_buildings = any(task.model is not None for task in bench.tasks)
    if beside and summary.stand_in and of_buildings and "phrase_bank" in summary.groups and not bench.spec.partial:
        rows = beside_rows(summary, _handwritten(options, bench))
    if as_json:
        found = summary.model_dump(mode="json")
        sys.stdout.write(
            json.dumps(
                {**found, "beside": [row.model_dump(mode="json") for row in rows]}, ensure_ascii=False, indent=1
            )
            + "\n"
        )
    else:
        print_summary(told, summary)
        if rows:
            print_beside(told, rows)
    return 0 if summary.complete else 3


def _handwritten(options: EvalOptions, bench: Workbench) -> Summary | None:
    """The same memory system on the handwritten dataset: always shown beside the stand-in's figures."""
    from memorybench.reports.progress import ProgressView
    from memorybench.runs.batch import evaluate
    from memorybench.runs.workbench import set_up

    if bench.spec.dataset == BESIDE or BESIDE not in bundled("datasets"):
        return None
    out = options.out and options.out.with_name(f"{options.out.name}-{BESIDE}")
    other = set_up(options.model_copy(update={"dataset": BESIDE, "out": out}))
    print(f"beside: the same on the dataset {BESIDE}", file=sys.stderr)
    with ProgressView() as progress:
        return asyncio.run(evaluate(other, progress.listen))
