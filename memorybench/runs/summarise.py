"""From a run's records to one Summary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import quantiles

from memorybench.records import Task, Usage, Verdict
from memorybench.runs.cost import merge_usage, total_cost
from memorybench.runs.ingest_cost import ingest_cost
from memorybench.runs.log import IngestLine, Sample, SampleKey, ScoreLine
from memorybench.runs.spec import RunSpec
from memorybench.runs.summary import Counts, Group, ProbeCost, RateSummary, StageCounts, Summary
from memorybench.stats.wilson import wilson
from memorybench.tasks.abilities import abilities

Scored = tuple[Task, Sample, ScoreLine | None]


def summarise(
    spec: RunSpec,
    judges: str,
    tasks: Sequence[Task],
    samples: Mapping[SampleKey, Sample],
    scores: Mapping[SampleKey, ScoreLine],
    ingest: Sequence[IngestLine],
    tokenizer: str,
    held: Mapping[str, int | None] | None = None,
) -> Summary:
    """Compute the summary of a run, complete or not.

    ``held``: how many memories each complete store holds, by digest, for memory systems that keep what they are told.
    """
    planned = [(task, epoch) for task in tasks for epoch in range(spec.epochs)]
    rows: list[Scored] = [
        (task, samples[task.id, epoch], scores.get((task.id, epoch)))
        for task, epoch in planned
        if (task.id, epoch) in samples
    ]
    usage = merge_usage([sample.usage for _, sample, _ in rows])
    judging = merge_usage([score.usage for _, _, score in rows if score])
    written = merge_usage([line.usage for line in ingest])
    cost, unknown = total_cost([usage, judging, written])
    return Summary(
        run=spec.identity(),
        run_hash=spec.digest,
        judges=judges,
        stand_in=spec.stand_in,
        judge_same_family=spec.judge_same_family,
        counts=_counts(spec, len(planned), rows),
        facts=_stages(rows),
        rates=_rates(rows),
        evidence_sessions_retrieved=_evidence_sessions(rows),
        groups={
            "label": _groups(rows, lambda task: [task.label.value]),
            "kind": _groups(rows, lambda task: [task.kind.value]),
            "project": _groups(rows, lambda task: [task.project]),
            "family": _groups(rows, lambda task: [task.family]),
            "phrase_bank": _groups(rows, lambda task: [task.phrase_bank or "none"]),
            "ability": _groups(rows, abilities, controls=True),
        },
        ingest=ingest_cost(spec, ingest, written, held or {}),
        probe=_probe(rows, usage),
        judging=judging,
        cost_usd=cost,
        cost_unknown_roles=unknown,
        failures=_failures(rows, ingest),
        tokenizer=tokenizer,
    )


def rate(k: int, n: int, unscored: int = 0, by: str | None = None) -> RateSummary:
    """A rate over ``n`` scored cases, with bounds over the unscored ones too."""
    found = wilson(k, n)
    everyone = n + unscored
    return RateSummary(
        k=k,
        n=n,
        rate=found.rate,
        wilson=(found.low, found.high) if n else None,
        unscored=unscored,
        low_bound=k / everyone if everyone else None,
        high_bound=(k + unscored) / everyone if everyone else None,
        by=by,
    )


def _verdict(score: ScoreLine | None, judge: str) -> Verdict | None:
    return next((verdict for verdict in score.verdicts if verdict.judge == judge), None) if score else None


def _judged(rows: Iterable[Scored], judge: str, passes: Callable[[Verdict], bool]) -> RateSummary:
    """The share of verdicts of ``judge`` that pass; a row without one counts as unscored if it was due."""
    verdicts = [_verdict(score, judge) for _, _, score in rows]
    scored = [verdict for verdict in verdicts if verdict is not None and verdict.scored and verdict.dimensions]
    due = sum(verdict is None or not verdict.scored for verdict in verdicts)
    makers = sorted({verdict.by for verdict in scored})
    return rate(sum(map(passes, scored)), len(scored), due, "+".join(makers) or None)


def _rates(rows: Sequence[Scored]) -> dict[str, RateSummary]:
    told = [row for row in rows if row[0].control is None]
    controls = [row for row in rows if row[0].control is not None]
    rates = {
        "answer_accuracy": _judged(told, "answer", lambda verdict: bool(verdict.accepted)),
        "memory_accuracy": _judged(told, "memory", lambda verdict: bool(verdict.accepted)),
        "grader_accuracy": _judged(
            [row for row in told if row[0].gold], "grader", lambda v: bool(v.dimensions["correct"])
        ),
        "control_answer_accuracy": _judged(controls, "answer", lambda verdict: bool(verdict.accepted)),
        "abstention": _judged(controls, "grader", lambda verdict: bool(verdict.dimensions["correct"])),
        "false_memory": _judged(
            controls, "grader", lambda verdict: not verdict.dimensions.get("claims_no_value", True)
        ),
    }
    for judge in ("answer", "memory"):
        for dimension in _dimensions(told, judge):
            rates[dimension] = _judged(told, judge, lambda verdict, name=dimension: verdict.dimensions[name])  # type: ignore[misc]
    return rates


def _dimensions(rows: Iterable[Scored], judge: str) -> list[str]:
    for _, _, score in rows:
        verdict = _verdict(score, judge)
        if verdict is not None and verdict.dimensions:
            return list(verdict.dimensions)
    return []


def _stages(rows: Sequence[Scored]) -> StageCounts:
    lines = [fact for task, _, score in rows if score and task.control is None for fact in score.facts]
    chance = [score.chance for _, _, score in rows if score]
    listed = [line.written for line in lines if line.written is not None]
    return StageCounts(
        facts=len(lines),
        written=rate(sum(listed), len(listed)),
        retrieved=rate(sum(line.retrieved for line in lines), len(lines)),
        used=rate(sum(line.used for line in lines), len(lines)),
        chance=rate(sum(found for found, _ in chance), sum(asked for _, asked in chance)),
    )


def _groups(
    rows: Sequence[Scored], names_of: Callable[[Task], Iterable[str]], *, controls: bool = False
) -> dict[str, Group]:
    """The rates per group; a task may be in several. Without ``controls`` only tasks count that were told."""
    groups: dict[str, list[Scored]] = {}
    for row in rows:
        if controls or row[0].control is None:
            for name in names_of(row[0]):
                groups.setdefault(str(name), []).append(row)
    return {name: _group(members) for name, members in sorted(groups.items())}


def _group(members: Sequence[Scored]) -> Group:
    told = [row for row in members if row[0].control is None]
    return Group(
        answer_accuracy=_judged(members, "answer", lambda verdict: bool(verdict.accepted)),
        memory_accuracy=_judged(told, "memory", lambda verdict: bool(verdict.accepted)),
        grader_accuracy=_judged(
            [row for row in members if row[0].gold], "grader", lambda v: bool(v.dimensions["correct"])
        ),
        facts=_stages(members),
    )


def _evidence_sessions(rows: Iterable[Scored]) -> RateSummary:
    """How many of the sessions that tell what is needed stand behind the retrieved memories.

    No data where no memory of the run names the session it comes from.
    """
    told = [row for row in rows if row[0].control is None and row[0].evidence_sessions()]
    if not any(memory.session for _, sample, _ in told for memory in sample.answer.retrieved):
        return rate(0, 0)
    found = [
        (task.evidence_sessions(), {memory.session for memory in sample.answer.retrieved})
        for task, sample, _ in told
        if is_scored_end(sample)
    ]
    return rate(sum(len(due & seen) for due, seen in found), sum(len(due) for due, _ in found))


def is_scored_end(sample: Sample) -> bool:
    """Whether the probe's end counts: it ran, or the memory system itself failed."""
    return sample.answer.failure is None or sample.answer.failure.kind == "memory_error"


