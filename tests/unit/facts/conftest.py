"""A fact with the fields that matter to the test at hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from memorybench.records import Fact


@pytest.fixture
def fact() -> Callable[..., Fact]:
    def make(subject: str, relation: str, value: bool | float | str, unit: str | None = None, **more: Any) -> Fact:
        fields: dict[str, Any] = {"id": "f1", "evidence": ("S001-M01",), **more}
        return Fact(subject=subject, relation=relation, value=value, unit=unit, **fields)

    return make
