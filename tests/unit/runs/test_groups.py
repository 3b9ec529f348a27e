"""Rates by ability, tasks without typed gold, and the sessions behind what was retrieved."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from memorybench.records import (
    Ability,
    Answer,
    Control,
    Failure,
    Kind,
    Label,
    Memory,
    NotSettledGold,
    Task,
    Verdict,
)
from memorybench.reports.groups import shown_groups
from memorybench.runs.log import Sample, ScoreLine
from memorybench.runs.spec import RunSpec
from memorybench.runs.summarise import summarise
from memorybench.runs.summary import Summary

NOW = datetime(2026, 12, 1, tzinfo=UTC)


def chat(name: str, *abilities: Ability, evidence: Sequence[str] = (), control: Control | None = None) -> Task:
    return Task(
        id=name,
        history="h",
        project="p",
        model=None,
        probe="?",
        probe_plain="?",
        probe_time=NOW,
        label=Label.NOT_IN_IFC,
        kind=Kind.LOOKUP,
        family="multi-hop",
        control=control,
        gold_answer="",
        gold=(NotSettledGold(),) if control else (),
        extra_information="",
        facts=(),
        evidence=tuple(evidence),
        abilities=abilities,
    )


TASKS = (
    chat("t1", Ability.TEMPORAL, evidence=("S001-M01", "S004-M02")),
    chat("t2", Ability.TEMPORAL, Ability.UPDATE, evidence=("S002-M01",)),
    chat("t3", Ability.UPDATE),
    chat("c1", Ability.TEMPORAL, Ability.ABSTENTION, control=Control.NEVER_TOLD),
)


def sample(name: str, *sessions: str | None, failure: Failure | None = None) -> Sample:
    retrieved = tuple(Memory(text=f"m{n}", session=session) for n, session in enumerate(sessions))
    end = "failed" if failure else "answered"
    return Sample(
        task=name,
        epoch=0,
        store="s",
        started=NOW,
        answer=Answer(end=end, text="x", retrieved=retrieved, failure=failure),
        usage={},
    )


def score(name: str, right: bool, *, grader: bool | None = None) -> ScoreLine:
    verdicts = [Verdict(judge="answer", fingerprint="x", dimensions={"correctness": right})]
    if not name.startswith("c"):
        verdicts.append(Verdict(judge="memory", fingerprint="x", dimensions={"retrieval_relevant": right}))
    if grader is not None:
        verdicts.append(Verdict(judge="grader", fingerprint="x", dimensions={"correct": grader}, by="rule"))
    return ScoreLine(task=name, epoch=0, sampled=NOW, verdicts=tuple(verdicts), facts=(), usage={})


def summary(spec: RunSpec, samples: list[Sample]) -> Summary:
    spec = spec.model_copy(update={"judges": {"answer": "x", "memory": "x"}, "epochs": 1})
    scores = [score("t1", True), score("t2", False), score("t3", True), score("c1", True, grader=False)]
    return summarise(spec, "j", TASKS, {s.key: s for s in samples}, {s.key: s for s in scores}, [], "words")


def retrieved() -> list[Sample]:
    return [sample("t1", "S001", "S003", None), sample("t2"), sample("t3", "S001"), sample("c1", "S001")]


def test_a_task_counts_in_each_of_its_abilities_and_controls_too(spec: RunSpec) -> None:
    groups = summary(spec, retrieved()).groups["ability"]
    found = {name: (group.answer_accuracy.k, group.answer_accuracy.n) for name, group in groups.items()}
    assert found == {"temporal": (2, 3), "update": (1, 2), "abstention": (1, 1)}
    assert (groups["temporal"].memory_accuracy.k, groups["temporal"].memory_accuracy.n) == (1, 2)
    assert groups["temporal"].memory_accuracy.unscored == 0
    assert (groups["abstention"].grader_accuracy.k, groups["abstention"].grader_accuracy.n) == (0, 1)
    assert groups["update"].grader_accuracy.rate is None


def test_the_grader_owes_nothing_where_there_is_no_typed_gold(spec: RunSpec) -> None:
    found = summary(spec, retrieved())
    assert found.counts.scored["grader"] == 1
    assert found.counts.unscored == {"answer": 0, "memory": 0, "grader": 0}
    assert found.complete


def test_sessions_behind_what_was_retrieved(spec: RunSpec) -> None:
    """t1: one of two; t2: none of one, though nothing was retrieved; t3 and the control have no evidence."""
    rate = summary(spec, retrieved()).evidence_sessions_retrieved
    assert (rate.k, rate.n) == (1, 3)


def test_no_data_where_memories_name_no_session(spec: RunSpec) -> None:
    rate = summary(spec, [sample("t1", None), sample("t2", None)]).evidence_sessions_retrieved
    assert (rate.n, rate.rate) == (0, None)


def test_a_probe_that_the_harness_lost_does_not_count(spec: RunSpec) -> None:
    lost = Failure(kind="model_error", message="m")
    own = Failure(kind="memory_error", message="m")
    samples = [sample("t1", "S001"), sample("t2", failure=lost)]
    assert summary(spec, samples).evidence_sessions_retrieved.n == 2
    samples[1] = sample("t2", failure=own)
    assert summary(spec, samples).evidence_sessions_retrieved.n == 3


def test_tables_show_groupings_worth_reading(spec: RunSpec) -> None:
    found = summary(spec, retrieved())
    assert set(shown_groups(found)) == {"ability"}
    group = found.groups["ability"]["update"]
    many = {"project": {f"p{n}": group for n in range(40)}, "family": {"a": group, "b": group}}
    assert shown_groups(found.model_copy(update={"groups": many})) == {}
