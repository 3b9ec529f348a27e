"""Palettes from plain tables: name, layers, sizes, as an office's type catalogue would list them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memorybench.construct.authored.building import Building
from memorybench.construct.authored.catalogue import Sets
from memorybench.construct.authored.corridor import Palette

Layers = Sequence[tuple[str, float]]  # material, thickness in metres


@dataclass(frozen=True)
class Layered:
    """A wall, slab, ceiling or floor covering type."""

    name: str
    layers: Layers
    sets: Sets | None = None


@dataclass(frozen=True)
class Fill:
    """A door or window type; ``sill`` is the height of its lower edge."""

    name: str
    width: float
    height: float
    sill: float = 0.0
    sets: Sets | None = None


def palette(
    b: Building, walls: Mapping[str, Layered], doors: Mapping[str, Fill], windows: Mapping[str, Fill],
    slabs: Mapping[str, Layered], coverings: Mapping[str, Layered] | None = None,
) -> Palette:  # fmt: skip
    """Write all these types.

    Doors and windows share their keys, so do slabs and coverings: ``ValueError`` for one twice.
    """
    twice = set(doors) & set(windows) | set(slabs) & set(coverings or ())
    if twice:
        raise ValueError(f"two types have the key {', '.join(sorted(twice))}")
    fills = {key: b.fill_type("IfcDoor", d.name, d.width, d.height, d.sets) for key, d in doors.items()}
    fills |= {key: b.fill_type("IfcWindow", w.name, w.width, w.height, w.sets) for key, w in windows.items()}
    plates = {key: b.layered("IfcSlabType", s.name, s.layers, s.sets) for key, s in slabs.items()}
    plates |= {key: b.layered("IfcCoveringType", c.name, c.layers, c.sets) for key, c in (coverings or {}).items()}
    return Palette(
        walls={key: b.layered("IfcWallType", w.name, w.layers, w.sets) for key, w in walls.items()},
        fills=fills,
        slabs=plates,
        sills={key: fill.sill for key, fill in {**doors, **windows}.items()},
    )
