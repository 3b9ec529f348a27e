"""``memorybench show``: print a run's summary again."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer


def show_command(
    run: Annotated[Path, typer.Argument(help="The run's folder.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON on stdout.")] = False,
) -> int:
    """Print the newest summary of a run."""
    from pydantic import ValidationError

    from memorybench.errors import BadInput
    from memorybench.reports.console import console, print_summary
    from memorybench.runs.summary import Summary

    path = run / "summary.json"
    try:
        summary = Summary.model_validate_json(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadInput(f"{run} holds no summary.json: it is no run, or the run has not ended.") from None
    except ValidationError:
        raise BadInput(f"{path} is damaged or of another version of memorybench.") from None
    if as_json:
        sys.stdout.write(summary.model_dump_json(indent=1) + "\n")
    else:
        print_summary(console(), summary)
    return 0
