"""The code grader: every part must hold, and the rules that decide each kind of gold."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memorybench.errors import BadInput
from memorybench.judging.grader import grade, grade_parts
from memorybench.records import (
    BooleanGold,
    EnumGold,
    GoldPart,
    Kind,
    Label,
    NamesGold,
    NotSettledGold,
    NumberGold,
    Task,
    TextGold,
)


def _right(part: GoldPart, answer: str) -> bool:
    return grade_parts((part,), answer).dimensions["correct"]


def _task(*gold: GoldPart) -> Task:
    return Task(
        id="t1", history="h1", project="p1", model="m.ifc", probe="?", probe_plain="?", family="unit_cost",
        probe_time=datetime(2026, 5, 1, tzinfo=UTC), label=Label.NEEDS_EXTERNAL_INFO, kind=Kind.LOOKUP,
        gold_answer="", gold=gold, extra_information="", facts=(),
    )  # fmt: skip


def test_one_dimension_a_part_and_one_for_all() -> None:
    verdict = grade(_task(NumberGold(value=12), NumberGold(value=5400, unit="EUR")), "12 windows, 4,500 EUR.")
    assert verdict.dimensions == {"part1": True, "part2": False, "correct": False}
    assert (verdict.judge, verdict.by, verdict.scored) == ("grader", "rule", True)
    assert verdict.reasons["correct"] == verdict.reasons["part2"]
    assert all(reason.endswith((".", "!")) or ":" in reason or reason for reason in verdict.reasons.values())


def test_a_task_without_typed_gold_is_refused() -> None:
    with pytest.raises(BadInput, match="t1 has no typed gold"):
        grade(_task(), "12")


@pytest.mark.parametrize(
    "part",
    [
        NumberGold(value=0),
        NamesGold(names=frozenset({"A101"})),
        BooleanGold(value=False, statement="It has sprinklers."),
        EnumGold(value="EI 90", options=("EI 60", "EI 90")),
        TextGold(value="Kessler"),
        NotSettledGold(about="cost"),
    ],
)
def test_an_empty_answer_is_wrong(part: GoldPart) -> None:
    assert not _right(part, " \n")


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("100.2 kW", True),
        ("100 kW", True),
        ("0.1 MW", True),
        ("101.9 kW", True),
        ("103 kW", False),
        ("100.2 kWh", False),
    ],
)
def test_two_percent_and_units(answer: str, right: bool) -> None:
    assert _right(NumberGold(value=100.2, unit="kW"), answer) == right


def test_conventional_rounding_goes_beyond_two_percent() -> None:
    gold = NumberGold(value=1.24, unit="m")
    assert _right(gold, "1.2 m")
    assert not _right(gold, "1 m")
    assert not _right(gold, "1.3 m")


def test_counts_are_exact_unless_said_to_be_approximate() -> None:
    gold = NumberGold(value=100, unit="pcs")
    assert _right(gold, "100 pieces")
    assert not _right(gold, "101 pieces")
    assert _right(gold, "about 101 pieces")
    assert not _right(gold, "about 120 pieces")


def test_a_unit_left_unsaid_is_accepted_and_a_wrong_one_is_not() -> None:
    gold = NumberGold(value=412, unit="EUR")
    assert _right(gold, "412")
    assert not _right(gold, "412 CHF")


def test_names_by_alias_and_below_a_heading_of_those_left_out() -> None:
    gold = NamesGold(
        names=frozenset({"Kitchen", "Hall"}),
        absent=frozenset({"Bath"}),
        aliases={"Hall": ("lobby",)},
        about="tiled rooms",
    )
    assert _right(gold, "Tiled rooms:\n- kitchen\n- lobby\n\nNot included:\n- bath")
    assert not _right(gold, "Tiled rooms:\n- kitchen\n- lobby\n- bath")


def test_a_name_inside_a_longer_known_name_is_no_claim_of_its_own() -> None:
    gold = NamesGold(names=frozenset({"Bedroom 1"}), absent=frozenset({"Bedroom"}))
    assert _right(gold, "Bedroom 1")


def test_the_longest_option_wins() -> None:
    gold = EnumGold(value="stainless steel", options=("steel", "stainless steel"))
    assert _right(gold, "Stainless steel.")
    assert not _right(gold, "Steel.")


@pytest.mark.parametrize(
    "answer",
    [
        "That was never discussed.",
        "There is no record of a price for it.",
        "I could not find this in the project memory or in the model.",
        "The memory does not mention it.",
        "Not settled yet.",
        "Nobody has told me the price.",
    ],
)
def test_ways_to_say_that_it_is_open(answer: str) -> None:
    assert _right(NotSettledGold(about="unit cost of D-13"), answer)


@given(
    st.integers(1, 10**6),
    st.sampled_from(["{} EUR", "The total is {} EUR.", "€{}", "**{} EUR**", "It comes to {} euros."]),
)
def test_the_gold_number_itself_is_right_and_a_tenth_more_is_wrong(value: int, wording: str) -> None:
    gold = NumberGold(value=value, unit="EUR")
    assert _right(gold, wording.format(f"{value:,}"))
    assert not _right(gold, wording.format(f"{value * 1.1 + 1:,.0f}"))


@given(st.text(max_size=200))
def test_any_answer_gets_a_verdict(answer: str) -> None:
    parts: tuple[GoldPart, ...] = (
        NumberGold(value=3.5, unit="m"),
        NamesGold(names=frozenset({"A101"}), absent=frozenset({"A102"})),
        BooleanGold(value=True, statement="The ramp is accessible."),
        EnumGold(value="EI 90", options=("EI 60", "EI 90")),
        TextGold(value="Kessler Engineers"),
        NotSettledGold(about="cost of D-13", distractor_values=("412 EUR",)),
    )
    verdict = grade_parts(parts, answer)
    assert len(verdict.dimensions) == 7 and set(verdict.reasons) == set(verdict.dimensions)


def test_two_counts_do_not_rest_on_one_number() -> None:
    gold = (NumberGold(value=20, about="still under warranty"), NumberGold(value=4, about="out of warranty"))
    assert grade_parts(gold, "20 are still under warranty, 4 are not.").dimensions["correct"]
    assert not grade_parts(gold, "4 are still under warranty, 20 are not.").dimensions["correct"]


def test_that_only_the_model_lacks_a_value_is_no_abstention() -> None:
    gold = NotSettledGold(about="unit cost of D-13", distractor_values=("412 EUR",))
    assert not _right(gold, "It costs 380 EUR; the IFC model does not hold any cost.")
    assert _right(gold, "The IFC model does not hold any cost.")


def test_numbers_in_a_known_name_are_no_result() -> None:
    gold = (NumberGold(value=2, about="elements on that storey"),)
    answer = "It holds 2 850 x 760 refrigerators."
    assert grade_parts(gold, answer, names=["850 x 760 refrigerators"]).dimensions["correct"]
