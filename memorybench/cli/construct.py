"""``memorybench construct``: make datasets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="Make datasets of memory tasks.", no_args_is_help=True)


@app.callback()
def _group() -> None:
    """Keep `from-ifc` a subcommand even while it is the only one."""


@app.command("from-ifc")
def from_ifc_command(
    models: Annotated[list[Path], typer.Argument(help="IFC files.")],
    out: Annotated[Path, typer.Option(help="A new folder for the dataset.")],
    tasks: Annotated[int, typer.Option(help="Tasks per model.", min=1)] = 8,
    seed: Annotated[int, typer.Option(help="Same files and seed, same bytes.")] = 1,
    echo_rate: Annotated[
        float, typer.Option(help="How often the assistant repeats a fact it was just told.", min=0, max=1)
    ] = 0.3,
    sessions: Annotated[
        int | None, typer.Option(help="Sessions per history; default 25 to 31, as in the paper.", min=4)
    ] = None,
    name: Annotated[str | None, typer.Option(help="The dataset's name; default: the folder's.")] = None,
) -> int:
    """Make a dataset from IFC files alone, without a language model.

    Exit codes: 0 as many tasks as asked; 3 fewer (what exists is written, with the reasons); 2 bad input.
    """
    from rich.console import Console

    from memorybench.construct.from_ifc import construct
    from memorybench.construct.numbers import plural
    from memorybench.construct.options import Options

    console = Console(stderr=True, highlight=False, markup=False)
    options = Options(
        tasks_per_model=tasks, seed=seed, echo_rate=echo_rate, sessions=sessions, name=name or out.resolve().name
    )
    built = construct(models, out, options, lambda text: console.print(text, soft_wrap=True))
    if built.tasks < built.wanted:
        for reason in built.reasons:
            console.print(f"no task: {reason}", soft_wrap=True)
    if not built.tasks:
        console.print(
            f"memorybench: not one task can be made from {', '.join(map(str, models))}; nothing was written."
        )
        return 3
    typer.echo(f"{out}: {built.tasks} of {built.wanted} tasks, {plural(built.histories, 'history', 'histories')}.")
    return 0 if built.tasks == built.wanted else 3
