"""The commands that the probe agent may run: parsed and carried out here, without any shell."""

from __future__ import annotations

from memorybench.ifc.pipeline.shell import CommandShell
from memorybench.ifc.result import CommandResult

__all__ = ["CommandResult", "CommandShell"]
