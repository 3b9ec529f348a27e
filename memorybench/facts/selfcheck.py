"""Measure the matcher on hand-labelled sentences: ``python -m memorybench.facts.selfcheck tests/golden/facts``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from memorybench.facts.matcher import match_fact
from memorybench.records import Fact


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The JSON objects of a JSONL file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def main(arguments: list[str]) -> int:
    """Print false accepts and rejects of every ``*.jsonl`` case file in the folder given."""
    folder = Path(arguments[0])
    facts = {fact.id: fact for fact in map(Fact.model_validate, read_lines(folder / "facts.jsonl"))}
    for name in arguments[1:] or ["develop.jsonl", "held_out.jsonl"]:
        cases = read_lines(folder / name)
        wrong = [(c, m) for c in cases if (m := match_fact(facts[c["fact"]], c["text"])).found != c["match"]]
        told = sum(case["match"] for case in cases)
        accepts = sum(not case["match"] for case, _ in wrong)
        print(f"{name}: false rejects {len(wrong) - accepts}/{told}, false accepts {accepts}/{len(cases) - told}")
        for case, match in wrong:
            print(f"  {'reject' if case['match'] else 'ACCEPT'} [{case['fact']}] {case['text']}  -- {match.why}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
