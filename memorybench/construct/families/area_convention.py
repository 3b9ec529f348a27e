"""A convention for the sales area: which stored measure, and which rooms are left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
    told,
)
from memorybench.construct.families.rooms import AREA_NAMES, OUTSIDE, Room, rooms
from memorybench.construct.numbers import listed, written
from memorybench.construct.seeds import Statement, TaskSeed
from memorybench.ifc.index import ModelIndex
from memorybench.records import GoldPart, Kind, Label


def _area(room: Room) -> float:
    return next((v for name in AREA_NAMES if (v := room.item.number(name))), 0.0)


@family("area_convention", guess=0.05)
class AreaConvention(Family):
    """The sales area: stored room areas without the rooms that were agreed not to count."""

    def harvest(self, site: Site) -> Harvest:
        found = rooms(site.index)
        if len(found) < 3:
            return Harvest(reasons=("Fewer than three rooms with names of their own.",))
        proven = total((stated_area(site.geometry, room.item, AREA_NAMES) for room in found), "rooms")
        if proven.value is None:
            return Harvest(reasons=(proven.reason,))
        return collect([self._seed(site, found)], site.limit, "")

    def gold(self, index: ModelIndex, inputs: Mapping[str, Any], values: Values) -> tuple[GoldPart, ...]:
        left_out = {str(value) for slot, value in values.items() if slot.startswith("without") and value}
        area = sum(_area(room) for room in rooms(index) if room.name not in left_out)
        return (number(area, "m²", "sales area", 0.005),)

    def _seed(self, site: Site, found: tuple[Room, ...]) -> TaskSeed | str:
        names = [room.name for room in found]
        outside = [room.name for room in found if room.kind.casefold() in OUTSIDE]
        inside = [name for name in names if name not in outside]
        default = outside + site.rng.sample(inside, 2 if len(inside) > 4 else 1)
        left_out: list[str] = site.draw("without", lambda: default)
        facts = tuple(
            told(f"without{n}", "sales area", "room left out", name,
                 aliases=("saleable area", "area to sell", *self._aliases(found, name)))
            for n, name in enumerate(left_out, 1)
        )  # fmt: skip
        statements = tuple(
            Statement((fact.id,), "client", self._texts(str(fact.value), n)) for n, fact in enumerate(facts)
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
                    "What's our sales area, going by the areas stored with the rooms?",
                    "Sales area in m², stored room areas please.",
                ),
                (
                    "Which sales area can we put in the brochure, summing the room areas stored in the model?",
                    "How many square metres do we sell if we add up the stored room areas by our rule?",
                ),
            ),
            inputs={},
            keys=[room.item.key for room in found],
            answer=lambda gold: (
                f"The sales area is {written(getattr(gold[0], 'value', 0), 2)} m²: "
                f"the stored room areas without {listed(left_out)}."
            ),
            extra=(
                f"The sales area is the sum of the room areas stored in the model; {listed(left_out)} "
                f"{'does' if len(left_out) == 1 else 'do'} not count."
            ),
            commands=("ifcquery {model} select 'IfcSpace' | jq -c '.[] | [.id, .name]'",),
            terms=("SalesArea", "Verkaufsfläche", "SaleableArea"),
            lead_ins=("What are the areas of the rooms?", "How many rooms do we have?"),
        )

    def _aliases(self, found: tuple[Room, ...], name: str) -> tuple[str, ...]:
        return next((room.aliases for room in found if room.name == name), ())

    def _texts(self, name: str, turn: int) -> Any:
        return say(
            (
                "{r} is not part of the sales area.",
                "leave {r} out when you do the sales area.",
                "sales area without {r}, we don't sell that.",
            ),
            (
                "Nobody pays for {r}, so it must not count towards the sales area.",
                "Regarding the sales area: {r} has to be excluded.",
                "We decided yesterday to keep {r} out of the area to sell.",
            ),
            r=name,
        )
