"""Which seeds a dataset takes, which share a history, and what it says about those it cannot take."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

from memorybench.construct.families import Harvest, harvest
from memorybench.construct.packing import CHANGING, compatible, pack, shortfalls
from memorybench.ifc.index import open_index


@pytest.fixture(scope="module")
def harvests(model_paths: dict[str, Path]) -> dict[str, Harvest]:
    return harvest(open_index(model_paths["harbour-office.ifc"]), seed=4)


@pytest.mark.parametrize("wanted", [4, 8, 16])
def test_histories_hold_one_task_a_family_and_enough_controls(harvests: dict[str, Harvest], wanted: int) -> None:
    packed = pack(harvests, wanted, random.Random(1))
    assert len(packed) == wanted
    seeds = [seed for history in packed.histories for seed in history]
    assert sum(seed.control is not None for seed in seeds) >= math.ceil(wanted / 10)
    for history in packed.histories:
        assert len({seed.family for seed in history}) == len(history) <= 4


def test_no_other_task_rests_on_an_element_that_a_decision_changes(harvests: dict[str, Harvest]) -> None:
    seeds = [seed for made in harvests.values() for seed in made.seeds]
    changing = [seed for seed in seeds if seed.family in CHANGING and seed.derivation.model_keys]
    assert changing
    for seed in changing:
        for other in seeds:
            shared = set(seed.derivation.model_keys) & set(other.derivation.model_keys)
            assert not (shared and other is not seed and compatible(seed, other))
    for number in range(5):
        for history in pack(harvests, 16, random.Random(number)).histories:
            assert all(compatible(one, other) for one in history for other in history if one is not other)


def test_what_is_missing_has_a_reason(harvests: dict[str, Harvest]) -> None:
    packed = pack(harvests, 400, random.Random(1))
    assert 0 < len(packed) < 400
    few = pack({"alias": harvests["alias"], "supplier": Harvest(reasons=("Nothing is sold by the piece.",))}, 4,
               random.Random(1))  # fmt: skip
    told = {**harvests, "supplier": Harvest(reasons=("Nothing is sold by the piece.",))}
    assert "supplier: Nothing is sold by the piece." in shortfalls(told, few)
    assert not any(reason.startswith("alias:") for reason in shortfalls(told, few))
