"""How much faster a warm query is than the ``ifcquery`` command, and whether it prints the same bytes.

    uv run python benchmarks/ifcquery.py MODEL.ifc [--repeat 30] [--cli-repeat 5]

Prints one row per subcommand: median seconds of both, the ratio, and the comparison of standard output and exit
code. Exit code 1 if any output differs, or if the median ratio over select, info and relations is below 100.
"""

# ruff: noqa: E402  (the search path is set before the packages are imported)
from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Annotated

# This script has the name of the package it measures; its folder must not come first in the search for it.
sys.path[:] = [entry for entry in sys.path if Path(entry).resolve() != Path(__file__).resolve().parent]

import typer
from rich.console import Console
from rich.table import Table

from memorybench.ifc.result import CommandResult
from memorybench.ifc.warm import WarmQuery

REQUIRED_RATIO = 100
JUDGED = ("select", "info", "relations")


def subcommands(warm: WarmQuery) -> list[list[str]]:
    """One call of every read-only subcommand, on an element of the model."""
    elements = warm.model.by_type("IfcWall") or warm.model.by_type("IfcElement")
    step = str(elements[0].id())
    return [
        ["select", "IfcWall"],
        ["info", step],
        ["relations", step],
        ["summary"],
        ["tree"],
        ["contexts"],
        ["materials"],
        ["schedule"],
        ["cost"],
        ["schema", "IfcWall"],
        ["clash", step],
        ["validate"],
    ]


def run_cli(path: Path, argv: list[str]) -> CommandResult:
    """The real command, in a process of its own."""
    done = subprocess.run([sys.executable, "-m", "ifcquery", str(path), *argv], capture_output=True, check=False)
    return CommandResult(done.stdout.decode("utf-8"), done.stderr.decode("utf-8"), done.returncode)


def timed(run: Callable[[], CommandResult], repeat: int) -> tuple[float, CommandResult]:
    """Median seconds of ``repeat`` calls, and the last result."""
    seconds = []
    for _ in range(repeat):
        started = time.perf_counter()
        result = run()
        seconds.append(time.perf_counter() - started)
    return median(seconds), result


def _comparable(argv: list[str], result: CommandResult) -> tuple[object, int]:
    """Clashes come in the order in which the geometry threads end, in the command itself too; all else is exact."""
    return (sorted(result.stdout.split()) if argv[0] == "clash" else result.stdout), result.exit_code


def main(
    model: Annotated[Path, typer.Argument(help="An IFC file.")],
    repeat: Annotated[int, typer.Option(help="Warm calls per subcommand.", min=1)] = 30,
    cli_repeat: Annotated[int, typer.Option(help="Calls of the command per subcommand.", min=1)] = 5,
) -> None:
    """Compare warm queries with the ifcquery command on MODEL."""
    started = time.perf_counter()
    warm = WarmQuery(model)
    opened = time.perf_counter() - started
    table = Table("subcommand", "ifcquery ms", "warm ms", "ratio", "same stdout and code")
    ratios: dict[str, float] = {}
    all_same = True
    for argv in subcommands(warm):
        slow, expected = timed(lambda argv=argv: run_cli(model, argv), cli_repeat)  # type: ignore[misc]
        slow_calls = 3 if argv[0] in {"clash", "validate"} else repeat
        fast, got = timed(lambda argv=argv: warm.run(argv), slow_calls)  # type: ignore[misc]
        same = _comparable(argv, got) == _comparable(argv, expected)
        all_same = all_same and same
        ratios[argv[0]] = slow / fast
        table.add_row(
            argv[0], f"{slow * 1e3:.0f}", f"{fast * 1e3:.1f}", f"{slow / fast:.0f}", "yes" if same else "NO"
        )
    judged = median(ratios[name] for name in JUDGED)
    console = Console()
    console.print(table)
    console.print(f"opened once in {opened:.2f} s; median ratio over {', '.join(JUDGED)}: {judged:.0f}")
    if not all_same or judged < REQUIRED_RATIO:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
