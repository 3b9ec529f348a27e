"""The code grader: an answer against the task's typed gold, by rules and without a model.

Rules follow the paper's appendix B in our words (``docs/fact-matching.md``). Every part of the gold must hold.
"""

from __future__ import annotations

from collections.abc import Sequence

from memorybench.errors import BadInput
from memorybench.judging.grade_numbers import grade_number
from memorybench.judging.grade_statements import grade_boolean, grade_not_settled
from memorybench.judging.grade_words import grade_enum, grade_names, grade_text
from memorybench.records import (
    BooleanGold,
    EnumGold,
    GoldPart,
    NamesGold,
    NotSettledGold,
    NumberGold,
    Task,
    TextGold,
    Verdict,
)

GRADER_VERSION = "1"


def grade(task: Task, answer: str) -> Verdict:
    """The verdict on ``answer``: one dimension a gold part (``part1``, ...) and ``correct`` for all of them.

    Raises ``BadInput`` if the task has no typed gold; callers grade only tasks that have one.
    """
    if not task.gold:
        raise BadInput(f"task {task.id} has no typed gold, so the code grader cannot grade it.")
    return grade_parts(task.gold, answer)


def grade_parts(gold: Sequence[GoldPart], answer: str) -> Verdict:
    """As :func:`grade`, on the gold parts alone."""
    held = (
        [_grade_part(part, answer) for part in gold]
        if answer.strip()
        else [(False, "The answer is empty.")] * len(gold)
    )
    numbers = {at: part for at, part in enumerate(gold) if isinstance(part, NumberGold)}
    if answer.strip() and len(numbers) > 1:
        held = _grade_numbers_apart(numbers, held, answer)
    graded = {f"part{number}": part for number, part in enumerate(held, start=1)}
    dimensions = {name: held for name, (held, _) in graded.items()}
    reasons = {name: reason for name, (_, reason) in graded.items()}
    dimensions["correct"] = all(dimensions.values())
    failed = [reason for name, reason in reasons.items() if not dimensions[name]]
    reasons["correct"] = failed[0] if failed else "Every part of the gold holds."
    return Verdict(
        judge="grader", fingerprint=f"grader-{GRADER_VERSION}", dimensions=dimensions, reasons=reasons, by="rule"
    )


def _grade_numbers_apart(
    numbers: dict[int, NumberGold], held: list[tuple[bool, str]], answer: str
) -> list[tuple[bool, str]]:
    """Grade again the wrong number parts that chose a number which is another part's right result."""
    choices = {at: grade_number(part, answer) for at, part in numbers.items()}
    taken = frozenset(choice.start for choice in choices.values() if choice.right and choice.start is not None)
    for at, part in numbers.items():
        if not choices[at].right and choices[at].start in taken:
            again = grade_number(part, answer, taken)
            held[at] = (again.right, again.why)
    return held


def _grade_part(part: GoldPart, answer: str) -> tuple[bool, str]:
    match part:
        case NumberGold():
            choice = grade_number(part, answer)
            return choice.right, choice.why
        case NamesGold():
            return grade_names(part, answer)
        case BooleanGold():
            return grade_boolean(part, answer)
        case EnumGold():
            return grade_enum(part, answer)
        case TextGold():
            return grade_text(part, answer)
        case NotSettledGold():
            return grade_not_settled(part, answer)
