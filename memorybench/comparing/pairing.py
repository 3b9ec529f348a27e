"""Pair two runs task by task, one rate after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memorybench.comparing.measures import FACTS, MEASURES, TaskInfo, due_measures
from memorybench.comparing.result import Comparison, MeasureComparison, Method, Posterior
from memorybench.comparing.scored_run import ScoredRun, TaskScore
from memorybench.stats.bootstrap import clustered_difference
from memorybench.stats.paired import SENSITIVITY_PRIOR, DifferencePosterior, mcnemar_mid_p
from memorybench.stats.pooled import pooled_difference
from memorybench.stats.shares import SharesPosterior, shares_detectable, shares_difference


@dataclass(frozen=True)
class Pairs:
    """One rate's scores on the shared tasks to which it applies."""

    measure: str
    binary: bool  # every score is yes or no
    tasks: tuple[str, ...]  # scored in both
    a: tuple[float, ...]
    b: tuple[float, ...]
    open: tuple[tuple[TaskScore, TaskScore], ...]  # unscored in at least one

    def posterior(self) -> SharesPosterior:
        """Posterior of the mean difference; needs at least one pair."""
        return shares_difference(self.a, self.b)


def compare_two(
    a: ScoredRun,
    b: ScoredRun,
    *,
    tasks: Sequence[str],
    infos: Mapping[str, TaskInfo],
    letters: tuple[str, str] = ("A", "B"),
    method: Method = "paired",
) -> Comparison:
    """Compare ``a`` and ``b`` on ``tasks``, which both were to probe; Δ is a's rate minus b's."""
    found = [pair(a, b, measure, tasks, infos) for measure in MEASURES]
    usable = [pairs for pairs in found if (pairs.tasks or pairs.open) and (pairs.binary or method == "paired")]
    return Comparison(
        a=letters[0],
        b=letters[1],
        shared=len(tasks),
        only_in_a=tuple(task for task in a.spec.tasks if task not in set(b.spec.tasks)),
        only_in_b=tuple(task for task in b.spec.tasks if task not in set(a.spec.tasks)),
        measures=tuple(_compare(pairs, infos, method) for pairs in usable),
    )


def pair(a: ScoredRun, b: ScoredRun, measure: str, tasks: Sequence[str], infos: Mapping[str, TaskInfo]) -> Pairs:
    """The two runs' scores of one rate on ``tasks``."""
    due = [task for task in tasks if measure in _due(a, b, task, infos)]
    scores = [(task, a.score(task, measure), b.score(task, measure)) for task in due]
    scored = [(task, x.mean, y.mean) for task, x, y in scores if x.mean is not None and y.mean is not None]
    return Pairs(
        measure=measure,
        binary=measure not in FACTS and a.spec.epochs == b.spec.epochs == 1,
        tasks=tuple(task for task, _, _ in scored),
        a=tuple(x for _, x, _ in scored),
        b=tuple(y for _, _, y in scored),
        open=tuple((x, y) for _, x, y in scores if x.mean is None or y.mean is None),
    )


def _due(a: ScoredRun, b: ScoredRun, task: str, infos: Mapping[str, TaskInfo]) -> frozenset[str]:
    return a.measures(task) | b.measures(task) or due_measures(infos.get(task))


def _compare(pairs: Pairs, infos: Mapping[str, TaskInfo], method: Method) -> MeasureComparison:
    n = len(pairs.tasks)
    ahead = [task for task, x, y in zip(pairs.tasks, pairs.a, pairs.b, strict=True) if x > y]
    behind = [task for task, x, y in zip(pairs.tasks, pairs.a, pairs.b, strict=True) if x < y]
    both = sum(1 for x, y in zip(pairs.a, pairs.b, strict=True) if x == y == 1.0)
    main, other = _posteriors(pairs, method)
    depends = main is not None and other is not None and main.decisive != other.decisive
    lowest, highest = _bounds(pairs)
    cells = (both, len(ahead), len(behind), n - both - len(ahead) - len(behind)) if pairs.binary else (None,) * 4
    return MeasureComparison(
        measure=pairs.measure,
        method="pooled-pg" if method == "pooled-pg" else "paired" if pairs.binary else "shares",
        pairs=n,
        a_rate=sum(pairs.a) / n if n else None,
        b_rate=sum(pairs.b) / n if n else None,
        posterior=main,
        sensitivity=other,
        verdict=_verdict(main, depends=depends),
        depends_on_prior=depends,
        both=cells[0],
        only_a=cells[1],
        only_b=cells[2],
        neither=cells[3],
        a_ahead=tuple(ahead),
        b_ahead=tuple(behind),
        mid_p=mcnemar_mid_p(len(ahead), len(behind)) if n else None,
        detectable=shares_detectable(pairs.a, pairs.b) if n else None,
        projects=_projects(pairs, infos),
        by_project=_by_project(pairs, infos),
        unscored=len(pairs.open),
        lowest=lowest,
        highest=highest,
    )


def _posteriors(pairs: Pairs, method: Method) -> tuple[Posterior | None, Posterior | None]:
    if not pairs.tasks:
        return None, None
    if method == "pooled-pg":
        right = int(sum(pairs.a)), int(sum(pairs.b))
        return _posterior(pooled_difference(*right, len(pairs.tasks))), None
    other = shares_difference(pairs.a, pairs.b, prior=SENSITIVITY_PRIOR)
    return _posterior(pairs.posterior().summary), _posterior(other.summary)


def _posterior(found: DifferencePosterior) -> Posterior:
    return Posterior(
        delta=found.delta, low=found.low, high=found.high, p_a_greater=found.p_a_greater, decisive=found.decisive
    )


def _verdict(posterior: Posterior | None, *, depends: bool) -> str:
    if posterior is None:
        return "no data"
    if depends or not posterior.decisive:
        return "undecided"
    return "A ahead" if posterior.delta > 0 else "B ahead"


def _bounds(pairs: Pairs) -> tuple[float | None, float | None]:
    """The observed difference over all due tasks, if what is unscored fell against A, and for A."""
    total = len(pairs.tasks) + len(pairs.open)
    if total == 0:
        return None, None
    settled = sum(pairs.a) - sum(pairs.b)
    return (
        (settled + sum(x.low - y.high for x, y in pairs.open)) / total,
        (settled + sum(x.high - y.low for x, y in pairs.open)) / total,
    )


def _projects(pairs: Pairs, infos: Mapping[str, TaskInfo]) -> int | None:
    if any(task not in infos for task in pairs.tasks):
        return None
    return len({infos[task].project for task in pairs.tasks})


def _by_project(pairs: Pairs, infos: Mapping[str, TaskInfo]) -> Posterior | None:
    if not pairs.tasks or _projects(pairs, infos) is None:
        return None
    found = clustered_difference(pairs.a, pairs.b, [infos[task].project for task in pairs.tasks])
    return None if found is None else _posterior(found)
