"""``memorybench ifc``: what is right and wrong with IFC files, before anything is built on them."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from memorybench.construct.carrying import Carrying
    from memorybench.ifc.health.check import Health

app = typer.Typer(help="Look into IFC files.", no_args_is_help=True)
_TELL_AFTER_S = 3.0
_TELL_EVERY_S = 5.0


@app.callback()
def _group() -> None:
    """Keep `check` a subcommand even while it is the only one."""


@app.command("check")
def check_command(
    models: Annotated[list[Path], typer.Argument(help="IFC files (.ifc, .ifczip).")],
    as_json: Annotated[bool, typer.Option("--json", help="Print all findings as JSON on stdout.")] = False,
    geometry: Annotated[
        bool, typer.Option(help="Compare stored quantities with the geometry: the slow part of large files.")
    ] = True,
    families: Annotated[bool, typer.Option(help="Say which fact families the file can carry.")] = True,
) -> int:
    """Say what can be trusted in each file: units, quantities, names, properties, and what tasks it can carry.

    Exit codes: 0 every file can be used (whatever the warnings); 2 one is damaged, unsupported or missing.
    """
    from memorybench.errors import BadInput
    from memorybench.reports.ifc_health import health_lines

    found = []
    for number, path in enumerate(models):
        carried = None
        try:
            health, carried = _examine(path, geometry, families)
        except BadInput as error:
            health = _unreadable(path, str(error))
        found.append({**health.model_dump(mode="json"), "carries": carried and carried.model_dump(mode="json")})
        if not as_json:
            typer.echo(("\n" if number else "") + "\n".join(health_lines(health, carried)))
    if as_json:
        import json

        sys.stdout.write(json.dumps(found, ensure_ascii=False, indent=1) + "\n")
    return 2 if any(entry["status"] == "damaged" for entry in found) else 0


def _examine(path: Path, geometry: bool, families: bool) -> tuple[Health, Carrying | None]:
    from memorybench.construct.carrying import carrying
    from memorybench.ifc.health.check import check_health

    health, index = check_health(path, measure=geometry, tell=_progress(path))
    return health, carrying(index) if index is not None and families else None


def _unreadable(path: Path, sentence: str) -> Health:
    from memorybench.ifc.health.check import Health

    return Health(
        path=str(path), status="damaged", schema_name=None, sentence=sentence, reasons=(sentence,), warnings=()
    )


def _progress(path: Path) -> Callable[[int, int], None]:
    """Lines on stderr for files that take longer than a moment."""
    told = time.monotonic() + _TELL_AFTER_S - _TELL_EVERY_S

    def tell(done: int, total: int) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told >= _TELL_EVERY_S and done < total:
            told = now
            print(f"{path.name}: {done:,} of {total:,} elements measured", file=sys.stderr, flush=True)

    return tell
