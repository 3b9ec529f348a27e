"""Which values say nothing."""

from __future__ import annotations

import pytest

from memorybench.ifc.index_placeholders import is_placeholder


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("FireRating", "Fire Rating"),
        ("Fire Rating", "FIRERATING"),
        ("Color", "N/A"),
        ("Finish", " - "),
        ("Grade", "TBD"),
        ("Shape", ""),
        ("Size", None),
        ("LightingZoneName", "Unit A LightingZoneName"),
        ("InsulationStandardClass", "NOTKNOWN"),
    ],
)
def test_placeholders(name: str, value: object) -> None:
    assert is_placeholder(name, value)


@pytest.mark.parametrize(
    ("name", "value"),
    [("FireRating", "EI 60"), ("Area", 0.0), ("IsExternal", False), ("Mark", "A102"), ("Color", "Red")],
)
def test_information(name: str, value: object) -> None:
    assert not is_placeholder(name, value)
