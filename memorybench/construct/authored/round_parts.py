"""Round walls and round rooms: drums, stair towers, tanks. Metres."""

from __future__ import annotations

from math import pi
from typing import Any

import ifcopenshell.api.type

from memorybench.construct.authored.building import Building, Storey, Wall
from memorybench.construct.authored.catalogue import Kind, Sets
from memorybench.construct.authored.sections import Section, bar


def drum(
    b: Building, storey: Storey, kind: Kind, centre: tuple[float, float], radius: float, name: str, *, tag: str = "",
    external: bool = True, sets: Sets | None = None,
) -> Wall:  # fmt: skip
    """A wall around ``centre``; ``radius`` is that of its centre line.

    The wall that comes back takes openings at its southernmost point only.
    """
    thick, tall = kind.size[0], storey.height
    entity = b.file.create("IfcWall", name)
    ifcopenshell.api.type.assign_type(
        b.file.model, related_objects=[entity], relating_type=kind.entity, should_map_representations=False
    )
    kind.occurrences.append(entity)
    if tag:
        entity.Tag = tag
    b.contain(storey.entity, entity)
    corner = (round(centre[0] - radius, 6), round(centre[1] - radius, 6))
    entity.ObjectPlacement = b.shapes.placement(storey.origin, (*corner, 0.0))
    outer, inner = radius + thick / 2, radius - thick / 2
    section = Section("tube", None, (outer, thick))
    entity.Representation = b.shapes.of(bar(b.shapes, section, tall, "z", (radius, radius, 0.0)))
    for key, values in {"Pset_WallCommon": {"IsExternal": external}, **(sets or {})}.items():
        b.file.pset(entity, key, values)
    values = {"Height": ("length", tall), "Width": ("length", thick),
              "GrossVolume": ("volume", pi * (outer**2 - inner**2) * tall)}  # fmt: skip
    b.file.quantities(entity, "BaseQuantities" if b.file.is_old else "Qto_WallBaseQuantities", values)
    return Wall(entity, kind, corner, (1, 0), 2 * radius, tall)


def round_room(
    b: Building, storey: Storey, number: str, label: str, centre: tuple[float, float], radius: float,
    sets: Sets | None = None,
) -> Any:  # fmt: skip
    """A round space with its area, perimeter and height stored."""
    entity = b.file.create("IfcSpace", number, LongName=label)
    b.interior(storey, entity)
    entity.ObjectPlacement = b.shapes.placement(storey.origin, (*centre, 0.0))
    entity.Representation = b.shapes.of(bar(b.shapes, Section("rod", None, (radius,)), storey.height))
    for key, values in (sets or {}).items():
        b.file.pset(entity, key, values)
    b.file.quantities(
        entity,
        "BaseQuantities" if b.file.is_old else "Qto_SpaceBaseQuantities",
        {
            "Height": ("length", storey.height),
            "GrossPerimeter": ("length", 2 * pi * radius),
            "NetFloorArea": ("area", pi * radius**2),
        },
    )
    return entity
