"""``memorybench datasets``: list, validate and describe."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

app = typer.Typer(help="List, validate and describe datasets.", no_args_is_help=True)


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
    """Sessions, messages, tokens by scope, labels and kinds: the paper's Table 1 for any dataset."""
    from memorybench.models import tokens
    from memorybench.tasks.dataset import load_dataset
    from memorybench.tasks.describe import describe

    table = describe(load_dataset(dataset), tokens.count, tokens.TOKENIZER_NAME).model_dump(mode="json")
    if as_json:
        import json

        sys.stdout.write(json.dumps(table, ensure_ascii=False, indent=1) + "\n")
        return 0
    width = max(map(len, table))
    for key, value in table.items():
        typer.echo(f"{key.replace('_', ' '):<{width}}  {_shown(value)}")
    return 0


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_shown(count)}" for name, count in value.items()) or "none"
    return f"{value:,}" if isinstance(value, int | float) else str(value)
