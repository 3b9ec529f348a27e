"""Differences that the 2 x 2 table cannot hold: several epochs a task, and tasks that share a project.

Both functions draw with a fixed seed, so that the same scores always print the same numbers.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from memorybench.stats.paired import DifferencePosterior

DRAWS = 40_000
SEED = 20_260_701
SMALLEST_CLUSTERS = 10  # below it, resampling whole projects says more about the projects than about the systems


def epoch_difference(
    scores_a: Sequence[float], scores_b: Sequence[float], *, credible: float = 0.95
) -> DifferencePosterior:
    """Posterior of the mean of task-level differences, by the Bayesian bootstrap (D. B. Rubin, 1981).

    ``scores_a[i]`` and ``scores_b[i]`` are the shares of epochs in which A and B got the same task ``i``
    right, so that repeated epochs of one task do not count as further tasks. ``prior`` of the result is 0: the
    bootstrap has none, so that with few tasks, or differences that are all alike, its interval is too narrow.
    Raises ``ValueError`` for lengths that differ or no task.
    """
    differences = _differences(scores_a, scores_b)
    weights = np.random.default_rng(SEED).dirichlet(np.ones(len(differences)), DRAWS)
    return _summary(weights @ differences, float(differences.mean()), credible)


def clustered_difference(
    scores_a: Sequence[float], scores_b: Sequence[float], projects: Sequence[Hashable], *, credible: float = 0.95
) -> DifferencePosterior | None:
    """The same with whole projects weighted instead of tasks, for tasks of one project are alike.

    A project counts by its number of tasks. None with fewer than 10 projects.
    """
    differences = _differences(scores_a, scores_b)
    if len(projects) != len(differences):
        raise ValueError(f"needs one project a task, given {len(projects)} for {len(differences)} tasks")
    names = sorted(set(projects), key=str)
    if len(names) < SMALLEST_CLUSTERS:
        return None
    index = np.array([names.index(project) for project in projects])
    sums = np.bincount(index, weights=differences)
    sizes = np.bincount(index).astype(float)
    weights = np.random.default_rng(SEED).dirichlet(np.ones(len(names)), DRAWS)
    return _summary((weights @ sums) / (weights @ sizes), float(differences.mean()), credible)


def _differences(scores_a: Sequence[float], scores_b: Sequence[float]) -> NDArray[np.float64]:
    if len(scores_a) != len(scores_b) or not scores_a:
        raise ValueError(f"needs the same tasks for A and B, given {len(scores_a)} and {len(scores_b)} scores")
    differences: NDArray[np.float64] = np.array(scores_a, dtype=float) - np.array(scores_b, dtype=float)
    return differences


def _summary(draws: NDArray[np.float64], mean: float, credible: float) -> DifferencePosterior:
    low, high = np.quantile(draws, [(1 - credible) / 2, (1 + credible) / 2])
    # A tie counts half, so that two systems without any difference get 0.5 and not 0.
    ahead = float((draws > 0).mean() + (draws == 0).mean() / 2)
    return DifferencePosterior(prior=0.0, delta=mean, low=float(low), high=float(high), p_a_greater=ahead)
