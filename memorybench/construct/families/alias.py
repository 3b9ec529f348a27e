"""A nickname that only the project's people know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memorybench.construct.evidence import compare, stated_area
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
from memorybench.construct.families.groups import Group, storey_groups
from memorybench.construct.families.rooms import AREA_NAMES, OUTSIDE, Room, rooms, stored_area
from memorybench.construct.numbers import written
from memorybench.construct.seeds import TaskSeed
from memorybench.ifc.index import ModelIndex
from memorybench.records import GoldPart, Kind, Label

NICKNAMES = ("the studio", "the den", "the snug", "the quiet room", "the archive", "the salon", "the cockpit")
STOREY_NAMES = ("the deck", "the mezzanine", "the upper deck", "the plinth", "the crown", "the podium")
_HEIGHT = ("Unbounded Height", "ClearHeight", "FinishCeilingHeight", "Height")


def stored_height(room: Room) -> float | None:
    """The room height the file states, m."""
    return next((value for name in _HEIGHT if (value := room.item.number(name))), None)


def is_free(site: Site, group: Group) -> bool:
    """Whether no other task changes the type behind a storey group."""
    return group.key.split("|", 2)[2] not in site.claims.changed


@family("alias", guess=0.15)
class Alias(Family):
    """Height and stored area of a room known by a nickname, or a count on a storey known by one."""

    def harvest(self, site: Site) -> Harvest:
        made: list[TaskSeed | str] = []
        found = [room for room in rooms(site.index) if room.kind.casefold() not in OUTSIDE]
        for room in site.shuffled("room", found, lambda room: room.name):
            area = stated_area(site.geometry, room.item, AREA_NAMES)
            height = compare(stored_height(room), site.geometry.height(room.item), "height", room.name)
            failed = next((proof.reason for proof in (area, height) if proof.value is None), "")
            made.append(failed or self._room(site, room))
            if not failed:
                break
        if not any(isinstance(item, TaskSeed) for item in made):
            groups = [
                g
                for g in storey_groups(site.index)
                if g.key.split("|")[2] == "type" and len(g) >= 2 and is_free(site, g)
            ]
            names = dict.fromkeys(group.key.split("|")[1] for group in groups)
            if len(names) >= 2:
                group = site.rng.choice(groups)
                site.claims.pinned.add(group.key.split("|", 2)[2])
                made.append(self._storey(site, group))
        return collect(made, 1, "Neither rooms nor storeys with names of their own.")

    def gold(self, index: ModelIndex, inputs: Mapping[str, Any], values: Values) -> tuple[GoldPart, ...]:
        if "base" in inputs:
            key = f"storey|{values['alias']}|{inputs['base']}"
            group = next((g for g in storey_groups(index) if g.key == key), None)
            return (number(len(group) if group else 0, None, "elements on that storey"),)
        room = next((room for room in rooms(index) if room.name == values["alias"]), None)
        if room is None:
            return ()
        return (
            number(stored_height(room) or 0.0, "m", "height"),
            number(stored_area(room) or 0.0, "m²", "stored area", 0.01),
        )

    def _told(self, nickname: str, name: str) -> Any:
        return tell(
            "alias",
            "client",
            ("{n} is what we call {r}.", "when I say {n} I mean {r}.", "{r}, so {n} for us."),
            (
                "In our office everybody refers to {r} as {n}.",
                "You may hear people speak of {n}; that stands for {r}.",
                "Let me introduce a name: {n}, by which we mean {r}.",
            ),
            n=nickname,
            r=name,
        )

    def _room(self, site: Site, room: Room) -> TaskSeed | str:
        nickname = site.draw("nickname", lambda: site.rng.choice(NICKNAMES))
        return make_seed(
            self,
            site,
            kind=Kind.LOOKUP,
            label=Label.NEEDS_EXTERNAL_INFO,
            facts=(told("alias", nickname, "is the name for", room.name),),
            statements=(self._told(nickname, room.name),),
            probes=say(
                ("How high is {n}, and its stored area?", "{n}: height and area as stored?"),
                (
                    "What ceiling height does {n} have, and which area does the model store for it?",
                    "I need the height of {n} together with its stored floor area.",
                ),
                n=nickname,
            ),
            inputs={},
            keys=(room.item.key,),
            answer=lambda gold: (
                f"{nickname.capitalize()} is {room.name}: {written(getattr(gold[0], 'value', 0), 2)} m high, "
                f"{written(getattr(gold[1], 'value', 0), 2)} m² as stored."
            ),
            extra=f"{nickname.capitalize()} is the project team's name for {room.name}.",
            commands=("ifcquery {model} select 'IfcSpace' | jq -c '.[] | [.id, .name]'",),
            terms=(nickname.removeprefix("the "),),
            lead_ins=(f"How large is {room.name}?",),
        )

    def _storey(self, site: Site, group: Group) -> TaskSeed | str:
        storey = group.key.split("|")[1]
        nickname = site.draw("nickname", lambda: site.rng.choice(STOREY_NAMES))
        return make_seed(
            self,
            site,
            kind=Kind.LOOKUP,
            label=Label.NEEDS_EXTERNAL_INFO,
            facts=(told("alias", nickname, "is the name for", storey),),
            statements=(self._told(nickname, storey),),
            probes=say(
                ("How many {g} are on {n}?", "{g} on {n}, count please."),
                ("Could you count the {g} that {n} holds?", "What number of {g} do we find on {n}?"),
                n=nickname,
                g=group.phrase,
            ),
            inputs={"base": group.key.split("|", 2)[2]},
            keys=group.keys,
            answer=lambda gold: f"{nickname.capitalize()} is {storey}; it holds {len(group)} of the {group.phrase}.",
            extra=f"{nickname.capitalize()} is the project team's name for {storey}.",
            terms=(nickname.removeprefix("the "),),
            lead_ins=(f"What is on {storey}?",),
        )
