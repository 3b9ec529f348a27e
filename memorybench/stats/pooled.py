"""The pooled comparison behind the published one: a logistic model that does not use the pairing.

The package that the paper cites (A. Vosseler, BayesProp 0.1.1.6) stacks both arms' outcomes: A's log-odds are
``mu + delta``, B's are ``mu``, with ``mu ~ N(0, 2)`` and ``delta ~ N(0, 1)`` (standard deviations). Two
tables with the same margins get the same posterior whatever the pairs. It is here so that published numbers
can be reproduced; the default is :mod:`memorybench.stats.paired`. The package samples; two parameters can be
integrated on a grid, which gives the posterior that its sampler approaches. The model is not symmetric: A's
log-odds have the wider prior, so that swapping A and B changes the third digit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, log_expit

from memorybench.stats.paired import DifferencePosterior

SIGMA_MU = 2.0
SIGMA_DELTA = 1.0
_GRID = 801
_REACH = 6.0  # posterior standard deviations, or prior ones where the data say little


def pooled_difference(a_right: int, b_right: int, n: int, *, credible: float = 0.95) -> DifferencePosterior:
    """Return the posterior of ``p(A) - p(B)`` from the two margins over ``n`` shared tasks.

    ``prior`` of the result is the standard deviation of ``delta``. Raises ``ValueError`` for counts outside
    ``0..n``, for ``n = 0``, and for an interval that is no such thing.
    """
    if n <= 0 or not (0 <= a_right <= n and 0 <= b_right <= n):
        raise ValueError(f"needs n > 0 and counts in 0..n, given {a_right}, {b_right} of {n}")
    if not 0.0 < credible < 1.0:
        raise ValueError(f"needs 0 < credible < 1, given {credible}")
    mu = np.linspace(*_range(b_right, n, SIGMA_MU), _GRID)[:, None]
    eta = np.linspace(*_range(a_right, n, float(np.hypot(SIGMA_MU, SIGMA_DELTA))), _GRID)[None, :]
    log_posterior = (
        _log_likelihood(b_right, n, mu)
        + _log_likelihood(a_right, n, eta)
        - 0.5 * (mu / SIGMA_MU) ** 2
        - 0.5 * ((eta - mu) / SIGMA_DELTA) ** 2
    )
    weight = np.exp(log_posterior - log_posterior.max())
    weight /= weight.sum()
    delta = expit(eta) - expit(mu)
    order = np.argsort(delta, axis=None)
    values, cumulated = delta.ravel()[order], np.cumsum(weight.ravel()[order])
    tail = (1.0 - credible) / 2
    return DifferencePosterior(
        prior=SIGMA_DELTA,
        delta=float((delta * weight).sum()),
        low=float(np.interp(tail, cumulated, values)),
        high=float(np.interp(1.0 - tail, cumulated, values)),
        p_a_greater=float(weight[eta - mu > 1e-12].sum() + weight[np.abs(eta - mu) <= 1e-12].sum() / 2),
    )


def _range(right: int, n: int, sigma: float) -> tuple[float, float]:
    """Log-odds that hold all but a vanishing part of the posterior."""
    share = (right + 0.5) / (n + 1)
    centre, width = float(np.log(share / (1 - share))), float(1 / np.sqrt((n + 1) * share * (1 - share)))
    spread = _REACH * min(width, sigma) + abs(centre) / 2
    return min(centre, 0.0) - spread, max(centre, 0.0) + spread


def _log_likelihood(right: int, n: int, log_odds: NDArray[np.float64]) -> NDArray[np.float64]:
    value: NDArray[np.float64] = right * log_expit(log_odds) + (n - right) * log_expit(-log_odds)
    return value
