"""How far the review of a task has come: two reviewers who do not see each other, then a third say if they differ."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from memorybench.errors import BadInput
from memorybench.records import Task
from memorybench.review.records import Review, task_hash

State = Literal["open", "second", "agreed", "disputed", "settled"]


@dataclass(frozen=True)
class Standing:
    """``reviews`` are the decisions that stand, in order: first round, second round, settlement."""

    task: str
    reviews: tuple[Review, ...]
    outdated: int = 0  # decisions on an earlier text of the task

    @property
    def state(self) -> State:
        """``open`` and ``second`` wait for a reviewer, ``disputed`` for a settlement."""
        if len(self.reviews) < 2:
            return "second" if self.reviews else "open"
        if len(self.reviews) > 2:
            return "settled"
        return "agreed" if _same(*self.reviews) else "disputed"

    @property
    def outcome(self) -> Review | None:
        """The decision that holds, once the two reviewers agree or the dispute is settled."""
        return self.reviews[-1] if self.state in ("agreed", "settled") else None

    def shown_to(self, reviewer: str) -> tuple[Review, ...]:
        """The others' decisions that this reviewer may see: none before both rounds are over, or before their own."""
        own = any(review.reviewer == reviewer for review in self.reviews)
        return self.reviews if own or len(self.reviews) >= 2 else ()

    def waits_for(self, reviewer: str) -> bool:
        """Whether this reviewer can decide now."""
        own = any(review.reviewer == reviewer for review in self.reviews)
        return self.state == "disputed" or (self.state in ("open", "second") and not own)

    def may_decide(self, reviewer: str) -> None:
        """Raise ``BadInput`` with the reason why this reviewer cannot decide now."""
        if self.waits_for(reviewer):
            return
        if self.state in ("agreed", "settled"):
            raise BadInput(f"the review of {self.task} is over: both rounds are in.")
        raise BadInput(
            f"{reviewer} has decided on {self.task} already: another person reviews it next, or undo first."
        )


def _same(first: Review, second: Review) -> bool:
    return first.decision == second.decision and first.corrections == second.corrections


def standing(task: Task, lines: Iterable[Review]) -> Standing:
    """The standing of ``task`` after all ``lines`` of the journal."""
    own = [line for line in lines if line.task == task.id]
    withdrawn = {line.undoes for line in own}
    decided = [line for line in own if line.decision is not None and line.id not in withdrawn]
    now = task_hash(task)
    current = tuple(line for line in decided if line.task_hash == now)
    return Standing(task.id, current, len(decided) - len(current))
