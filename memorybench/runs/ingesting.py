"""Write every history a run needs into its store, once, in order, resumable after each session."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from memorybench.errors import BackendUnreachable, BadInput
from memorybench.memory import GoldAccess, MemoryAdapter, StoreContext
from memorybench.records import Failure, History, IngestReceipt, Task, Usage
from memorybench.runs.cost import merge_usage
from memorybench.runs.events import Listener, PhaseStarted, StepDone
from memorybench.runs.execute import IngestStopped, ingest_session
from memorybench.runs.failures import failure_of
from memorybench.runs.hosting import HostedAdapter
from memorybench.runs.log import IngestLine, RunLog, append
from memorybench.runs.stores import Ready, StoreFolder, dump_hash, store_key
from memorybench.runs.workbench import Workbench


@dataclass(frozen=True)
class StorePlan:
    """One store and the tasks that meet it."""

    store: StoreFolder
    history: History
    tasks: tuple[Task, ...]


def plan_stores(bench: Workbench) -> list[StorePlan]:
    """Group the run's tasks by the memory they meet; a gold baseline gets a store per task."""
    plans: dict[str, StorePlan] = {}
    for task in bench.tasks:
        history = bench.seen_history(task)
        gold = task.current_facts() if bench.adapter_type.gold else ()
        key = store_key(bench.spec, history, gold)
        name = f"{key.digest}/{task.id}" if bench.adapter_type.gold else key.digest
        if name in plans:
            held = plans[name]
            plans[name] = StorePlan(held.store, held.history, (*held.tasks, task))
        else:
            plans[name] = StorePlan(StoreFolder(bench.stores_folder, key), history, (task,))
    return list(plans.values())


async def open_adapter(bench: Workbench, plan: StorePlan, *, read_only: bool) -> MemoryAdapter:
    """A fresh adapter instance on the plan's store, on a thread of its own."""
    adapter = HostedAdapter(bench.adapter_type(), bench.card, bench.call_limits())
    if adapter.gold:
        adapter.accept_gold(GoldAccess(facts=plan.tasks[0].current_facts()))
    await adapter.open(
        StoreContext(
            namespace=plan.store.key.namespace,
            workspace=plan.store.workspace,
            models=bench.memory_models(),
            config=bench.config,
            variant=bench.variant,
            read_only=read_only,
        )
    )
    return adapter


async def ingest_all(
    bench: Workbench, plans: Sequence[StorePlan], log: RunLog, listen: Listener
) -> dict[str, Failure]:
    """Write the stores of ``plans``; return, per store digest, why it could not be written."""
    done = sum(_sessions_done(plan) for plan in plans)
    listen(PhaseStarted("ingest", sum(len(plan.history.sessions) for plan in plans), done))
    gate = asyncio.Semaphore(bench.options.concurrency)
    failures: dict[str, Failure] = {}

    async def one(plan: StorePlan) -> None:
        async with gate:
            try:
                await _ingest_store(bench, plan, listen)
            except IngestStopped as error:
                failures[plan.store.key.digest] = error.failure
            _copy_receipts(plan, log)

    async with asyncio.TaskGroup() as group:
        for plan in plans:
            group.create_task(one(plan))
    return failures


def _sessions_done(plan: StorePlan) -> int:
    return len(plan.history.sessions) if plan.store.ready() else len(plan.store.receipts())


async def _ingest_store(bench: Workbench, plan: StorePlan, listen: Listener) -> None:
    with plan.store.owned():
        if plan.store.ready() is not None:
            return
        written = plan.store.receipts()
        with _stops_ingestion():
            adapter = await open_adapter(bench, plan, read_only=False)
        try:
            await _check_begun(plan, adapter, written.values())
            for session in plan.history.sessions:
                if session.id in written:
                    continue
                line = await ingest_session(adapter, session, plan.store.key, bench.spec.digest, bench.meter)
                plan.store.record(line)
                listen(StepDone("ingest", f"{plan.history.id} {session.id}"))
            await _finish(bench, plan, adapter)
        finally:
            await adapter.close()


@contextmanager
def _stops_ingestion() -> Iterator[None]:
    """What goes wrong with a store ends its ingestion, not the run's; bad input of the user's ends the run."""
    try:
        yield
    except BadInput:
        raise
    except Exception as error:
        raise IngestStopped(failure_of(error)) from error


async def _check_begun(plan: StorePlan, adapter: MemoryAdapter, written: Iterable[IngestLine]) -> None:
    """Stop if a store that was begun holds nothing any more: going on would leave it without its first sessions."""
    if any(line.receipt.memories for line in written):
        with _stops_ingestion():
            if await adapter.dump() == []:
                raise _lost(plan)


def _lost(plan: StorePlan) -> BackendUnreachable:
    return BackendUnreachable(
        f"the store {plan.store.folder} no longer holds what was written into it (was it or its server "
        "emptied?): delete that folder to ingest again."
    )


async def _finish(bench: Workbench, plan: StorePlan, adapter: MemoryAdapter) -> None:
    """Wait until all is stored and write down what the store holds; a failure in this leaves it unfinished."""
    started = time.monotonic()
    with _stops_ingestion(), bench.meter.task_scope(f"{plan.store.key.digest}/ready") as used:
        again = await adapter.ready() or ()
        dump = await adapter.dump()
    seconds, usage = time.monotonic() - started, {str(role): spent for role, spent in used.by_role().items()}
    for line in lines_after_ready(plan.store.receipts(), again, usage, seconds):
        plan.store.record(line)
    plan.store.finish(dump)


def lines_after_ready(
    written: Mapping[str, IngestLine], again: Sequence[IngestReceipt], usage: Mapping[str, Usage], seconds: float
) -> list[IngestLine]:
    """The lines that replace those in ``written`` after the last tries, whose receipts are ``again``.

    What the tries used is added to the last session that was tried, else to the last one written.
    """
    changed = {receipt.session: _merged(written[receipt.session], receipt) for receipt in again}
    if usage and written:
        last = [*(changed or written)][-1]
        line = changed.get(last, written[last])
        changed[last] = line.model_copy(
            update={"usage": merge_usage([line.usage, usage]), "seconds": round(line.seconds + seconds, 3)}
        )
    return list(changed.values())


def _merged(line: IngestLine, again: IngestReceipt) -> IngestLine:
    """The session's line after one more try: what failed before is recovered if nothing fails now."""
    before = line.receipt
    recovered = () if again.failures else before.failures
    receipt = again.model_copy(
        update={
            "calls": before.calls + again.calls,
            "recovered": (*before.recovered, *recovered, *again.recovered),
        }
    )
    return line.model_copy(update={"receipt": receipt})


def _copy_receipts(plan: StorePlan, log: RunLog) -> None:
    held = {(line.store, line.receipt.session): line for line in log.ingest_lines()}
    for line in plan.store.receipts().values():
        if held.get((line.store, line.receipt.session)) != line:
            append(log.folder / "ingest.jsonl", line)


async def verified(adapter: MemoryAdapter, plan: StorePlan) -> Ready:
    """Check that the opened store still holds what was written; raise ``BackendUnreachable`` when it does not."""
    ready = plan.store.ready()
    if ready is not None and ready.dump_hash is None:
        return ready  # nothing to compare: this memory system cannot list what it holds
    if ready is None or dump_hash(await adapter.dump()) != ready.dump_hash:
        raise _lost(plan)
    return ready
