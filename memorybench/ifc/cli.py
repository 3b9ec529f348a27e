"""The ``ifcquery`` command line inside this process, on models that are already parsed.

``ifcquery``'s own ``main`` runs: its grammar, its functions, its messages. Only what it takes from outside is
replaced in a private copy of its globals: the arguments, the opening of the file, and where it prints.
"""

from __future__ import annotations

import argparse
import builtins
import io
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, ClassVar, NoReturn

import ifcopenshell
import ifcquery.__main__ as original
import ifcquery.clash
import ifcquery.plot
import ifcquery.render
import ifcquery.select

from memorybench.ifc.diagnosis import explain_failure, unknown_classes
from memorybench.ifc.rebinding import rebind
from memorybench.ifc.result import CommandResult

OpenModel = Callable[[str], ifcopenshell.file]

# IfcOpenShell keeps one parser log and one geometry kernel per process; queries take turns.
_TURN = threading.RLock()


class _Refused(Exception):
    """A subcommand that draws pictures and writes files."""


class _Streams:
    """Where one run of the command prints."""

    def __init__(self) -> None:
        self.out = io.StringIO()
        self.err = io.StringIO()

    def print(self, *values: Any, file: Any = None, **options: Any) -> None:
        target = self.out if file is None else file
        text = io.StringIO()
        builtins.print(*values, file=text, **options)
        text.getvalue().encode("utf-8")  # a lone surrogate fails here, as it does on a real UTF-8 stdout
        target.write(text.getvalue())


@contextmanager
def turn() -> Iterator[float]:
    """Take this process's turn at IfcOpenShell; gives the seconds that were spent waiting for it."""
    asked = time.monotonic()
    with _TURN:
        yield time.monotonic() - asked


def run_cli(argv: Sequence[str], open_model: OpenModel) -> CommandResult:
    """Run ``ifcquery`` with ``argv`` (file name included); ``open_model`` gives the parsed model for that name.

    Standard output and exit code are those of the command line. Standard error is too, except that one sentence
    stands where the command line prints a traceback, and that class names the schema lacks are pointed out.
    ``render`` and ``plot`` are refused with exit code 2.
    """
    streams = _Streams()
    with _TURN:
        code = _run(list(argv), open_model, streams)
    return CommandResult(streams.out.getvalue(), streams.err.getvalue(), code)


def _run(argv: list[str], open_model: OpenModel, streams: _Streams) -> int:
    chosen = SimpleNamespace(command="", schema="")
    _Parser.turn = (argv, streams, chosen)
    main = _private_main(argv, open_model, streams, chosen)
    try:
        main()
    except SystemExit as stop:
        return int(stop.code or 0)
    except _Refused:
        streams.err.write(
            f"Error: `ifcquery {chosen.command}` draws a picture into a file and is not available here; use"
            " `info ID` for placement and shape, `clash ID` for distances and `tree` for the layout.\n"
        )
        return 2
    except Exception as problem:  # the command line would die with a traceback and exit code 1
        streams.err.write(f"Error: {explain_failure(chosen.command, chosen.schema, problem)}\n")
        return 1
    return 0


def _private_main(
    argv: list[str], open_model: OpenModel, streams: _Streams, chosen: SimpleNamespace
) -> Callable[[], None]:
    shim_sys = SimpleNamespace(stderr=streams.err, stdout=streams.out, exit=sys.exit, argv=["ifcquery", *argv])

    def opened(name: str) -> ifcopenshell.file:
        model = open_model(name)
        chosen.schema = model.schema
        return model

    def select(model: ifcopenshell.file, query: str) -> Any:
        found = ifcquery.select.select(model, query)
        for note in unknown_classes(model, query):
            streams.err.write(f"Warning: {note}\n")
        return found

    clash = rebind(ifcquery.clash, print=streams.print, sys=shim_sys)["clash"]
    replaced = {
        "argparse": SimpleNamespace(ArgumentParser=_parser),
        "ifcopenshell": SimpleNamespace(open=opened),
        "sys": shim_sys,
        "print": streams.print,
        "select": SimpleNamespace(select=select),
        "clash_mod": SimpleNamespace(clash=clash),
        "render_mod": SimpleNamespace(VIEWS=ifcquery.render.VIEWS, render=_refuse),
        "plot": SimpleNamespace(VIEWS=ifcquery.plot.VIEWS, plot=_refuse)
        if hasattr(ifcquery.plot, "VIEWS")
        else SimpleNamespace(plot=_refuse),
    }
    main: Callable[[], None] = rebind(original, **replaced)["main"]
    return main


def _refuse(*_: Any, **__: Any) -> NoReturn:
    raise _Refused


class _Parser(argparse.ArgumentParser):
    """Reads and prints for the run that has its turn; sub-parsers inherit the class."""

    turn: ClassVar[tuple[list[str], _Streams, SimpleNamespace]]

    def parse_args(self, *_: Any, **__: Any) -> Any:
        if not _built:
            _built.append(self)  # complete by now
        argv, _streams, chosen = self.turn
        arguments = super().parse_args(argv)
        chosen.command = arguments.command
        if arguments.command in {"render", "plot"}:
            raise _Refused  # before the model is opened
        return arguments

    def print_help(self, file: Any = None) -> None:
        (file or self.turn[1].out).write(self.format_help())

    def _print_message(self, message: str, file: Any = None) -> None:
        if message:
            self.turn[1].err.write(message)


class _Rebuilt:
    """Stands for the parser while ``main`` builds it once more: half of a query's time would go into that."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self.parse_args = parser.parse_args

    def add_argument(self, *_: Any, **__: Any) -> None:
        """It is there already."""

    def add_subparsers(self, **_: Any) -> _Rebuilt:
        return self

    def add_parser(self, *_: Any, **__: Any) -> _Rebuilt:
        return self


_built: list[_Parser] = []  # the one parser, complete after the first run


def _parser(*args: Any, **options: Any) -> _Parser | _Rebuilt:
    return _Rebuilt(_built[0]) if _built else _Parser(*args, **options)
