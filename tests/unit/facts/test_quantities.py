"""Reading quantities from free text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memorybench.facts.quantities import read_quantities
from memorybench.facts.units import factor, parse_unit


def _only(text: str) -> tuple[float, str | None]:
    (quantity,) = read_quantities(text)
    return quantity.value, quantity.unit


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("1,234.5 €", 1234.5, "EUR"),
        ("1.234,5 €", 1234.5, "EUR"),
        ("1 234,5 kg", 1234.5, "kg"),
        ("CHF 13'192", 13192, "CHF"),
        ("£ 99", 99, "GBP"),
        ("$1.2 million", 1_200_000, "USD"),
        ("14.8k EUR", 14800, "EUR"),
        ("0,18 W/m²K", 0.18, "W/(m2.K)"),
        ("0.18 W/(m²·K)", 0.18, "W/m2K"),
        ("285.5 kg CO2e per cubic metre", 285.5, "kgCO2e/m³"),
        ("85.50 euros per square metre", 85.5, "EUR/m²"),
        ("EUR 85.5 a square metre", 85.5, "EUR/m2"),
        ("412 euros per leaf", 412, "EUR"),
        ("2½ m", 2.5, "m"),
        ("55 dB(A)", 55, "dB"),
        ("19 %", 19, "percent"),
        ("cost (EUR): 412", 412, "EUR"),
        ("twice a year", 2, "times a year"),
        ("90 min", 90, "minutes"),
        ("EI 90", 90, "min"),
        ("-5 °C", -5, "°C"),
        ("1382 ft²", 1382, "sq ft"),
    ],
)
def test_number_and_unit(text: str, value: float, unit: str) -> None:
    assert _only(text) == (value, parse_unit(unit))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("thirty-six doors", 36),
        ("two dozen chairs", 24),
        ("a hundred and fifty seats", 150),
        ("half a dozen bins", 6),
    ],
)
def test_number_words(text: str, value: float) -> None:
    assert _only(text) == (value, None)


@pytest.mark.parametrize(
    "text",
    [
        "3vB2YO$MX4xv5uC412EURQ",
        "0f1c7a52-3d4e-4b6a-9c8d-412412412412",
        "#412",
        "2026-03-02T14:30:00Z",
        "2 March 2026",
        "03/02/2026",
        "02.03.2026",
        "at 14:30",
        "arc_v2.ifc and plan-412.pdf",
        "A104, D-12, AW1 and 0864×2032",
        "room 104, level 2, phase 3",
        "v2.1 and release 10.0.3.1",
        "scale 1:100",
        "since 2026",
        "S003-M02",
    ],
)
def test_what_only_looks_like_a_number(text: str) -> None:
    assert read_quantities(text) == ()


def test_an_ambiguous_separator_keeps_both_readings() -> None:
    (quantity,) = read_quantities("1.234 kg")
    assert set(quantity.readings()) == {1.234, 1234.0}


def test_sizes_share_the_unit_and_products_do_not() -> None:
    size = read_quantities("900 x 2100 mm")
    assert [q.unit for q in size] == ["millimeter", "millimeter"] and all(q.dimension for q in size)
    product = read_quantities("36 × 412 € = 14,832 €")
    assert [(q.value, q.unit) for q in product] == [(36, None), (412, "euro"), (14832, "euro")]


@pytest.mark.parametrize(
    ("source", "target", "ratio"),
    [("mm", "m", 0.001), ("ft²", "m²", 0.09290304), ("t", "kg", 1000), ("tCO2e", "kgCO2e", 1000), ("h", "min", 60)],
)
def test_conversion(source: str, target: str, ratio: float) -> None:
    assert factor(parse_unit(source), parse_unit(target)) == pytest.approx(ratio)


@pytest.mark.parametrize(
    ("source", "target"),
    [("EUR", "CHF"), ("kg", "kgCO2e"), ("W/mK", "W/m²K"), ("EUR", "EUR/m²"), ("m", "m²"), ("%", "m")],
)
def test_incompatible_units(source: str, target: str) -> None:
    assert factor(parse_unit(source), parse_unit(target)) is None


@given(st.integers(0, 9_999_999), st.sampled_from(["", ",", " ", "'", "\u2009", "\u202f"]))
def test_thousands_separators_do_not_change_the_number(number: int, separator: str) -> None:
    written = f"{number:,}".replace(",", separator)
    (quantity,) = read_quantities(f"{written} EUR")
    assert number in quantity.readings()


@given(st.text(max_size=200))
def test_any_text_is_read_without_error(text: str) -> None:
    for quantity in read_quantities(text):
        assert quantity.start < quantity.end
