"""``memorybench gate``: an exit code that says whether a run is worse than a baseline."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

EXIT_CODES = {"pass": 0, "fail": 1, "undecided": 2}
BAD_INPUT = 64  # 2 means undecided here


class GateCommand(TyperCommand):
    """The command, whose wrong options must not look like an undecided gate."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse; a usage error becomes bad input with this command's own code."""
        from memorybench.errors import BadInput

        try:
            return super().parse_args(ctx, args)
        except Exception as error:
            usage = getattr(error, "format_message", None)
            if usage is None:
                raise
            told = BadInput(f"{usage()} (memorybench gate --help shows the options)")
            told.exit_code = BAD_INPUT
            raise told from None


def gate_command(
    run: Annotated[Path, typer.Argument(help="The folder of the run to be judged.")],
    baseline: Annotated[Path, typer.Option(help="The folder of the run it is measured by.")],
    margin: Annotated[float, typer.Option(help="How much worse it may be, a share: 0.05 is five points.")] = 0.0,
    min_prob: Annotated[float, typer.Option(help="The probability that settles it, above 0.5.")] = 0.95,
    rate: Annotated[str, typer.Option(help="answer_accuracy, memory_accuracy, a dimension, ...")] = "answer_accuracy",
    max_unscored: Annotated[
        float, typer.Option(help="Largest share of unscored tasks with which it may pass.")
    ] = 0.1,
    judges: Annotated[
        str | None, typer.Option(help="Fingerprint of a set of verdicts; default the newest of each run.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON on stdout.")] = False,
) -> int:
    """Is RUN not worse than the baseline? Δ = RUN - baseline, paired by task id.

    Exit codes: 0 P(Δ >= -margin) reaches --min-prob; 1 P(Δ < -margin) does; 2 neither: undecided; 64 bad input.
    """
    from memorybench.comparing.gate import GateRule, gate
    from memorybench.errors import MemorybenchError
    from memorybench.reports.comparison import print_gate
    from memorybench.reports.console import console

    rule = GateRule(rate=rate, margin=margin, min_prob=min_prob, max_unscored=max_unscored)
    try:
        result = gate(run, baseline, rule, judges=judges)
    except MemorybenchError as error:
        error.exit_code = BAD_INPUT
        raise
    if as_json:
        sys.stdout.write(result.model_dump_json(indent=1) + "\n")
    else:
        print_gate(console(), result)
    return EXIT_CODES[result.outcome]
