"""The calibration examples of the bundled judges, and how a judge is measured on them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memorybench.errors import BadInput
from memorybench.judging.definition import JudgeDefinition, load_judge
from memorybench.judging.engine import Judge
from memorybench.judging.near_misses import FILE_NAME, load_near_misses, tally, try_near_misses

ANSWER_KINDS = {
    "wrong_unit",
    "sibling_element",
    "superseded_value",
    "right_value_wrong_scope",
    "missing_misleading_qualifier",
    "harmless_extra",
    "within_two_percent",
    "beyond_two_percent",
    "honest_not_settled",
    "invented_value",
    "injected_instruction",
}
MEMORY_KINDS = {
    "wrong_unit",
    "sibling_element",
    "superseded_value",
    "empty_memory",
    "reversed_memory",
    "right_from_ifc_only",
    "missing_scope",
    "injected_instruction",
}


@pytest.mark.parametrize(("name", "kinds"), [("answer", ANSWER_KINDS), ("memory", MEMORY_KINDS)])
def test_the_bundled_examples_cover_the_near_misses_both_ways(name: str, kinds: set[str]) -> None:
    definition = load_judge(name)
    examples = load_near_misses(definition)
    assert len(examples) >= 15
    assert kinds <= {example.kind for example in examples}
    for key in definition.keys:
        verdicts = [example.expected[key] for example in examples]
        assert verdicts.count(True) >= 4 and verdicts.count(False) >= 4


@pytest.mark.parametrize("name", ["answer", "memory"])
def test_the_examples_agree_with_what_is_settled_by_rule(name: str) -> None:
    definition = load_judge(name)
    for example in load_near_misses(definition):
        for dimension in definition.dimensions:
            if any(not example.fields()[field] for field in dimension.needs):
                assert example.expected[dimension.key] is False


async def test_a_judge_that_always_says_yes_is_caught(
    memory_judge: JudgeDefinition, scripted: Callable[..., Any], reply: Callable[..., dict[str, Any]]
) -> None:
    examples = load_near_misses(memory_judge)
    yes = json.dumps(reply(memory_judge))
    model = scripted(*[yes] * (len(examples) - 2), "hm", "hm")
    verdicts = await try_near_misses(Judge(memory_judge, model, "m"), examples)
    found = tally(examples, verdicts)["retrieval_covers_key_facts"]
    assert found.unscored == 1
    assert found.false_rejects == ()
    assert {"memory-03", "memory-08", "memory-11"} <= set(found.false_accepts)
    assert "memory-09" not in found.false_accepts  # empty memory is settled by rule
    assert found.agree + len(found.false_accepts) == len(examples) - 1


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("{", "near-misses.jsonl:1: not valid JSON"),
        ("{}", "near-misses.jsonl:1: id: Field required"),
        (None, "expected must name exactly the dimensions correctness, completeness, relevance"),
    ],
)
def test_a_wrong_example_is_named_with_its_line(tmp_path: Path, line: str | None, sentence: str) -> None:
    folder = load_judge("answer").folder
    assert folder is not None
    copy = Path(shutil.copytree(folder, tmp_path / "judge"))
    path = copy / "calibration" / FILE_NAME
    if line is None:
        example = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
        line = json.dumps({**example, "expected": {"correctness": True}})
    path.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(BadInput, match=sentence):
        load_near_misses(load_judge(copy))


def test_a_doubled_id_and_a_missing_file_are_named(tmp_path: Path) -> None:
    folder = load_judge("answer").folder
    assert folder is not None
    copy = Path(shutil.copytree(folder, tmp_path / "judge"))
    path = copy / "calibration" / FILE_NAME
    path.write_text(path.read_text(encoding="utf-8").splitlines()[0] + "\n", encoding="utf-8")
    line = path.read_text(encoding="utf-8")
    path.write_text(line + line, encoding="utf-8")
    with pytest.raises(BadInput, match="'answer-01' occurs more than once"):
        load_near_misses(load_judge(copy))
    path.unlink()
    with pytest.raises(BadInput, match="the file is missing"):
        load_near_misses(load_judge(copy))
