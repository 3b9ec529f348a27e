"""How far a judge and a person agree beyond chance: Cohen's kappa (1960) with an interval."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

PRIOR = 0.5
DRAWS = 40_000
SEED = 20_260_701  # fixed, so that the same labels always print the same interval


@dataclass(frozen=True)
class Agreement:
    """Agreement of judge and person on ``n`` yes/no labels.

    ``kappa`` is None where both use one and the same label throughout: chance alone would then agree fully,
    and the interval is the whole of [-1, 1].
    Otherwise ``low`` and ``high`` are a 95 % credible interval, which, unlike the usual normal one, does not collapse
    to a point when all labels agree.
    """

    both_yes: int
    false_accepts: int  # judge yes, person no
    false_rejects: int  # judge no, person yes
    both_no: int
    agreement: float
    kappa: float | None
    low: float
    high: float

    @property
    def n(self) -> int:
        """Number of items both labelled."""
        return self.both_yes + self.false_accepts + self.false_rejects + self.both_no


def cohens_kappa(both_yes: int, false_accepts: int, false_rejects: int, both_no: int) -> Agreement:
    """Return raw agreement and Cohen's kappa of a 2 x 2 table of labels.

    The interval comes from the posterior of the table's cells under Dirichlet(1/2, 1/2, 1/2, 1/2), drawn with
    a fixed seed. Raises ``ValueError`` for a negative count or an empty table.
    """
    cells = np.array([both_yes, false_accepts, false_rejects, both_no], dtype=float)
    if cells.min() < 0 or cells.sum() == 0:
        raise ValueError(f"an agreement table needs counts >= 0 and at least one item, given {cells.tolist()}")
    shares = cells / cells.sum()
    draws = np.random.default_rng(SEED).dirichlet(cells + PRIOR, DRAWS)
    low, high = np.quantile(_kappa(draws), [0.025, 0.975])
    one_label_only = bool(np.isclose(_chance(shares[None, :])[0], 1.0))
    return Agreement(
        both_yes=both_yes,
        false_accepts=false_accepts,
        false_rejects=false_rejects,
        both_no=both_no,
        agreement=float(shares[0] + shares[3]),
        kappa=None if one_label_only else float(_kappa(shares[None, :])[0]),
        low=-1.0 if one_label_only else float(low),
        high=1.0 if one_label_only else float(high),
    )


def _chance(tables: NDArray[np.float64]) -> NDArray[np.float64]:
    judge_yes, person_yes = tables[:, 0] + tables[:, 1], tables[:, 0] + tables[:, 2]
    chance: NDArray[np.float64] = judge_yes * person_yes + (1 - judge_yes) * (1 - person_yes)
    return chance


def _kappa(tables: NDArray[np.float64]) -> NDArray[np.float64]:
    chance = _chance(tables)
    kappa: NDArray[np.float64] = (tables[:, 0] + tables[:, 3] - chance) / (1 - chance)
    return kappa
