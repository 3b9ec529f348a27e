"""The Wilson score interval of a rate (E. B. Wilson, 1927; the paper's Table 2)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy.stats import norm


@dataclass(frozen=True)
class Rate:
    """``k`` successes of ``n`` tries with the Wilson interval ``[low, high]``, all as shares of 1.

    ``n = 0`` is *no data*: ``rate`` is None and the interval is the whole of [0, 1].
    """

    k: int
    n: int
    rate: float | None
    low: float
    high: float

    @property
    def no_data(self) -> bool:
        """Whether nothing was counted, so that no rate exists."""
        return self.n == 0


def wilson(k: int, n: int, *, confidence: float = 0.95) -> Rate:
    """Return the rate ``k / n`` with its Wilson score interval.

    The lower end is exactly 0 for ``k = 0`` and the upper end exactly 1 for ``k = n``. Raises ``ValueError``
    unless ``0 <= k <= n`` and ``0 < confidence < 1``.
    """
    if not 0 <= k <= n:
        raise ValueError(f"a rate needs 0 <= k <= n, given k={k}, n={n}")
    if not 0.0 < confidence < 1.0:
        raise ValueError(f"confidence must lie between 0 and 1, given {confidence}")
    if n == 0:
        return Rate(k=0, n=0, rate=None, low=0.0, high=1.0)
    z = float(norm.ppf(0.5 + confidence / 2))
    share = k / n
    scale = 1 + z * z / n
    centre = (share + z * z / (2 * n)) / scale
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / scale
    # Rounding must not leave 1e-17 where the formula says 0, nor put an end on the wrong side of the rate.
    low = 0.0 if k == 0 else max(0.0, min(centre - half, share))
    high = 1.0 if k == n else min(1.0, max(centre + half, share))
    return Rate(k=k, n=n, rate=share, low=low, high=high)
