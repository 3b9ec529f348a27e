"""What the reviews make of a dataset: numbers for its card, and a new version with what was accepted."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from memorybench.errors import BadInput
from memorybench.records import Record, Task
from memorybench.review.records import REVIEWS, Review
from memorybench.review.standing import Standing, standing
from memorybench.stats.agreement import Agreement, cohens_kappa
from memorybench.tasks.dataset import Dataset
from memorybench.tasks.layout import MODELS, write_dataset


class ReviewSummary(Record):
    """How far the review of a dataset has come, and how far two reviewers agree."""

    tasks: int
    states: dict[str, int]
    decisions: dict[str, int]  # of the tasks whose review is over
    reviewers: tuple[str, ...]
    both_rounds: int  # tasks on which two people decided
    same_decision: int  # of these, in how many they chose the same of accept, correct, reject
    kappa: float | None  # Cohen's, of "accepted as it is" against anything else; None: no data, or not defined
    kappa_interval: tuple[float, float] | None  # 95 % credible
    outdated: int  # decisions on a text of the task that has changed since


def standings(dataset: Dataset, lines: Sequence[Review]) -> list[Standing]:
    """The standing of every task, in dataset order."""
    return [standing(task, lines) for task in dataset.tasks]


def summarise(dataset: Dataset, lines: Sequence[Review]) -> ReviewSummary:
    """The numbers of a review."""
    all_of_them = standings(dataset, lines)
    pairs = [(now.reviews[0].decision, now.reviews[1].decision) for now in all_of_them if len(now.reviews) > 1]
    found = _agreement([(first == "accept", second == "accept") for first, second in pairs])
    return ReviewSummary(
        tasks=len(dataset.tasks),
        states=dict(Counter(now.state for now in all_of_them)),
        decisions=dict(Counter(str(now.outcome.decision) for now in all_of_them if now.outcome)),
        reviewers=tuple(sorted({review.reviewer for now in all_of_them for review in now.reviews})),
        both_rounds=len(pairs),
        same_decision=sum(first == second for first, second in pairs),
        kappa=found.kappa if found else None,
        kappa_interval=(found.low, found.high) if found else None,
        outdated=sum(now.outdated for now in all_of_them),
    )


def _agreement(pairs: Sequence[tuple[bool, bool]]) -> Agreement | None:
    if not pairs:
        return None
    cells = Counter(pairs)
    return cohens_kappa(cells[True, True], cells[False, True], cells[True, False], cells[False, False])


def apply_reviews(dataset: Dataset, lines: Sequence[Review], out: Path, version: str) -> tuple[list[Task], list[str]]:
    """Write the reviewed dataset to the new folder ``out``; return its tasks, and what was rejected with the reason.

    Raises:
        BadInput: a task's review is not over, nothing was accepted, or ``out`` exists.
    """
    if out.exists():
        raise BadInput(f"{out} exists: name a folder that does not.")
    waiting = [now for now in standings(dataset, lines) if now.outcome is None]
    if waiting:
        named = ", ".join(now.task for now in waiting[:5]) + (", …" if len(waiting) > 5 else "")
        raise BadInput(f"the review of {len(waiting)} of {len(dataset.tasks)} tasks is not over: {named}.")
    kept, rejected = [], []
    for task in dataset.tasks:
        outcome = standing(task, lines).outcome
        if outcome is None or outcome.decision == "reject":
            rejected.append(f"{task.id}: {outcome.reason if outcome else ''}")
        else:
            kept.append(outcome.corrections.applied(task))
    if not kept:
        raise BadInput(f"every task of {dataset.name} was rejected: there is nothing to write.")
    _write(dataset, kept, out, version)
    return kept, rejected


def _write(dataset: Dataset, tasks: Sequence[Task], out: Path, version: str) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    histories = {task.history for task in tasks}
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}-") as staging:
        folder = Path(staging) / out.name
        folder.mkdir()
        used = {task.model for task in tasks if task.model}
        for name in sorted(used):
            (folder / MODELS).mkdir(exist_ok=True)
            shutil.copyfile(dataset.root / name, folder / name)
        for name in ("card.md", "errata.md", REVIEWS):
            if (dataset.root / name).exists():
                shutil.copyfile(dataset.root / name, folder / name)
        manifest = {**dataset.manifest.model_dump(exclude={"files"}), "version": version}
        write_dataset(
            folder,
            histories=[history for name, history in dataset.histories.items() if name in histories],
            tasks=tasks,
            manifest=manifest,
        )
        folder.rename(out)
