"""A floor finish for rooms of certain uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memorybench.construct.contradictions import FINISH
from memorybench.construct.evidence import stated_area, total
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
from memorybench.construct.families.rooms import AREA_NAMES, OUTSIDE, Room, kinds, rooms, stored_area
from memorybench.construct.numbers import listed, written
from memorybench.construct.seeds import TaskSeed
from memorybench.ifc.index import ModelIndex
from memorybench.records import GoldPart, Kind, Label, NamesGold

PRODUCTS = (
    "smoked oak", "the terrazzo tile", "grey linoleum", "the cork floor", "polished screed", "the hexagon tile",
    "larch boards", "the jute carpet",
)  # fmt: skip


@family("floor_finish", guess=0.01)
class FloorFinish(Family):
    """Which rooms get a floor finish, and over what stored area: told by use, one use after the other."""

    def harvest(self, site: Site) -> Harvest:
        uses = {
            use: members
            for use, members in kinds(rooms(site.index)).items()
            if use.casefold() not in OUTSIDE and ("use", use) not in site.claims.said
        }
        if len(uses) < 3:
            return Harvest(reasons=("Fewer than three uses of rooms.",))
        names = site.draw("uses", lambda: site.rng.sample(sorted(uses), 2))
        chosen = [room for name in names for room in uses[name]]
        proof = total((stated_area(site.geometry, room.item, AREA_NAMES) for room in chosen), "rooms")
        if proof.value is None:
            return Harvest(reasons=(proof.reason,))
        site.claims.said.update(("use", name) for name in names)
        return collect([self._seed(site, list(names), chosen)], 1, "")

    def gold(self, index: ModelIndex, inputs: Mapping[str, Any], values: Values) -> tuple[GoldPart, ...]:
        told_uses = {value for value in values.values() if value}
        members = [room for use, found in kinds(rooms(index)).items() if use in told_uses for room in found]
        aliases = {room.name: room.aliases for room in members if room.kind == room.name}
        return (
            NamesGold(names=frozenset(room.name for room in members), aliases=aliases, about="rooms with that floor"),
            number(sum(stored_area(room) or 0.0 for room in members), "m²", "their stored area", 0.01),
        )

    def _seed(self, site: Site, uses: list[str], chosen: list[Room]) -> TaskSeed | str:
        product = site.draw("product", lambda: site.rng.choice(PRODUCTS))
        banks = (
            ("{p} goes into: {u}.", "{u} gets {p}.", "{p} for {u}, client likes it."),
            (
                "We would like to see {p} on the floor wherever the use is {u}.",
                "For rooms used as {u}, {p} has been selected.",
                "Under {u} in the finishes list please enter {p}.",
            ),
        )
        more = (
            ("also {p} in {u}.", "{u}: {p} as well.", "same floor, {p}, in {u}."),
            (
                "On reflection {u} should have {p} too.",
                "The client extends {p} to {u}.",
                "Another place for {p} is {u}, as of this week.",
            ),
        )
        facts = [told(f"use{n}", product, f"goes into (use {n})", use, aliases=(product.removeprefix("the "),))
                 for n, use in enumerate(uses, 1)]  # fmt: skip
        statements = [
            tell(fact.id, "interior designer", *(banks if n == 0 else more), p=product, u=str(fact.value))
            for n, fact in enumerate(facts)
        ]
        names = [room.name for room in chosen]
        return make_seed(
            self,
            site,
            kind=Kind.LIST,
            label=Label.NEEDS_EXTERNAL_INFO,
            facts=facts,
            statements=statements,
            probes=say(
                (
                    "Which rooms get {p}, and how many m² is that by stored area?",
                    "{p}: list of rooms and their stored area, please.",
                ),
                (
                    "I want to order {p}; name the rooms it goes into and the sum of their stored areas.",
                    "Where will {p} lie in the end, and what stored area do those rooms make?",
                ),
                p=product,
            ),
            inputs={},
            keys=[room.item.key for room in chosen],
            answer=lambda gold: (
                f"{listed(names)} get {product}, together {written(getattr(gold[1], 'value', 0), 2)} m² "
                f"by the stored room areas."
            ),
            extra=f"{product[0].upper()}{product[1:]} goes into the rooms used as {listed(uses)}.",
            commands=("ifcquery {model} select 'IfcSpace' | jq -c '.[] | [.id, .name]'",),
            terms=FINISH,
            lead_ins=("What floors does the model show?", f"Which rooms are {uses[0]}?"),
        )
