"""Running a judge: verdicts from any kind of model, and unscored, never false, where there is none."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from memorybench.judging.definition import JudgeDefinition
from memorybench.judging.engine import Judge, JudgeEvidence
from memorybench.models.errors import CostLimitReached, ModelError
from memorybench.records import Answer, Control, Failure, Memory, Task, Verdict

Reply = Callable[..., dict[str, Any]]
Scripted = Callable[..., Any]


class Refused(Exception):
    """What a client raises when a server does not know ``response_format``."""

    status_code = 400


async def verdict_of(definition: JudgeDefinition, model: Any, task: Task, answer: Answer, **kw: Any) -> Verdict:
    verdict = await Judge(definition, model, "m", **kw).judge(JudgeEvidence(task, answer))
    assert verdict is not None
    return verdict


async def test_a_model_without_structured_output_is_read_by_prompt(
    answer_judge: JudgeDefinition, task: Task, answer: Answer, reply: Reply, scripted: Scripted
) -> None:
    model = scripted("```json\n" + json.dumps(reply(answer_judge, "completeness")) + "\n```")
    verdict = await verdict_of(answer_judge, model, task, answer)
    assert verdict.dimensions == {"correctness": True, "completeness": False, "relevance": True}
    assert verdict.reasons["completeness"] == "about completeness"
    assert (verdict.judge, verdict.by, verdict.accepted) == ("answer", "model", False)
    assert verdict.fingerprint == answer_judge.fingerprint("m")


async def test_a_model_with_structured_output_is_asked_by_schema(
    answer_judge: JudgeDefinition, task: Task, answer: Answer, reply: Reply, scripted: Scripted
) -> None:
    model = scripted({"tool": "answer_verdict", "args": reply(answer_judge)}, tools=True)
    verdict = await verdict_of(answer_judge, model, task, answer)
    assert verdict.accepted is True
    assert len(model.seen) == 1


async def test_text_from_a_model_with_structured_output_is_still_read(
    answer_judge: JudgeDefinition, task: Task, answer: Answer, reply: Reply, scripted: Scripted
) -> None:
    model = scripted(json.dumps(reply(answer_judge)), tools=True)
    assert (await verdict_of(answer_judge, model, task, answer)).accepted is True
    assert len(model.seen) == 1


@pytest.mark.parametrize(
    "refusal",
    [Refused("response_format is not supported"), ModelError("refused", "bad_request"), NotImplementedError()],
)
async def test_a_server_that_refuses_schemas_is_asked_by_prompt_from_then_on(
    refusal: Exception, answer_judge: JudgeDefinition, task: Task, answer: Answer, reply: Reply, scripted: Scripted
) -> None:
    text = json.dumps(reply(answer_judge))
    model = scripted(refusal, text, text, tools=True)
    judge = Judge(answer_judge, model, "m")
    for _ in range(2):
        verdict = await judge.judge(JudgeEvidence(task, answer))
        assert verdict is not None and verdict.accepted is True
    assert len(model.seen) == 3


@pytest.mark.parametrize("tools", [True, False])
async def test_an_unreadable_reply_is_retried_once_with_the_reason(
    tools: bool, answer_judge: JudgeDefinition, task: Task, answer: Answer, reply: Reply, scripted: Scripted
) -> None:
    model = scripted("All three: yes.", json.dumps(reply(answer_judge)), tools=tools)
    assert (await verdict_of(answer_judge, model, task, answer)).accepted is True
    assert "could not be read" in model.seen[1][-1].text


async def test_two_unreadable_replies_leave_the_task_unscored(
    answer_judge: JudgeDefinition, task: Task, answer: Answer, scripted: Scripted
) -> None:
    model = scripted("yes", "yes, yes, yes")
    verdict = await verdict_of(answer_judge, model, task, answer)
    assert verdict.unscored is not None and verdict.unscored.kind == "judge_error"
    assert "after one retry" in verdict.unscored.message
    assert (verdict.accepted, verdict.dimensions) == (None, {})
    assert len(model.seen) == 2


async def test_a_failing_call_leaves_the_task_unscored(
    answer_judge: JudgeDefinition, task: Task, answer: Answer, scripted: Scripted
) -> None:
    verdict = await verdict_of(answer_judge, scripted(ConnectionError("no route\nto host")), task, answer)
    assert verdict.unscored == Failure(
        kind="judge_error",
        message="The answer judge gave no verdict: the call failed: ConnectionError: no route.",
    )


async def test_a_request_that_is_too_long_or_has_a_wrong_key_is_not_asked_again(
    answer_judge: JudgeDefinition, task: Task, answer: Answer, scripted: Scripted
) -> None:
    for kind in ("too_long", "wrong_key", "rate_limit"):
        model = scripted(ModelError("the provider says no", kind), tools=True)
        verdict = await verdict_of(answer_judge, model, task, answer)
        assert verdict.unscored is not None and verdict.unscored.kind == "judge_error"
        assert len(model.seen) == 1


async def test_the_cost_limit_stops_the_run_instead_of_unscoring_task_after_task(
    answer_judge: JudgeDefinition, task: Task, answer: Answer, scripted: Scripted
) -> None:
    with pytest.raises(CostLimitReached):
        await verdict_of(answer_judge, scripted(CostLimitReached("limit reached")), task, answer)


async def test_evidence_beyond_the_limit_is_unscored_and_never_cut(
    memory_judge: JudgeDefinition, task: Task, answer: Answer, scripted: Scripted
) -> None:
    long = answer.model_copy(update={"retrieved": (Memory(text="oak " * 5000),)})
    verdict = await verdict_of(memory_judge, scripted(), task, long, max_evidence_tokens=4000)
    assert verdict.unscored is not None
    assert "its limit is 4,000" in verdict.unscored.message


@pytest.mark.parametrize("end", ["no_answer", "step_limit", "timeout"])
async def test_no_answer_is_false_without_a_call(
    end: Any, answer_judge: JudgeDefinition, task: Task, scripted: Scripted
) -> None:
    verdict = await verdict_of(answer_judge, scripted(), task, Answer(end=end))
    assert verdict.dimensions == dict.fromkeys(answer_judge.keys, False)
    assert (verdict.by, verdict.accepted) == ("rule", False)


async def test_what_was_written_before_a_timeout_is_no_answer_but_before_the_step_limit_it_is(
    answer_judge: JudgeDefinition, task: Task, answer: Answer, reply: Reply, scripted: Scripted
) -> None:
    late = await verdict_of(answer_judge, scripted(), task, answer.model_copy(update={"end": "timeout"}))
    assert late.by == "rule" and late.accepted is False
    model = scripted(json.dumps(reply(answer_judge)))
    stopped = await verdict_of(answer_judge, model, task, answer.model_copy(update={"end": "step_limit"}))
    assert stopped.by == "model" and stopped.accepted is True


async def test_empty_memory_is_false_on_the_memory_dimensions_without_a_call(
    memory_judge: JudgeDefinition, task: Task, answer: Answer, scripted: Scripted
) -> None:
    for retrieved in ((), (Memory(text=" "),)):
        empty = answer.model_copy(update={"retrieved": retrieved})
        verdict = await verdict_of(memory_judge, scripted(), task, empty)
        assert (verdict.by, verdict.accepted) == ("rule", False)
        assert set(verdict.reasons.values()) == {"No memory was retrieved."}


async def test_memory_without_an_answer_is_judged_but_cannot_have_been_used(
    memory_judge: JudgeDefinition, task: Task, answer: Answer, reply: Reply, scripted: Scripted
) -> None:
    silent = answer.model_copy(update={"text": "", "end": "no_answer"})
    verdict = await verdict_of(memory_judge, scripted(json.dumps(reply(memory_judge))), task, silent)
    assert verdict.dimensions == {
        "retrieval_relevant": True,
        "retrieval_covers_key_facts": True,
        "answer_uses_memory": False,
    }
    assert verdict.reasons["answer_uses_memory"] == "The probe ended without an answer."


async def test_only_the_memory_system_s_own_failure_scores(
    answer_judge: JudgeDefinition, memory_judge: JudgeDefinition, task: Task, scripted: Scripted
) -> None:
    for definition in (answer_judge, memory_judge):
        own = Failure(kind="memory_error", message="it crashed")
        verdict = await verdict_of(definition, scripted(), task, Answer(end="failed", failure=own))
        assert (verdict.by, verdict.accepted) == ("rule", False)
        for kind in ("model_error", "tool_error", "backend_unreachable"):
            failure = Failure(kind=kind, message="not its fault")
            verdict = await verdict_of(definition, scripted(), task, Answer(end="failed", failure=failure))
            assert verdict.unscored == failure
            assert verdict.accepted is None


async def test_the_memory_judge_says_nothing_on_control_tasks(
    memory_judge: JudgeDefinition, answer_judge: JudgeDefinition, task: Task, answer: Answer, scripted: Scripted
) -> None:
    control = task.model_copy(update={"control": Control.WRONG_ELEMENT})
    assert await Judge(memory_judge, scripted(), "m").judge(JudgeEvidence(control, answer)) is None
    silent = Answer(end="no_answer")
    assert await Judge(answer_judge, scripted(), "m").judge(JudgeEvidence(control, silent)) is not None
