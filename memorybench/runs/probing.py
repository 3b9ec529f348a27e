"""Put every due probe to the agent, with the memory opened read-only."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memorybench.errors import BadInput
from memorybench.memory import MemoryAdapter
from memorybench.records import Failure, Task
from memorybench.runs.events import Listener, PhaseStarted, StepDone
from memorybench.runs.execute import ProbeSetting, probe_once, unanswered
from memorybench.runs.failures import failure_of
from memorybench.runs.ingesting import StorePlan, open_adapter, verified
from memorybench.runs.log import RunLog, Sample, SampleKey, append
from memorybench.runs.stores import Ready
from memorybench.runs.workbench import Workbench

if TYPE_CHECKING:
    from memorybench.ifc.pipeline import CommandShell
    from memorybench.ifc.warm import WarmQuery

_One = Callable[[StorePlan, MemoryAdapter, str | None, Task, int], Coroutine[Any, Any, None]]


def due_probes(plan: StorePlan, epochs: int, samples: Mapping[SampleKey, Sample]) -> list[tuple[Task, int]]:
    """The probes without a result, and those whose result was the harness's failure."""
    return [
        (task, epoch)
        for task in plan.tasks
        for epoch in range(epochs)
        if (sample := samples.get((task.id, epoch))) is None or is_retried(sample)
    ]


def is_retried(sample: Sample) -> bool:
    """Errors are retried, successes never; a memory system's own failure is a result."""
    failure = sample.answer.failure
    return failure is not None and failure.kind != "memory_error"


class Models:
    """Parsed IFC models, one per file, shared by all probes of a run."""

    def __init__(self, allow_damaged: bool) -> None:
        self._allow_damaged = allow_damaged
        self._open: dict[Path, WarmQuery] = {}
        self._lock = asyncio.Lock()

    async def warm(self, path: Path) -> WarmQuery:
        """The warm query on ``path``, parsed on first use."""
        from memorybench.ifc.warm import WarmQuery

        async with self._lock:
            if path not in self._open:
                self._open[path] = await asyncio.to_thread(WarmQuery, path, allow_damaged=self._allow_damaged)
            return self._open[path]


@contextlib.contextmanager
def project_folder(model: Path) -> Iterator[Path]:
    """A fresh folder that holds the IFC file alone; gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="memorybench-") as name:
        folder = Path(name)
        try:
            os.link(model, folder / model.name)
        except OSError:  # another file system
            shutil.copyfile(model, folder / model.name)
        yield folder


@contextlib.contextmanager
def project_shell(model: Path | None, warm: WarmQuery | None) -> Iterator[CommandShell | None]:
    """The shell of a fresh project folder around ``model``; None for a task without one."""
    from memorybench.ifc.pipeline import CommandShell

    if model is None or warm is None:
        yield None
        return
    with project_folder(model) as folder, CommandShell(folder, warm={model.name: warm}) as shell:
        yield shell


async def probe_all(
    bench: Workbench,
    plans: Sequence[StorePlan],
    ingest_failures: Mapping[str, Failure],
    log: RunLog,
    listen: Listener,
) -> None:
    """Run all due probes and append a Sample for each."""
    from memorybench.probe.limits import ProbeLimits

    samples = log.samples()
    due = {plan.store.folder: due_probes(plan, bench.spec.epochs, samples) for plan in plans}
    total = len(bench.tasks) * bench.spec.epochs
    listen(PhaseStarted("probe", total, total - sum(map(len, due.values()))))
    gate = asyncio.Semaphore(bench.options.concurrency)
    models = Models(bench.options.allow_damaged)
    limits = ProbeLimits.model_validate(bench.spec.limits)

    def record(sample: Sample) -> None:
        append(log.folder / "samples.jsonl", sample)
        listen(StepDone("probe", sample.task))

    async def one(plan: StorePlan, adapter: MemoryAdapter, ready_hash: str | None, task: Task, epoch: int) -> None:
        setting = ProbeSetting(
            model=bench.hub.chat(bench.spec.model, "probe", epoch=epoch),
            limits=limits,
            style=bench.spec.probe_style,
            meter=bench.meter,
        )
        async with gate:
            path = bench.dataset.model_path(task)
            with project_shell(path, await models.warm(path) if path else None) as shell:
                sample = await probe_once(
                    task,
                    epoch,
                    adapter=adapter,
                    store=plan.store.key,
                    ready_hash=ready_hash,
                    ingest_failures=sum(bool(line.receipt.failures) for line in plan.store.receipts().values()),
                    shell=shell,
                    setting=setting,
                )
        record(sample)

    async def store(plan: StorePlan) -> None:
        probes = due[plan.store.folder]
        failure = ingest_failures.get(plan.store.key.digest)
        if failure is None and probes:
            failure = await _probe_store(bench, plan, probes, one)
        if failure is not None:
            for task, epoch in probes:
                record(unanswered(task, epoch, plan.store.key, failure))

    width = asyncio.Semaphore(bench.options.concurrency)

    async def bounded(plan: StorePlan) -> None:
        async with width:
            await store(plan)

    async with asyncio.TaskGroup() as group:
        for plan in plans:
            group.create_task(bounded(plan))


async def _probe_store(
    bench: Workbench, plan: StorePlan, probes: list[tuple[Task, int]], one: _One
) -> Failure | None:
    """Open the store, run its probes at once, close it; return why it could not be opened, or was not whole."""
    with plan.store.owned():
        try:
            adapter, ready = await _open_whole(bench, plan)
        except BadInput:
            raise
        except Exception as error:
            return failure_of(error)
        try:
            async with asyncio.TaskGroup() as group:
                for task, epoch in probes:
                    group.create_task(one(plan, adapter, ready.dump_hash, task, epoch))
        finally:
            await adapter.close()
    return None


async def _open_whole(bench: Workbench, plan: StorePlan) -> tuple[MemoryAdapter, Ready]:
    """The store open to read only, once it has proved to hold what was written; else it is closed again."""
    adapter = await open_adapter(bench, plan, read_only=True)
    try:
        return adapter, await verified(adapter, plan)
    except BaseException:
        await adapter.close()
        raise
