"""The agent's ``execute`` and ``read_file`` tools."""

from __future__ import annotations

import threading
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from memorybench.errors import BadInput
from memorybench.ifc.pipeline.context import Context
from memorybench.ifc.pipeline.deadline import Deadline, Expired
from memorybench.ifc.pipeline.folder import ProjectFolder
from memorybench.ifc.pipeline.jq_client import JqWorker
from memorybench.ifc.pipeline.parsing import parse
from memorybench.ifc.pipeline.refusal import Refusal
from memorybench.ifc.pipeline.stages import check_names, run_pipeline, run_stage
from memorybench.ifc.result import CommandResult

if TYPE_CHECKING:
    import ifcopenshell

    from memorybench.ifc.warm import WarmQuery

_LONGEST_COMMAND = 64 * 1024  # characters
_LONGEST_MESSAGE = 2_000  # characters of standard error
_NARROW = "narrow it with jq, head, or --format ids"


class CommandShell:
    """Runs pipelines of ``ifcquery jq cat head tail wc sort uniq xargs`` in one project folder, without a shell.

    ``folder`` holds the IFC file; nothing outside it can be read and nothing can be written. ``warm`` gives models
    that are already parsed, by file name. ``timeout_s`` bounds each command; ``output_limit`` is in characters.
    Thread-safe; close it, or use it as a context manager, to end its jq process early.
    """

    def __init__(
        self,
        folder: Path,
        *,
        warm: dict[str, WarmQuery] | None = None,
        timeout_s: float = 60,
        output_limit: int = 20_000,
    ) -> None:
        self.folder = ProjectFolder(Path(folder))
        self.timeout_s = timeout_s
        self.output_limit = output_limit
        self._given = dict(warm or {})
        self._opened: dict[Path, WarmQuery] = {}
        self._lock = threading.Lock()
        self._jq = JqWorker()

    def execute(self, command: str) -> CommandResult:
        """Run ``command``. Whatever cannot be run is refused with a sentence on standard error; nothing is raised."""
        try:
            return self._capped(self._run(command))
        except Refusal as refusal:
            return CommandResult("", f"Refused: {refusal}.\n", refusal.exit_code)
        except Expired:
            told = f"Stopped after {self.timeout_s:g} s; {_NARROW}, or ask about fewer elements at a time.\n"
            return CommandResult("", told, 124)

    def read_file(self, path: str, offset: int = 0, limit: int = 2000) -> CommandResult:
        """``limit`` lines of a text file of the folder, from line ``offset`` (the first is 0)."""
        try:
            lines = self.folder.read(path).decode("utf-8", "replace").splitlines(keepends=True)
        except Refusal as refusal:
            return CommandResult("", f"Refused: {refusal}.\n", refusal.exit_code)
        start = max(offset, 0)
        kept = lines[start : start + max(limit, 0)]
        left = len(lines) - start - len(kept)
        more = f"{left} more lines follow; read on with offset={start + len(kept)}.\n" if left > 0 else ""
        if start >= len(lines) and lines:
            more = f"'{path}' has only {len(lines)} lines.\n"
        return self._capped(CommandResult("".join(kept), more, 0))

    def close(self) -> None:
        """End the jq process; it starts again when it is needed."""
        self._jq.close()

    def __enter__(self) -> CommandShell:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self, command: str) -> CommandResult:
        if len(command) > _LONGEST_COMMAND:
            raise Refusal(f"the command is longer than {_LONGEST_COMMAND} characters; shorten it")
        context = Context(self.folder, self._open_model, self._jq, Deadline(self.timeout_s), run_stage)
        pipeline = parse(command)
        check_names(context, pipeline)
        result = run_pipeline(context, pipeline)
        return CommandResult(result.out.decode("utf-8", "replace"), result.err, result.code)

    def _open_model(self, name: str) -> ifcopenshell.file:
        from memorybench.ifc.warm import WarmQuery  # loads IfcOpenShell

        plain = name.removeprefix("./")
        if plain in self._given:
            return self._given[plain].model
        try:
            path = self.folder.locate(name)
        except Refusal as refusal:
            raise BadInput(f"{refusal}.") from None
        with self._lock:
            if path not in self._opened:
                self._opened[path] = WarmQuery(path)
            return self._opened[path].model

    def _capped(self, result: CommandResult) -> CommandResult:
        out, err = result.stdout, result.stderr
        if len(out) > self.output_limit:
            out = (
                f"{out[: self.output_limit]}\n[cut: {self.output_limit:,} of {len(out):,} characters shown,"
                f" {len(out) - self.output_limit:,} left out; {_NARROW}]\n"
            )
        if len(err) > _LONGEST_MESSAGE:
            err = (
                f"{err[:_LONGEST_MESSAGE]}\n[cut: {len(err) - _LONGEST_MESSAGE:,} characters of messages left out]\n"
            )
        return CommandResult(out, err, result.exit_code)
