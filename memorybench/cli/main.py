"""The command ``memorybench``: registers one module per command and turns errors into one sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import typer

from memorybench import __version__
from memorybench.errors import MemorybenchError

STOPPED = 130

app = typer.Typer(
    name="memorybench",
    help="Does this agent remember a building project? Benchmark long-term memory systems on BIM work.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"memorybench {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """Long-term memory of BIM agents, measured."""


def _register() -> None:
    """Give the app its commands, once."""
    if app.registered_commands:
        return
    from memorybench.cli import (
        adapters,
        compare,
        construct,
        datasets,
        doctor,
        evaluate,
        gate,
        ifc,
        mailbox,
        rejudge,
        review,
        show,
        sweep,
    )

    app.command("eval")(evaluate.eval_command)
    app.command("doctor")(doctor.doctor_command)
    app.command("compare")(compare.compare_command)
    app.command("gate", cls=gate.GateCommand)(gate.gate_command)
    app.command("sweep")(sweep.sweep_command)
    app.command("rejudge")(rejudge.rejudge_command)
    app.command("show")(show.show_command)
    app.command("mailbox")(mailbox.mailbox)
    app.command("review")(review.review_command)
    app.add_typer(datasets.app, name="datasets")
    app.add_typer(adapters.app, name="adapters")
    app.add_typer(construct.app, name="construct")
    app.add_typer(ifc.app, name="ifc")


def _leaves(error: BaseException) -> Iterator[BaseException]:
    """The exceptions inside nested groups."""
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _leaves(inner)
    else:
        yield error


def _report(error: BaseException) -> int:
    """Print one sentence; return the exit code."""
    leaves = list(_leaves(error))
    for leaf in leaves:
        if isinstance(leaf, KeyboardInterrupt):
            print("memorybench: stopped; the same command goes on from here.", file=sys.stderr)
            return STOPPED
    told = next((leaf for leaf in leaves if isinstance(leaf, MemorybenchError)), None)
    if told is not None:
        print(f"memorybench: {told}", file=sys.stderr)
        return told.exit_code
    full = next((leaf for leaf in leaves if isinstance(leaf, OSError)), None)
    if full is not None:
        where = f" ({full.filename})" if full.filename else ""
        reason = full.strerror or str(full)
        print(
            f"memorybench: {reason}{where}; what was written before is kept, and the same command goes on.",
            file=sys.stderr,
        )
        return 5
    if os.environ.get("MEMORYBENCH_DEBUG"):
        raise error
    first = leaves[0]
    message = " ".join(str(first).split()) or "no message"
    print(
        f"memorybench: internal error, {type(first).__name__}: {message} "
        "(a defect of memorybench: MEMORYBENCH_DEBUG=1 shows where).",
        file=sys.stderr,
    )
    return 70


def main() -> None:
    """Entry point of the console script."""
    code = _run()
    hosting = sys.modules.get("memorybench.runs.hosting")  # not imported for its own sake: it may not be needed
    for complaint in hosting.complaints() if hosting else ():
        print(f"memorybench: {complaint}", file=sys.stderr)
    if _hanging():  # a hanging thread of a memory system would keep the interpreter from ending
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def _hanging() -> bool:
    """Whether a call of a memory system was left behind where one is called: in a run, a check, an import."""
    places = ("memorybench.runs.hosting", "memorybench.testing.limits", "memorybench.plugin_import")
    return any(sys.modules[place].left_behind() for place in places if place in sys.modules)


def _run() -> int:
    """Run the command line; return the exit code."""
    _register()
    try:
        code = app(standalone_mode=False)
    except typer.Abort:
        return _report(KeyboardInterrupt())
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else 0
    except BaseException as error:
        usage = getattr(error, "format_message", None)
        if usage is not None:
            print(f"memorybench: {usage()} (memorybench --help shows the options)", file=sys.stderr)
            return 2
        return _report(error)
    if code == STOPPED:  # what typer makes of Ctrl-C
        return _report(KeyboardInterrupt())
    return code if isinstance(code, int) else 0
