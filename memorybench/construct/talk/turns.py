"""One turn of a chat before it becomes messages: what is asked or told, what is looked up, what is answered."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from memorybench.ifc.index import Item


@dataclass(frozen=True)
class Step:
    """One command the assistant runs; ``{model}`` stands for the IFC file's name."""

    thought: str
    command: str


@dataclass(frozen=True)
class Lookup:
    """What the assistant's commands gave, in order: the texts that the tool messages hold."""

    outputs: tuple[str, ...]

    def json(self, number: int) -> Any:
        """The parsed output of step ``number``; None where it is not JSON (cut, refused, empty)."""
        try:
            return json.loads(self.outputs[number])
        except (IndexError, json.JSONDecodeError):
            return None


@dataclass(frozen=True)
class Turn:
    """A user message and how it is answered.

    ``answer`` composes the final message from what the commands really gave. ``focus`` are elements that
    further look-ups may be about. ``facts`` are ids (task-wide unique) of the facts that the turn tells, in
    messages of the roles ``told_in`` (``assistant``: in its final answer).
    """

    speaker: str
    user: str
    steps: tuple[Step, ...]
    answer: Callable[[Lookup], Sequence[str]]
    focus: tuple[Item, ...] = ()
    facts: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    told_in: tuple[Literal["user", "assistant", "tool"], ...] = ("user",)
    follow_up: Turn | None = None  # what the same speaker says next, e.g. to correct the answer
