"""The reviews of one dataset: read anew at each look, appended line by line, shared by several reviewers."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock

from memorybench.errors import BadInput
from memorybench.records import Task
from memorybench.review.records import REVIEWS, Corrections, Decision, Review, task_hash
from memorybench.review.standing import Standing, standing
from memorybench.runs.log import append, read_lines


class ReviewJournal:
    """``reviews.jsonl`` of a dataset's folder."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / REVIEWS
        self._lock = FileLock(folder / f".{REVIEWS}.lock")

    def lines(self) -> list[Review]:
        """All lines; raises ``BadInput`` for a damaged one, but not for a torn last one."""
        return list(read_lines(self.path, Review))

    def standing(self, task: Task) -> Standing:
        """How far the review of ``task`` has come."""
        return standing(task, self.lines())

    def decide(
        self, task: Task, reviewer: str, decision: Decision, reason: str = "", corrections: Corrections | None = None
    ) -> Review:
        """Write a decision; raise ``BadInput`` where this reviewer has no say in the task now."""
        with self._lock:
            now = self.standing(task)
            now.may_decide(reviewer)
            review = Review(
                id=uuid.uuid4().hex[:12],
                task=task.id,
                task_hash=task_hash(task),
                reviewer=reviewer,
                decision=decision,
                reason=reason.strip(),
                corrections=corrections or Corrections(),
                saw=tuple(review.id for review in now.shown_to(reviewer)),
                at=datetime.now(UTC),
            )
            append(self.path, review)
        return review

    def undo(self, reviewer: str, tasks: Sequence[Task]) -> Review:
        """Withdraw this reviewer's newest decision that stands; raise ``BadInput`` if there is none."""
        with self._lock:
            lines = self.lines()
            mine = [
                review for task in tasks for review in standing(task, lines).reviews if review.reviewer == reviewer
            ]
            if not mine:
                raise BadInput(f"there is no decision of {reviewer} to withdraw.")
            last = max(mine, key=lambda review: lines.index(review))
            resting = [review for review in lines if last.id in review.saw and not _withdrawn(review, lines)]
            if resting:
                raise BadInput(f"{resting[0].reviewer} has settled {last.task} on the strength of it: talk to them.")
            append(
                self.path,
                Review(
                    id=uuid.uuid4().hex[:12],
                    task=last.task,
                    task_hash=last.task_hash,
                    reviewer=reviewer,
                    undoes=last.id,
                    at=datetime.now(UTC),
                ),
            )
        return last


def _withdrawn(review: Review, lines: Sequence[Review]) -> bool:
    return any(line.undoes == review.id for line in lines)
