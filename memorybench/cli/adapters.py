"""``memorybench adapters``: list the installed memory adapters, show their cards, check them."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from memorybench.memory import AdapterCard

app = typer.Typer(help="List, show and check memory adapters.", no_args_is_help=True)

Json = Annotated[bool, typer.Option("--json", help="Print as JSON.")]
Name = Annotated[str, typer.Argument(help="Adapter, e.g. mem0 (or NAME:VARIANT).")]


@app.command("list")
def list_command(as_json: Json = False) -> int:
    """List the installed adapters; exit 3 if one of them cannot be loaded."""
    from memorybench.errors import BadInput
    from memorybench.plugins import load, registered

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
                "variants": {variant: _settings(own) for variant, own in adapter.variants.items()},
                "settings": _settings(card),
            }
        rows.append(row)
    if as_json:
        _print_json(rows)
    else:
        _print_rows(rows)
    return 3 if any("error" in row for row in rows) else 0


@app.command("show")
def show_command(name: Name, as_json: Json = False) -> int:
    """Print an adapter's card and options; a variant has a card of its own."""
    from memorybench.memory import card_of
    from memorybench.plugins import load, registered, split_variant

    adapter = load(name)
    base, variant = split_variant(name)
    card, origin = card_of(adapter, variant), registered()[base]
    shown = f"{base}:{variant}" if variant in adapter.variants else base
    options = {f"{base}.{key}": _option(field) for key, field in adapter.config_type.model_fields.items()}
    if as_json:
        _print_json({**card.model_dump(mode="json"), "name": shown, "version": origin.version, "options": options})
        return 0
    typer.echo(f"{shown} ({origin.distribution} {origin.version}, {_settings(card)})")
    for label, values in _card_lines(card):
        for place, value in enumerate(values):
            typer.echo(f"  {label if place == 0 else '':<14} {value}")
    for place, (key, default) in enumerate(options.items()):
        typer.echo(f"  {'options' if place == 0 else '':<14} --set {key} ({default})")
    return 0


@app.command("check")
def check_command(
    name: Name,
    settings: Annotated[list[str] | None, typer.Option("--set", help="ADAPTER.KEY=VALUE; repeatable.")] = None,
    as_json: Json = False,
) -> int:
    """Run the contract suite on an adapter; exit 3 if a check fails."""
    from memorybench.memory import parse_adapter_options
    from memorybench.plugins import load, split_variant
    from memorybench.testing.contract import check_adapter

    adapter = load(name)
    options = _options(adapter.card.name, settings or [])
    parse_adapter_options(adapter.card.name, adapter.config_type, options)
    with tempfile.TemporaryDirectory(prefix="memorybench-check-") as folder:
        results = asyncio.run(check_adapter(adapter, Path(folder), variant=split_variant(name)[1], options=options))
    failed = sum(result.status == "failed" for result in results)
    if as_json:
        _print_json([vars(result) for result in results])
        return 3 if failed else 0
    for result in results:
        detail = f" ({result.detail})" if result.status == "skipped" else ""
        typer.echo(f"{result.status:<8}{result.name:<26}{result.what}{detail}")
        if result.status == "failed":
            typer.echo(f"{'':<8}{'':<26}-> {result.detail}")
    passed = sum(result.status == "passed" for result in results)
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


def _settings(card: AdapterCard) -> str:
    return "tuned" if card.tuned else "default settings"


def _option(field: Any) -> str:
    if field.is_required():
        return "required"
    return "not set" if field.default is None else f"default: {field.default}"


def _card_lines(card: AdapterCard) -> list[tuple[str, list[str]]]:
    """The card's fields that say something, as label and values."""
    lines: list[tuple[str, list[str]]] = []
    for key, value in card.model_dump(mode="json").items():
        if key in ("name", "tuned") or value in ("", []):
            continue
        values = value if isinstance(value, list) else [{True: "yes", False: "no"}.get(value, value)]
        lines.append((key.replace("_", " "), [str(part) for part in values]))
    return lines


def _print_rows(rows: list[dict[str, Any]]) -> None:
    """Two lines an adapter: a table of this width would cut the names on a narrow terminal."""
    if not rows:
        typer.echo("No adapter is installed: add the distribution ifc-memorybench-baselines (or another).")
        return
    width = max(len(row["name"]) for row in rows)
    owner = max(len(row["distribution"]) for row in rows)
    for row in rows:
        head = f"{row['name']:<{width}}  {row['version']}  {row['distribution']:<{owner}}"
        if "error" in row:
            typer.echo(f"{head}  CANNOT BE USED\n{'':<{width}}  {row['error']}")
            continue
        typer.echo(f"{head}  {', '.join(row['surfaces']):<7}  {row['settings']}")
        typer.echo(f"{'':<{width}}  {row['system']}; {row['backend']}")
        for variant, settings in row["variants"].items():
            typer.echo(f"{'':<{width}}  variant {row['name']}:{variant}  {settings}")


def _print_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=1) + "\n")
