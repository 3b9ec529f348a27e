"""Faults of a dataset, each with its file and line, and how a place inside JSON becomes a line number."""

from __future__ import annotations

from collections.abc import Sequence

import yaml
from pydantic import ValidationError

from memorybench.records import Record


class Fault(Record):
    """One thing wrong with a dataset. ``line`` is 1-based; None where no line is to blame."""

    file: str
    line: int | None
    message: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {self.message}"


def line_of_text(text: str, needle: str) -> int | None:
    """The 1-based line where ``needle`` first stands."""
    offset = text.find(needle)
    return None if offset < 0 else text.count("\n", 0, offset) + 1


def line_of_place(text: str, place: Sequence[str | int]) -> int | None:
    """The 1-based line of a JSON place such as ``('sessions', 3, 'messages', 0, 'role')``.

    JSON is YAML, so the YAML parser's marks serve; a place that does not exist gives its nearest parent.
    """
    try:
        node = yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError:
        return None
    if node is None:
        return None
    for step in place:
        child: yaml.Node | None = None
        if isinstance(node, yaml.MappingNode):
            child = next((value for key, value in node.value if key.value == str(step)), None)
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            child = node.value[step]
        if child is None:
            break
        node = child
    return int(node.start_mark.line) + 1


def schema_faults(
    file: str, error: ValidationError, *, text: str | None = None, line: int | None = None
) -> list[Fault]:
    """One fault per schema error; lines are found in ``text`` unless ``line`` is given."""
    faults = []
    for detail in error.errors():
        place = [step for step in detail["loc"] if not (isinstance(step, str) and step.startswith("function-"))]
        where = ".".join(str(step) for step in place) or "record"
        at = line if text is None else line_of_place(text, place)
        faults.append(Fault(file=file, line=at, message=f"{where}: {detail['msg']}"))
    return faults
