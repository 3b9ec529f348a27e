"""The checks of truth pass on a built dataset, and each of them catches the fault it is there for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from memorybench.construct.checks import task_faults, truth_faults
from memorybench.ifc.index import ModelIndex, open_index
from memorybench.records import Label, Message, NumberGold, Task
from memorybench.tasks.dataset import Dataset

Faults = Callable[[Task], list[str]]


@pytest.fixture(scope="module")
def indexes(built: Dataset) -> dict[str, ModelIndex]:
    return {task.model: open_index(built.model_path(task)) for task in built.tasks}


@pytest.fixture
def faults(built: Dataset, indexes: dict[str, ModelIndex]) -> Faults:
    return lambda task: list(task_faults(task, built, indexes[task.model]))


def a_task(dataset: Dataset, wanted: Callable[[Task], bool]) -> Task:
    return next(task for task in dataset.tasks if task.control is None and wanted(task))


def test_a_built_dataset_has_no_fault(built: Dataset) -> None:
    assert truth_faults(built) == []


def test_a_changed_gold_is_caught(built: Dataset, faults: Faults) -> None:
    task = a_task(built, lambda task: isinstance(task.gold[0], NumberGold))
    first = task.gold[0]
    assert isinstance(first, NumberGold)
    gold = (first.model_copy(update={"value": first.value * 1.5 + 1}), *task.gold[1:])
    assert any("the gold is not" in fault for fault in faults(task.model_copy(update={"gold": gold})))


def test_a_leak_is_caught_in_the_probe_and_in_an_earlier_session(
    built: Dataset, indexes: dict[str, ModelIndex], faults: Faults
) -> None:
    task = a_task(built, lambda task: bool(task.facts))
    fact = task.facts[0]
    texts = {m.id: m.text for s in built.histories[task.history].sessions for m in s.messages}
    told = texts[fact.evidence[0]]
    assert any("can be read in probe" in f for f in faults(task.model_copy(update={"probe": told})))

    history = built.histories[task.history]
    first = history.sessions[0]
    planted = Message(id="S001-M99", role="user", text=told, speaker="client")
    session = first.model_copy(update={"messages": (planted, *first.messages)})
    leaky = history.model_copy(update={"sessions": (session, *history.sessions[1:])})
    changed = replace(built, histories={**built.histories, task.history: leaky})
    assert any("S001-M99" in fault for fault in task_faults(task, changed, indexes[task.model]))


def test_evidence_that_does_not_tell_is_caught(built: Dataset, faults: Faults) -> None:
    task = a_task(built, lambda task: bool(task.facts))
    other = built.histories[task.history].sessions[-1].messages[0].id
    facts = (task.facts[0].model_copy(update={"evidence": (other,)}), *task.facts[1:])
    assert any("own evidence" in fault for fault in faults(task.model_copy(update={"facts": facts})))


def test_a_fact_that_does_not_matter_is_caught(
    built: Dataset, faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = a_task(built, lambda task: bool(task.facts))
    monkeypatch.setattr("memorybench.construct.checks.recompute", lambda index, task, changed=(): task.gold)
    assert any("does not change the gold" in fault for fault in faults(task))


def test_a_label_that_lies_is_caught(built: Dataset, faults: Faults) -> None:
    rests = a_task(
        built, lambda t: t.label is not Label.NOT_IN_IFC and bool(t.derivation and t.derivation.model_keys)
    )
    lying = rests.model_copy(update={"label": Label.NOT_IN_IFC})
    assert any("label is not_in_ifc" in fault for fault in faults(lying))


def test_a_model_that_states_the_matter_is_caught(
    built: Dataset, indexes: dict[str, ModelIndex], faults: Faults
) -> None:
    task = a_task(built, lambda task: task.derivation is not None)
    assert task.derivation is not None
    item, prop = next(
        (item, prop)
        for item in indexes[task.model].elements
        for prop in item.properties
        if isinstance(prop.value, str) and prop.value and len(prop.name) > 5
    )
    inputs = {**task.derivation.inputs, "contradiction_terms": [prop.name], "contradiction_keys": [item.key]}
    derivation = task.derivation.model_copy(update={"inputs": inputs})
    assert any("already states" in fault for fault in faults(task.model_copy(update={"derivation": derivation})))
