"""How small a difference a number of paired tasks can show, before anything is spent."""

from __future__ import annotations

import math

from scipy.optimize import brentq
from scipy.stats import norm

DISCORDANT_SHARE = 0.3  # share of tasks on which two systems differ; the paper's own comparisons lie near it
SMALLEST_N = 5  # below it even a clean sweep has a two-sided mid-p above 5 % (0.5 ** 4 = .0625)


def minimal_detectable_effect(
    n: int, *, discordant_share: float = DISCORDANT_SHARE, power: float = 0.8, alpha: float = 0.05
) -> float | None:
    """Return the smallest true difference ``p(A) - p(B)`` that ``n`` paired tasks find with ``power``.

    Two-sided McNemar test, normal approximation of the unconditional power (R. J. Connor, 1987):
    ``sqrt(n) * delta = z(1 - alpha/2) * sqrt(s) + z(power) * sqrt(s - delta ** 2)`` with ``s`` the discordant
    share. ``s`` is an assumption made before the run, 0.3 by default; a difference of ``delta`` needs at least
    ``delta`` discordance, so ``s`` is raised to ``delta`` where it is smaller. Tasks count as independent:
    tasks of one project are not quite, so the true figure is somewhat larger.

    None where no difference at all can be found (fewer than 5 tasks). Raises ``ValueError`` for a share,
    power or alpha that is no such thing.
    """
    if n < 0 or not 0.0 <= discordant_share <= 1.0:
        raise ValueError(f"needs n >= 0 and a discordant share in [0, 1], given {n} and {discordant_share}")
    if not 0.0 < alpha < 1.0 or not alpha < power < 1.0:
        raise ValueError(f"needs 0 < alpha < power < 1, given alpha={alpha}, power={power}")
    if n < SMALLEST_N:
        return None
    z_alpha, z_power = float(norm.ppf(1 - alpha / 2)), float(norm.ppf(power))

    def surplus(delta: float) -> float:
        share = max(discordant_share, delta)
        needed = z_alpha * math.sqrt(share) + z_power * math.sqrt(max(0.0, share - delta * delta))
        return math.sqrt(n) * delta - needed

    # Without discordance delta = 0 solves the equation too, but shows nothing: start just above it.
    return float(brentq(surplus, 1e-9, 1.0, xtol=1e-10)) if surplus(1.0) >= 0.0 else None
