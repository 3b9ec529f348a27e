"""Hand-labelled answers: the grader's rates of ``docs/fact-matching.md`` must hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from memorybench.judging.grader import grade_parts
from memorybench.records import GoldPart

FOLDER = Path(__file__).parent
PARTS: TypeAdapter[tuple[GoldPart, ...]] = TypeAdapter(tuple[GoldPart, ...])


@pytest.mark.parametrize(
    ("name", "rejects", "accepts"), [("develop.jsonl", 0.05, 0.05), ("held_out.jsonl", 0.20, 0.15)]
)
def test_rates(name: str, rejects: float, accepts: float) -> None:
    raw = json.loads((FOLDER / "golds.json").read_text(encoding="utf-8"))
    golds = {key: PARTS.validate_python(value) for key, value in raw.items()}
    rows = [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]
    wrong = [r for r in rows if grade_parts(golds[r["gold"]], r["answer"]).dimensions["correct"] != r["correct"]]
    right = sum(row["correct"] for row in rows)
    assert len(rows) >= 30
    assert sum(row["correct"] for row in wrong) <= rejects * right, wrong
    assert sum(not row["correct"] for row in wrong) <= accepts * (len(rows) - right), wrong
