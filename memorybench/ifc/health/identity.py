"""Things that share what should tell them apart: GlobalIds and names."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from memorybench.ifc.index import ModelIndex
from memorybench.records import Record

_EXAMPLES = 3


class SharedId(Record):
    """One GlobalId and the entities that carry it, as ``#12 IfcWall W1``."""

    global_id: str
    entities: tuple[str, ...]


class SharedNames(Record):
    """Names that more than one thing of a kind has. ``things`` counts all that carry such a name."""

    kind: str  # rooms (Name), numbered rooms (LongName), storeys, types, or the elements' class
    names: int
    things: int
    examples: tuple[str, ...]


def shared_ids(file: Any) -> tuple[SharedId, ...]:
    """Every GlobalId that stands twice."""
    holders: dict[str, list[Any]] = defaultdict(list)
    for root in file.by_type("IfcRoot"):
        holders[root.GlobalId].append(root)
    return tuple(
        SharedId(
            global_id=str(guid), entities=tuple(f"#{e.id()} {e.is_a()} {e.Name or ''}".strip() for e in entities)
        )
        for guid, entities in sorted(holders.items(), key=lambda pair: str(pair[0]))
        if len(entities) > 1
    )


def shared_names(index: ModelIndex) -> tuple[SharedNames, ...]:
    """Rooms, storeys, types and elements (by class) whose names are not their own.

    Several rooms of one use (LongName) are common; only a use with a number, ``Meeting 3``, should stand once.
    """
    kinds: dict[str, list[str]] = {
        "rooms": [space.name for space in index.spaces],
        "numbered rooms": [space.long_name for space in index.spaces if space.long_name[-1:].isdigit()],
        "storeys": [storey.name for storey in index.storeys],
        "types": [item.name for item in index.types],
    }
    for item in index.elements:
        kinds.setdefault(item.ifc_class, []).append(item.name)
    found = [_shared(kind, names) for kind, names in kinds.items()]
    return tuple(case for case in found if case is not None)


def names_of_types(index: ModelIndex) -> tuple[str, ...]:
    """Names that an element shares with a type: a search by name alone finds both."""
    types = {item.name for item in index.types if item.name}
    return tuple(sorted({item.name for item in index.elements} & types))


def _shared(kind: str, names: Iterable[str]) -> SharedNames | None:
    twice = [(name, count) for name, count in Counter(name for name in names if name).most_common() if count > 1]
    if not twice:
        return None
    return SharedNames(
        kind=kind,
        names=len(twice),
        things=sum(count for _, count in twice),
        examples=tuple(f"{name} ({count})" for name, count in twice[:_EXAMPLES]),
    )
