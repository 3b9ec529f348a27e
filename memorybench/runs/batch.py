"""A whole run: claim the folder, ingest, probe, score, summarise; the same call resumes."""

from __future__ import annotations

from collections.abc import Sequence

from memorybench.models import tokens
from memorybench.runs.cost import total_cost
from memorybench.runs.events import Listener, PhaseStarted, StepDone
from memorybench.runs.ingesting import StorePlan, ingest_all, plan_stores
from memorybench.runs.log import RunLog
from memorybench.runs.preflight import preflight
from memorybench.runs.probing import due_probes, probe_all
from memorybench.runs.scoring import make_judges, score_all
from memorybench.runs.summarise import summarise
from memorybench.runs.summary import Summary
from memorybench.runs.workbench import Workbench, judges_fingerprint


async def evaluate(bench: Workbench, listen: Listener) -> Summary:
    """Run or resume an evaluation and return its summary, which is also written to the run's folder."""
    log = RunLog(bench.run_folder)
    with log.owned():
        log.check(bench.spec)
        bench.meter.spend(spent_so_far(log))
        listen(PhaseStarted("preflight", 1))
        await preflight(bench)
        listen(StepDone("preflight", "models, backend and IFC files"))
        log.claim(bench.spec)  # not before: a command that cannot work leaves the folder to the corrected one
        plans = plan_stores(bench)
        # A store that no due probe meets is ready, or its memory system failed on it for good.
        samples = log.samples()
        due = [plan for plan in plans if due_probes(plan, bench.spec.epochs, samples)]
        failures = await ingest_all(bench, due, log, listen)
        await probe_all(bench, plans, failures, log, listen)
        return await score_and_summarise(bench, plans, log, listen)


def spent_so_far(log: RunLog) -> float:
    """Known USD of an earlier, interrupted part of the run; it counts against ``--max-cost``."""
    used = [sample.usage for sample in log.samples().values()] + [line.usage for line in log.ingest_lines()]
    return total_cost(used)[0] or 0.0


async def score_and_summarise(bench: Workbench, plans: Sequence[StorePlan], log: RunLog, listen: Listener) -> Summary:
    """Score what has no verdict of the bench's judges yet, then write and return the summary."""
    fingerprint = judges_fingerprint(bench.spec)
    await score_all(
        log=log,
        fingerprint=fingerprint,
        tasks=bench.tasks,
        plans=plans,
        judges=make_judges(bench.judges, bench.spec, bench.hub),
        meter=bench.meter,
        concurrency=bench.options.concurrency,
        all_tasks=bench.dataset.tasks,
        listen=listen,
    )
    summary = summarise(
        bench.spec,
        fingerprint,
        bench.tasks,
        log.samples(),
        log.scores(fingerprint),
        log.ingest_lines(),
        tokens.TOKENIZER_NAME,
        memories_held(bench, plans),
    )
    log.write_summary(fingerprint, summary)
    return summary


def memories_held(bench: Workbench, plans: Sequence[StorePlan]) -> dict[str, int | None]:
    """How many memories each complete store holds; nothing for systems that are not to keep what they are told."""
    if bench.adapter_type.gold or bench.card.surfaces == ("none",):
        return {}
    complete = {plan.store.key.digest: plan.store.ready() for plan in plans}
    return {store: ready.memories for store, ready in complete.items() if ready is not None}