def _applies(judge: str, task: Task) -> bool:
    """The memory judge has no word on controls (nothing was told), the code grader none without typed gold."""
    if judge == "memory":
        return task.control is None
    return judge != "grader" or bool(task.gold)


def _counts(spec: RunSpec, planned: int, rows: Sequence[Scored]) -> Counts:
    ends = [sample.answer.end for _, sample, _ in rows]
    judges = [*spec.judges, "grader"]
    due = {judge: [row for row in rows if _applies(judge, row[0])] for judge in judges}
    verdicts = {judge: [_verdict(score, judge) for _, _, score in found] for judge, found in due.items()}
    return Counts(
        planned=planned,
        answered=ends.count("answered"),
        no_answer=ends.count("no_answer"),
        step_limit=ends.count("step_limit"),
        timeout=ends.count("timeout"),
        failed=ends.count("failed"),
        missing=planned - len(rows),
        scored={judge: sum(v is not None and v.scored for v in found) for judge, found in verdicts.items()},
        unscored={judge: sum(v is None or not v.scored for v in found) for judge, found in verdicts.items()},
    )


def _probe(rows: Sequence[Scored], usage: dict[str, Usage]) -> ProbeCost:
    answers = [sample.answer for _, sample, _ in rows]
    seconds = sorted(answer.seconds for answer in answers)
    tools = [sum(step.kind == "tool" for step in answer.trace) for answer in answers]
    return ProbeCost(
        usage=usage,
        memory_queries_per_task=_mean([len(answer.memory_queries) for answer in answers]),
        tool_calls_per_task=_mean(tools),
        seconds_p50=_quantile(seconds, 50),
        seconds_p95=_quantile(seconds, 95),
    )


def _failures(rows: Sequence[Scored], ingest: Sequence[IngestLine]) -> tuple[str, ...]:
    told = [
        f"{line.history} {failure.session or line.receipt.session}: {failure.kind}: {failure.message}"
        for line in ingest
        for failure in line.receipt.failures
    ]
    for task, sample, score in rows:
        if sample.answer.failure:
            told.append(f"{task.id}: {sample.answer.failure.kind}: {sample.answer.failure.message}")
        if sample.memory_changed:
            told.append(f"{task.id}: memory_error: the store changed while the probe ran")
        told += [
            f"{task.id}: {verdict.judge} judge: {verdict.unscored.message}"
            for verdict in (score.verdicts if score else ())
            if verdict.unscored and not sample.answer.failure  # else the same failure, told once
        ]
    return tuple(told)


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 3) if values else None


def _quantile(ordered: Sequence[float], percent: int) -> float | None:
    if not ordered:
        return None
    if len(ordered) == 1:
        return round(ordered[0], 3)
    return round(quantiles(ordered, n=100, method="inclusive")[percent - 1], 3)
