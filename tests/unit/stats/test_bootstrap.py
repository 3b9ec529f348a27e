"""Differences over epochs and over projects."""

from __future__ import annotations

import numpy as np
import pytest

from memorybench.stats.bootstrap import clustered_difference, epoch_difference
from memorybench.stats.paired import paired_difference

A = [1.0] * 100 + [0.0] * 43
B = [1.0] * 70 + [0.0] * 30 + [1.0] * 12 + [0.0] * 31


def test_with_one_epoch_it_is_close_to_the_paired_table() -> None:
    found, table = epoch_difference(A, B), paired_difference(70, 30, 12, 31).posterior
    assert found.delta == pytest.approx(18 / 143)
    assert found.low == pytest.approx(table.low, abs=5e-3)
    assert found.high == pytest.approx(table.high, abs=5e-3)
    assert found.p_a_greater == pytest.approx(table.p_a_greater, abs=2e-3)


def test_the_same_scores_print_the_same_numbers_and_no_difference_is_a_tie() -> None:
    assert epoch_difference(A, B) == epoch_difference(A, B)
    tie = epoch_difference(A, A)
    assert (tie.delta, tie.p_a_greater, tie.decisive) == (0.0, 0.5, False)


def test_epochs_of_a_task_narrow_the_interval_less_than_tasks_would() -> None:
    rng = np.random.default_rng(1)
    a, b = rng.binomial(3, 0.6, 40) / 3, rng.binomial(3, 0.4, 40) / 3
    as_tasks = epoch_difference(list(np.repeat(a, 3)), list(np.repeat(b, 3)))
    found = epoch_difference(list(a), list(b))
    assert found.high - found.low > 1.5 * (as_tasks.high - as_tasks.low)


def test_tasks_that_follow_their_project_widen_the_interval() -> None:
    projects = [f"p{number}" for number in range(12) for _ in range(10)]
    a = [1.0 if number % 3 else 0.0 for number in range(12) for _ in range(10)]
    b = [0.0 if number % 3 else 1.0 for number in range(12) for _ in range(10)]
    clustered, independent = clustered_difference(a, b, projects), epoch_difference(a, b)
    assert clustered is not None
    assert clustered.delta == pytest.approx(independent.delta)
    assert clustered.high - clustered.low > 2 * (independent.high - independent.low)


def test_projects_of_unequal_size_count_by_their_tasks() -> None:
    projects = ["big"] * 90 + [f"p{number}" for number in range(10)]
    found = clustered_difference([1.0] * 90 + [0.0] * 10, [0.0] * 100, projects)
    assert found is not None and found.delta == pytest.approx(0.9)


def test_few_projects_give_no_clustered_interval() -> None:
    assert clustered_difference([1.0] * 9, [0.0] * 9, list(range(9))) is None


def test_other_tasks_for_a_than_for_b_are_refused() -> None:
    with pytest.raises(ValueError, match="same tasks"):
        epoch_difference([1.0], [1.0, 0.0])
    with pytest.raises(ValueError, match="same tasks"):
        epoch_difference([], [])
    with pytest.raises(ValueError, match="one project a task"):
        clustered_difference([1.0], [0.0], [])
