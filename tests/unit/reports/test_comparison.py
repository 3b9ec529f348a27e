"""The printed comparison fits a terminal of 80 columns and says what must be said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from memorybench.comparing.compare import compare_runs
from memorybench.comparing.result import ComparisonReport
from memorybench.reports.comparison import print_comparison

MakeRun = Callable[..., Path]


def printed(report: ComparisonReport, width: int = 80) -> str:
    console = Console(width=width, record=True, file=None, force_terminal=False, quiet=False)
    with console.capture() as captured:
        print_comparison(console, report)
    return captured.get()


def test_two_runs_are_shown_in_full_at_eighty_columns(make_run: MakeRun) -> None:
    one = make_run("a", [True] * 30 + [False, None], model="rules")
    other = make_run("b", [False] * 30 + [True, True], adapter="none")
    text = printed(compare_runs([one, other]))
    lines = {line.split()[0]: line.split() for line in text.splitlines() if line.split()}
    assert lines["answer_accuracy"][1:4] == ["31", "96.8", "3.2"]  # the later table: pairs, A, B
    assert "decisive: A" in text
    assert "retrieval_covers_key_facts" in text
    assert "1 of 32 tasks unscored in A or B" in " ".join(text.split())
    assert "B ahead on: t30" in text
    assert "and 18 more (--json lists all)" in " ".join(text.split())
    assert "plumbing works" in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text.split("The pairs")[0]  # no cell is cut


def test_three_runs_are_a_matrix_whose_halves_mirror(make_run: MakeRun) -> None:
    runs = [make_run(name, [place < right for place in range(20)]) for name, right in (("a", 18), ("b", 2), ("c", 2))]
    text = printed(compare_runs(runs))
    rows = [line.split() for line in text.splitlines() if line.strip()[:2] in ("A ", "B ", "C ")]
    first = next(row for row in rows if row[-3:-2] == ["·"])
    assert first[-2:] == ["+72.7*", "+72.7*"]
    assert any(row[-3:] == ["-72.7*", "·", "0.0"] for row in rows)
    assert "3 pairs of runs were compared" in text
    assert max(map(len, text.splitlines())) <= 80


def test_a_task_name_in_brackets_is_printed_as_it_is(make_run: MakeRun, tmp_path: Path) -> None:
    one = make_run("a", [True, True], tasks=["[red]x[/red]", "y"])
    other = make_run("b", [False, True], tasks=["[red]x[/red]", "y"])
    assert "A ahead on: [red]x[/red]" in printed(compare_runs([one, other]))


@pytest.mark.parametrize("width", [80, 120])
def test_pooled_says_that_pairs_are_not_used(make_run: MakeRun, width: int) -> None:
    report = compare_runs([make_run("a", [True]), make_run("b", [False])], method="pooled-pg")
    assert "pairs are NOT used" in " ".join(printed(report, width).split())
