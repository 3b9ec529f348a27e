"""The code grader: an answer against the task's typed gold, by rules and without a model.

Rules follow the paper's appendix B in our words (``docs/fact-matching.md``). Every part of the gold must hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

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
    names = {name for fact in task.facts for name in (fact.subject, *fact.aliases, *fact.siblings)}
    return grade_parts(task.gold, answer, names=sorted(names, key=lambda name: (-len(name), name)))


def grade_parts(gold: Sequence[GoldPart], answer: str, *, names: Sequence[str] = ()) -> Verdict:
    """As :func:`grade`, on the gold parts alone. Numbers inside ``names`` are no results."""
    known = tuple(name for name in names if any(char.isdigit() for char in name))
    held = (
        [_grade_part(part, answer, known) for part in gold]
        if answer.strip()
        else [(False, "The answer is empty.")] * len(gold)
    )
    numbers = {at: part for at, part in enumerate(gold) if isinstance(part, NumberGold)}
    if answer.strip() and len(numbers) > 1:
        held = _grade_numbers_apart(numbers, held, answer, known)
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
    numbers: dict[int, NumberGold], held: list[tuple[bool, str]], answer: str, names: tuple[str, ...]
) -> list[tuple[bool, str]]:
    """Grade again each wrong number part that chose a number which fits another part, and is right there, better."""
    choices = {at: grade_number(part, answer, names=names) for at, part in numbers.items()}
    rightly: dict[int | None, float] = {c.start: c.weight for c in choices.values() if c.right}
    for at, part in numbers.items():
        choice = choices[at]
        if not choice.right and rightly.get(choice.start, -inf) >= choice.weight:
            again = grade_number(part, answer, frozenset(start for start in rightly if start is not None), names)
            held[at] = (again.right, again.why)
    return held


def _grade_part(part: GoldPart, answer: str, names: tuple[str, ...]) -> tuple[bool, str]:
    match part:
        case NumberGold():
            choice = grade_number(part, answer, names=names)
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
