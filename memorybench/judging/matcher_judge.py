"""Verdicts without a model, for runs whose judge model is ``rules``: they measure plumbing, not language."""

from __future__ import annotations

from memorybench.errors import BadInput
from memorybench.facts.attribution import attribute
from memorybench.facts.folding import fold
from memorybench.facts.matcher import match_in_items, subject_index
from memorybench.judging.definition import JudgeDefinition
from memorybench.judging.evidence import JudgeEvidence
from memorybench.judging.grader import grade
from memorybench.judging.settled import answer_is_final, false_by_need, false_end, unscored_end
from memorybench.records import Answer, Fact, Failure, Task, Verdict

MATCHER_VERSION = 1  # raise it when a rule below changes
ANSWER_DIMENSIONS = ("correctness", "completeness", "relevance")
MEMORY_DIMENSIONS = ("retrieval_relevant", "retrieval_covers_key_facts", "answer_uses_memory")

Findings = dict[str, tuple[bool, str]]  # dimension -> verdict and reason


class MatcherJudge:
    """Stands in for a model: the code grader gives the answer dimensions, the fact matcher the memory ones.

    It knows the dimensions of the two bundled judges only; raises ``BadInput`` for any other definition.
    """

    def __init__(self, definition: JudgeDefinition) -> None:
        if set(definition.keys) == set(ANSWER_DIMENSIONS):
            self._find = _answer_findings
        elif set(definition.keys) == set(MEMORY_DIMENSIONS):
            self._find = _memory_findings
        else:
            raise BadInput(
                f"--judge-model rules: the judge {definition.name!r} has dimensions that no rule decides; "
                "use a chat model for it."
            )
        self.definition = definition
        self.model_name = "rules"
        self.fingerprint = definition.fingerprint("rules", {"matcher": MATCHER_VERSION})

    async def judge(self, evidence: JudgeEvidence) -> Verdict | None:
        """Return the verdict with ``by="matcher"``; None where the judge does not apply, as with a model.

        What the end of the probe settles is settled ``by="rule"``, exactly as with a model.
        """
        task, answer = evidence.task, evidence.answer
        if not self.definition.applies_to(task):
            return None
        base = Verdict(judge=self.definition.name, fingerprint=self.fingerprint, by="rule")
        if failure := unscored_end(answer):
            return base.model_copy(update={"unscored": failure})
        if reason := false_end(answer):
            return _scored(base, dict.fromkeys(self.definition.keys, (False, reason)))
        if not answer_is_final(answer):
            answer = answer.model_copy(update={"text": ""})
        missing = false_by_need(self.definition, JudgeEvidence(task, answer).fields())
        settled: Findings = {key: (False, reason) for key, reason in missing.items()}
        if len(settled) == len(self.definition.keys):
            return _scored(base, settled)
        found = self._find(task, answer)
        if isinstance(found, Failure):
            return base.model_copy(update={"unscored": found})
        return _scored(base.model_copy(update={"by": "matcher"}), {**found, **settled})


def _scored(base: Verdict, findings: Findings) -> Verdict:
    return base.model_copy(
        update={
            "dimensions": {key: verdict for key, (verdict, _) in findings.items()},
            "reasons": {key: reason for key, (_, reason) in findings.items()},
        }
    )


def _answer_findings(task: Task, answer: Answer) -> Findings | Failure:
    """The grader's verdict as answer dimensions; a failure where the task has no typed gold to grade by.

    The grader cannot tell a wrong part from a missing one, so a failed part fails correctness and
    completeness alike. The answer is on the subject if a part holds or it mentions a fact's subject.
    """
    if not task.gold:
        return Failure(kind="judge_error", message="The task has no typed gold for the code grader.")
    graded = grade(task, answer.text)
    parts = [value for key, value in graded.dimensions.items() if key != "correct"]
    correct, why = graded.dimensions["correct"], graded.reasons["correct"]
    relevant = any(parts) or any(_mentions(fact, answer.text) for fact in task.current_facts())
    return {
        "correctness": (correct, why),
        "completeness": (correct, why),
        "relevance": (relevant, "A part or a subject is there." if relevant else "No part and no subject is there."),
    }


def _memory_findings(task: Task, answer: Answer) -> Findings | Failure:
    facts = task.current_facts()
    if not facts:
        return Failure(kind="judge_error", message="The task has no facts that the matcher could look for.")
    items = [memory.text for memory in answer.retrieved]
    missed = [fact.id for fact in facts if not match_in_items(fact, items).found]
    relevant = any(_mentions(fact, item) for fact in facts for item in items)
    return {
        "retrieval_relevant": (
            relevant,
            "A fact's subject is in the memory." if relevant else "No fact's subject is in the memory.",
        ),
        "retrieval_covers_key_facts": (
            bool(facts) and not missed,
            f"Not in the memory: {', '.join(missed)}." if missed else "Every current fact is in the memory.",
        ),
        "answer_uses_memory": _use(task, answer),
    }


def _use(task: Task, answer: Answer) -> tuple[bool, str]:
    """Every current fact that was retrieved is used, and there is at least one.

    A right typed gold uses every fact, because changing any fact changes the gold.
    """
    gold_right = bool(task.gold) and grade(task, answer.text).dimensions["correct"]
    stages = attribute(task, (), answer.retrieved, answer.text, gold_right=gold_right)
    unused = [stage.fact for stage in stages if stage.retrieved and not stage.used]
    if not any(stage.retrieved for stage in stages):
        return False, "No current fact was retrieved."
    return not unused, f"Retrieved, not used: {', '.join(unused)}." if unused else "Every retrieved fact is used."


def _mentions(fact: Fact, text: str) -> bool:
    return bool(subject_index(fact).in_text(fold(text).text))
