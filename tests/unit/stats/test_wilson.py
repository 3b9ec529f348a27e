"""Wilson intervals: exact ends, no data, and agreement with scipy's own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from memorybench.stats.wilson import wilson

COUNTS = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def test_nothing_counted_is_no_data_and_not_a_rate_of_zero() -> None:
    found = wilson(0, 0)
    assert found.no_data
    assert (found.rate, found.low, found.high) == (None, 0.0, 1.0)


@pytest.mark.parametrize("n", [1, 2, 7, 57, 143, 1000])
def test_the_ends_are_exact(n: int) -> None:
    assert wilson(0, n).low == 0.0
    assert 0.0 < wilson(0, n).high < 1.0
    assert wilson(n, n).high == 1.0
    assert 0.0 < wilson(n, n).low < 1.0


@given(COUNTS)
def test_same_as_scipy(counts: tuple[int, int]) -> None:
    k, n = counts
    expected = binomtest(k, n).proportion_ci(confidence_level=0.95, method="wilson")
    found = wilson(k, n)
    assert found.low == pytest.approx(expected.low, abs=1e-12)
    assert found.high == pytest.approx(expected.high, abs=1e-12)


@given(COUNTS)
def test_bounds_symmetry_and_order(counts: tuple[int, int]) -> None:
    k, n = counts
    found, mirrored = wilson(k, n), wilson(n - k, n)
    assert found.rate is not None
    assert 0.0 <= found.low <= found.rate <= found.high <= 1.0
    assert mirrored.low == pytest.approx(1 - found.high, abs=1e-12)
    if k < n:
        more = wilson(k + 1, n)
        assert more.low > found.low and more.high >= found.high
    wider = wilson(k, n, confidence=0.99)
    assert wider.low <= found.low and wider.high >= found.high


@pytest.mark.parametrize(("k", "n"), [(-1, 3), (4, 3), (0, -1)])
def test_impossible_counts_are_refused(k: int, n: int) -> None:
    with pytest.raises(ValueError, match="0 <= k <= n"):
        wilson(k, n)


def test_impossible_confidence_is_refused() -> None:
    with pytest.raises(ValueError, match="confidence"):
        wilson(1, 2, confidence=1.0)
