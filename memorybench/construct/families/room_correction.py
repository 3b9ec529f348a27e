"""The room schedule is wrong in one place, and somebody said so."""

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
    tell,
    told,
)  # fmt: skip
from memorybench.construct.families.rooms import AREA_NAMES, OUTSIDE, Room, kinds, rooms, stored_area
from memorybench.construct.numbers import listed, written
from memorybench.construct.seeds import TaskSeed
from memorybench.ifc.index import ModelIndex
from memorybench.records import GoldPart, Kind, Label, NamesGold


def free_use(site: Site, use: str) -> bool:
    """Whether no other seed speaks of the rooms of this use."""
    return ("use", use) not in site.claims.said


@family("room_correction", guess=0.1)
class RoomCorrection(Family):
    """All rooms of a use and their stored area, after a correction of what one room is."""

    def harvest(self, site: Site) -> Harvest:
        found = rooms(site.index)
        uses = {use: r for use, r in kinds(found).items() if use.casefold() not in OUTSIDE and free_use(site, use)}
        if len(uses) < 2:
            return Harvest(reasons=("The rooms do not have two different uses.",))
        made: list[TaskSeed | str] = []
        for use, members in site.shuffled("use", sorted(uses.items()), lambda pair: pair[0])[: site.limit]:
            others = sorted(
                (r for pair in uses.values() for r in pair if r not in members), key=lambda room: room.name
            )
            room = site.choose("room", others, lambda room: room.name)
            proof = total((stated_area(site.geometry, r.item, AREA_NAMES) for r in (*members, room)), use)
            made.append(proof.reason if proof.value is None else self._seed(site, use, members, room))
            if not isinstance(made[-1], str):
                was = next(kind for kind, r in uses.items() if room in r)
                site.claims.said.update((("use", use), ("use", was)))
                break
        return collect(made, 1, "")

    def gold(self, index: ModelIndex, inputs: Mapping[str, Any], values: Values) -> tuple[GoldPart, ...]:
        found = rooms(index)
        members = list(kinds(found).get(inputs["use"], ()))
        members += [room for room in found if room.name == values["also"] and room not in members]
        names = frozenset(room.name for room in members)
        aliases = {room.name: tuple(a for a in room.aliases if a != room.kind) for room in members}
        return (
            NamesGold(names=names, aliases=aliases, about=f"rooms used as {inputs['use']}"),
            number(sum(stored_area(room) or 0.0 for room in members), "m²", "their stored area", 0.01),
        )

    def _seed(self, site: Site, use: str, members: tuple[Room, ...], room: Room) -> TaskSeed | str:
        slots: dict[str, Any] = {"r": room.name, "use": use, "was": room.kind}
        names = [*(member.name for member in members), room.name]
        return make_seed(
            self,
            site,
            kind=Kind.LIST,
            label=Label.PARTIALLY_ANSWERABLE,
            facts=(told("also", use, "also comprises the room", room.name),),
            statements=(
                tell(
                    "also",
                    "architect",
                    (
                        "{r} is labelled wrong, that's {use} as well.",
                        "{r} is {use} in truth, somebody mixed that up.",
                        "careful, {r} really is {use}.",
                    ),
                    (
                        "The room schedule errs about {r}, whose real use is {use}.",
                        "You will find {r} under {was}, but it belongs to {use}.",
                        "Would you treat {r} as {use} from here on? Its label was never right.",
                    ),
                    **slots,
                ),
            ),
            probes=say(
                (
                    "Which rooms count as {use}, and their stored area together?",
                    "{use}: which rooms, how many m² as stored?",
                ),
                (
                    "Name every room that is really used as {use} and add up the areas the model stores for them.",
                    "What do we have under {use} by now, and what stored area does that make?",
                ),
                **slots,
            ),
            inputs={"use": use},
            keys=[*(member.item.key for member in members), room.item.key],
            answer=lambda gold: (
                f"{listed(names)} count as {use}, together {written(getattr(gold[1], 'value', 0), 2)} m² "
                f"by the stored room areas; {room.name} is labelled {room.kind} in the model."
            ),
            extra=f"{room.name} is labelled {room.kind} in the model, but its real use is {use}.",
            commands=("ifcquery {model} select 'IfcSpace' | jq -c '.[] | [.id, .name]'",),
            lead_ins=(f"What is {room.name} used for?", "Show me the room list."),
        )
