"""Two kinds of evidence, asked of finished tasks: whether each value a gold rests on still has its second path.

While a dataset is built, families use only proven values (:mod:`memorybench.construct.evidence`). Here the same
question is put to the dataset's own files, so that an edited model or task is found out as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from memorybench.construct.evidence import (
    Evidence,
    compare,
    element_area,
    recount,
    stated_area,
    stated_size,
)
from memorybench.construct.families.alias import stored_height
from memorybench.construct.families.groups import find_group
from memorybench.construct.families.rooms import AREA_NAMES, rooms
from memorybench.ifc.geometry import Geometry
from memorybench.ifc.index import Item, ModelIndex
from memorybench.records import Task

Proofs = Callable[[ModelIndex, Task], Iterator[Evidence]]


def unproven(index: ModelIndex, task: Task) -> Iterator[str]:
    """One sentence for each value of the model in the task's gold that has no second path, or another one there.

    Control tasks rest on no value of the model.
    """
    if task.derivation is None or task.control is not None:
        return
    prove = PROOFS.get(task.derivation.family)
    for proof in prove(index, task) if prove else ():
        if proof.value is None:
            yield f"a value of its gold has no second evidence: {proof.reason}"


def _counted(*slots: str) -> Proofs:
    """The groups named by these inputs, counted again by relations."""

    def prove(index: ModelIndex, task: Task) -> Iterator[Evidence]:
        for slot in slots:
            named = _inputs(task)[slot]
            for key in [named] if isinstance(named, str) else named:
                group = find_group(index, key)
                yield recount(index, group) if group else Evidence(None, reason=f"no group {key} in the model.")

    return prove


def _areas(index: ModelIndex, task: Task) -> Iterator[Evidence]:
    yield from _counted("group")(index, task)
    yield from (element_area(_geometry(index), item) for item in _items(index, task))


def _room_areas(index: ModelIndex, task: Task) -> Iterator[Evidence]:
    yield from (stated_area(_geometry(index), item, AREA_NAMES) for item in _items(index, task))


def _known_by_another_name(index: ModelIndex, task: Task) -> Iterator[Evidence]:
    if "base" in _inputs(task):
        storeys = [fact.value for fact in task.current_facts()]
        for storey in storeys:
            group = find_group(index, f"storey|{storey}|{_inputs(task)['base']}")
            yield recount(index, group) if group else Evidence(None, reason=f"no such elements on {storey}.")
        return
    yield from _room_areas(index, task)
    for room in rooms(index):
        if task.derivation and room.item.key in task.derivation.model_keys:
            yield compare(stored_height(room), _geometry(index).height(room.item), "height", room.name)


def _windows(index: ModelIndex, task: Task) -> Iterator[Evidence]:
    yield from (stated_size(_geometry(index), window) for window in index.of_class("IfcWindow"))


def _inputs(task: Task) -> Mapping[str, Any]:
    return task.derivation.inputs if task.derivation else {}


def _items(index: ModelIndex, task: Task) -> Iterator[Item]:
    """The elements that the gold rests on. One that is gone changes the gold, which another check says."""
    keys = task.derivation.model_keys if task.derivation else ()
    yield from (index.by_key[key] for key in keys if key in index.by_key)


def _geometry(index: ModelIndex) -> Geometry:
    found: Geometry = index.derived.setdefault("geometry", Geometry(index))
    return found


PROOFS: dict[str, Proofs] = {
    "alias": _known_by_another_name,
    "area_convention": _room_areas,
    "delivery": _counted("group"),
    "emission_factor": _areas,
    "floor_finish": _room_areas,
    "glazing": _windows,
    "lagging_decision": _counted("target"),
    "maintenance": _counted("group"),
    "occupancy": _room_areas,
    "option_comparison": _counted("group"),
    "room_correction": _room_areas,
    "spares": _counted("group"),
    "superseded_rating": _counted("group"),
    "unit_cost": _counted("group"),
    "warranty": _counted("main", "exception"),
}
# No stored quantity and no count of a type stands in these golds: they hold what people told or names in the model.
# Doors of `accessibility` are compared by their stated width, which has no second path: meshes of real files have
# frames, panels and leaves standing open.
NOT_PROVEN = frozenset({"accessibility", "negative_confirmation", "responsibility", "supplier"})
