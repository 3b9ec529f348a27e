"""What is known of a published benchmark, and what reading its file gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from memorybench.records import Ability, History, Task


@dataclass(frozen=True)
class Category:
    """One category of questions: its published name, how many there are, and what its authors count as right."""

    name: str
    count: int
    abilities: tuple[Ability, ...]
    rule: str  # one sentence


@dataclass(frozen=True)
class Chat:
    """One history of the benchmark and the tasks put to it."""

    history: History
    tasks: tuple[Task, ...]


@dataclass
class Oddities:
    """What had to be mended or left out, counted by sentence."""

    counts: Counter[str] = field(default_factory=Counter)

    def note(self, sentence: str, times: int = 1) -> None:
        """Count one kind of oddity; nothing is noted for zero times."""
        if times:
            self.counts[sentence] += times


@dataclass(frozen=True)
class Benchmark:
    """A published benchmark: counts that its file must have, and how the file becomes histories and tasks.

    ``abstentions`` is how many questions have "it was not mentioned" for an answer, in whatever category.
    ``read`` yields chats and notes oddities; it raises ``BadInput`` for a file of another form.
    """

    name: str
    title: str
    licence: str
    source: str
    paper: str
    histories: int
    categories: tuple[Category, ...]
    abstentions: int
    conversions: tuple[str, ...]  # what becomes of the file's content, one sentence each
    comparing: tuple[str, ...]  # what to know before setting figures beside published ones
    read: Callable[[Path, Oddities], Iterator[Chat]]

    @property
    def questions(self) -> int:
        """All questions."""
        return sum(category.count for category in self.categories)
