"""The minimal detectable effect, checked against the exact power of the test it is about."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from memorybench.stats.paired import mcnemar_mid_p
from memorybench.stats.power import minimal_detectable_effect


def exact_power(n: int, delta: float, share: float) -> float:
    """Power of the two-sided mid-p McNemar test at 5 %, summed over every table."""
    toward_a = (share + delta) / 2 / share
    total = 0.0
    for discordant in range(n + 1):
        wins = np.arange(discordant + 1)
        rejected = np.array([mcnemar_mid_p(int(k), discordant - int(k)) < 0.05 for k in wins])
        reach = float(binom.pmf(wins, discordant, toward_a)[rejected].sum())
        total += float(binom.pmf(discordant, n, share)) * reach
    return total


@pytest.mark.parametrize(("n", "share"), [(57, 0.3), (143, 0.3), (143, 0.15)])
def test_exact_power_at_the_detectable_effect_is_about_80_percent(n: int, share: float) -> None:
    delta = minimal_detectable_effect(n, discordant_share=share)
    assert delta is not None
    assert exact_power(n, delta, share) == pytest.approx(0.8, abs=0.03)


@given(st.integers(5, 2000), st.floats(0.0, 1.0))
def test_bounds_and_monotone_in_n(n: int, share: float) -> None:
    found = minimal_detectable_effect(n, discordant_share=share)
    more = minimal_detectable_effect(n + 50, discordant_share=share)
    assert found is not None and more is not None
    assert 0.0 < more < found <= 1.0


def test_more_power_or_more_discordance_needs_a_larger_effect() -> None:
    usual = minimal_detectable_effect(143)
    stricter = minimal_detectable_effect(143, power=0.95)
    noisier = minimal_detectable_effect(143, discordant_share=0.5)
    assert usual is not None and stricter is not None and noisier is not None
    assert usual < stricter and usual < noisier


@pytest.mark.parametrize("n", range(5))
def test_too_few_tasks_detect_nothing(n: int) -> None:
    assert minimal_detectable_effect(n) is None


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="discordant share"):
        minimal_detectable_effect(10, discordant_share=1.5)
    with pytest.raises(ValueError, match="alpha < power"):
        minimal_detectable_effect(10, power=0.01)
