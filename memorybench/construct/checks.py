"""The checks of truth that need the models: gold, leaks, two kinds of evidence, contradictions, perturbation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memorybench.construct.contradictions import contradictions
from memorybench.construct.families import recompute
from memorybench.construct.leaks import leaks, missing_evidence
from memorybench.construct.second_path import unproven
from memorybench.ifc.index import ModelIndex, open_index
from memorybench.records import Fact, Label, Task
from memorybench.tasks.dataset import Dataset
from memorybench.tasks.faults import Fault
from memorybench.tasks.layout import TASKS


@dataclass(frozen=True)
class _Claims:
    """What a finished task claims, as its derivation keeps it."""

    contradiction_terms: tuple[str, ...]
    contradiction_keys: tuple[str, ...]

    @classmethod
    def of(cls, task: Task) -> _Claims:
        inputs = task.derivation.inputs if task.derivation else {}
        return cls(tuple(inputs.get("contradiction_terms", ())), tuple(inputs.get("contradiction_keys", ())))


def truth_faults(dataset: Dataset, tell: Callable[[str], None] = lambda _: None) -> list[Fault]:
    """Every fault of truth; a task without a derivation (written by hand) is checked for leaks only."""
    lines = {task.id: number for number, task in enumerate(dataset.tasks, start=1)}
    indexes: dict[Path, ModelIndex] = {}
    faults: list[Fault] = []
    for task in dataset.tasks:
        tell(task.id)
        path = dataset.model_path(task)
        if path is not None and path not in indexes:
            indexes[path] = open_index(path)
        for message in task_faults(task, dataset, indexes[path] if path else None):
            faults.append(Fault(file=TASKS, line=lines[task.id], message=f"task {task.id}: {message}"))
    return faults


def task_faults(task: Task, dataset: Dataset, index: ModelIndex | None) -> Iterator[str]:
    """What is untrue about one task; ``index`` is None where it has no model."""
    history = dataset.histories[task.history].up_to(task.probe_time)
    for leak in leaks(task, history):
        yield str(leak)
    if task.derivation is None or index is None:
        return
    for fact in missing_evidence(task, history):
        yield f"fact {fact} cannot be read in its own evidence"
    if recompute(index, task) != task.gold:
        yield "the gold is not what the family computes from the facts and the model"
        return
    yield from unproven(index, task)
    yield from contradictions(index, _Claims.of(task))
    yield from perturbation_faults(task, index)


def perturbation_faults(task: Task, index: ModelIndex) -> Iterator[str]:
    """Facts that do not matter, and golds that rest on the model where they should not, or the reverse."""
    if task.control is not None or task.derivation is None:
        return
    for fact in task.current_facts():
        if all(recompute(index, task, {fact.id: value}) == task.gold for value in other_values(fact)):
            yield f"changing fact {fact.id} does not change the gold"
    changed = gold_without_elements(task, index)
    if changed is None:
        return
    if task.label is Label.NOT_IN_IFC and changed != task.gold:
        yield "the label is not_in_ifc, but removing elements changes the gold"
    if task.label is not Label.NOT_IN_IFC and changed == task.gold:
        yield "removing the elements it rests on does not change the gold"


def other_values(fact: Fact) -> list[Any]:
    """Values the fact could have had instead: another one, or never told."""
    value = fact.value
    if isinstance(value, bool):
        return [not value, None]
    if isinstance(value, float):
        return [value * 1.37 + 1, None]
    return [None]


def gold_without_elements(task: Task, index: ModelIndex) -> Any:
    """The gold computed from a copy of the model without the elements it rests on; None if it rests on none."""
    import ifcopenshell
    import ifcopenshell.api.root

    from memorybench.ifc.index import build_index

    if task.derivation is None or not task.derivation.model_keys:
        return None
    model = ifcopenshell.file.from_string(index.file.to_string())
    for key in task.derivation.model_keys:
        entity = _entity(model, key)
        if entity is not None:
            ifcopenshell.api.root.remove_product(model, product=entity)
    return recompute(build_index(model, index.name), task)


def _entity(model: Any, key: str) -> Any:
    try:
        return model.by_id(int(key[1:])) if key.startswith("#") else model.by_guid(key)
    except RuntimeError:
        return None
