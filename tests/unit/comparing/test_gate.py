"""The gate: outcomes at hand-worked tables, and what must not pass."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from scipy.stats import beta

from memorybench.comparing.gate import GateRule, gate
from memorybench.errors import BadInput
from memorybench.stats.paired import chance_above

MakeRun = Callable[..., Path]
AHEAD = ([True] * 100 + [False] * 43, [True] * 70 + [False] * 30 + [True] * 12 + [False] * 31)


def test_a_run_that_is_ahead_passes_with_the_probability_of_the_table(make_run: MakeRun) -> None:
    found = gate(make_run("a", AHEAD[0]), make_run("b", AHEAD[1]), GateRule())
    assert found.outcome == "pass"
    assert found.p_not_worse == pytest.approx(beta(30.5, 12.5).sf(0.5))
    assert (found.run_rate, found.baseline_rate) == (100 / 143, 82 / 143)


def test_the_same_table_the_other_way_fails(make_run: MakeRun) -> None:
    found = gate(make_run("a", AHEAD[1]), make_run("b", AHEAD[0]), GateRule())
    assert found.outcome == "fail"
    assert found.reason.startswith("the run is worse: probability 0.998")


def test_a_margin_excuses_what_lies_within_it(make_run: MakeRun) -> None:
    run, baseline = make_run("a", [True] * 90 + [False] * 10), make_run("b", [True] * 92 + [False] * 8)
    assert gate(run, baseline, GateRule(margin=0.0)).outcome == "undecided"
    allowed = gate(run, baseline, GateRule(margin=0.1))
    assert allowed.outcome == "pass"
    assert allowed.p_not_worse == pytest.approx(chance_above(90, 0, 2, 8, -0.1))
    assert gate(run, baseline, GateRule(margin=0.1, min_prob=0.9999999)).outcome == "undecided"


def test_equal_runs_are_undecided_without_a_margin(make_run: MakeRun) -> None:
    found = gate(make_run("a", [True] * 40), make_run("b", [True] * 40), GateRule())
    assert (found.outcome, found.p_not_worse) == ("undecided", 0.5)
    assert found.reason.startswith("40 tasks do not settle it")


def test_a_run_cannot_pass_by_being_unscored(make_run: MakeRun) -> None:
    run = make_run("a", [True] * 30 + [None] * 10)
    baseline = make_run("b", [False] * 40)
    found = gate(run, baseline, GateRule())
    assert found.outcome == "undecided"
    assert "10 of 40 tasks are unscored" in found.reason
    assert gate(run, baseline, GateRule(max_unscored=0.25)).outcome == "pass"
    assert gate(baseline, run, GateRule()).outcome == "fail"  # worse stays worse


def test_for_false_memory_lower_is_better(make_run: MakeRun) -> None:
    controls = [f"t{number}" for number in range(30)]
    run, baseline = (make_run(name, [True] * 30, controls=controls) for name in ("a", "b"))
    path = next(baseline.glob("verdicts.*.jsonl"))
    path.write_text(path.read_text("utf-8").replace('"claims_no_value": true', '"claims_no_value": false'), "utf-8")
    found = gate(run, baseline, GateRule(rate="false_memory"))
    assert (found.outcome, found.run_rate, found.baseline_rate) == ("pass", 0.0, 1.0)
    assert gate(baseline, run, GateRule(rate="false_memory")).outcome == "fail"


def test_epochs_are_judged_by_shares(make_run: MakeRun) -> None:
    run = make_run("a", [[True, True, False]] * 30)
    baseline = make_run("b", [[False, True, False]] * 30)
    assert gate(run, baseline, GateRule()).outcome == "pass"
    assert gate(baseline, run, GateRule()).outcome == "fail"


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        (GateRule(rate="accuracy"), "unknown value of --rate 'accuracy'"),
        (GateRule(margin=-0.1), "--margin -0.1: a share from 0"),
        (GateRule(margin=5), "--margin 5: a share from 0 to below 1"),
        (GateRule(min_prob=0.5), "--min-prob 0.5: a probability above"),
        (GateRule(max_unscored=2), "--max-unscored 2: a share"),
        (GateRule(rate="abstention"), "no shared task that is scored in both for abstention"),
    ],
)
def test_what_cannot_be_asked_is_refused(make_run: MakeRun, rule: GateRule, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        gate(make_run("a", [True]), make_run("b", [True]), rule)
