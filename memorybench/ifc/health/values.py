"""Property values that say nothing, and properties that say two things."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from memorybench.ifc.index import Item, ModelIndex
from memorybench.ifc.index_placeholders import is_placeholder, squeeze
from memorybench.ifc.index_properties import Property
from memorybench.records import Record

_EXAMPLES = 5
_SAME_NUMBER = 0.001  # relative


class Placeholder(Record):
    """One value that stands for nothing, and how often."""

    property: str
    value: str
    count: int


class Placeholders(Record):
    """Text properties of the file, each property entity counted once."""

    texts: int
    empty: int
    examples: tuple[Placeholder, ...]


class Ambiguity(Record):
    """One property that is stated more than once with different values.

    ``kind``: ``same_set`` (twice in sets of one name: nothing may rest on it), ``several_sets`` (sets of
    different names), ``type`` (the occurrence overrides its type). ``values`` are those of the example.
    """

    kind: Literal["same_set", "several_sets", "type"]
    property: str
    sets: tuple[str, ...]
    objects: int
    example: str
    values: tuple[str, ...]


def placeholders(file: Any) -> Placeholders:
    """Count the text values of single-value properties, and those that are placeholders."""
    empty: Counter[tuple[str, str]] = Counter()
    texts = 0
    for prop in file.by_type("IfcPropertySingleValue"):
        value = getattr(prop.NominalValue, "wrappedValue", None)
        if not isinstance(value, str) or prop.NominalValue.is_a("IfcLogical"):
            continue
        texts += 1
        if is_placeholder(prop.Name, value):
            empty[prop.Name, value] += 1
    examples = tuple(
        Placeholder(property=name, value=value, count=count) for (name, value), count in empty.most_common(_EXAMPLES)
    )
    return Placeholders(texts=texts, empty=empty.total(), examples=examples)


def ambiguities(index: ModelIndex) -> tuple[Ambiguity, ...]:
    """Every ambiguous property, those on most objects first."""
    found: dict[tuple[str, str, tuple[str, ...]], list[tuple[Item, tuple[str, ...]]]] = defaultdict(list)
    for item in (*index.elements, *index.spaces, *index.storeys, *index.types):
        for kind, name, sets, values in _of_item(index, item):
            found[kind, name, sets].append((item, values))
    made = [
        Ambiguity.model_validate(
            {
                "kind": kind,
                "property": name,
                "sets": sets,
                "objects": len(cases),
                "example": cases[0][0].name or cases[0][0].key,
                "values": cases[0][1],
            }
        )
        for (kind, name, sets), cases in found.items()
    ]
    return tuple(sorted(made, key=lambda case: (-case.objects, case.kind, case.property, case.sets)))


_Case = tuple[str, str, tuple[str, ...], tuple[str, ...]]


def _of_item(index: ModelIndex, item: Item) -> Iterator[_Case]:
    stated = [prop for prop in item.properties if not is_placeholder(prop.name, prop.value)]
    yield from (("same_set", prop.name, (prop.pset,), ()) for prop in item.properties if prop.ambiguous)
    yield from _in_several_sets(stated)
    if item.type_key in index.by_key:
        yield from _against_type(stated, index.by_key[item.type_key].properties)


def _in_several_sets(stated: Iterable[Property]) -> Iterator[_Case]:
    by_name: dict[str, list[Property]] = defaultdict(list)
    for prop in stated:
        if not prop.ambiguous:
            by_name[squeeze(prop.name)].append(prop)
    for props in by_name.values():
        if len({prop.pset for prop in props}) > 1 and not all(_same(props[0].value, p.value) for p in props[1:]):
            sets = tuple(prop.pset for prop in props)
            yield "several_sets", props[0].name, sets, tuple(_shown(prop.value) for prop in props)


def _against_type(stated: Iterable[Property], inherited: Iterable[Property]) -> Iterator[_Case]:
    of_type = {(prop.pset, prop.name): prop for prop in inherited if not is_placeholder(prop.name, prop.value)}
    for prop in stated:
        other = of_type.get((prop.pset, prop.name))
        if prop.source == "occurrence" and other is not None and not _same(prop.value, other.value):
            yield "type", prop.name, (prop.pset,), (_shown(prop.value), _shown(other.value))


def _same(one: Any, other: Any) -> bool:
    numbers = isinstance(one, (int, float)) and isinstance(other, (int, float))
    if numbers and not isinstance(one, bool) and not isinstance(other, bool):
        return bool(abs(one - other) <= _SAME_NUMBER * max(abs(one), abs(other)))
    return bool(one == other) or _shown(one) == _shown(other)  # "3" and 3 do not contradict each other


def _shown(value: Any) -> str:
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 60 else text[:59] + "…"
