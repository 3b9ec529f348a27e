"""The DeepAgents backend of a probe: commands and files of the project, files of the memory; nothing writes.

DeepAgents' own tools ``execute``, ``read_file`` and ``grep`` call it. Writing, editing, listing and deleting are
not implemented, and their tools are not given to the model.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from deepagents.backends import FilesystemBackend
from deepagents.backends.protocol import (
    ExecuteResponse,
    GrepResult,
    ReadResult,
    SandboxBackendProtocol,
)

from memorybench.probe.failures import ProbeFailed, failure_of

MEMORY_MOUNT = "/memory"


class ShellResult(Protocol):
    """What a command did (:class:`memorybench.ifc.warm.CommandResult`)."""

    @property
    def stdout(self) -> str: ...
    @property
    def stderr(self) -> str: ...
    @property
    def exit_code(self) -> int: ...


class ProjectShell(Protocol):
    """The project folder as the agent may use it (:class:`memorybench.ifc.pipeline.CommandShell`)."""

    def execute(self, command: str) -> ShellResult:
        """Run one command line; a wrong command is a result, not an exception."""
        ...

    def read_file(self, path: str, offset: int = 0, limit: int = 2000) -> ShellResult:
        """Read lines of a file in the folder."""
        ...


class ProbeBackend(SandboxBackendProtocol):
    """Routes DeepAgents' file tools: ``/memory/...`` to the adapter's folder, all else to the project shell.

    An exception of the shell is the harness's own fault and ends the probe as ``tool_error``. Without a shell
    there is no project folder, only memory.
    """

    def __init__(self, shell: ProjectShell | None, memory_folder: Path | None = None) -> None:
        self._shell = shell
        # virtual_mode keeps every path inside the folder, symbolic links included.
        self._memory = FilesystemBackend(root_dir=memory_folder, virtual_mode=True) if memory_folder else None

    @property
    def id(self) -> str:
        """A constant: nothing outlives the probe."""
        return "probe"

    def execute(self, command: str, *, timeout: int | None = None) -> ExecuteResponse:
        """Run ``command`` in the project folder; ``timeout`` is fixed by the shell, and the tool's text says so."""
        if self._shell is None:
            return ExecuteResponse(output="there is no project folder here", exit_code=127)
        try:
            result = self._shell.execute(command)
        except Exception as error:
            raise ProbeFailed(failure_of("tool_error", "execute", error)) from error
        return ExecuteResponse(output=_joined(result), exit_code=result.exit_code)

    def read(self, file_path: str, offset: int = 0, limit: int = 2000) -> ReadResult:
        """Read lines of a project file or, under ``/memory/``, of a memory file."""
        inner = _memory_path(file_path)
        if inner is not None and self._memory is not None:
            try:
                return self._memory.read(inner, offset=offset, limit=limit)
            except ValueError:
                return ReadResult(error=f"{file_path} leads out of {MEMORY_MOUNT}")
        if self._shell is None:
            return ReadResult(error=f"cannot read {file_path}: only files below {MEMORY_MOUNT}/ are here")
        try:
            result = self._shell.read_file(file_path.lstrip("/"), offset=offset, limit=limit)
        except Exception as error:
            raise ProbeFailed(failure_of("tool_error", "read_file", error)) from error
        if result.exit_code != 0:
            return ReadResult(error=result.stderr.strip() or f"cannot read {file_path}")
        return ReadResult(file_data={"content": _joined(result), "encoding": "utf-8"})

    def grep(
        self, pattern: str, path: str | None = None, glob: str | None = None, *, max_count: int | None = None
    ) -> GrepResult:
        """Search the memory files for a literal text; other folders are out of bounds."""
        inner = _memory_path(path or MEMORY_MOUNT)
        if self._memory is None or inner is None:
            return GrepResult(error=f"grep searches memory files only: use path={MEMORY_MOUNT!r}.")
        found = self._memory.grep(pattern, path=inner, glob=glob, max_count=max_count)
        for match in found.matches or []:
            match["path"] = MEMORY_MOUNT + "/" + match["path"].lstrip("/")
        return found


def _memory_path(path: str) -> str | None:
    """``path`` inside the memory folder, from its root; None for a path elsewhere."""
    clean = "/" + path.strip().strip("/")
    if clean == "/" or clean == MEMORY_MOUNT:
        return "/"
    return clean.removeprefix(MEMORY_MOUNT) if clean.startswith(MEMORY_MOUNT + "/") else None


def _joined(result: ShellResult) -> str:
    """Both streams as one text; stderr carries the hints that explain an empty result."""
    if not result.stderr.strip():
        return result.stdout
    return f"{result.stdout.rstrip()}\n{result.stderr.strip()}".strip()
