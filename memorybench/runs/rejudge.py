"""Judge an old run again with another model: a further verdict set, never mixed with the first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from memorybench.errors import BadInput
from memorybench.plugins import split_variant
from memorybench.runs.batch import score_and_summarise
from memorybench.runs.events import Listener
from memorybench.runs.ingesting import plan_stores
from memorybench.runs.log import RunLog
from memorybench.runs.options import EvalOptions
from memorybench.runs.summary import Summary
from memorybench.runs.workbench import Workbench, set_up


def bench_of_run(folder: Path, judge_model: str, overrides: EvalOptions) -> Workbench:
    """The workbench that the run in ``folder`` was made with, but judged by ``judge_model``.

    ``overrides`` gives what is not part of the identity: concurrency, cache, where the dataset lies.

    Raises:
        BadInput: no run there, or the dataset has another content than the run's.
    """
    spec = RunLog(folder).spec()
    base = split_variant(spec.adapter)[0]
    settings = tuple(f"{base}.{key}={value}" for key, value in spec.config.items() if value is not None)
    asked = {
        "memory": spec.adapter,
        "scope": spec.scope.value,
        "model": spec.model,
        "memory_model": spec.memory_model,
        "judge_model": judge_model,
        "embedder": spec.embedder or overrides.embedder,
        "settings": settings,
        "tasks": spec.tasks,
        "epochs": spec.epochs,
        "probe_style": spec.probe_style,
        "dataset": overrides.dataset or spec.surroundings.dataset_path,
        "out": folder,
    }
    bench = set_up(overrides.model_copy(update=asked))
    if bench.spec.dataset_hash != spec.dataset_hash:
        raise BadInput(
            f"{folder} was run on {spec.dataset} {spec.dataset_hash[:12]}, but the dataset given is "
            f"{bench.spec.dataset_hash[:12]}: name the one it was run on with --dataset."
        )
    judged = spec.model_copy(update={"judges": bench.spec.judges, "judge_model": judge_model})
    return replace(bench, spec=judged)


async def rejudge(bench: Workbench, listen: Listener) -> Summary:
    """Score the run's samples with ``bench``'s judges and write a further summary."""
    log = RunLog(bench.run_folder)
    with log.owned():
        return await score_and_summarise(bench, plan_stores(bench), log, listen)
