"""The paired posterior and McNemar's mid-p."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memorybench.stats.paired import mcnemar_mid_p, paired_difference

TABLE = st.tuples(*[st.integers(0, 60)] * 4).filter(lambda cells: sum(cells) > 0)


@given(TABLE)
def test_bounds_and_order(cells: tuple[int, int, int, int]) -> None:
    for found in (paired_difference(*cells).posterior, paired_difference(*cells).sensitivity):
        assert -1.0 <= found.low < found.high <= 1.0
        assert found.low < found.delta < found.high
        assert 0.0 < found.p_a_greater < 1.0 or max(cells[1], cells[2]) > 30


@given(TABLE)
def test_swapping_the_systems_mirrors_everything(cells: tuple[int, int, int, int]) -> None:
    both, only_a, only_b, neither = cells
    found = paired_difference(*cells)
    swapped = paired_difference(both, only_b, only_a, neither)
    assert swapped.posterior.delta == pytest.approx(-found.posterior.delta, abs=1e-12)
    assert swapped.posterior.low == pytest.approx(-found.posterior.high, abs=1e-9)
    assert swapped.posterior.p_a_greater == pytest.approx(1 - found.posterior.p_a_greater, abs=1e-9)
    assert swapped.mid_p == found.mid_p
    assert swapped.decisive == found.decisive


@given(TABLE)
def test_one_more_win_of_a_raises_its_probability(cells: tuple[int, int, int, int]) -> None:
    both, only_a, only_b, neither = cells
    less, more = paired_difference(*cells), paired_difference(both, only_a + 1, only_b, neither)
    assert more.posterior.p_a_greater >= less.posterior.p_a_greater


def test_only_the_number_of_concordant_tasks_counts() -> None:
    assert paired_difference(50, 9, 3, 0).posterior == paired_difference(0, 9, 3, 50).posterior


def test_equal_margins_with_other_pairs_give_another_posterior() -> None:
    """What a model that pools the arms cannot see."""
    spread, tight = paired_difference(70, 30, 12, 31), paired_difference(82, 18, 0, 43)
    assert spread.observed == tight.observed
    assert tight.posterior.high - tight.posterior.low < spread.posterior.high - spread.posterior.low


def test_without_discordant_pairs_nothing_is_decided() -> None:
    found = paired_difference(20, 0, 0, 20)
    assert found.posterior.p_a_greater == 0.5
    assert found.posterior.delta == 0.0
    assert found.posterior.low < 0.0 < found.posterior.high
    assert not found.decisive
    assert found.mid_p == 1.0


def test_a_verdict_that_hangs_on_the_prior_is_flagged() -> None:
    results = [paired_difference(both, only_a, 0, 3) for both in (3, 30) for only_a in range(1, 9)]
    flagged = [found for found in results if found.depends_on_prior]
    assert flagged
    assert all(found.posterior.decisive != found.sensitivity.decisive for found in flagged)
    assert not paired_difference(70, 30, 12, 31).depends_on_prior


@given(st.integers(0, 40), st.integers(0, 40))
def test_mid_p_against_exact_fractions(only_a: int, only_b: int) -> None:
    total, smaller = only_a + only_b, min(only_a, only_b)
    tail = sum(Fraction(comb(total, i), 2**total) for i in range(smaller))
    expected = min(Fraction(1), 2 * tail + Fraction(comb(total, smaller), 2**total))
    assert mcnemar_mid_p(only_a, only_b) == pytest.approx(float(expected), abs=1e-12)


@pytest.mark.parametrize("cells", [(0, 0, 0, 0), (-1, 2, 2, 2)])
def test_impossible_tables_are_refused(cells: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="paired table"):
        paired_difference(*cells)


def test_impossible_priors_are_refused() -> None:
    with pytest.raises(ValueError, match="prior"):
        paired_difference(1, 1, 1, 1, prior=0.0)
