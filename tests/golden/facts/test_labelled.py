"""Hand-labelled sentences: the rates of ``docs/fact-matching.md`` must hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from memorybench.facts.selfcheck import main, misses, read_cases

FOLDER = Path(__file__).parent


@pytest.mark.parametrize(
    ("name", "rejects", "accepts"), [("develop.jsonl", 0.04, 0.02), ("held_out.jsonl", 0.20, 0.05)]
)
def test_rates(name: str, rejects: float, accepts: float) -> None:
    cases = read_cases(FOLDER, name)
    wrong = misses(cases)
    told = sum(case.told for case in cases)
    assert len(cases) >= 50 and 0.4 < told / len(cases) < 0.6
    assert sum(case.told for case in wrong) <= rejects * told
    assert sum(not case.told for case in wrong) <= accepts * (len(cases) - told)


def test_the_command_prints_every_rate(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(FOLDER)]) == 0
    lines = [line.split(":")[0] for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
    assert lines == ["develop.jsonl", "held_out.jsonl", "generated"]


def test_a_folder_without_sentences_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert "facts.jsonl" in capsys.readouterr().err
