"""What can be compared: the rates of a summary, taken apart into one score a task and epoch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memorybench.records import Verdict
from memorybench.runs.log import FactLine, Sample, ScoreLine
from memorybench.runs.summarise import is_scored_end

ANSWER = ("correctness", "completeness", "relevance")
MEMORY = ("retrieval_relevant", "retrieval_covers_key_facts", "answer_uses_memory")
HEADLINES = ("answer_accuracy", "memory_accuracy")
FACTS = ("facts_written", "facts_retrieved", "facts_used")  # a task's score is the share of its facts
CONTROLS = ("control_answer_accuracy", "abstention", "false_memory")
MEASURES = ("answer_accuracy", *ANSWER, "memory_accuracy", *MEMORY, "grader_accuracy", *FACTS, *CONTROLS)
LOWER_IS_BETTER = frozenset({"false_memory"})


@dataclass(frozen=True)
class TaskInfo:
    """What a comparison must know of a task beyond its id; from the dataset."""

    project: str
    control: bool
    typed_gold: bool
    facts: bool


Scores = dict[str, float | None]  # measure -> score in [0, 1], None: due and unscored


def due_measures(info: TaskInfo | None) -> frozenset[str]:
    """The measures that apply to a task of which no verdict exists; without ``info`` it counts as a told one."""
    if info is None:
        return frozenset((*HEADLINES, *ANSWER, *MEMORY))
    if info.control:
        return frozenset(CONTROLS if info.typed_gold else CONTROLS[:1])
    found = {*HEADLINES, *ANSWER, *MEMORY}
    found |= {"grader_accuracy"} if info.typed_gold else set()
    return frozenset(found | set(FACTS)) if info.facts else frozenset(found)


def scores_of(sample: Sample, line: ScoreLine, info: TaskInfo | None) -> Scores:
    """All scores of one probe. Without ``info`` a task that the memory judge left out counts as a control."""
    verdicts = {verdict.judge: verdict for verdict in line.verdicts}
    control = info.control if info is not None else "answer" in verdicts and "memory" not in verdicts
    answer, memory, grader = (verdicts.get(name) for name in ("answer", "memory", "grader"))
    if control:
        return dict(_control(answer, grader))
    scores: Scores = {}
    if answer is not None:
        scores |= _judged("answer_accuracy", ANSWER, answer)
    if memory is not None:
        scores |= _judged("memory_accuracy", MEMORY, memory)
    if grader is not None:
        scores["grader_accuracy"] = _dimension(grader, "correct")
    return scores | _facts(line.facts, counted=is_scored_end(sample))


def _judged(headline: str, dimensions: tuple[str, ...], verdict: Verdict) -> Scores:
    scores: Scores = {headline: None if verdict.accepted is None else float(verdict.accepted)}
    return scores | {name: _dimension(verdict, name) for name in dimensions}


def _dimension(verdict: Verdict, name: str) -> float | None:
    return float(verdict.dimensions[name]) if verdict.scored and name in verdict.dimensions else None


def _control(answer: Verdict | None, grader: Verdict | None) -> Iterator[tuple[str, float | None]]:
    if answer is not None:
        yield "control_answer_accuracy", None if answer.accepted is None else float(answer.accepted)
    if grader is not None:
        yield "abstention", _dimension(grader, "correct")
        silent = _dimension(grader, "claims_no_value")
        yield "false_memory", (None if not grader.scored else 0.0 if silent is None else 1.0 - silent)


def _facts(lines: tuple[FactLine, ...], *, counted: bool) -> Scores:
    if not lines:
        return {}
    scores: Scores = {}
    written = [line.written for line in lines]
    if None not in written:  # else the memory system cannot list what it holds: no data
        scores["facts_written"] = sum(map(bool, written)) / len(lines)
    shown = {
        "facts_retrieved": sum(line.retrieved for line in lines),
        "facts_used": sum(line.used for line in lines),
    }
    return scores | {name: count / len(lines) if counted else None for name, count in shown.items()}
