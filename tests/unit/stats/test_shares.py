"""Differences of task-level shares: epochs, and facts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta

from memorybench.stats.bootstrap import epoch_difference
from memorybench.stats.paired import chance_above, paired_difference
from memorybench.stats.power import minimal_detectable_effect
from memorybench.stats.shares import shares_detectable, shares_difference

SHARE = st.sampled_from([0.0, 1 / 3, 2 / 3, 1.0])
TASKS = st.lists(st.tuples(SHARE, SHARE), min_size=1, max_size=30)


def test_one_epoch_a_task_is_the_paired_table_exactly() -> None:
    a = [1.0] * 100 + [0.0] * 43
    b = [1.0] * 70 + [0.0] * 30 + [1.0] * 12 + [0.0] * 31
    found = shares_difference(a, b)
    assert found.summary == paired_difference(70, 30, 12, 31).posterior
    assert found.chance_above(-0.02) == chance_above(70, 30, 12, 31, -0.02)
    assert shares_detectable(a, b) == minimal_detectable_effect(143, discordant_share=42 / 143)


def test_drawn_and_closed_form_agree() -> None:
    """A difference that is nearly 1 is drawn, one that is 1 is not; both must tell the same."""
    a, b = [0.999] * 30 + [0.0] * 12 + [1.0] * 101, [0.0] * 30 + [0.999] * 12 + [1.0] * 101
    drawn, table = shares_difference(a, b), paired_difference(70, 30, 12, 31).posterior
    assert drawn.summary.delta == pytest.approx(table.delta, abs=1e-3)
    assert drawn.summary.low == pytest.approx(table.low, abs=4e-3)
    assert drawn.summary.high == pytest.approx(table.high, abs=4e-3)
    assert drawn.chance_above(0.1) == pytest.approx(chance_above(70, 30, 12, 31, 0.1), abs=1e-2)


def test_many_tasks_are_close_to_the_bootstrap_without_a_prior() -> None:
    rng = np.random.default_rng(3)
    a, b = list(rng.binomial(3, 0.6, 300) / 3), list(rng.binomial(3, 0.5, 300) / 3)
    ours, bootstrap = shares_difference(a, b).summary, epoch_difference(a, b)
    assert ours.low == pytest.approx(bootstrap.low, abs=0.01)
    assert ours.high == pytest.approx(bootstrap.high, abs=0.01)


@given(TASKS)
def test_swapping_the_systems_negates_exactly(tasks: list[tuple[float, float]]) -> None:
    a, b = [pair[0] for pair in tasks], [pair[1] for pair in tasks]
    found, swapped = shares_difference(a, b), shares_difference(b, a)
    assert swapped.summary.delta == pytest.approx(-found.summary.delta, abs=1e-12)
    assert swapped.summary.low == pytest.approx(-found.summary.high, abs=1e-9)
    assert swapped.summary.p_a_greater == pytest.approx(1 - found.summary.p_a_greater, abs=1e-9)
    assert swapped.chance_above(0.05) == pytest.approx(1 - found.chance_above(-0.05), abs=1e-9)


@given(TASKS)
def test_the_mean_lies_in_its_interval_and_the_chance_falls_with_the_threshold(
    tasks: list[tuple[float, float]],
) -> None:
    found = shares_difference([pair[0] for pair in tasks], [pair[1] for pair in tasks])
    assert -1.0 <= found.summary.low < found.summary.delta < found.summary.high <= 1.0
    chances = [found.chance_above(threshold) for threshold in (-1.0, -0.3, 0.0, 0.3, 1.0)]
    assert chances == sorted(chances, reverse=True)


def test_all_ties_and_a_single_task_decide_nothing() -> None:
    tie = shares_difference([2 / 3] * 20, [2 / 3] * 20).summary
    assert (tie.delta, tie.p_a_greater, tie.decisive) == (0.0, 0.5, False)
    single = shares_difference([1.0], [1 / 3]).summary
    assert not single.decisive
    assert single.p_a_greater < 0.95
    assert epoch_difference([1.0], [1 / 3]).decisive  # why the prior is there


def test_the_chance_above_zero_is_a_beta_tail_and_the_ends_are_settled() -> None:
    assert chance_above(0, 8, 2, 0, 0.0) == pytest.approx(beta(8.5, 2.5).sf(0.5))
    assert chance_above(0, 8, 2, 0, 1e-9) == pytest.approx(chance_above(0, 8, 2, 0, 0.0), abs=1e-6)
    assert (chance_above(0, 8, 2, 0, -1.0), chance_above(0, 8, 2, 0, 1.0)) == (1.0, 0.0)


def test_the_chance_above_a_threshold_against_a_million_draws() -> None:
    draws = np.random.default_rng(7).dirichlet(np.array([9, 4, 2, 5]) + 0.5, 1_000_000)
    for threshold in (-0.2, -0.05, 0.0, 0.1, 0.4):
        drawn = float((draws[:, 1] - draws[:, 2] > threshold).mean())
        assert chance_above(9, 4, 2, 5, threshold) == pytest.approx(drawn, abs=2e-3)


def test_what_is_no_share_is_refused() -> None:
    with pytest.raises(ValueError, match="same tasks"):
        shares_difference([], [])
    with pytest.raises(ValueError, match="share between 0 and 1"):
        shares_difference([1.5], [0.0])
    with pytest.raises(ValueError, match="prior"):
        shares_difference([1.0], [0.0], prior=0.0)
    with pytest.raises(ValueError, match="prior"):
        chance_above(0, 0, 0, 0, 0.1)
