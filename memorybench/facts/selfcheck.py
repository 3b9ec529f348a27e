"""Measure the matcher: ``python -m memorybench.facts.selfcheck tests/golden/facts``.

Prints false rejects and false accepts on the hand-labelled sentences (developed on, and held out), and on generated
tellings and traps.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

from memorybench.errors import BadInput, MemorybenchError
from memorybench.facts.corpus import Case, tellings, traps
from memorybench.facts.matcher import match_fact
from memorybench.records import Fact

GENERATED = 5000
SEED = 2026
FILES = ("develop.jsonl", "held_out.jsonl")


def read_cases(folder: Path, name: str) -> list[Case]:
    """The labelled sentences of ``folder/name``; facts are in ``folder/facts.jsonl``. Raises ``BadInput``."""
    try:
        facts = [Fact.model_validate_json(line) for line in _lines(folder / "facts.jsonl")]
        by_id = {fact.id: fact for fact in facts}
        rows = [json.loads(line) for line in _lines(folder / name)]
    except OSError as error:
        raise BadInput(
            f"{error.filename}: labelled sentences cannot be read; give the folder that holds them."
        ) from None
    return [Case(by_id[row["fact"]], row["text"], row["match"], row["why"]) for row in rows]


def misses(cases: Iterable[Case]) -> list[Case]:
    """The cases that the matcher gets wrong."""
    return [case for case in cases if match_fact(case.fact, case.text).found != case.told]


def report(name: str, cases: list[Case], *, show: int = 20) -> str:
    """One line of rates as k/n, then up to ``show`` of the cases that are wrong."""
    wrong = misses(cases)
    told = sum(case.told for case in cases)
    accepts = sum(not case.told for case in wrong)
    lines = [f"{name}: false rejects {len(wrong) - accepts}/{told}, false accepts {accepts}/{len(cases) - told}"]
    lines += [
        f"  {'rejected' if case.told else 'ACCEPTED'} {case.fact.id}: {case.text!r}"
        f" ({match_fact(case.fact, case.text).why})"
        for case in wrong[:show]
    ]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Print the report on the folder given; return 2 with one sentence if it cannot be read."""
    if len(arguments) != 1:
        print("usage: python -m memorybench.facts.selfcheck FOLDER", file=sys.stderr)
        return 2
    try:
        for name in FILES:
            print(report(name, read_cases(Path(arguments[0]), name)))
    except MemorybenchError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    print(report("generated", [*tellings(GENERATED, SEED), *traps(GENERATED, SEED)]))
    return 0


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
