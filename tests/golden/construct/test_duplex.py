"""Golds of the Duplex apartment, worked out by hand from the file; the drawn values are fixed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from memorybench.construct.families import harvest, perturb, recompute
from memorybench.construct.seeds import TaskSeed
from memorybench.ifc.index import ModelIndex, open_index
from memorybench.records import BooleanGold, EnumGold, NamesGold, NotSettledGold, NumberGold, TextGold

First = Callable[..., TaskSeed]


@pytest.fixture(scope="module")
def duplex(shared_ifc: Path) -> ModelIndex:
    return open_index(shared_ifc / "real" / "duplex-arc.ifc")


@pytest.fixture
def first(duplex: ModelIndex) -> First:
    def make(family: str, **inject: Any) -> TaskSeed:
        result = harvest(duplex, families=[family], inject={family: inject})[family]
        assert result.seeds, result.reasons
        return result.seeds[0]

    return make


def numbers(seed: TaskSeed) -> list[float]:
    return [part.value for part in seed.gold if isinstance(part, NumberGold)]


def names(seed: TaskSeed) -> set[str]:
    return set().union(*(part.names for part in seed.gold if isinstance(part, NamesGold)))


def test_unit_cost_of_the_bedroom_doors(first: First, duplex: ModelIndex) -> None:
    seed = first("unit_cost", group="0864 x 2032", price=412, extra=86)
    assert numbers(seed) == [2988]
    assert "2,988 €" in seed.gold_answer
    changed = recompute(duplex, seed, {"price": 500})[0]
    assert isinstance(changed, NumberGold)
    assert changed.value == 6 * 586


def test_bathroom_doors_that_the_model_has_not_caught_up_with(first: First) -> None:
    seed = first("lagging_decision", target="0864 x 2032", elements=["A104", "B104"])
    assert numbers(seed) == [8]
    assert "6 are modelled so" in seed.gold_answer
    assert names(seed) == {"A104", "B104"}


def test_party_wall_rating_raised_to_ei_90(first: First, duplex: ModelIndex) -> None:
    seed = first("superseded_rating", group="Party Wall", old="EI 60", new="EI 90")
    assert numbers(seed) == [4]
    assert [part.value for part in seed.gold if isinstance(part, EnumGold)] == ["EI 90"]
    never_raised = recompute(duplex, seed, {"new": None})[0]
    assert isinstance(never_raised, EnumGold)
    assert never_raised.value == "EI 60"
    assert seed.statements[1].after == ("old",)


def test_embodied_carbon_of_the_brick_walls(first: First) -> None:
    seed = first("emission_factor", group="Exterior Brick", factor=48.5)
    assert numbers(seed) == [pytest.approx(13192, abs=0.5)]
    assert "272.00 m²" in seed.gold_answer
    assert "openings deducted" in seed.probes["A"][0]


def test_b105_is_the_stair_of_unit_b(first: First) -> None:
    seed = first("room_correction", use="Stair", room="B105")
    assert names(seed) == {"A105", "B105"}
    assert numbers(seed) == [pytest.approx(9.84, abs=0.005)]


def test_sales_area_without_stairs_and_roof(first: First) -> None:
    seed = first("area_convention", without=["A105", "B105", "R301"])
    assert numbers(seed) == [pytest.approx(266.48, abs=0.005)]
    assert all("stored" in probe for probe in (*seed.probes["A"], *seed.probes["B"]))


def test_doors_that_fail_the_clear_width_rule(first: First) -> None:
    seed = first("accessibility", deduction=60, minimum=800)
    assert names(seed) == {"A102", "B102", "A104", "B104", "A205", "B205"}


def test_mean_u_value_of_the_windows(first: First) -> None:
    seed = first("glazing", special="750 x 2200", low=0.9, high=1.1)
    assert numbers(seed) == [pytest.approx(1.08, abs=0.005), pytest.approx(65.94, abs=0.005)]
    assert seed.gold[0].unit == "W/m²K"  # type: ignore[union-attr]


def test_windows_under_warranty_and_skylights_out(first: First) -> None:
    seed = first("warranty", exception="1180 x 1170")
    assert numbers(seed) == [22, 2]
    assert len([part for part in seed.gold if isinstance(part, TextGold)]) == 2


def test_doors_in_the_lot_of_unit_b(first: First) -> None:
    seed = first("responsibility", noun="door", scope="unit B")
    assert numbers(seed) == [7]
    assert names(seed) == {"B101", "B102"}  # both carry IsExternal in the file


def test_the_studio_is_b203(first: First) -> None:
    seed = first("alias", room="B203", nickname="the studio")
    assert numbers(seed) == [pytest.approx(2.6), pytest.approx(26.18, abs=0.005)]
    assert not any("B203" in probe for probe in (*seed.probes["A"], *seed.probes["B"]))


def test_no_sprinklers_and_twins_that_stay_open(duplex: ModelIndex) -> None:
    inject = {"negative_confirmation": {"topic": "sprinklers", "instead": 11}}
    told, *twins = harvest(duplex, families=["negative_confirmation"], inject=inject)["negative_confirmation"].seeds
    assert isinstance(told.gold[0], BooleanGold)
    assert told.gold[0].value is False
    assert numbers(told) == [11]
    assert twins
    assert all(isinstance(twin.gold[0], NotSettledGold) and not twin.facts for twin in twins)


def test_every_fact_matters_and_no_probe_tells_it(duplex: ModelIndex) -> None:
    seeds = [seed for result in harvest(duplex, seed=5).values() for seed in result.seeds]
    assert len(seeds) >= 20
    assert sum(seed.control is not None for seed in seeds) * 10 >= len(seeds)
    assert len({seed.kind for seed in seeds}) == 5
    assert len({seed.label for seed in seeds}) == 3
    for seed in seeds:
        assert recompute(duplex, seed) == seed.gold
        for fact in seed.facts:
            assert perturb(duplex, seed, fact.id) is not None, (seed.family, fact.id)


def test_same_seed_same_result(duplex: ModelIndex) -> None:
    def texts(seed: int) -> Mapping[str, list[str]]:
        return {name: [s.gold_answer for s in result.seeds] for name, result in harvest(duplex, seed=seed).items()}

    assert texts(4) == texts(4)
    assert texts(4) != texts(5)
