"""An emission factor per square metre, remembered, times a proven area."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memorybench.construct.contradictions import CARBON
from memorybench.construct.evidence import PLAN_AREA, SIZE_AREA, WALL_AREA, group_area
from memorybench.construct.families.base import (
    Family,
    Harvest,
    Site,
    Values,
    collect,
    family,
    make_seed,
    number,
    say,
    tell,
    told,
)  # fmt: skip
from memorybench.construct.families.groups import Group, find_group, select_command
from memorybench.construct.families.picking import proven_groups
from memorybench.construct.numbers import crooked_decimal, written
from memorybench.construct.seeds import TaskSeed
from memorybench.ifc.index import Item, ModelIndex
from memorybench.records import GoldPart, Kind, Label


def item_area(item: Item) -> float:
    """The stored area that :func:`group_area` proved at harvest, m2; 0 where the file no longer states it."""
    if item.is_a("IfcWall"):
        return item.number("NetSideArea") or item.number("Area", "NetArea") or 0.0
    if item.is_a("IfcSlab") or item.is_a("IfcCovering"):
        return item.number("NetArea") or item.number("Area") or item.number("GrossArea") or 0.0
    return (item.width or 0.0) * (item.height or 0.0)


_SPOKEN = {
    WALL_AREA: "net wall area, one face, openings deducted",
    PLAN_AREA: "area in plan",
    SIZE_AREA: "overall size",
}


@family("emission_factor", guess=0.001)
class EmissionFactor(Family):
    """Embodied carbon of a type: a factor told per square metre, the area from the model."""

    def harvest(self, site: Site) -> Harvest:
        made: list[TaskSeed | str] = []
        for group in proven_groups(site, "carbon"):
            if group.noun not in ("wall", "slab", "ceiling", "window", "door"):
                continue
            proof = group_area(site.geometry, group)
            made.append(proof.reason if proof.value is None else self._seed(site, group, proof.measure))
            if not isinstance(made[-1], str):
                site.claims.claim("carbon", group.key)
            if sum(not isinstance(seed, str) for seed in made) == 2:
                break
        return collect(made, 2, "No type of wall, slab, ceiling, window or door with two elements.")

    def gold(self, index: ModelIndex, inputs: Mapping[str, Any], values: Values) -> tuple[GoldPart, ...]:
        group = find_group(index, inputs["group"])
        area = sum(item_area(item) for item in group.items) if group else 0.0
        return (number(area * (values["factor"] or 0), "kg", "embodied carbon", 0.01),)

    def _seed(self, site: Site, group: Group, measure: str) -> TaskSeed | str:
        factor = site.draw("factor", lambda: crooked_decimal(site.rng, 11, 96))
        area = sum(item_area(item) for item in group.items)
        slots: dict[str, Any] = {"g": group.phrase, "one": group.one, "f": written(factor), "m": _SPOKEN[measure]}
        facts = (
            told("factor", group.phrase, "embodied carbon", factor, "kg/m²",
                 aliases=(group.one, "emission factor", *group.aliases)),
        )  # fmt: skip
        statements = (
            tell(
                "factor",
                "sustainability consultant",
                (
                    "{g}: {f} kg/m² CO2, from the EPD.",
                    "use {f} kg/m² of CO2 for the {g}.",
                    "EPD's in, {f} kg/m² for the {g}, CO2 equivalent.",
                ),
                (
                    "According to their declaration the {g} carry {f} kg/m² of CO2.",
                    "Please calculate the {g} with an emission factor of {f} kg/m².",
                    "The footprint people gave me {f} kg/m² as embodied carbon of the {g}.",
                ),
                **slots,
            ),
        )
        return make_seed(
            self,
            site,
            kind=Kind.AGGREGATION,
            label=Label.NEEDS_EXTERNAL_INFO,
            facts=facts,
            statements=statements,
            probes=say(
                (
                    "Total embodied carbon of the {g}, worked out from their {m}?",
                    "How many kg of CO2 sit in the {g}? Go by {m}.",
                ),
                (
                    "What do the {g} add to our carbon balance in kilograms, measured by {m}?",
                    "If you take the {m}, how much embodied carbon do the {g} bring?",
                ),
                **slots,
            ),
            inputs={"group": group.key},
            keys=group.keys,
            answer=lambda gold: (
                f"About {written(round(getattr(gold[0], 'value', 0)))} kg CO2: {written(area, 2)} m² "
                f"({_SPOKEN[measure]}) of {group.phrase} at {written(factor)} kg/m²."
            ),
            extra=f"The emission factor of the {group.phrase} is {written(factor)} kg/m² of CO2.",
            commands=select_command(site.index, group, " | jq -c '.[] | .id'"),
            terms=CARBON,
            lead_ins=(f"What's the area of the {group.phrase}?", f"How many {group.phrase} are there?"),
        )
