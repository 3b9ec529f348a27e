"""What the fact families find in the authored models."""

from __future__ import annotations

import pytest

from memorybench.construct.families import family_names, harvest
from memorybench.ifc.index import ModelIndex


@pytest.fixture(scope="module")
def yields(indexes: dict[str, ModelIndex]) -> dict[str, set[str]]:
    """Model name to the families with seeds, over two harvests."""
    return {
        name: {
            family
            for seed in (2, 3)
            for family, found in harvest(index, seed=seed).items()
            if found.seeds
        }
        for name, index in indexes.items()
    }  # fmt: skip


def test_each_model_feeds_at_least_ten_families(yields: dict[str, set[str]]) -> None:
    assert {name: len(found) for name, found in yields.items() if len(found) < 10} == {}


def test_all_families_find_something_in_one_of_the_models(yields: dict[str, set[str]]) -> None:
    assert set(family_names()) - set.union(*yields.values()) == set()
