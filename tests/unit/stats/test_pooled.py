"""The pooled model: what its package prints, by another way of computing it."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit

from memorybench.stats.pooled import pooled_difference


def test_the_figures_that_the_published_package_prints() -> None:
    """BayesProp's `pg` method, 4 chains of 4,000, on 100 and 82 right of 143: .1192 [.0117, .2253], P .985."""
    found = pooled_difference(100, 82, 143)
    assert found.delta == pytest.approx(0.1192, abs=5e-4)
    assert (found.low, found.high) == (pytest.approx(0.0117, abs=1e-3), pytest.approx(0.2253, abs=1e-3))
    assert found.p_a_greater == pytest.approx(0.985, abs=1e-3)


@pytest.mark.parametrize(("a", "b", "n"), [(0, 0, 5), (5, 0, 5), (50, 50, 100), (3, 17, 40)])
def test_the_grid_against_importance_sampling(a: int, b: int, n: int) -> None:
    rng = np.random.default_rng(3)
    mu, delta = rng.normal(0, 2, 1_000_000), rng.normal(0, 1, 1_000_000)
    p_a, p_b = expit(mu + delta), expit(mu)
    log_weight = a * np.log(p_a) + (n - a) * np.log1p(-p_a) + b * np.log(p_b) + (n - b) * np.log1p(-p_b)
    weight = np.exp(log_weight - log_weight.max())
    weight /= weight.sum()
    found = pooled_difference(a, b, n)
    assert found.delta == pytest.approx(float(((p_a - p_b) * weight).sum()), abs=5e-3)
    assert found.p_a_greater == pytest.approx(float(weight[delta > 0].sum()), abs=1e-2)


@pytest.mark.parametrize("counts", [(1, 1, 0), (3, 1, 2), (-1, 0, 2)])
def test_impossible_counts_are_refused(counts: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="n > 0"):
        pooled_difference(*counts)
