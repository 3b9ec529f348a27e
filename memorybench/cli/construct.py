"""``memorybench construct``: make datasets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from memorybench.construct.options import Wording

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
    sessions: Annotated[int | None, typer.Option(help="Sessions per history; default 25 to 31.", min=4)] = None,
    echo_rate: Annotated[float, typer.Option(help="The assistant repeats what it was told.", min=0, max=1)] = 0.3,
    user_messages: Annotated[float, typer.Option(help="User messages per session; most tell no fact.", min=1)] = 2.36,
    quiet_sessions: Annotated[int, typer.Option(help="Sessions between the last fact and the probe.", min=0)] = 2,
    stretch: Annotated[int, typer.Option(help="So many times longer between two sessions.", min=1)] = 1,
    probe_dates: Annotated[int, typer.Option(help="Dates of a history at which tasks are probed.", min=1)] = 1,
    tasks_per_history: Annotated[int, typer.Option(help="Tasks that share one history.", min=1)] = 4,
    facts: Annotated[str | None, typer.Option(help="Facts a task rests on, N or MIN-MAX.")] = None,
    untested: Annotated[
        float, typer.Option(help="Facts no probe asks for, as a multiple of the tasks of a history.", min=0)
    ] = 0.0,
    chain: Annotated[int, typer.Option(help="Former values of a revised fact.", min=0)] = 0,
    chain_rate: Annotated[float, typer.Option(help="Share of tasks with a revised fact.", min=0, max=1)] = 0.0,
    disagreement_rate: Annotated[
        float, typer.Option(help="Share of revised facts whose former values other people told.", min=0, max=1)
    ] = 0.0,
    withdrawn_rate: Annotated[
        float, typer.Option(help="Share of tasks whose fact is taken back: controls.", min=0, max=1)
    ] = 0.0,
    in_answers: Annotated[
        float, typer.Option(help="Share of statements in a document and the assistant's answer.", min=0, max=1)
    ] = 0.0,
    in_tools: Annotated[
        float, typer.Option(help="Share of statements in a document's text alone.", min=0, max=1)
    ] = 0.0,
    wording: Annotated[str, typer.Option(help="Phrase banks: both, A, B; or plain sentences.")] = "both",
    name: Annotated[str | None, typer.Option(help="The dataset's name; default: the folder's.")] = None,
) -> int:
    """Make a dataset from IFC files alone, without a language model.

    Exit codes: 0 as many tasks as asked; 3 fewer (what exists is written, with the reasons); 2 bad input.
    """
    from rich.console import Console

    from memorybench.construct.from_ifc import construct
    from memorybench.construct.numbers import plural
    from memorybench.construct.options import Difficulty, Options

    console = Console(stderr=True, highlight=False, markup=False)
    difficulty = Difficulty(
        echo_rate=echo_rate,
        sessions=sessions,
        user_messages_per_session=user_messages,
        quiet_sessions=quiet_sessions,
        stretch=stretch,
        probe_dates=probe_dates,
        tasks_per_history=tasks_per_history,
        facts_per_task=_range("--facts", facts),
        untested=untested,
        chain=chain,
        chain_rate=chain_rate,
        disagreement_rate=disagreement_rate,
        withdrawn_rate=withdrawn_rate,
        in_answers=in_answers,
        in_tools=in_tools,
        wording=_wording(wording),
    )
    difficulty.check()
    options = Options(tasks_per_model=tasks, seed=seed, difficulty=difficulty, name=name or out.resolve().name)
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


def _range(option: str, text: str | None) -> tuple[int, int] | None:
    """``3`` -> (3, 3), ``2-4`` -> (2, 4); raise ``BadInput`` for anything else."""
    from memorybench.errors import BadInput

    if text is None:
        return None
    low, dash, high = text.partition("-")
    if not (low.isdigit() and (high.isdigit() or not dash)) or int(low) < 1 or int(high or low) < int(low):
        raise BadInput(f"{option} {text}: write a number, or two like 2-4.")
    return int(low), int(high or low)


def _wording(text: str) -> Wording:
    from typing import get_args

    from memorybench.construct.options import Wording
    from memorybench.errors import unknown_name

    known: tuple[Wording, ...] = get_args(Wording)
    for wording in known:
        if wording == text:
            return wording
    raise unknown_name("value of --wording", text, known)
