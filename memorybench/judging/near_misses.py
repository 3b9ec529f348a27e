"""Hand-written examples that a judge must not be fooled by, and how a judge does on them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import Field, ValidationError

from memorybench.errors import BadInput
from memorybench.judging.definition import EvidenceField, JudgeDefinition
from memorybench.judging.engine import Judge
from memorybench.judging.evidence import EvidenceValue
from memorybench.records import Record, Verdict

FILE_NAME = "near-misses.jsonl"


class NearMiss(Record):
    """One example: evidence as the judge sees it, and the verdict a careful person gives, with the reason."""

    id: str
    kind: str = Field(pattern=r"^[a-z][a-z_]*$")  # what nearly goes wrong: wrong_unit, sibling_element, ...
    project: str
    model: str
    probe: str
    gold_answer: str
    extra_information: str
    system_answer: str
    retrieved_memory: tuple[str, ...] = ()
    expected: dict[str, bool]
    why: str = Field(min_length=1)

    def fields(self) -> dict[EvidenceField, EvidenceValue]:
        """The evidence fields, as :meth:`Judge.judge_fields` takes them."""
        return {
            "probe": self.probe,
            "gold_answer": self.gold_answer,
            "system_answer": self.system_answer,
            "extra_information": self.extra_information,
            "retrieved_memory": self.retrieved_memory,
            "project": self.project,
            "model": self.model,
        }


@dataclass(frozen=True)
class DimensionTally:
    """How a judge's verdicts on one dimension compare with the expected ones; unscored examples are left out."""

    agree: int
    false_accepts: tuple[str, ...]  # ids of examples: judge yes, expected no
    false_rejects: tuple[str, ...]
    unscored: int


def load_near_misses(definition: JudgeDefinition) -> tuple[NearMiss, ...]:
    """Read the calibration examples of a judge; raise ``BadInput`` naming file and line of the first fault."""
    if definition.folder is None:
        raise BadInput(f"judge {definition.name!r} was not loaded from a folder, so it has no calibration examples.")
    path = definition.folder / "calibration" / FILE_NAME
    if not path.is_file():
        raise BadInput(f"{path}: the file is missing; a judge's calibration examples stand there, one a line.")
    found: list[NearMiss] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip():
            found.append(_example(f"{path}:{number}", line, definition))
    ids = [example.id for example in found]
    if doubled := sorted({name for name in ids if ids.count(name) > 1}):
        raise BadInput(f"{path}: the id {doubled[0]!r} occurs more than once.")
    return tuple(found)


def _example(where: str, line: str, definition: JudgeDefinition) -> NearMiss:
    try:
        example = NearMiss.model_validate(json.loads(line))
    except json.JSONDecodeError as error:
        raise BadInput(f"{where}: not valid JSON: {error}.") from None
    except ValidationError as error:
        first = error.errors()[0]
        raise BadInput(f"{where}: {'.'.join(map(str, first['loc']))}: {first['msg']}.") from None
    if set(example.expected) != set(definition.keys):
        raise BadInput(f"{where}: expected must name exactly the dimensions {', '.join(definition.keys)}.")
    return example


async def try_near_misses(judge: Judge, examples: Sequence[NearMiss]) -> tuple[Verdict, ...]:
    """The judge's verdict on each example, in order, one after the other."""
    return tuple([await judge.judge_fields(example.fields()) for example in examples])


def tally(examples: Sequence[NearMiss], verdicts: Sequence[Verdict]) -> dict[str, DimensionTally]:
    """Compare verdicts with the expected ones, per dimension. Raises ``ValueError`` if the lengths differ."""
    pairs = list(zip(examples, verdicts, strict=True))
    scored = [(example, verdict) for example, verdict in pairs if verdict.scored]
    keys = list(examples[0].expected) if examples else []

    def ids(key: str, judged: bool, expected: bool) -> tuple[str, ...]:
        return tuple(
            example.id
            for example, verdict in scored
            if verdict.dimensions[key] is judged and example.expected[key] is expected
        )

    return {
        key: DimensionTally(
            agree=len(ids(key, True, True)) + len(ids(key, False, False)),
            false_accepts=ids(key, True, False),
            false_rejects=ids(key, False, True),
            unscored=len(pairs) - len(scored),
        )
        for key in keys
    }
