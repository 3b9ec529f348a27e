"""Nouns, echoes and guesses: what people would say, and how far a guesser gets."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from memorybench.construct.families import harvest
from memorybench.construct.families.groups import type_groups
from memorybench.construct.families.language import english_plural, foreign_plural, speaks_english
from memorybench.construct.guessing import guess_rate, matches
from memorybench.construct.talk.echo import echoed
from memorybench.facts.matcher import match_fact
from memorybench.ifc.index import ModelIndex, open_index
from memorybench.records import Fact, NumberGold


@pytest.fixture(scope="module")
def indexes(model_paths: dict[str, Path]) -> dict[str, ModelIndex]:
    return {path.stem: open_index(path) for path in model_paths.values()}


def test_only_the_german_model_is_not_english(indexes: dict[str, ModelIndex]) -> None:
    assert {name for name, index in indexes.items() if not speaks_english(index)} == {"reihenhaus-birkenweg"}


def test_german_nouns_stay_german(indexes: dict[str, ModelIndex]) -> None:
    said = {group.phrase for group in type_groups(indexes["reihenhaus-birkenweg"])}
    assert {"Heizkörper", "Waschtisch units", "Polsterstuhl units", "Tiefspül-WC units"} <= said


@pytest.mark.parametrize(
    ("noun", "nouns"),
    [("cubby", "cubbies"), ("switch", "switches"), ("day bed", "day beds"), ("tray", "trays"),
     ("counter top with sink hole", "counter tops with sink hole")],
)  # fmt: skip
def test_english_plurals(noun: str, nouns: str) -> None:
    assert english_plural(noun) == nouns


def test_foreign_plurals() -> None:
    assert [foreign_plural(noun) for noun in ("Heizkörper", "Sofa", "Esstisch")] == [
        "Heizkörper", "Sofas", "Esstisch units",
    ]  # fmt: skip


def test_trees_of_a_real_file_are_no_products(shared_ifc: Path) -> None:
    groups = type_groups(open_index(shared_ifc / "real" / "large-building.ifc"))
    assert groups
    assert not any("tree" in group.phrase.casefold() for group in groups)


def test_an_echo_tells_every_fact_without_a_float(indexes: dict[str, ModelIndex]) -> None:
    rng = random.Random(1)
    index = indexes["mill-lane-dental"]
    facts = [fact for made in harvest(index, seed=2).values() for seed in made.seeds for fact in seed.facts]
    assert len(facts) > 20
    for fact in facts:
        text = echoed([fact], rng)
        assert match_fact(fact, text).found, text
        assert ".0 " not in text
    price = Fact(id="p", subject="bedroom doors", relation="agreed unit price", value=412.0, unit="€", evidence=())
    forms = {echoed([price], rng).split(". ")[-1] for _ in range(60)}
    assert all("412 €" in form for form in forms)
    assert len(forms) >= 3


def test_every_wording_can_be_read_by_the_fact_matcher(indexes: dict[str, ModelIndex]) -> None:
    for name, index in indexes.items():
        for made in harvest(index, seed=1).values():
            for seed in made.seeds:
                for statement in seed.statements:
                    facts = [fact for fact in seed.facts if fact.id in statement.facts]
                    for texts in statement.texts.values():
                        for text in texts:
                            assert all(match_fact(fact, text).found for fact in facts), (name, text)


def test_a_guess_hits_only_within_the_tolerance() -> None:
    gold = (NumberGold(value=100, unit="€"), NumberGold(value=4))
    assert matches(gold, (NumberGold(value=101, unit="€"), NumberGold(value=4)))
    assert not matches(gold, (NumberGold(value=104, unit="€"), NumberGold(value=4)))
    assert not matches(gold, (NumberGold(value=100, unit="€"), NumberGold(value=5)))
    assert not matches(gold, gold[:1])


def test_the_measured_guess_rate_counts_real_draws(indexes: dict[str, ModelIndex]) -> None:
    index = indexes["mill-lane-dental"]
    seeds = [seed for made in harvest(index, seed=1).values() for seed in made.seeds]
    same = guess_rate(index, seeds, [1])  # draws the told values themselves, among others
    other = guess_rate(index, seeds, [77])
    assert same.hits > other.hits
    assert other.guesses >= 20
    assert other.measured is not None
    assert other.measured < 0.25
