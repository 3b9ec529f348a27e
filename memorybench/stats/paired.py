"""Two systems on the same tasks: the posterior of the difference of their rates, truly paired.

The four cells of the 2 x 2 table (both right, only A, only B, neither) get a Dirichlet prior with the same
weight in each cell, 1/2 by default. The difference ``p(A) - p(B)`` is ``p(only A) - p(only B)``, so the
concordant tasks count only through their number. Nothing is sampled: with ``d = p(only A) + p(only B)`` and
``w = p(only A) / d``, which are independent Beta variables, the difference is ``d * (2 w - 1)``; the mean and
P(A > B) are closed forms and the interval comes from one-dimensional quadrature.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq
from scipy.special import betainc, betaincinv
from scipy.stats import binom

from memorybench.stats.power import minimal_detectable_effect

PRIOR = 0.5  # Jeffreys' weight per cell
SENSITIVITY_PRIOR = 1.0  # uniform over the tables; shown beside the default
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(400)


@dataclass(frozen=True)
class DifferencePosterior:
    """Posterior of ``p(A) - p(B)`` under one prior weight per cell: mean, credible interval, P(A > B)."""

    prior: float
    delta: float
    low: float
    high: float
    p_a_greater: float

    @property
    def decisive(self) -> bool:
        """Whether the credible interval excludes 0, so that the sign is settled."""
        return self.low > 0.0 or self.high < 0.0


@dataclass(frozen=True)
class PairedResult:
    """A paired comparison of A and B on ``n`` shared tasks. Rates and differences are shares of 1.

    ``mid_p`` is the two-sided mid-p McNemar value; ``detectable`` the smallest true difference that this many
    tasks find with 80 % power at the observed discordant share (None: no difference can be found).
    """

    both: int
    only_a: int
    only_b: int
    neither: int
    posterior: DifferencePosterior
    sensitivity: DifferencePosterior
    mid_p: float
    detectable: float | None

    @property
    def n(self) -> int:
        """Number of shared tasks."""
        return self.both + self.only_a + self.only_b + self.neither

    @property
    def discordant(self) -> int:
        """Number of tasks on which A and B differ."""
        return self.only_a + self.only_b

    @property
    def observed(self) -> float:
        """The observed difference of the two rates."""
        return (self.only_a - self.only_b) / self.n

    @property
    def decisive(self) -> bool:
        """Whether the default prior's credible interval excludes 0."""
        return self.posterior.decisive

    @property
    def depends_on_prior(self) -> bool:
        """Whether the sensitivity prior would change the verdict; then it should not be called settled."""
        return self.posterior.decisive != self.sensitivity.decisive


def paired_difference(
    both: int, only_a: int, only_b: int, neither: int, *, prior: float = PRIOR, credible: float = 0.95
) -> PairedResult:
    """Compare A and B from the counts of the paired table.

    Raises ``ValueError`` for a negative count, an empty table, or a prior or interval that is no such thing.
    """
    cells = (both, only_a, only_b, neither)
    if min(cells) < 0 or sum(cells) == 0:
        raise ValueError(f"a paired table needs counts >= 0 and at least one task, given {cells}")
    if prior <= 0.0 or not 0.0 < credible < 1.0:
        raise ValueError(f"needs prior > 0 and 0 < credible < 1, given {prior} and {credible}")
    discordant = only_a + only_b
    return PairedResult(
        both=both,
        only_a=only_a,
        only_b=only_b,
        neither=neither,
        posterior=_posterior(cells, prior, credible),
        sensitivity=_posterior(cells, SENSITIVITY_PRIOR, credible),
        mid_p=mcnemar_mid_p(only_a, only_b),
        detectable=minimal_detectable_effect(sum(cells), discordant_share=discordant / sum(cells)),
    )


def chance_above(
    both: int, only_a: int, only_b: int, neither: int, threshold: float, *, prior: float = PRIOR
) -> float:
    """P(p(A) - p(B) > ``threshold``) under the posterior of :func:`paired_difference`.

    Raises ``ValueError`` for a negative count, an empty table, or a prior that is not above 0.
    """
    if min(both, only_a, only_b, neither) < 0 or both + only_a + only_b + neither == 0 or prior <= 0.0:
        raise ValueError(
            f"needs counts >= 0, one task and a prior > 0, given {both, only_a, only_b, neither}, {prior}"
        )
    a, b, rest = only_a + prior, only_b + prior, both + neither + 2 * prior
    if threshold == 0.0:
        return 0.5 if a == b else float(betainc(b, a, 0.5))
    if abs(threshold) >= 1.0:
        return 0.0 if threshold > 0 else 1.0
    return min(1.0, max(0.0, 1.0 - _cdf(threshold, a, b, rest)))


def mcnemar_mid_p(only_a: int, only_b: int) -> float:
    """Two-sided mid-p of McNemar's test: twice the tail, the observed count taken half; 1 without discordance."""
    smaller, total = min(only_a, only_b), only_a + only_b
    tail = 2.0 * float(binom.cdf(smaller, total, 0.5)) - float(binom.pmf(smaller, total, 0.5))
    return min(1.0, tail)


def _posterior(cells: tuple[int, int, int, int], prior: float, credible: float) -> DifferencePosterior:
    both, only_a, only_b, neither = cells
    a, b, rest = only_a + prior, only_b + prior, both + neither + 2 * prior
    tail = (1.0 - credible) / 2
    return DifferencePosterior(
        prior=prior,
        delta=(a - b) / (a + b + rest),
        low=_quantile(tail, a, b, rest),
        high=-_quantile(tail, b, a, rest),  # by symmetry: A and B swapped
        p_a_greater=0.5 if a == b else float(betainc(b, a, 0.5)),
    )


def _quantile(probability: float, a: float, b: float, rest: float) -> float:
    found = brentq(lambda x: _cdf(x, a, b, rest) - probability, -1.0, 1.0, xtol=1e-10)
    return float(found)


def _cdf(x: float, a: float, b: float, rest: float) -> float:
    """P(d (2w - 1) <= x), integrated over the quantiles of d, where only ``d > |x|`` leaves w open."""
    settled = float(betainc(a + b, rest, min(1.0, abs(x))))  # P(d <= |x|)
    levels = settled + (1.0 - settled) * (_NODES + 1.0) / 2
    sizes = np.maximum(betaincinv(a + b, rest, levels), abs(x))
    share = np.clip((1.0 + x / np.maximum(sizes, 1e-300)) / 2, 0.0, 1.0)
    open_part = (1.0 - settled) / 2 * float(np.dot(_WEIGHTS, betainc(a, b, share)))
    return open_part + (settled if x > 0 else 0.0)
