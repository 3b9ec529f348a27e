"""Numbers that must never move, each found a second way here or published."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import beta

from memorybench.stats.paired import paired_difference
from memorybench.stats.wilson import wilson

TABLES = [(70, 30, 12, 31), (82, 18, 0, 43), (20, 0, 0, 20), (0, 1, 0, 0), (3, 5, 1, 2)]


def test_the_design_page_s_spread_table() -> None:
    found = paired_difference(70, 30, 12, 31)
    assert found.posterior.delta == pytest.approx(18 / 145)
    assert round(found.posterior.delta, 4) == 0.1241
    assert (round(found.posterior.low, 3), round(found.posterior.high, 3)) == (0.038, 0.211)
    assert found.posterior.p_a_greater == pytest.approx(0.9975, abs=1e-4)
    assert found.decisive
    assert found.mid_p == pytest.approx(0.0054015726545912895, rel=1e-9)


def test_the_same_margins_with_no_loss_of_a() -> None:
    found = paired_difference(82, 18, 0, 43)
    assert (round(found.posterior.low, 3), round(found.posterior.high, 3)) == (0.074, 0.184)
    assert found.posterior.delta == pytest.approx(18 / 145)


@pytest.mark.parametrize("cells", TABLES)
@pytest.mark.parametrize("prior", [0.5, 1.0])
def test_quadrature_against_a_million_draws(cells: tuple[int, int, int, int], prior: float) -> None:
    found = paired_difference(*cells, prior=prior).posterior
    draws = np.random.default_rng(7).dirichlet(np.array(cells) + prior, 1_000_000)
    delta = draws[:, 1] - draws[:, 2]
    low, high = np.quantile(delta, [0.025, 0.975])
    assert found.low == pytest.approx(low, abs=3e-3)
    assert found.high == pytest.approx(high, abs=3e-3)
    assert found.delta == pytest.approx(delta.mean(), abs=1e-3)
    assert found.p_a_greater == pytest.approx((delta > 0).mean(), abs=2e-3)


def test_quadrature_against_closed_forms() -> None:
    """For (p, q, rest) ~ Dirichlet(1, 1, c), P(p - q > t) = (1 - t) ** (c + 1) / 2 where t >= 0."""
    one_concordant = paired_difference(1, 0, 0, 0).sensitivity  # c = 3
    assert one_concordant.high == pytest.approx(1 - 0.05 ** (1 / 4), abs=1e-7)
    no_concordant = paired_difference(0, 1, 1, 0, prior=1e-9).posterior  # c = 0: p uniform, p - q = 2 p - 1
    assert no_concordant.high == pytest.approx(0.95, abs=1e-6)


def test_p_a_greater_is_a_beta_tail() -> None:
    assert paired_difference(70, 30, 12, 31).posterior.p_a_greater == pytest.approx(beta(30.5, 12.5).sf(0.5))


@pytest.mark.parametrize(
    ("k", "n", "low", "high"),
    [
        (0, 10, 0.0, 0.2775327998628892),  # z^2 / (n + z^2)
        (10, 10, 0.7224672001371107, 1.0),
        (1, 10, 0.017876213095072896, 0.4041500267952385),
        (81, 263, 0.2553, 0.3662),  # the worked example of Newcombe (1998)
        (15, 148, 0.0624, 0.1605),
    ],
)
def test_wilson(k: int, n: int, low: float, high: float) -> None:
    found = wilson(k, n)
    assert (found.low, found.high) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))
