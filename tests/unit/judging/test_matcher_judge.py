"""The stand-in judge of `rules` runs: grader and fact matcher in the judges' clothes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from memorybench.errors import BadInput
from memorybench.judging.definition import JudgeDefinition
from memorybench.judging.engine import JudgeEvidence
from memorybench.judging.matcher_judge import MatcherJudge
from memorybench.records import Answer, Control, Failure, Memory, NumberGold, Task, Verdict


@pytest.fixture
def verdict_on(task: Task) -> Callable[..., Any]:
    """Judge an answer to the fixture's task."""

    async def verdict_on(definition: JudgeDefinition, answer: Answer, **changes: Any) -> Verdict | None:
        changed = task.model_copy(update=changes)
        return await MatcherJudge(definition).judge(JudgeEvidence(changed, answer))

    return verdict_on


async def test_a_right_answer_from_a_right_memory(
    verdict_on: Any, answer_judge: JudgeDefinition, memory_judge: JudgeDefinition, answer: Answer
) -> None:
    for definition in (answer_judge, memory_judge):
        verdict = await verdict_on(definition, answer)
        assert verdict.dimensions == dict.fromkeys(definition.keys, True)
        assert set(verdict.reasons) == set(definition.keys)
        assert verdict.by == "matcher"


async def test_a_wrong_value_of_the_right_thing_is_relevant_and_wrong(
    verdict_on: Any, answer_judge: JudgeDefinition, answer: Answer
) -> None:
    wrong = answer.model_copy(update={"text": "The north facade has to keep 0.35 W/(m²K)."})
    verdict = await verdict_on(answer_judge, wrong)
    assert verdict.dimensions == {"correctness": False, "completeness": False, "relevance": True}


async def test_an_answer_about_something_else_is_irrelevant(
    verdict_on: Any, answer_judge: JudgeDefinition, answer: Answer
) -> None:
    verdict = await verdict_on(answer_judge, answer.model_copy(update={"text": "The doors are oak."}))
    assert verdict.accepted is False and verdict.dimensions["relevance"] is False


@pytest.mark.parametrize(
    ("memory", "relevant"),
    [
        ("The north facade gets a render finish.", True),
        ("The U-value of the north facade must be 0.35 W/(m²K).", True),
        ("The south facade may have 0.21 W/(m²K).", False),
        ("Site meeting on Thursday.", False),
    ],
)
async def test_memory_without_the_fact_does_not_cover_it_and_cannot_have_been_used(
    memory: str, relevant: bool, verdict_on: Any, memory_judge: JudgeDefinition, answer: Answer
) -> None:
    verdict = await verdict_on(memory_judge, answer.model_copy(update={"retrieved": (Memory(text=memory),)}))
    assert verdict.dimensions == {
        "retrieval_relevant": relevant,
        "retrieval_covers_key_facts": False,
        "answer_uses_memory": False,
    }


async def test_a_retrieved_fact_that_the_answer_leaves_out_is_not_used(
    verdict_on: Any, memory_judge: JudgeDefinition, answer: Answer
) -> None:
    verdict = await verdict_on(memory_judge, answer.model_copy(update={"text": "The model gives no U-value."}))
    assert verdict.dimensions["retrieval_covers_key_facts"] is True
    assert verdict.dimensions["answer_uses_memory"] is False


async def test_a_fact_that_feeds_a_right_total_is_used_without_being_repeated(
    verdict_on: Any, memory_judge: JudgeDefinition, answer: Answer
) -> None:
    total = (NumberGold(value=87.4, unit="W/K", about="heat loss"),)
    computed = answer.model_copy(update={"text": "The north facade loses 87.4 W/K."})
    assert (await verdict_on(memory_judge, computed, gold=total)).dimensions["answer_uses_memory"] is True
    wrong = answer.model_copy(update={"text": "The north facade loses 112 W/K."})
    assert (await verdict_on(memory_judge, wrong, gold=total)).dimensions["answer_uses_memory"] is False


async def test_what_is_settled_by_rule_is_the_same_as_with_a_model(
    verdict_on: Any, answer_judge: JudgeDefinition, memory_judge: JudgeDefinition, answer: Answer
) -> None:
    silent = await verdict_on(answer_judge, Answer(end="no_answer"))
    assert (silent.by, silent.accepted) == ("rule", False)
    empty = await verdict_on(memory_judge, answer.model_copy(update={"retrieved": ()}))
    assert (empty.by, empty.accepted) == ("rule", False)
    unanswered = await verdict_on(memory_judge, answer.model_copy(update={"end": "timeout"}))
    assert unanswered.dimensions["retrieval_covers_key_facts"] is True
    assert unanswered.dimensions["answer_uses_memory"] is False
    failure = Failure(kind="model_error", message="x")
    assert (await verdict_on(answer_judge, Answer(end="failed", failure=failure))).unscored == failure
    own = Failure(kind="memory_error", message="x")
    assert (await verdict_on(memory_judge, Answer(end="failed", failure=own))).accepted is False


async def test_a_task_without_typed_gold_is_unscored(
    verdict_on: Any, answer_judge: JudgeDefinition, answer: Answer
) -> None:
    verdict = await verdict_on(answer_judge, answer, gold=())
    assert verdict.accepted is None
    assert "no typed gold" in verdict.unscored.message


async def test_control_tasks_get_no_memory_verdict(
    verdict_on: Any, memory_judge: JudgeDefinition, answer: Answer
) -> None:
    assert await verdict_on(memory_judge, answer, control=Control.NEVER_TOLD) is None


def test_its_verdicts_are_never_mixed_with_a_model_s(answer_judge: JudgeDefinition) -> None:
    assert MatcherJudge(answer_judge).fingerprint != answer_judge.fingerprint("rules")


def test_a_judge_with_other_dimensions_needs_a_model(answer_judge: JudgeDefinition) -> None:
    other = answer_judge.model_copy(update={"dimensions": answer_judge.dimensions[:2]})
    with pytest.raises(BadInput, match="no rule decides"):
        MatcherJudge(other)
