"""Elements by the name people use for a single one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from memorybench.construct.families.rooms import door_names
from memorybench.ifc.index import Item, ModelIndex


def spoken_names(index: ModelIndex, items: tuple[Item, ...], noun: str) -> dict[str, str]:
    """Key to name for ``items``, all unique, else empty: doors as in :func:`door_names`, others by mark or name."""
    if items and all(item.is_a("IfcDoor") for item in items):
        names = door_names(index)
        return {item.key: names[item.key] for item in items} if all(item.key in names for item in items) else {}
    schemes: tuple[Callable[[Item], Any], ...] = (
        lambda i: i.value("Mark"),
        lambda i: i.name if ":" not in i.name else None,
        lambda i: i.tag or None,
    )
    for scheme in schemes:
        raw = {item.key: str(scheme(item) or "") for item in items}
        if (
            raw
            and all(raw.values())
            and max(Counter(raw.values()).values()) == 1
            and max(map(len, raw.values())) < 20
        ):
            return {key: f"{noun} {name}" if name.isdigit() else name for key, name in raw.items()}
    return {}
