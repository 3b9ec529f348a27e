"""Whether a run may replace a baseline: is its rate, on the same tasks, not worse than by a margin?"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from memorybench.comparing.compare import load_runs, shared_tasks, stand_in
from memorybench.comparing.measures import LOWER_IS_BETTER, MEASURES
from memorybench.comparing.pairing import Pairs, pair
from memorybench.errors import BadInput, unknown_name
from memorybench.records import Record


class GateRule(Record):
    """What is asked. ``margin`` and ``max_unscored`` are shares of 1, ``min_prob`` is a probability above ½."""

    rate: str = "answer_accuracy"
    margin: float = 0.0
    min_prob: float = 0.95
    max_unscored: float = 0.1


class GateResult(Record):
    """What came out. ``delta`` and its interval are of the run minus the baseline, whichever direction is better."""

    run: str
    baseline: str
    rule: GateRule
    outcome: Literal["pass", "fail", "undecided"]
    reason: str  # one sentence
    p_not_worse: float  # P(the run is not worse than the baseline by more than the margin)
    pairs: int
    unscored: int
    run_rate: float
    baseline_rate: float
    delta: float
    low: float
    high: float
    run_ahead: tuple[str, ...]
    baseline_ahead: tuple[str, ...]
    stand_in: bool


def check_rule(rule: GateRule) -> None:
    """Raise ``BadInput`` for a rule that cannot be asked."""
    if rule.rate not in MEASURES:
        raise unknown_name("value of --rate", rule.rate, MEASURES)
    if not 0.0 <= rule.margin < 1.0:
        raise BadInput(f"--margin {rule.margin:g}: a share from 0 to below 1, e.g. 0.05 for five points.")
    if not 0.5 < rule.min_prob < 1.0:
        raise BadInput(f"--min-prob {rule.min_prob:g}: a probability above 0.5 and below 1, e.g. 0.95.")
    if not 0.0 <= rule.max_unscored <= 1.0:
        raise BadInput(f"--max-unscored {rule.max_unscored:g}: a share from 0 to 1, e.g. 0.1.")


def gate(run: Path, baseline: Path, rule: GateRule, *, judges: str | None = None) -> GateResult:
    """Judge ``run`` by ``baseline`` on the tasks they share.

    It passes when P(Δ >= -margin) reaches ``min_prob``, fails when P(Δ < -margin) does, and is undecided
    otherwise, or where too many of the shared tasks are unscored to let it pass.

    Raises:
        BadInput: as for a comparison; a rule that cannot be asked; no pair for the rate.
    """
    check_rule(rule)
    runs, infos = load_runs([run, baseline], judges=judges)
    pairs = pair(runs[0], runs[1], rule.rate, shared_tasks(runs), infos)
    if not pairs.tasks:
        raise BadInput(f"{run} and {baseline} have no shared task that is scored in both for {rule.rate}.")
    posterior = pairs.posterior()
    if rule.rate in LOWER_IS_BETTER:
        p_not_worse = 1.0 - posterior.chance_above(rule.margin)
    else:
        p_not_worse = posterior.chance_above(-rule.margin)
    outcome, reason = _decide(pairs, rule, p_not_worse)
    return GateResult(
        run=str(run),
        baseline=str(baseline),
        rule=rule,
        outcome=outcome,
        reason=reason,
        p_not_worse=p_not_worse,
        pairs=len(pairs.tasks),
        unscored=len(pairs.open),
        run_rate=sum(pairs.a) / len(pairs.tasks),
        baseline_rate=sum(pairs.b) / len(pairs.tasks),
        delta=posterior.summary.delta,
        low=posterior.summary.low,
        high=posterior.summary.high,
        run_ahead=tuple(task for task, x, y in zip(pairs.tasks, pairs.a, pairs.b, strict=True) if x > y),
        baseline_ahead=tuple(task for task, x, y in zip(pairs.tasks, pairs.a, pairs.b, strict=True) if x < y),
        stand_in=any(map(stand_in, runs)),
    )


def _decide(pairs: Pairs, rule: GateRule, p: float) -> tuple[Literal["pass", "fail", "undecided"], str]:
    worse = f"worse than the baseline by more than {100 * rule.margin:g} points" if rule.margin else "worse"
    total = len(pairs.tasks) + len(pairs.open)
    if 1.0 - p >= rule.min_prob:
        return "fail", f"the run is {worse}: probability {_shown(1 - p)}."
    if p < rule.min_prob:
        return "undecided", (
            f"{len(pairs.tasks)} tasks do not settle it: the run is not {worse} with probability {_shown(p)}, and "
            f"{rule.min_prob:g} is asked."
        )
    if len(pairs.open) > rule.max_unscored * total:
        return "undecided", (
            f"{len(pairs.open)} of {total} tasks are unscored, more than --max-unscored {rule.max_unscored:g} lets "
            f"pass; on the others the run is not {worse} with probability {_shown(p)}."
        )
    return "pass", f"the run is not {worse}: probability {_shown(p)}."


def _shown(probability: float) -> str:
    return "above 0.999" if probability > 0.9995 else f"{probability:.3f}"
