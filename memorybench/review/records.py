"""What reviewers say about a task, as lines of ``reviews.jsonl`` in the dataset's folder."""

from __future__ import annotations

import hashlib
from typing import Literal

from pydantic import AwareDatetime, Field, model_validator

from memorybench.records import GoldPart, Record, Task

Decision = Literal["accept", "correct", "reject"]
REVIEWS = "reviews.jsonl"


class Corrections(Record):
    """The texts and golds of a task as the reviewer would have them; None: as they are."""

    probe: str | None = None
    probe_plain: str | None = None
    gold_answer: str | None = None
    extra_information: str | None = None
    gold: tuple[GoldPart, ...] | None = None

    def changed(self) -> dict[str, object]:
        """The fields that are corrected, with their new values."""
        return {name: value for name in type(self).model_fields if (value := getattr(self, name)) is not None}

    def applied(self, task: Task) -> Task:
        """The task as corrected."""
        return Task.model_validate({**task.model_dump(), **self.changed()})


class Review(Record):
    """One decision on one task, or the withdrawal of an earlier one (``undoes``)."""

    id: str
    task: str
    task_hash: str  # of the task as it was shown: a rebuilt task is reviewed anew
    reviewer: str
    decision: Decision | None = None  # None: this line only withdraws another
    reason: str = ""
    corrections: Corrections = Field(default_factory=Corrections)
    saw: tuple[str, ...] = ()  # reviews that were shown beside the task: none in the first two rounds
    undoes: str | None = None
    at: AwareDatetime

    @model_validator(mode="after")
    def _whole(self) -> Review:
        if (self.decision is None) == (self.undoes is None):
            raise ValueError("a review decides, or withdraws an earlier one")
        if self.decision == "reject" and not self.reason.strip():
            raise ValueError("a rejection needs its reason")
        if self.decision == "correct" and not self.corrections.changed():
            raise ValueError("a correction changes something")
        if self.decision in ("accept", "reject") and self.corrections.changed():
            raise ValueError("only a correction changes something")
        return self


def task_hash(task: Task) -> str:
    """The first 16 hex digits of the task's sha256."""
    return hashlib.sha256(task.model_dump_json().encode("utf-8")).hexdigest()[:16]
