"""Unit price of a type, remembered, times its number, modelled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memorybench.construct.contradictions import COST
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
    told,
)
from memorybench.construct.families.groups import Group, find_group, select_command
from memorybench.construct.families.picking import NO_GROUP, proven_groups
from memorybench.construct.numbers import crooked, written
from memorybench.construct.seeds import Statement, TaskSeed
from memorybench.ifc.index import ModelIndex
from memorybench.records import GoldPart, Kind, Label

_EXTRAS = {"door": "ironmongery", "window": "fitting and sealing", "railing": "fixings and paint"}


@family("unit_cost", guess=0.001)
class UnitCost(Family):
    """What all elements of one type cost: agreed price plus an extra each, times the number in the model."""

    def harvest(self, site: Site) -> Harvest:
        made = []
        for group in proven_groups(site, "cost", pieces=True)[: site.limit]:
            made.append(self._seed(site, group))
            site.claims.claim("cost", group.key)
        return collect(made, site.limit, NO_GROUP)

    def gold(self, index: ModelIndex, inputs: Mapping[str, Any], values: Values) -> tuple[GoldPart, ...]:
        group = find_group(index, inputs["group"])
        count = len(group) if group else 0
        return (number(count * ((values["price"] or 0) + (values["extra"] or 0)), "€", "total cost", 0.005),)

    def _seed(self, site: Site, group: Group) -> TaskSeed | str:
        price = site.draw("price", lambda: crooked(site.rng, 61, 1490))
        extra = site.draw("extra", lambda: crooked(site.rng, 17, 139))
        work = _EXTRAS.get(group.noun, "delivery and fixing")
        slots: dict[str, Any] = {
            "g": group.phrase,
            "one": group.one,
            "p": written(price),
            "x": written(extra),
            "work": work,
        }
        facts = (
            told("price", group.phrase, "agreed unit price", price, "€", aliases=(group.one, *group.aliases)),
            told("extra", group.phrase, f"{work} each", extra, "€", aliases=(group.one, work, *group.aliases)),
        )
        statements = (
            Statement(
                ("price",),
                "quantity surveyor",
                say(
                    (
                        "{g}: {p} € apiece, that's the offer we took.",
                        "put down {p} € each for the {g}.",
                        "so the {g} come out at {p} €, per piece.",
                    ),
                    (
                        "We have settled with the supplier: each {one} is {p} €.",
                        "For the {g} please work with a unit price of {p} € from now on.",
                        "Just so it is noted somewhere, one {one} costs us {p} €.",
                    ),
                    **slots,
                ),
            ),
            Statement(
                ("extra",),
                "quantity surveyor",
                say(
                    (
                        "{work} is on top for the {g}, {x} € each.",
                        "don't forget {x} € of {work} per {one}.",
                        "plus {work}, {x} € for every {one}, not in the unit price.",
                    ),
                    (
                        "The price of the {g} excludes {work}, which is another {x} € each.",
                        "Add {x} € per {one} for {work}, the offer leaves it out.",
                        "I was told that {work} comes to {x} € for each {one}.",
                    ),
                    **slots,
                ),
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
                    "What do all the {g} cost us, {work} included?",
                    "Total for the {g} with {work}, please.",
                ),
                (
                    "Could you work out the overall sum for the {g}, {work} and all?",
                    "How much money goes into the {g} once {work} is counted in?",
                ),
                **slots,
            ),
            inputs={"group": group.key},
            keys=group.keys,
            answer=lambda gold: (
                f"The {group.phrase} cost {written(getattr(gold[0], 'value', 0))} € in total: "
                f"{len(group)} in the model at {written(price)} € plus {written(extra)} € for {work} each."
            ),
            extra=(
                f"The agreed unit price of the {group.phrase} is {written(price)} €, "
                f"and {work} comes on top at {written(extra)} € each."
            ),
            commands=select_command(site.index, group, " | jq length"),
            terms=COST,
            lead_ins=(f"How many {group.phrase} are there?", f"On which storeys do we have {group.phrase}?"),
        )
