"""The summary's counts and rates, worked out by hand on four probes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memorybench.records import (
    Answer,
    Control,
    Fact,
    Failure,
    IngestReceipt,
    Kind,
    Label,
    NotSettledGold,
    NumberGold,
    Task,
    Usage,
    Verdict,
)
from memorybench.runs.cost import add_usage, merge_usage, total_cost
from memorybench.runs.log import FactLine, IngestLine, Sample, ScoreLine
from memorybench.runs.spec import RunSpec
from memorybench.runs.summarise import rate, summarise
from memorybench.runs.summary import Summary

NOW = datetime(2026, 12, 1, tzinfo=UTC)


def task(name: str, label: Label = Label.NOT_IN_IFC, control: Control | None = None) -> Task:
    return Task(
        id=name,
        history="h",
        project="p",
        model="models/m.ifc",
        probe="?",
        probe_plain="?",
        probe_time=NOW,
        label=label,
        kind=Kind.LOOKUP,
        family="f",
        control=control,
        gold_answer="",
        gold=(NotSettledGold(),) if control else (NumberGold(value=1),),
        extra_information="",
        facts=() if control else (Fact(id="f", subject="s", relation="r", value=1, evidence=("S001-M01",)),),
        phrase_bank="A" if label is Label.NOT_IN_IFC else "B",
    )


TASKS = (task("t1"), task("t2"), task("t3", Label.NEEDS_EXTERNAL_INFO), task("c1", control=Control.NEVER_TOLD))


def sample(name: str, end: str = "answered", failure: Failure | None = None, seconds: float = 1.0) -> Sample:
    answer = Answer(end=end, text="x", failure=failure, seconds=seconds, memory_queries=("q",))
    usage = {"probe": Usage(calls=2, input_tokens=100, output_tokens=10, cost=0.5)}
    return Sample(task=name, epoch=0, store="s", started=NOW, answer=answer, usage=usage)


def verdict(judge: str, accepted: bool | None, dimensions: tuple[str, ...]) -> Verdict:
    if accepted is None:
        failure = Failure(kind="judge_error", message="garbage")
        return Verdict(judge=judge, fingerprint="x", unscored=failure)
    return Verdict(judge=judge, fingerprint="x", dimensions=dict.fromkeys(dimensions, accepted))


def score(
    name: str, answer: bool | None, memory: bool | None, correct: bool, facts: tuple[bool, bool, bool]
) -> ScoreLine:
    verdicts = [
        Verdict(judge="grader", fingerprint="code", by="rule", dimensions={"part1": correct, "correct": correct}),
        verdict("answer", answer, ("correctness", "completeness", "relevance")),
    ]
    if name != "c1":
        verdicts.append(verdict("memory", memory, ("retrieval_relevant",)))
    written, retrieved, used = facts
    lines = () if name == "c1" else (FactLine(fact="f", written=written, retrieved=retrieved, used=used),)
    return ScoreLine(task=name, epoch=0, sampled=NOW, verdicts=tuple(verdicts), facts=lines, chance=(1, 20), usage={})


def summary(spec: RunSpec, samples: list[Sample], scores: list[ScoreLine]) -> Summary:
    receipt = IngestReceipt(
        session="S001", messages=4, memories=2, failures=(Failure(kind="memory_error", message="lost"),)
    )
    lines = [
        IngestLine(store="s", history="h", receipt=receipt, tokens=50, usage={}, seconds=1.5, run=spec.digest),
        IngestLine(store="r", history="h", receipt=receipt, tokens=50, usage={}, seconds=1.5, run="another"),
    ]
    return summarise(spec, "j", TASKS, {s.key: s for s in samples}, {s.key: s for s in scores}, lines, "words")


@pytest.fixture
def found(spec: RunSpec) -> Summary:
    """t1 right, t2 wrong, t3 with a garbled answer judge, the control abstained."""
    return summary(
        spec,
        [
            sample("t1", seconds=1),
            sample("t2", "timeout", seconds=3),
            sample("t3", seconds=2),
            sample("c1", seconds=4),
        ],
        [
            score("t1", True, True, True, (True, True, True)),
            score("t2", False, False, False, (True, False, False)),
            score("t3", None, True, True, (False, False, False)),
            score("c1", True, None, True, (False, False, False)),
        ],
    )


def test_the_ends_are_counted(found: Summary) -> None:
    counts = found.counts
    assert (counts.planned, counts.answered, counts.timeout, counts.missing) == (4, 3, 1, 0)
    assert counts.scored == {"answer": 3, "memory": 3, "grader": 4}
    assert counts.unscored == {"answer": 1, "memory": 0, "grader": 0}
    assert not found.complete


def test_an_unscored_task_is_in_the_bounds_and_not_in_the_rate(found: Summary) -> None:
    answer = found.rates["answer_accuracy"]
    assert (answer.k, answer.n, answer.rate, answer.unscored) == (1, 2, 0.5, 1)
    assert (answer.low_bound, answer.high_bound) == (pytest.approx(1 / 3), pytest.approx(2 / 3))


def test_controls_are_apart(found: Summary) -> None:
    assert (found.rates["memory_accuracy"].k, found.rates["memory_accuracy"].n) == (2, 3)
    assert (found.rates["grader_accuracy"].k, found.rates["grader_accuracy"].n) == (2, 3)
    assert (found.rates["abstention"].k, found.rates["abstention"].n) == (1, 1)
    assert (found.rates["control_answer_accuracy"].k, found.rates["control_answer_accuracy"].n) == (1, 1)


def test_facts_by_stage_and_by_chance(found: Summary) -> None:
    stages = found.facts
    assert stages.facts == 3
    assert (stages.written.k, stages.retrieved.k, stages.used.k) == (2, 1, 1)
    assert (stages.chance.k, stages.chance.n) == (4, 80)


def test_groups_hold_their_own_tasks(found: Summary) -> None:
    labels = found.groups["label"]
    assert set(labels) == {"not_in_ifc", "needs_external_info"}
    assert (labels["not_in_ifc"].answer_accuracy.k, labels["not_in_ifc"].answer_accuracy.n) == (1, 2)
    assert labels["needs_external_info"].answer_accuracy.rate is None
    assert set(found.groups["phrase_bank"]) == {"A", "B"}


def test_cost_and_time(found: Summary) -> None:
    assert (found.ingest.sessions, found.ingest.stores, found.ingest.reused_stores) == (2, 2, 1)
    assert (found.ingest.failures, found.ingest.tokens_read, found.ingest.seconds) == (2, 100, 3.0)
    assert found.probe.usage["probe"].input_tokens == 400
    assert (found.cost_usd, found.cost_unknown_roles) == (2.0, ())
    assert (found.probe.seconds_p50, found.probe.memory_queries_per_task) == (2.5, 1.0)


def test_a_run_that_has_not_begun_has_no_data(spec: RunSpec) -> None:
    empty = summary(spec, [], [])
    assert empty.counts.missing == 4
    assert empty.rates["answer_accuracy"].rate is None
    assert empty.rates["answer_accuracy"].wilson is None
    assert not empty.complete


def test_a_failed_probe_is_unscored_for_every_judge(spec: RunSpec) -> None:
    failure = Failure(kind="model_error", message="down")
    failed = summary(spec, [sample("t1", "failed", failure)], [])
    assert failed.counts.failed == 1
    assert failed.counts.unscored == {"answer": 1, "memory": 1, "grader": 1}
    assert [text for text in failed.failures if "t1" in text] == ["t1: model_error: down"]


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 10))
def test_bounds_enclose_the_rate(k: int, wrong: int, unscored: int) -> None:
    found = rate(k, k + wrong, unscored)
    if found.rate is None:
        assert k + wrong == 0
        return
    assert found.low_bound is not None and found.high_bound is not None
    assert found.low_bound <= found.rate + 1e-12
    assert found.rate <= found.high_bound + 1e-12


usages = st.builds(
    Usage,
    calls=st.integers(0, 5),
    input_tokens=st.integers(0, 99),
    cost=st.none() | st.integers(0, 8).map(lambda eighths: eighths / 8),
)


@given(st.lists(st.dictionaries(st.sampled_from(["probe", "memory"]), usages), max_size=5))
def test_usage_adds_up_and_an_unknown_price_stays_unknown(tables: list[dict[str, Usage]]) -> None:
    merged = merge_usage(tables)
    parts = [usage for table in tables for usage in table.values()]
    assert sum(usage.calls for usage in merged.values()) == sum(usage.calls for usage in parts)
    for role, usage in merged.items():
        of_role = [table[role] for table in tables if role in table]
        assert (usage.cost is None) == any(part.cost is None for part in of_role)
    known, unknown = total_cost(tables)
    assert (known is None) == all(part.cost is None for part in parts)
    assert set(unknown) <= set(merged)


@given(usages, usages)
def test_adding_usage_commutes(one: Usage, other: Usage) -> None:
    assert add_usage(one, other) == add_usage(other, one)
