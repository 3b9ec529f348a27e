"""A planning figure per person, applied to the stored room areas."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from memorybench.construct.contradictions import OCCUPANCY
from memorybench.construct.evidence import stated_area
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
from memorybench.construct.families.rooms import AREA_NAMES, OUTSIDE, Room, rooms, stored_area
from memorybench.construct.numbers import crooked_decimal, written
from memorybench.construct.seeds import TaskSeed
from memorybench.ifc.index import ModelIndex
from memorybench.records import GoldPart, Kind, Label

_LOOSE_NUMBER = re.compile(r"(?<!\S)\d+(?!\S)")


@family("occupancy", guess=0.03)
class Occupancy(Family):
    """How many persons two rooms hold, and which one more: area stored with the room, square metres a person told."""

    def harvest(self, site: Site) -> Harvest:
        usable = [
            room
            for room in rooms(site.index)
            if room.kind.casefold() not in OUTSIDE
            and (stored_area(room) or 0) > 6
            and stated_area(site.geometry, room.item, AREA_NAMES).value
        ]
        pairs = [(a, b) for a in usable for b in usable if (stored_area(a) or 0) > 1.25 * (stored_area(b) or 0)]
        clear = [pair for pair in pairs if not any(_LOOSE_NUMBER.search(room.name) for room in pair)]
        pairs = clear or pairs  # "Kind 1 takes 10 persons" is read wrongly by people and by the grader
        if not pairs:
            return Harvest(reasons=("No two rooms of clearly different proven area.",))
        return collect([self._seed(site, *site.rng.choice(pairs))], 1, "")

    def gold(self, index: ModelIndex, inputs: Mapping[str, Any], values: Values) -> tuple[GoldPart, ...]:
        per_person = values["area"]
        found = {room.item.key: room for room in rooms(index)}
        parts: list[GoldPart] = []
        for key in inputs["rooms"]:
            room = found.get(key)
            if room is not None and per_person:
                persons = math.floor((stored_area(room) or 0.0) / per_person)
                parts.append(number(persons, None, f"persons in {room.name}"))
        return tuple(parts)

    def _seed(self, site: Site, large: Room, small: Room) -> TaskSeed | str:
        figure = site.draw("area", lambda: crooked_decimal(site.rng, 1.6, 3.9))
        slots: dict[str, Any] = {"a": written(figure), "l": large.name, "s": small.name}
        return make_seed(
            self,
            site,
            kind=Kind.COMPARISON,
            label=Label.NEEDS_EXTERNAL_INFO,
            facts=(
                told(
                    "area",
                    "each person",
                    "room area needed",
                    figure,
                    "m²",
                    aliases=("per person", "a person", "head"),
                ),
            ),
            statements=(
                tell(
                    "area",
                    "client",
                    (
                        "{a} m² per person, that's how we fill rooms.",
                        "reckon {a} m² a person, whole persons only.",
                        "each person needs {a} m², round down.",
                    ),
                    (
                        "Our planning figure is {a} m² of room area for each person, rounded down.",
                        "When you seat people, give each person {a} m².",
                        "We never go below {a} m² per person in any room.",
                    ),
                    **slots,
                ),
            ),
            probes=say(
                (
                    "How many people fit into {l} against {s}, by stored area and our figure, whole persons?",
                    "{l} or {s}: how many people each, stored area, rounded down?",
                ),
                (
                    "Comparing {l} with {s}, how many whole persons may each take by our figure and stored area?",
                    "What head count do our rules allow for {l} and for {s}, going by the stored room areas?",
                ),
                **slots,
            ),
            inputs={"rooms": [large.item.key, small.item.key]},
            keys=(large.item.key, small.item.key),
            answer=lambda gold: (
                f"{large.name} takes {getattr(gold[0], 'value', 0):.0f} persons and {small.name} takes "
                f"{getattr(gold[1], 'value', 0):.0f} persons, at {written(figure)} m² of stored room area a person."
            ),
            extra=f"The planning figure is {written(figure)} m² of room area for each person, rounded down.",
            commands=("ifcquery {model} select 'IfcSpace' | jq -c '.[] | [.id, .name]'",),
            terms=OCCUPANCY,
            lead_ins=(f"How big is {large.name}?", f"What's the area of {small.name}?"),
        )
