"""``memorybench datasets``: list, validate, describe, compare, import; write the card."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

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

        faults += truth_faults(load_dataset(dataset))
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
    """The paper's Table 1 for any dataset: sessions, messages, tokens, distances, with distributions and by group."""
    from memorybench.models import tokens
    from memorybench.reports.console import console
    from memorybench.reports.dataset import print_description
    from memorybench.tasks.dataset import load_dataset
    from memorybench.tasks.describe import describe

    numbers = describe(load_dataset(dataset), tokens.count, tokens.TOKENIZER_NAME)
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
    """Say task by task what differs between two versions: fields, histories, models.

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
    """Print the card with the part that follows from the data written anew: identity, models, licences, Table 1.

    What people wrote around that part stays. Exit codes: 0; 1 with --check when the card is out of date.
    """
    from memorybench.models import tokens
    from memorybench.tasks.card import CARD, generated_part, with_generated_part
    from memorybench.tasks.dataset import load_dataset
    from memorybench.tasks.describe import describe

    loaded = load_dataset(dataset)
    path = loaded.root / CARD
    held = path.read_text(encoding="utf-8") if path.is_file() else f"# {loaded.name}\n"
    part = generated_part(loaded, describe(loaded, tokens.count, tokens.TOKENIZER_NAME))
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
    """Turn a known chat benchmark into a dataset without building models; its counts must be the published ones.

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
