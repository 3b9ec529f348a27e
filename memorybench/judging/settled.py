"""Verdicts that no model is asked for, because how the probe ended already settles them."""

from __future__ import annotations

from memorybench.judging.definition import JudgeDefinition
from memorybench.judging.evidence import Evidence
from memorybench.records import Answer, Failure

_MISSING = {"system_answer": "The probe ended without an answer.", "retrieved_memory": "No memory was retrieved."}


def unscored_end(answer: Answer) -> Failure | None:
    """The failure that leaves a task unscored: every kind but the memory system's own on a healthy backend."""
    if answer.end != "failed":
        return None
    if answer.failure is None:
        return Failure(kind="tool_error", message="The probe failed and recorded no reason.")
    return None if answer.failure.kind == "memory_error" else answer.failure


def false_end(answer: Answer) -> str | None:
    """Why every dimension is false whatever the texts say, or None: the memory system failed."""
    if answer.end == "failed" and answer.failure is not None and answer.failure.kind == "memory_error":
        return f"The memory system failed: {answer.failure.message}"
    return None


def answer_is_final(answer: Answer) -> bool:
    """Whether there is an answer to judge; what was written before a timeout is not one."""
    return bool(answer.text.strip()) and answer.end in ("answered", "step_limit")


def false_by_need(definition: JudgeDefinition, evidence: Evidence) -> dict[str, str]:
    """The dimensions that are false because what they need is empty, each with the reason."""
    return {
        dimension.key: _MISSING[field]
        for dimension in definition.dimensions
        for field in reversed(dimension.needs)  # the first missing field wins
        if not evidence[field]
    }
