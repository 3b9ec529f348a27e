"""``ifcquery`` on a model that stays parsed: the command line's output at a hundredth of its time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import ifcopenshell

from memorybench.ifc.cli import run_cli
from memorybench.ifc.preflight import open_model
from memorybench.ifc.result import CommandResult

__all__ = ["CommandResult", "WarmQuery"]


class WarmQuery:
    """One IFC model, parsed once and queried often. Safe to share between threads; queries take turns.

    Raises :class:`~memorybench.errors.DamagedModel` or :class:`~memorybench.errors.BadInput` for a file that
    preflight refuses.
    """

    def __init__(self, path: Path, *, allow_damaged: bool = False) -> None:
        self.path = path
        self.model: ifcopenshell.file = open_model(path, allow_damaged=allow_damaged)

    def run(self, argv: Sequence[str]) -> CommandResult:
        """Run ``ifcquery <this file> <argv>``, e.g. ``["select", "IfcWall"]`` or ``["--format", "ids", "tree"]``.

        Same standard output and exit code as the command line, for every subcommand but ``render`` and ``plot``,
        which are refused.
        """
        return run_cli([self.path.name, *argv], lambda _: self.model)
