"""A run as a comparison sees it: its spec, and the scores of every task under one set of judges."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memorybench.comparing.measures import Scores, TaskInfo, scores_of
from memorybench.errors import BadInput, MemorybenchError
from memorybench.runs.log import RunLog
from memorybench.runs.spec import RunSpec
from memorybench.runs.workbench import judges_fingerprint
from memorybench.tasks.dataset import load_dataset


@dataclass(frozen=True)
class TaskScore:
    """A task's share over the epochs that were scored; ``low`` and ``high`` count the others as wrong and right."""

    mean: float | None  # None: no epoch was scored
    low: float
    high: float


@dataclass(frozen=True)
class RunFolder:
    """A run that was found, with the set of judges that is to be read."""

    folder: Path
    spec: RunSpec
    judges: str  # fingerprint of the set
    judge_model: str
    judge_sets: tuple[str, ...]  # all that the folder holds


@dataclass(frozen=True)
class ScoredRun:
    """A run with its scores: task -> one entry an epoch that has verdicts."""

    found: RunFolder
    scores: Mapping[str, tuple[Scores, ...]]
    probed: int  # samples on disk

    @property
    def spec(self) -> RunSpec:
        """The run's spec."""
        return self.found.spec

    def measures(self, task: str) -> frozenset[str]:
        """The measures of which the task has a verdict, scored or not."""
        return frozenset(name for entry in self.scores.get(task, ()) for name in entry)

    def score(self, task: str, measure: str) -> TaskScore:
        """The task's score; an epoch without a verdict is unscored."""
        values = [entry.get(measure) for entry in self.scores.get(task, ())]
        scored = [value for value in values if value is not None]
        total = max(self.spec.epochs, len(values))
        right = sum(scored)
        return TaskScore(
            mean=right / len(scored) if scored else None,
            low=right / total,
            high=(right + total - len(scored)) / total,
        )


def find_run(folder: Path, judges: str | None = None) -> RunFolder:
    """Look at a run's folder; ``judges`` chooses a set of verdicts, else the newest summary's.

    Raises:
        BadInput: no run there, it has no verdicts, or none of those judges.
    """
    spec = RunLog(folder).spec()
    sets = tuple(sorted(path.name.split(".")[1] for path in folder.glob("verdicts.*.jsonl")))
    chosen = judges or _newest(folder) or judges_fingerprint(spec)
    if not sets:
        raise BadInput(
            f"{folder} holds no verdicts yet: the run has not ended, its own eval command goes on with it."
        )
    if chosen not in sets:
        raise BadInput(f"{folder} holds no verdicts of the judges {chosen}; it holds: {', '.join(sets)}.")
    return RunFolder(folder, spec, chosen, _judge_model(folder, chosen) or spec.judge_model, sets)


def read_run(found: RunFolder, infos: Mapping[str, TaskInfo]) -> ScoredRun:
    """Read the scores of a run; a verdict on an older sample than the one on disk does not count."""
    log = RunLog(found.folder)
    samples, lines = log.samples(), log.scores(found.judges)
    scores: dict[str, list[Scores]] = {}
    for key, sample in samples.items():
        line = lines.get(key)
        if line is not None and line.sampled == sample.started:
            scores.setdefault(sample.task, []).append(scores_of(sample, line, infos.get(sample.task)))
    return ScoredRun(found, {task: tuple(entries) for task, entries in scores.items()}, len(samples))


def task_infos(spec: RunSpec, dataset: str | None) -> dict[str, TaskInfo]:
    """What the dataset says of each task; empty where it is not where it was.

    Raises:
        BadInput: ``dataset`` was named and is another one, or cannot be read.
    """
    try:
        found = load_dataset(dataset or spec.surroundings.dataset_path)
    except MemorybenchError:
        if dataset:
            raise
        return {}
    if found.content_hash != spec.dataset_hash:
        if dataset:
            raise BadInput(
                f"--dataset {dataset} is {found.content_hash[:12]}, the runs used {spec.dataset} "
                f"{spec.dataset_hash[:12]}: name the one they were run on."
            )
        return {}
    return {
        task.id: TaskInfo(
            project=task.project,
            control=task.control is not None,
            typed_gold=bool(task.gold),
            facts=bool(task.current_facts()),
        )
        for task in found.tasks
    }


def _summary(folder: Path, name: str) -> dict[str, object]:
    try:
        found = json.loads((folder / name).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _newest(folder: Path) -> str | None:
    judges = _summary(folder, "summary.json").get("judges")
    return judges if isinstance(judges, str) else None


def _judge_model(folder: Path, judges: str) -> str | None:
    run = _summary(folder, f"summary.{judges}.json").get("run")
    model = run.get("judge_model") if isinstance(run, dict) else None
    return model if isinstance(model, str) else None
