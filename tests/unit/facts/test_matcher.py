"""The matcher on single texts: what binds a value to its subject, and what undoes it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memorybench.facts.corpus import tellings, traps
from memorybench.facts.matcher import match_fact, match_in_items
from memorybench.records import Fact

MakeFact = Callable[..., Fact]
FILLER = " ".join(["The minutes go on about other matters of the site, the weather and the cranes."] * 8)


def test_a_long_text_needs_the_subject_close_to_the_value(fact: MakeFact) -> None:
    price = fact("door type D-12", "unit cost", 412, "EUR", aliases=("D-12",))
    far = f"We looked at D-12. {FILLER} The unit cost is 412 EUR."
    near = f"{FILLER} We looked at D-12. The unit cost is 412 EUR. {FILLER}"
    assert not match_fact(price, far).found
    assert match_fact(price, near).found


def test_a_heading_or_bullet_gives_the_subject(fact: MakeFact) -> None:
    price = fact("door type D-12", "unit cost", 412, "EUR", siblings=("door type D-13",))
    text = f"# Doors\n{FILLER}\n\n## Door type D-12\n\n- lever handle\n- unit cost: {{}} EUR\n"
    text += "\n## Door type D-13\n\n- unit cost: {} EUR\n"
    assert match_fact(price, text.format(412, 380)).found
    assert not match_fact(price, text.format(380, 412)).found


def test_another_subject_does_not_inherit(fact: MakeFact) -> None:
    price = fact("door type D-12", "unit cost", 412, "EUR")
    assert not match_fact(price, "Door type D-12 has a lever handle. The corridor window comes at 412 EUR.").found


def test_the_item_and_the_reason_are_given(fact: MakeFact) -> None:
    price = fact("D-12", "unit cost", 412, "EUR")
    match = match_in_items(price, ["D-13 is 412 EUR.", "D-12 is 380 EUR.", "D-12 is 412 EUR."])
    assert (match.found, match.item) == (True, 2)
    missing = match_in_items(price, ["D-13 is 412 EUR.", "D-12 is 380 EUR."])
    assert (missing.found, missing.item) == (False, None)
    assert "412 EUR" in missing.why
    assert not match_in_items(price, []).found


def test_money_is_exact_and_measures_are_not(fact: MakeFact) -> None:
    assert not match_fact(fact("D-12", "unit cost", 412, "EUR"), "D-12 costs 415 EUR.").found
    assert match_fact(fact("D-12", "weight", 412, "kg"), "D-12 weighs 415 kg.").found
    assert not match_fact(fact("D-12", "weight", 412, "kg"), "D-12 weighs 430 kg.").found


def test_accents_and_case_do_not_matter(fact: MakeFact) -> None:
    assert match_fact(fact("Café Möller", "number of seats", 48), "CAFE MOLLER: 48 seats").found


def test_kilograms_of_carbon(fact: MakeFact) -> None:
    factor = fact("Concrete slab", "embodied carbon", 18.4, "kg/m²")
    assert match_fact(factor, "Concrete slabs: 18.4 kgCO2e/m² from the EPD.").found
    assert match_fact(factor, "Use 18.4 kg/m² of CO2 for the concrete slabs.").found
    assert not match_fact(factor, "The concrete slabs weigh 18.4 kg/m².").found


def test_left_out_is_told_by_denial(fact: MakeFact) -> None:
    rule = fact("sales area", "room left out", "A101")
    assert match_fact(rule, "Sales area without A101.").found
    assert match_fact(rule, "Leave A101 out of the sales area.").found
    assert not match_fact(rule, "A101 is part of the sales area.").found


@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.parametrize(
    ("relation", "value", "unit"),
    [
        ("unit cost", 412.5, "EUR"),
        ("seats", 12, None),
        ("fire rating", "EI 90", None),
        ("date", "2026-05-14", None),
        ("responsible firm", "Kessler Engineers", None),
        ("has sprinklers", True, None),
        ("is heated", False, None),
        ("checks", 6, "times a year"),
        ("air change", 2.5, "1/h"),
    ],
)
def test_a_fact_tells_itself_and_not_its_denial(
    fact: MakeFact, relation: str, value: bool | float | str, unit: str | None, negated: bool
) -> None:
    own = fact("Storeroom B", relation, value, unit, negated=negated)
    other = own.model_copy(update={"negated": not negated})
    assert match_fact(own, own.sentence()).found
    assert not match_fact(other, own.sentence()).found


def test_false_accepts_stay_below_one_percent() -> None:
    cases = list(traps(4000, seed=11))
    wrong = Counter(case.kind for case in cases if match_fact(case.fact, case.text).found)
    assert sum(wrong.values()) <= 0.01 * len(cases), wrong


def test_false_rejects_of_generated_tellings_stay_below_two_percent() -> None:
    cases = list(tellings(2000, seed=12))
    wrong = Counter(case.kind for case in cases if not match_fact(case.fact, case.text).found)
    assert sum(wrong.values()) <= 0.02 * len(cases), wrong


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300), st.integers(0, 10_000))
def test_text_that_never_names_the_subject_tells_nothing(text: str, seed: int) -> None:
    (case,) = tellings(1, seed)
    renamed = case.fact.model_copy(update={"subject": "zzqxv", "siblings": ()})
    assert not match_fact(renamed, f"{text} {case.text}").found or "zzqxv" in text.lower()


def test_a_report_of_twenty_facts_against_three_thousand_items_is_fast() -> None:
    items = [case.text for case in traps(2000, 5)] + [case.text for case in tellings(1000, 6)]
    facts = [case.fact for case in tellings(20, 7)]
    started = time.process_time()
    for fact in facts:
        for item in items:
            match_fact(fact, item)
    assert (time.process_time() - started) / (len(facts) * len(items)) < 0.001  # seconds a pair


def test_numbers_inside_the_subjects_name_are_no_values(fact: MakeFact) -> None:
    samples = fact("2-Flügelfenster 70 windows", "samples for the showroom", 2, "pieces")
    assert not match_fact(samples, "Reserve for the 2-Flügelfenster 70 windows is 37 %.").found
    assert match_fact(samples, "Send 2 pieces of the 2-Flügelfenster 70 windows to the showroom.").found
