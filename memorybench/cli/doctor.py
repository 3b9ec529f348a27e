"""``memorybench doctor``: try everything a run needs, and say what works."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer


def doctor_command(
    memory: Annotated[str, typer.Option(help="Memory adapter.")] = "none",
    dataset: Annotated[str, typer.Option(help="Bundled dataset's name, or a folder.")] = "ifcmemory-mini",
    model: Annotated[str, typer.Option(help="Chat model for all roles.")] = "rules",
    memory_model: Annotated[str | None, typer.Option(help="Chat model inside the memory system.")] = None,
    judge_model: Annotated[str | None, typer.Option(help="Chat model of the judges.")] = None,
    embedder: Annotated[str, typer.Option(help="Embedder.")] = "minilm",
    base_url: Annotated[str | None, typer.Option(help="OpenAI-compatible endpoint.")] = None,
    settings: Annotated[list[str] | None, typer.Option("--set", help="ADAPTER.KEY=VALUE; repeatable.")] = None,
) -> int:
    """Check models, embedder, memory backend and IFC files; exit 4 if one cannot be used."""
    from rich.console import Console

    from memorybench.runs.options import EvalOptions
    from memorybench.runs.preflight import examine
    from memorybench.runs.workbench import set_up

    bench = set_up(
        EvalOptions(
            memory=memory,
            dataset=dataset,
            model=model,
            memory_model=memory_model,
            judge_model=judge_model,
            embedder=embedder,
            base_url=base_url,
            settings=tuple(settings or ()),
        )
    )
    checks = asyncio.run(examine(bench))
    console = Console(highlight=False, markup=False)
    for check in checks:
        console.print(f"{'FAIL' if check.error else 'ok':<5} {check.name}: {check.detail}", soft_wrap=True)
    return next((check.error.exit_code for check in checks if check.error), 0)
