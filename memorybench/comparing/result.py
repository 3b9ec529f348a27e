"""What a comparison says, as records; differences and rates are shares of 1."""

from __future__ import annotations

from typing import Literal

from memorybench.records import Record

Method = Literal["paired", "pooled-pg"]


class Difference(Record):
    """A setting in which the runs differ; one value a run."""

    setting: str
    values: tuple[str, ...]


class Posterior(Record):
    """Posterior of Δ = A - B: its mean, 95 % credible interval, and P(A > B)."""

    delta: float
    low: float
    high: float
    p_a_greater: float
    decisive: bool


class MeasureComparison(Record):
    """One rate of A and B on the tasks that both have scored.

    The four cells are there where a task's score is yes or no. ``a_ahead`` and ``b_ahead`` are the discordant tasks.
    """

    measure: str
    method: Literal["paired", "shares", "pooled-pg"]
    pairs: int
    a_rate: float | None  # None: no pair
    b_rate: float | None
    posterior: Posterior | None
    sensitivity: Posterior | None  # prior weight 1 instead of ½; None for pooled-pg
    verdict: Literal["A ahead", "B ahead", "undecided", "no data"]
    depends_on_prior: bool
    both: int | None
    only_a: int | None
    only_b: int | None
    neither: int | None
    a_ahead: tuple[str, ...]
    b_ahead: tuple[str, ...]
    mid_p: float | None
    detectable: float | None
    projects: int | None  # None: the dataset was not found
    by_project: Posterior | None  # whole projects weighted; None below 10 projects
    unscored: int  # shared tasks without a score in A or B, not among the pairs
    lowest: float | None  # the observed difference if everything unscored fell against A
    highest: float | None


class Comparison(Record):
    """Two runs, paired by task id. A task in only one of them, or not scored in one, is in no pair."""

    a: str  # letters of the runs
    b: str
    shared: int
    only_in_a: tuple[str, ...]
    only_in_b: tuple[str, ...]
    measures: tuple[MeasureComparison, ...]

    def measure(self, name: str) -> MeasureComparison | None:
        """The comparison of one rate; None where it applies to no shared task."""
        return next((found for found in self.measures if found.measure == name), None)


class RunCard(Record):
    """One of the runs compared."""

    letter: str
    folder: str
    name: str  # short: what tells it from the others
    adapter: str
    scope: str
    model: str
    epochs: int
    tasks: int
    probed: int  # of tasks x epochs
    partial: bool
    stand_in: bool


class ComparisonReport(Record):
    """All that ``memorybench compare`` says."""

    runs: tuple[RunCard, ...]
    dataset: str
    dataset_hash: str
    judges: str
    judge_model: str
    probe_style: str
    method: Method
    differences: tuple[Difference, ...]
    comparisons: tuple[Comparison, ...]
    notes: tuple[str, ...]
    stand_in: bool
