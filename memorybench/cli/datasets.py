"""``memorybench datasets``: list, validate, describe, compare, import; write the card."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from memorybench.tasks.dataset import Dataset
    from memorybench.tasks.describe import Description

_TELL_EVERY_S = 5.0

app = typer.Typer(help="List, validate, describe, compare and import datasets.", no_args_is_help=True)


@app.command("list")
def list_command() -> int:
    """List the bundled datasets."""
    from memorybench.resources import bundled
    from memorybench.tasks.dataset import load_dataset

    for name in bundled("datasets"):
        dataset = load_dataset(name)
        typer.echo(
            f"{name} {dataset.manifest.version}: {len(dataset.tasks)} tasks, {len(dataset.histories)} histories, "
            f"{dataset.content_hash[:12]}. {dataset.manifest.description}"
        )
    return 0


@app.command("validate")
def validate_command(
    dataset: Annotated[str, typer.Argument(help="Bundled dataset's name, or a folder.")],
    structure_only: Annotated[
        bool, typer.Option(help="Skip the checks that open the IFC models (leaks, perturbation, contradictions).")
    ] = False,
) -> int:
    """List every fault with file and line; exit 2 if there is one."""
    from memorybench.tasks.dataset import check_dataset, load_dataset

    check = check_dataset(dataset)
    faults = list(check.faults)
    if not faults and not structure_only:
        from memorybench.construct.checks import truth_faults

        loaded = load_dataset(dataset)
        faults += truth_faults(loaded, _teller("checked", len(loaded.tasks)))
    for fault in faults:
        typer.echo(str(fault))
    verdict = f"{len(faults)} fault(s)" if faults else "no fault"
    typer.echo(f"{dataset}: {check.tasks} tasks, {check.histories} histories: {verdict}.", err=bool(faults))
    return 2 if faults else 0


@app.command("describe")
def describe_command(
    dataset: Annotated[str, typer.Argument(help="Bundled dataset's name, or a folder.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
) -> int:
    """A dataset in numbers: the paper's Table 1.

    Sessions, messages, tokens by scope, distance between fact and probe, with distributions and by group.
    """
    from memorybench.reports.console import console
    from memorybench.reports.dataset import print_description
    from memorybench.tasks.dataset import load_dataset

    numbers = _described(load_dataset(dataset))
    if as_json:
        sys.stdout.write(numbers.model_dump_json(indent=1) + "\n")
    else:
        print_description(console(), numbers)
    return 0


@app.command("diff")
def diff_command(
    before: Annotated[str, typer.Argument(help="Bundled dataset's name, or a folder.")],
    after: Annotated[str, typer.Argument(help="Bundled dataset's name, or a folder.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
) -> int:
    """What differs between two versions, by task.

    Fields with their values, histories, models, and which tasks rest on them.

    Exit codes: 0 equal to the byte (card, errata and manifest aside); 1 different; 2 one cannot be read.
    """
    from memorybench.reports.dataset import diff_lines
    from memorybench.tasks.dataset import load_dataset
    from memorybench.tasks.diff import diff

    found = diff(load_dataset(before), load_dataset(after))
    if as_json:
        sys.stdout.write(found.model_dump_json(indent=1) + "\n")
    else:
        for line in diff_lines(found):
            typer.echo(line)
    return 0 if found.equal else 1


@app.command("card")
def card_command(
    dataset: Annotated[str, typer.Argument(help="Bundled dataset's name, or a folder.")],
    write: Annotated[bool, typer.Option("--write", help="Update card.md in the dataset's folder.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Only say whether card.md is up to date.")] = False,
) -> int:
    """Print, check or update a dataset's card.

    The part that follows from the data is written anew: identity, models with licence and origin, Table 1.
    What people wrote around that part stays. Exit codes: 0; 1 with --check when the card is out of date.
    """
    from memorybench.tasks.card import CARD, generated_part, with_generated_part
    from memorybench.tasks.dataset import load_dataset

    loaded = load_dataset(dataset)
    path = loaded.root / CARD
    held = path.read_text(encoding="utf-8") if path.is_file() else f"# {loaded.name}\n"
    part = generated_part(loaded, _described(loaded))
    fresh = with_generated_part(held, part)
    if check:
        typer.echo(f"{path}: {'up to date' if fresh == held else 'out of date, mend it with --write'}")
        return 0 if fresh == held else 1
    if write:
        path.write_text(fresh, encoding="utf-8", newline="\n")
        typer.echo(f"{path}: written")
    else:
        sys.stdout.write(fresh)
    return 0


@app.command("import")
def import_command(
    benchmark: Annotated[str, typer.Argument(help="longmemeval or locomo.")],
    file: Annotated[Path, typer.Argument(help="The file that the benchmark's authors publish.")],
    out: Annotated[Path, typer.Option(help="A new folder for the dataset.")],
    name: Annotated[str | None, typer.Option(help="The dataset's name; default: the folder's.")] = None,
    allow_partial: Annotated[
        bool, typer.Option("--allow-partial", help="Import a file whose counts are not the published ones.")
    ] = False,
) -> int:
    """Import LongMemEval or LoCoMo as a dataset.

    The dataset has no building models. The numbers of questions must be the published ones (--allow-partial).

    Exit codes: 0 written; 2 the file cannot be used or is not the published one: nothing is written.
    """
    from memorybench.tasks.known.importing import differences, import_benchmark, known_benchmark

    known = known_benchmark(benchmark)
    imported = import_benchmark(
        known,
        file,
        out,
        name=name or out.resolve().name,
        allow_partial=allow_partial,
        tell=lambda text: typer.echo(text, err=True),
    )
    counts = ", ".join(f"{category} {count:,}" for category, count in imported.categories.items())
    typer.echo(
        f"{out}: {len(imported.tasks):,} tasks over {imported.histories:,} histories, {imported.sessions:,} sessions "
        f"({counts}; {imported.abstentions:,} abstention). Licence: {known.licence}."
    )
    for difference in differences(known, imported):
        typer.echo(f"not as published: {difference}", err=True)
    return 0


def _described(dataset: Dataset) -> Description:
    """The numbers, counted with the bundled tokenizer; a large dataset says on stderr how far it is."""
    from memorybench.models import tokens
    from memorybench.tasks.describe import describe

    return describe(dataset, tokens.count, tokens.TOKENIZER_NAME, _teller("counted", len(dataset.tasks)))


def _teller(done: str, total: int) -> Callable[[str], None]:
    """Says on stderr, at most every few seconds, how many of ``total`` tasks lie behind."""
    told, count = time.monotonic(), -1

    def tell(task: str) -> None:
        nonlocal told, count
        count += 1
        if time.monotonic() - told >= _TELL_EVERY_S:
            told = time.monotonic()
            typer.echo(f"{count:,} of {total:,} tasks {done}", err=True)

    return tell
