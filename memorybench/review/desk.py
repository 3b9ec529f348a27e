"""The reviewer's desk: a dataset, its journal and its models, and what the page asks of them."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memorybench.errors import BadInput
from memorybench.ifc.index import ModelIndex, open_index
from memorybench.records import Task
from memorybench.review.exhibit import chats, elements, objections
from memorybench.review.journal import ReviewJournal
from memorybench.review.records import Corrections
from memorybench.review.standing import Standing, standing
from memorybench.tasks.dataset import Dataset

if TYPE_CHECKING:
    from memorybench.ifc.result import CommandResult

_COMMAND_S = 30.0
_OUTPUT = 20_000  # characters of a command's output on the page


@dataclass(frozen=True)
class Row:
    """A line of the queue."""

    task: Task
    standing: Standing
    waits: bool  # for this reviewer


class Desk:
    """Thread-safe: each model is opened once, and asked by one request at a time."""

    def __init__(self, dataset: Dataset) -> None:
        self.dataset = dataset
        self.journal = ReviewJournal(dataset.root)
        self._opened: dict[Path, ModelIndex] = {}
        self._opening = threading.Lock()

    @cached_property
    def _tasks(self) -> dict[str, Task]:
        return {task.id: task for task in self.dataset.tasks}

    def task(self, identifier: str) -> Task:
        """The task; raises ``BadInput`` for an unknown id."""
        if identifier not in self._tasks:
            raise BadInput(f"the dataset {self.dataset.name} has no task {identifier!r}.")
        return self._tasks[identifier]

    def queue(self, reviewer: str) -> list[Row]:
        """All tasks, with how far their reviews have come."""
        lines = self.journal.lines()
        rows = [(task, standing(task, lines)) for task in self.dataset.tasks]
        return [Row(task, now, now.waits_for(reviewer)) for task, now in rows]

    def progress(self) -> dict[str, int]:
        """How many tasks are in each state."""
        lines = self.journal.lines()
        return dict(Counter(standing(task, lines).state for task in self.dataset.tasks))

    def next_for(self, reviewer: str, after: str | None = None) -> str | None:
        """The next task that waits for this reviewer, going round from ``after``."""
        rows = self.queue(reviewer)
        ids = [row.task.id for row in rows]
        start = ids.index(after) + 1 if after in ids else 0
        return next((row.task.id for row in rows[start:] + rows[:start] if row.waits and row.task.id != after), None)

    def shown(self, task: Task) -> dict[str, Any]:
        """All that the page of a task holds beside the decisions."""
        index = self._index(task)
        found, count = elements(task, index) if index else ((), 0)
        return {
            "task": task,
            "chats": chats(task, self.dataset.histories[task.history]),
            "elements": found,
            "element_count": count,
            "objections": self._objections(task, index),
            "model": index.name if index else None,
        }

    def objections_to(self, task: Task, corrections: Corrections) -> list[str]:
        """What the checks by code find untrue about the task as corrected."""
        return self._objections(corrections.applied(task), self._index(task))

    def _objections(self, task: Task, index: ModelIndex | None) -> list[str]:
        with self._opening:
            return objections(task, self.dataset, index)

    def run(self, task: Task, command: str) -> CommandResult:
        """Run a read-only command line on the task's model, as the probe agent may."""
        from memorybench.ifc.pipeline import CommandShell
        from memorybench.runs.probing import project_folder

        path = self.dataset.model_path(task)
        if path is None:
            raise BadInput(f"{task.id} has no building model.")
        with (
            self._opening,
            project_folder(path) as folder,
            CommandShell(folder, timeout_s=_COMMAND_S, output_limit=_OUTPUT) as shell,
        ):
            return shell.execute(command)

    def _index(self, task: Task) -> ModelIndex | None:
        path = self.dataset.model_path(task)
        if path is None:
            return None
        with self._opening:
            if path not in self._opened:
                self._opened[path] = open_index(path)
            return self._opened[path]
