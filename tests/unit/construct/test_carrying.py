"""Which families a file can carry, asked one by one."""

from __future__ import annotations

from pathlib import Path

import pytest

from memorybench.construct.carrying import NO_ELEMENTS, Carrying, carrying
from memorybench.construct.families import family_names, harvest
from memorybench.ifc.index import ModelIndex, open_index
from memorybench.resources import bundled


@pytest.fixture(scope="module")
def office() -> ModelIndex:
    return open_index(bundled("datasets")["ifcmemory-mini"] / "models" / "harbour-office.ifc")


@pytest.fixture(scope="module")
def found(office: ModelIndex) -> Carrying:
    return carrying(office)


def test_every_family_has_tasks_or_a_reason(found: Carrying) -> None:
    assert [fit.family for fit in found.families] == list(family_names())
    for fit in found.families:
        assert bool(fit.tasks) != bool(fit.reasons), fit


def test_asked_alone_no_family_is_refused_for_anothers_sake(office: ModelIndex, found: Carrying) -> None:
    together = {name for name, made in harvest(office, seed=1).items() if made.seeds}
    assert together <= {fit.family for fit in found.families if fit.tasks}
    assert not any("Another task" in reason for fit in found.families for reason in fit.reasons)


def test_categories_are_those_of_the_families(found: Carrying) -> None:
    for table, field in ((found.labels, "labels"), (found.kinds, "kinds")):
        for category, families in table.items():
            assert set(families) == {fit.family for fit in found.families if category in getattr(fit, field)}
    assert all(found.labels.values())


def test_a_file_without_elements_carries_nothing(shared_ifc: Path) -> None:
    found = carrying(open_index(shared_ifc / "constructs" / "storeys.ifc"))
    assert {fit.reasons for fit in found.families} == {(NO_ELEMENTS,)}
    assert not any(found.labels.values())
