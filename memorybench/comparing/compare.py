"""Compare two or more runs: find them, refuse what does not fit, pair them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from string import ascii_uppercase

from memorybench.comparing.comparable import check_comparable, differences
from memorybench.comparing.measures import TaskInfo
from memorybench.comparing.pairing import compare_two
from memorybench.comparing.result import ComparisonReport, Difference, Method, RunCard
from memorybench.comparing.scored_run import ScoredRun, find_run, read_run, task_infos
from memorybench.errors import BadInput

_ONE_AT_A_TIME = {"epochs"}  # differing in these does not confound


def compare_runs(
    folders: Sequence[Path], *, judges: str | None = None, method: Method = "paired", dataset: str | None = None
) -> ComparisonReport:
    """Pair every two of the runs by task id, on the tasks that all of them were to probe.

    ``judges`` is the fingerprint of a set of verdicts, by default the newest of each run. ``dataset`` says where the
    runs' dataset lies now, if it was moved: projects and controls are read from it.

    Raises:
        BadInput: a folder that is no run, runs that do not measure the same thing, or without a shared task.
    """
    runs, infos = load_runs(folders, judges=judges, dataset=dataset)
    _check_method(runs, method)
    shared = shared_tasks(runs)
    found = [run.found for run in runs]
    changed = differences(found)
    lettered = list(zip(ascii_uppercase, runs, strict=False))
    return ComparisonReport(
        runs=_cards(runs, changed),
        dataset=found[0].spec.dataset,
        dataset_hash=found[0].spec.dataset_hash,
        judges=found[0].judges,
        judge_model=found[0].judge_model,
        probe_style=found[0].spec.probe_style,
        method=method,
        differences=changed,
        comparisons=tuple(
            compare_two(a, b, tasks=shared, infos=infos, letters=(first, second), method=method)
            for (first, a), (second, b) in combinations(lettered, 2)
        ),
        notes=tuple(_notes(runs, shared, changed, known=bool(infos))),
        stand_in=any(map(stand_in, runs)),
    )


def load_runs(
    folders: Sequence[Path], *, judges: str | None = None, dataset: str | None = None
) -> tuple[list[ScoredRun], dict[str, TaskInfo]]:
    """Read runs that may be compared, and what their dataset says of its tasks; raises as :func:`compare_runs`."""
    if len(folders) > len(ascii_uppercase):
        raise BadInput(f"at most {len(ascii_uppercase)} runs can be compared at once, given {len(folders)}.")
    found = [find_run(folder, judges) for folder in folders]
    check_comparable(found)
    infos = task_infos(found[0].spec, dataset)
    return [read_run(run, infos) for run in found], infos


def _check_method(runs: Sequence[ScoredRun], method: Method) -> None:
    several = [run for run in runs if run.spec.epochs > 1]
    if method == "pooled-pg" and several:
        raise BadInput(
            f"--method pooled-pg takes one yes or no a task, and {several[0].found.folder} has "
            f"{several[0].spec.epochs} epochs: use the default method."
        )


def shared_tasks(runs: Sequence[ScoredRun]) -> tuple[str, ...]:
    """The tasks that every run was to probe; raise ``BadInput`` where there is none, or none with a verdict."""
    everywhere = set.intersection(*(set(run.spec.tasks) for run in runs))
    shared = tuple(task for task in runs[0].spec.tasks if task in everywhere)
    if not shared:
        raise BadInput(
            "the runs share no task: each chose others with --limit, --seed or --task. Run them with the same choice."
        )
    for run in runs:
        if not any(
            score is not None for task in shared for entry in run.scores.get(task, ()) for score in entry.values()
        ):
            raise BadInput(
                f"{run.found.folder} has no scored task among the {len(shared)} shared ones: everything is unscored "
                "or not run yet. Run its own eval command again; it goes on and tries what failed once more."
            )
    return shared


def _cards(runs: Sequence[ScoredRun], changed: Sequence[Difference]) -> tuple[RunCard, ...]:
    return tuple(
        RunCard(
            letter=letter,
            folder=str(run.found.folder),
            name=_name(run, {difference.setting for difference in changed}),
            adapter=run.spec.adapter,
            scope=run.spec.scope.value,
            model=run.spec.model,
            epochs=run.spec.epochs,
            tasks=len(run.spec.tasks),
            probed=run.probed,
            partial=run.spec.partial,
            stand_in=stand_in(run),
        )
        for letter, run in zip(ascii_uppercase, runs, strict=False)
    )


def _name(run: ScoredRun, changed: set[str]) -> str:
    """Memory and scope, and the models where they tell the runs apart."""
    spec = run.spec
    parts = [spec.adapter, spec.scope.value]
    parts += [spec.model] if "probe model" in changed else []
    parts += [f"memory by {spec.memory_model}"] if "memory model" in changed and spec.memory_model else []
    return " · ".join(parts)


def stand_in(run: ScoredRun) -> bool:
    """Whether the `rules` stand-in played a role in the run or judged it."""
    return run.spec.stand_in or run.found.judge_model == "rules"


def _notes(
    runs: Sequence[ScoredRun], shared: Sequence[str], changed: Sequence[Difference], *, known: bool
) -> Iterator[str]:
    settings = [difference.setting for difference in changed if difference.setting not in _ONE_AT_A_TIME]
    if not settings:
        yield "Nothing in the settings differs: these are repetitions of one run."
    if len(settings) > 1:
        yield (
            f"More than one setting differs ({', '.join(settings)}): a difference in the result belongs to all of "
            "them together."
        )
    for letter, run in zip(ascii_uppercase, runs, strict=False):
        planned = len(run.spec.tasks) * run.spec.epochs
        if run.probed < planned:
            yield f"{letter} has not ended: {run.probed} of {planned} probes are there."
        if run.spec.partial:
            yield f"{letter} is partial: it did not use the whole dataset."
        missing = len(run.spec.tasks) - len(shared)
        if missing:
            yield f"{letter} has {missing} tasks that are not in every run; they are left out."
    if any(run.spec.epochs > 1 for run in runs):
        yield "Epochs are averaged: each task counts once, with the share of its scored epochs that are right."
    if not known:
        yield (
            f"The dataset {runs[0].spec.dataset} was not found where it was (--dataset says where it lies now): no "
            "interval by project, and controls are told by the memory judge's silence."
        )
