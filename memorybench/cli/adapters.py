"""``memorybench adapters``: list the installed memory adapters, show their cards, check them."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(help="List, show and check memory adapters.", no_args_is_help=True)

Json = Annotated[bool, typer.Option("--json", help="Print as JSON.")]
Name = Annotated[str, typer.Argument(help="Adapter, e.g. mem0 (or NAME:VARIANT).")]


@app.command("list")
def list_command(as_json: Json = False) -> int:
    """List the installed adapters; exit 3 if one of them cannot be loaded."""
    from memorybench.errors import BadInput
    from memorybench.plugins import load, registered
    from memorybench.reports.adapters import columns, list_lines, settings_of

    rows: list[dict[str, Any]] = []
    for name, origin in sorted(registered().items()):
        row: dict[str, Any] = {"name": name, "version": origin.version, "distribution": origin.distribution}
        try:
            adapter = load(name)
            card = adapter.card
        except BadInput as error:
            row["error"] = str(error)
        else:
            row |= {
                "system": card.system,
                "backend": card.backend,
                "surfaces": list(card.surfaces),
                "variants": {variant: settings_of(own) for variant, own in adapter.variants.items()},
                "settings": settings_of(card),
            }
        rows.append(row)
    if as_json:
        _print_json(rows)
    else:
        _print_lines(list_lines(rows, columns()))
    return 3 if any("error" in row for row in rows) else 0


@app.command("show")
def show_command(name: Name, as_json: Json = False) -> int:
    """Print an adapter's card and options; a variant has a card of its own."""
    from memorybench.memory import card_of
    from memorybench.plugins import load, registered, split_variant
    from memorybench.reports.adapters import card_lines, columns, settings_of

    adapter = load(name)
    base, variant = split_variant(name)
    card, origin = card_of(adapter, variant), registered()[base]
    shown = f"{base}:{variant}" if variant in adapter.variants else base
    options = {f"{base}.{key}": _option(field) for key, field in adapter.config_type.model_fields.items()}
    others = {f"{base}:{other}": settings_of(own) for other, own in adapter.variants.items() if other != variant}
    if as_json:
        fields = {**card.model_dump(mode="json"), "name": shown, "version": origin.version, "options": options}
        _print_json({**fields, "distribution": origin.distribution, "variants": others})
        return 0
    title = f"{shown} ({origin.distribution} {origin.version}, {settings_of(card)})"
    settable = {f"--set {key}=…": text for key, text in options.items()}
    _print_lines(card_lines(title, card, others, settable, columns()))
    return 0


@app.command("check")
def check_command(
    name: Name,
    settings: Annotated[list[str] | None, typer.Option("--set", help="ADAPTER.KEY=VALUE; repeatable.")] = None,
    as_json: Json = False,
) -> int:
    """Run the contract suite on an adapter; exit 3 if a check fails."""
    from memorybench.memory import parse_adapter_options
    from memorybench.plugins import load_usable
    from memorybench.reports.adapters import check_lines, columns
    from memorybench.testing.contract import check_adapter

    adapter, variant = load_usable(name)
    options = _options(adapter.card.name, settings or [])
    parse_adapter_options(adapter.card.name, adapter.config_type, options)
    width = columns()
    with tempfile.TemporaryDirectory(prefix="memorybench-check-") as folder:
        results = asyncio.run(
            check_adapter(
                adapter,
                Path(folder),
                variant=variant,
                options=options,
                listen=lambda result: None if as_json else _print_lines(check_lines(result, width)),
            )
        )
    failed, passed = (sum(result.status == status for result in results) for status in ("failed", "passed"))
    if as_json:
        _print_json([vars(result) for result in results])
    else:
        typer.echo(f"{name}: {passed} passed, {failed} failed, {len(results) - passed - failed} skipped")
    return 3 if failed else 0


def _options(name: str, settings: list[str]) -> dict[str, str]:
    """``mem0.url=http://…`` -> ``{"url": "http://…"}``; raise ``BadInput`` for anything else."""
    from memorybench.errors import BadInput

    options: dict[str, str] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        owner, dot, option = key.partition(".")
        if not equals or not dot or owner != name:
            raise BadInput(f"--set {setting}: write it as {name}.KEY=VALUE.")
        options[option] = value
    return options


def _option(field: Any) -> str:
    """What an option is by default, and what it does if its field has a description."""
    otherwise = "not set" if field.default is None else f"default {field.default}"
    default = "required" if field.is_required() else otherwise
    return f"{default}; {field.description}" if field.description else default


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        typer.echo(line)


def _print_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=1) + "\n")
