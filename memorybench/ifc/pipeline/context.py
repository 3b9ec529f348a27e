"""What every stage of a pipeline is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from getopt import GetoptError, gnu_getopt
from typing import TYPE_CHECKING

from memorybench.ifc.pipeline.deadline import Deadline
from memorybench.ifc.pipeline.folder import ProjectFolder
from memorybench.ifc.pipeline.refusal import Refusal

if TYPE_CHECKING:
    import ifcopenshell

    from memorybench.ifc.pipeline.jq_client import JqWorker

LARGEST_OUTPUT = 64 * 1024**2  # bytes between two stages


@dataclass(frozen=True, slots=True)
class StageResult:
    """Bytes for the next stage, messages (whole lines), exit code."""

    out: bytes = b""
    err: str = ""
    code: int = 0


@dataclass(slots=True)
class Context:
    """The surroundings of one command."""

    folder: ProjectFolder
    open_model: Callable[[str], ifcopenshell.file]
    jq: JqWorker
    deadline: Deadline
    run: Callable[[Context, Sequence[str], bytes], StageResult]  # runs one stage; xargs and sh come back to it
    depth: int = field(default=0)


def options(
    tool: str, args: Sequence[str], short: str, long: Sequence[str], known: str
) -> tuple[list[tuple[str, str]], list[str]]:
    """GNU-style options and operands; an unknown option is refused with the ``known`` ones."""
    try:
        return gnu_getopt(list(args), short, list(long))
    except GetoptError as problem:
        raise Refusal(f"{tool}: {problem.msg}; available here: {known}") from None


def count(tool: str, text: str, *, signed: bool = False) -> int:
    """A whole number of lines, bytes or arguments."""
    digits = text[1:] if signed and text[:1] in {"+", "-"} else text
    if not (digits.isascii() and digits.isdigit()):
        raise Refusal(f"{tool}: '{text}' is not a whole number")
    return int(text)


class Inputs:
    """The operands of a text tool: files of the folder, ``-`` or nothing for standard input."""

    def __init__(self, context: Context, tool: str, names: Sequence[str], stdin: bytes) -> None:
        self._context, self._tool, self._stdin = context, tool, stdin
        self.names = list(names) or ["-"]
        self.from_stdin_only = not names
        self.err = ""

    def __iter__(self) -> Iterator[tuple[str, bytes]]:
        for name in self.names:
            if name == "-":
                yield name, self._stdin
                continue
            try:
                content = self._context.folder.read(name)
            except Refusal as refusal:
                self.err += f"{self._tool}: {refusal}\n"
                continue
            yield name, content

    def joined(self) -> bytes:
        """All of it, one after the other."""
        return b"".join(content for _, content in self)

    def result(self, out: bytes) -> StageResult:
        """``out`` with the messages so far; exit code 1 if a file could not be read."""
        return StageResult(out, self.err, 1 if self.err else 0)


def lines_of(data: bytes) -> list[bytes]:
    """The lines without their newlines; a last line without newline counts."""
    parts = data.split(b"\n")
    if parts[-1] == b"":
        parts.pop()
    return parts
