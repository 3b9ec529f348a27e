"""Read a dataset folder's files into records, collecting faults instead of stopping at the first."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from memorybench.records import History, Task
from memorybench.tasks.faults import Fault, schema_faults
from memorybench.tasks.layout import HISTORIES, MANIFEST, TASKS, Manifest

T = TypeVar("T", bound=BaseModel)


@dataclass
class Reading:
    """Everything that could be read, and every fault met on the way.

    ``task_lines`` maps a task id to its line in ``tasks.jsonl``; ``history_texts`` a history id to
    (file name, text), so that later checks can name lines too.
    """

    root: Path
    manifest: Manifest | None = None
    histories: dict[str, History] = field(default_factory=dict)
    tasks: list[Task] = field(default_factory=list)
    task_lines: dict[str, int] = field(default_factory=dict)
    history_texts: dict[str, tuple[str, str]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def blame(self, file: str, line: int | None, message: str) -> None:
        """Record a fault."""
        self.faults.append(Fault(file=file, line=line, message=message))


def read_folder(root: Path) -> Reading:
    """Read manifest, histories and tasks below ``root``."""
    reading = Reading(root)
    _read_manifest(reading)
    for path in sorted((root / HISTORIES).glob("*.json")):
        _read_history(reading, path)
    if not reading.history_texts:
        reading.blame(HISTORIES, None, "no history (*.json) in this folder")
    _read_tasks(reading)
    return reading


def _read_text(reading: Reading, path: Path) -> str | None:
    name = path.relative_to(reading.root).as_posix()
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        reading.blame(name, None, "the file is missing")
    except (OSError, UnicodeDecodeError) as error:
        reading.blame(name, None, f"the file cannot be read as UTF-8 text: {error}")
    return None


def _parse(reading: Reading, record: type[T], file: str, text: str, line: int | None = None) -> T | None:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        reading.blame(file, line or error.lineno, f"not valid JSON (torn?): {error.msg} at column {error.colno}")
        return None
    try:
        return record.model_validate_json(text)
    except ValidationError as error:
        reading.faults += schema_faults(file, error, text=None if line else text, line=line)
        return None


def _read_manifest(reading: Reading) -> None:
    text = _read_text(reading, reading.root / MANIFEST)
    if text is not None:
        reading.manifest = _parse(reading, Manifest, MANIFEST, text)


def _read_history(reading: Reading, path: Path) -> None:
    file = path.relative_to(reading.root).as_posix()
    text = _read_text(reading, path)
    if text is None:
        return
    reading.history_texts[path.stem] = (file, text)
    history = _parse(reading, History, file, text)
    if history is None:
        return
    if history.id != path.stem:
        reading.blame(file, 1, f"the history's id is {history.id!r} but its file is named {path.stem!r}")
    reading.histories[history.id] = history
    reading.history_texts[history.id] = (file, text)


def _read_tasks(reading: Reading) -> None:
    text = _read_text(reading, reading.root / TASKS)
    if text is None:
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        task = _parse(reading, Task, TASKS, line, number)
        if task is None:
            continue
        if task.id in reading.task_lines:
            reading.blame(
                TASKS, number, f"task id {task.id!r} stands twice (first on line {reading.task_lines[task.id]})"
            )
            continue
        reading.task_lines[task.id] = number
        reading.tasks.append(task)
    if text and not text.endswith("\n"):
        reading.blame(TASKS, text.count("\n") + 1, "the last line has no line end: the file may be torn")
    if not reading.tasks and not reading.faults:
        reading.blame(TASKS, None, "no task in this file")
