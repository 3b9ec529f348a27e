"""A reserve on top of the modelled number."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

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
from memorybench.construct.seeds import TaskSeed
from memorybench.ifc.index import ModelIndex
from memorybench.records import GoldPart, Kind, Label


@family("spares", guess=0.08)
class Spares(Family):
    """How many to order with the agreed reserve: model plus a percentage, rounded up, plus samples."""

    def harvest(self, site: Site) -> Harvest:
        groups = proven_groups(site, "spares", at_least=6, pieces=True)
        if not groups:
            return Harvest(reasons=("No type of loose elements with at least six of them.",))
        site.claims.claim("spares", groups[0].key)
        return collect([self._seed(site, groups[0])], 1, "")

    def gold(self, index: ModelIndex, inputs: Mapping[str, Any], values: Values) -> tuple[GoldPart, ...]:
        group = find_group(index, inputs["group"])
        count = len(group) if group else 0
        reserve = math.ceil(round(count * (values["reserve"] or 0) / 100, 6))
        return (number(count + reserve + (values["samples"] or 0), None, "pieces to order"),)

    def _seed(self, site: Site, group: Group) -> TaskSeed | str:
        percents = [p for p in range(3, 20) if p % 5]
        reserve = site.draw("reserve", lambda: site.rng.choice(percents))
        samples = site.draw("samples", lambda: site.rng.randint(2, 9))
        alias = (group.one, *group.aliases)
        slots: dict[str, Any] = {"g": group.phrase, "one": group.one, "r": reserve, "k": samples}
        return make_seed(
            self,
            site,
            kind=Kind.AGGREGATION,
            label=Label.NEEDS_EXTERNAL_INFO,
            facts=(
                told("reserve", group.phrase, "reserve", reserve, "%", aliases=alias),
                told("samples", group.phrase, "samples for the showroom", samples, "pieces", aliases=alias),
            ),
            statements=(
                tell(
                    "reserve",
                    "contractor",
                    (
                        "{g} with {r} % reserve, some always break.",
                        "add {r} % to the {g}, rounded up.",
                        "reserve for the {g} is {r} %.",
                    ),
                    (
                        "We order the {g} with a reserve of {r} %, always rounded up.",
                        "Breakage being what it is, {r} % more of the {g} should be bought.",
                        "Please put {r} % on top whenever the {g} are ordered.",
                    ),
                    **slots,
                ),
                tell(
                    "samples",
                    "contractor",
                    (
                        "and {k} pieces of the {g} for the showroom.",
                        "showroom wants {k} pieces, {g} too.",
                        "plus {k} pieces on the {g} for samples.",
                    ),
                    (
                        "The showroom asks for {k} pieces of the {g} as samples.",
                        "Besides the reserve, {k} pieces of the {g} go to the showroom.",
                        "Do not forget the samples, {k} pieces where the {g} are concerned.",
                    ),
                    **slots,
                ),
            ),
            probes=say(
                (
                    "How many {g} do we order, reserve and showroom samples included?",
                    "Order number for the {g} with reserve and samples?",
                ),
                (
                    "With the agreed reserve and the samples counted in, how many {g} have to be bought?",
                    "I am writing the order for the {g}; what quantity covers model, reserve and samples?",
                ),
                **slots,
            ),
            inputs={"group": group.key},
            keys=group.keys,
            answer=lambda gold: (
                f"Order {getattr(gold[0], 'value', 0):.0f} of the {group.phrase}: {len(group)} in the model, "
                f"{reserve} % reserve rounded up, and {samples} samples."
            ),
            extra=f"The {group.phrase} are ordered with a reserve of {reserve} %, rounded up, and {samples} samples.",
            commands=select_command(site.index, group, " | jq length"),
            lead_ins=(f"How many {group.phrase} are in the model?",),
        )
