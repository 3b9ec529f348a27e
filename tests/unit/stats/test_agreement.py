"""Cohen's kappa and its interval."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memorybench.stats.agreement import cohens_kappa


def test_forty_labels_with_two_disagreements() -> None:
    """Worked by hand: observed .95; chance .475 * .475 + .525 * .525 = .50125; (.95 - .50125) / .49875."""
    found = cohens_kappa(18, 1, 1, 20)
    assert found.agreement == pytest.approx(0.95)
    assert found.kappa == pytest.approx(0.44875 / 0.49875)
    assert found.low < 0.9 < found.high


def test_full_agreement_keeps_an_interval() -> None:
    found = cohens_kappa(20, 0, 0, 20)
    assert found.kappa == 1.0
    assert 0.75 < found.low < 0.95


def test_one_label_throughout_has_no_kappa() -> None:
    found = cohens_kappa(0, 0, 0, 40)
    assert (found.agreement, found.kappa, found.low, found.high) == (1.0, None, -1.0, 1.0)


@given(st.tuples(*[st.integers(0, 50)] * 4).filter(lambda cells: sum(cells) > 0))
def test_bounds_symmetry_and_repeatability(cells: tuple[int, int, int, int]) -> None:
    yes, accepts, rejects, no = cells
    found, swapped = cohens_kappa(*cells), cohens_kappa(yes, rejects, accepts, no)
    assert found == cohens_kappa(*cells)
    assert found.n == sum(cells)
    assert -1.0 <= found.low < found.high <= 1.0
    if found.kappa is not None:
        assert swapped.kappa == pytest.approx(found.kappa, abs=1e-12)
        assert found.kappa <= 1.0


def test_an_empty_table_is_refused() -> None:
    with pytest.raises(ValueError, match="agreement table"):
        cohens_kappa(0, 0, 0, 0)
