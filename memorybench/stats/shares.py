"""The paired comparison where a task's score is a share: several epochs a task, or several facts.

Each task counts once, with the difference ``d`` of its two shares in [-1, 1]. The unknown distribution of ``d``
gets the same prior as the 2 x 2 table of :mod:`memorybench.stats.paired`: weight ½ each on ``+1``, ``-1`` and
twice on ``0`` (both right, neither right), and the posterior of its mean is the answer. With the prior's weight at
0 this is the Bayesian bootstrap (D. B. Rubin, 1981), which calls a single task a certainty; with one epoch a task
every ``d`` is -1, 0 or 1 and the result is that of the table itself, exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from memorybench.stats.paired import PRIOR, DifferencePosterior, chance_above, paired_difference
from memorybench.stats.power import minimal_detectable_effect

DRAWS = 40_000
SEED = 20_260_701  # fixed, so that the same scores always print the same numbers


@dataclass(frozen=True)
class SharesPosterior:
    """The posterior of the mean difference: in closed form where every difference is -1, 0 or 1, else drawn."""

    summary: DifferencePosterior
    _cells: tuple[int, int, int, int] | None = None
    _draws: NDArray[np.float64] = field(default_factory=lambda: np.empty(0), repr=False, compare=False)

    def chance_above(self, threshold: float) -> float:
        """P(mean difference > ``threshold``)."""
        if self._cells is not None:
            return chance_above(*self._cells, threshold, prior=self.summary.prior)
        return _above(self._draws, threshold)


def shares_difference(
    scores_a: Sequence[float], scores_b: Sequence[float], *, prior: float = PRIOR, credible: float = 0.95
) -> SharesPosterior:
    """Posterior of the mean of ``scores_a[i] - scores_b[i]``, each a share in [0, 1] for the same task ``i``.

    Swapping A and B negates the result exactly. Raises ``ValueError`` for lengths that differ, no task, a score
    that is no share, or a prior that is not above 0.
    """
    differences = _differences(scores_a, scores_b)
    if prior <= 0.0:
        raise ValueError(f"needs a prior weight > 0, given {prior}")
    if np.isin(differences, (-1.0, 0.0, 1.0)).all():
        only_a, only_b = int((differences == 1).sum()), int((differences == -1).sum())
        cells = (len(differences) - only_a - only_b, only_a, only_b, 0)
        exact = paired_difference(*cells, prior=prior, credible=credible).posterior
        return SharesPosterior(summary=exact, _cells=cells)
    draws = _draws(differences, prior)
    low, high = np.quantile(draws, [(1 - credible) / 2, (1 + credible) / 2])
    mean = float(differences.sum() / (len(differences) + 4 * prior))
    summary = DifferencePosterior(
        prior=prior, delta=mean, low=float(low), high=float(high), p_a_greater=_above(draws, 0.0)
    )
    return SharesPosterior(summary=summary, _draws=draws)


def shares_detectable(scores_a: Sequence[float], scores_b: Sequence[float]) -> float | None:
    """The smallest true difference that this many tasks find with 80 % power; None where none can be found.

    The formula of :func:`~memorybench.stats.power.minimal_detectable_effect` with the mean squared difference in
    place of the discordant share: for binary scores they are one and the same, and it is what the variance needs.
    """
    differences = _differences(scores_a, scores_b)
    return minimal_detectable_effect(len(differences), discordant_share=float((differences**2).mean()))


def _differences(scores_a: Sequence[float], scores_b: Sequence[float]) -> NDArray[np.float64]:
    if len(scores_a) != len(scores_b) or not scores_a:
        raise ValueError(f"needs the same tasks for A and B, given {len(scores_a)} and {len(scores_b)} scores")
    first, second = np.array(scores_a, dtype=float), np.array(scores_b, dtype=float)
    if min(first.min(), second.min()) < 0.0 or max(first.max(), second.max()) > 1.0:
        raise ValueError("a score is a share between 0 and 1")
    # 2/3 - 1/3 and 1 - 2/3 are one difference: rounding must not make two of it.
    differences: NDArray[np.float64] = np.round(first - second, 12) + 0.0
    return differences


def _draws(differences: NDArray[np.float64], prior: float) -> NDArray[np.float64]:
    """Draws of the mean; A and B swapped draw the same numbers with the other sign."""
    ours, theirs = sorted(differences.tolist()), sorted((-differences).tolist())
    values, counts = np.unique(max(ours, theirs), return_counts=True)
    weights = {float(value): float(count) for value, count in zip(values, counts, strict=True)}
    for value, weight in ((1.0, prior), (-1.0, prior), (0.0, 2 * prior)):
        weights[value] = weights.get(value, 0.0) + weight
    support = np.array(sorted(weights))
    shares = np.random.default_rng(SEED).dirichlet([weights[value] for value in support.tolist()], DRAWS)
    drawn: NDArray[np.float64] = shares @ support
    if ours == theirs:  # as much for A as for B: so are the draws
        return np.concatenate([drawn, -drawn])
    return -drawn if ours < theirs else drawn


def _above(draws: NDArray[np.float64], threshold: float) -> float:
    return float((draws > threshold).mean() + (draws == threshold).mean() / 2)
