"""What a report says about one run: counts, rates with Wilson intervals, facts by stage, cost."""

from __future__ import annotations

from typing import Any

from memorybench.records import Record, Usage


class RateSummary(Record):
    """A rate with its Wilson 95 % interval; ``low_bound``/``high_bound`` count the unscored as wrong/right."""

    k: int
    n: int
    rate: float | None  # None: no data
    wilson: tuple[float, float] | None
    unscored: int = 0
    low_bound: float | None = None
    high_bound: float | None = None
    by: str | None = None  # who gave the verdicts: model, matcher, rule, person


class StageCounts(Record):
    """Facts of the tasks that were probed, by how far they came."""

    facts: int
    written: RateSummary
    retrieved: RateSummary
    used: RateSummary
    chance: RateSummary  # facts of other histories found in these stores: the matcher's noise floor


class LossReason(Record):
    """Why sessions were lost on the way into memory: one of the failures' messages, and how many sessions met it."""

    kind: str
    message: str  # of the first session; others may differ in a number
    sessions: int


class IngestCost(Record):
    """What writing the memory took, over all stores of the run."""

    stores: int
    reused_stores: int
    sessions: int
    messages: int
    memories: int
    tokens_read: int  # bundled tokenizer
    failures: int
    notes: int
    usage: dict[str, Usage]
    seconds: float
    sessions_lost: int = 0  # a failure was reported and nothing of the session is stored
    sessions_lost_in_part: int = 0  # a failure was reported, something is stored
    sessions_left_nothing: int = 0  # messages went in, nothing came of it, no failure was reported
    reasons: tuple[LossReason, ...] = ()  # most sessions first
    recovered: int = 0  # failures that a later try made good: nothing is lost by them
    empty_stores: int = 0  # complete, were given messages, hold nothing


class ProbeCost(Record):
    """What answering took; tokens and calls as the provider reported them, by role."""

    usage: dict[str, Usage]
    memory_queries_per_task: float | None
    tool_calls_per_task: float | None
    retrieved_tokens_per_task: float | None = None
    seconds_p50: float | None
    seconds_p95: float | None


class Counts(Record):
    """How the planned probes ended."""

    planned: int
    answered: int
    no_answer: int
    step_limit: int
    timeout: int
    failed: int
    missing: int  # planned, not yet run
    scored: dict[str, int]  # by judge
    unscored: dict[str, int]


class Group(Record):
    """The headline rates of one group of tasks."""

    answer_accuracy: RateSummary
    memory_accuracy: RateSummary
    grader_accuracy: RateSummary
    facts: StageCounts


class Summary(Record):
    """All that a report says about one run under one set of judges."""

    run: dict[str, Any]  # the spec's identity
    run_hash: str
    judges: str
    stand_in: bool
    judge_same_family: bool
    counts: Counts
    facts: StageCounts
    rates: dict[str, RateSummary]
    evidence_sessions_retrieved: RateSummary | None = None  # sessions that tell it, behind what was retrieved
    groups: dict[str, dict[str, Group]]  # "label" -> "not_in_ifc" -> rates
    ingest: IngestCost
    probe: ProbeCost
    judging: dict[str, Usage]
    cost_usd: float | None
    cost_unknown_roles: tuple[str, ...]
    failures: tuple[str, ...]
    tokenizer: str

    @property
    def probe_failures(self) -> tuple[str, ...]:
        """The failures without those of ingestion, which stand first and are summed up in `ingest`."""
        return self.failures[self.ingest.failures :]

    @property
    def complete(self) -> bool:
        """Whether every planned probe has run and every verdict is there."""
        return self.counts.missing == 0 and not any(self.counts.unscored.values())
