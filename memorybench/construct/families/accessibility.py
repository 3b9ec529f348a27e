"""A house rule about clear width, applied to the modelled doors."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from memorybench.construct.families.base import Family, Harvest, Site, Values, collect, family, make_seed, say, told
from memorybench.construct.families.groups import type_groups
from memorybench.construct.families.rooms import door_names
from memorybench.construct.numbers import listed
from memorybench.construct.seeds import Statement, TaskSeed
from memorybench.ifc.index import Item, ModelIndex
from memorybench.records import GoldPart, Kind, Label, NamesGold


def _doors(index: ModelIndex) -> list[tuple[str, Item, int]]:
    names = door_names(index)
    return [
        (names[door.key], door, round(door.width * 1000))
        for door in index.of_class("IfcDoor")
        if door.key in names and door.width
    ]


@family("accessibility", guess=0.15)
class Accessibility(Family):
    """Which doors are too narrow: leaf width minus an agreed deduction against an agreed minimum."""

    def harvest(self, site: Site) -> Harvest:
        doors = _doors(site.index)
        if len(doors) < 3 or len(doors) != len(site.index.of_class("IfcDoor")):
            return Harvest(reasons=("Doors lack unique names or widths.",))
        groups = [group.key for group in type_groups(site.index) if group.noun == "door"]
        if not all(site.claims.free("width", key) for key in groups):
            return Harvest(reasons=("Another task changes the doors.",))
        widths = sorted({width for _, _, width in doors})
        if len(widths) < 2:
            return Harvest(reasons=("All doors have one width: a rule would not tell them apart.",))
        made = self._seed(site, widths)
        if not isinstance(made, str):
            site.claims.claim("width", *groups)
        return collect([made], 1, "")

    def gold(self, index: ModelIndex, inputs: Mapping[str, Any], values: Values) -> tuple[GoldPart, ...]:
        deduction, minimum = values["deduction"] or 0, values["minimum"] or 0
        doors = _doors(index)
        fail = frozenset(name for name, _, width in doors if width - deduction < minimum)
        passing = frozenset(name for name, _, _ in doors) - fail
        return (NamesGold(names=fail, absent=passing, about="doors that fail the clear-width rule"),)

    def _seed(self, site: Site, widths: list[int]) -> TaskSeed | str:
        low, high = site.rng.choice(list(pairwise(widths)))
        deduction = site.draw("deduction", lambda: site.rng.choice((42, 47, 52, 56, 58, 62, 64, 68)))
        margin = site.rng.randint(3, max(4, min(high - low, 57)))
        minimum = site.draw("minimum", lambda: low - deduction + margin)
        slots: dict[str, Any] = {"d": deduction, "m": minimum}
        doors = _doors(site.index)
        facts = (
            told("deduction", "door clear width", "deduction from the modelled width", deduction, "mm",
                 aliases=("clear width", "clear opening", "doors")),
            told("minimum", "door clear width", "minimum", minimum, "mm",
                 aliases=("clear width", "clear opening", "doors")),
        )  # fmt: skip
        statements = (
            Statement(
                ("deduction",),
                "architect",
                say(
                    (
                        "clear width of a door is the modelled width less {d} mm, we always do it like that.",
                        "for clear widths knock {d} mm off what the model says for the doors.",
                        "frame and leaf eat {d} mm of door, so clear width is model minus that.",
                    ),
                    (
                        "When you judge a door's clear opening, subtract {d} mm from its modelled width.",
                        "The clear width is not the modelled one: {d} mm of every door are lost to the frame.",
                        "Take {d} mm away from each door width, only then do we have the clear width.",
                    ),
                    **slots,
                ),
            ),
            Statement(
                ("minimum",),
                "client",
                say(
                    (
                        "for the wheelchair thing we need {m} mm clear width at the doors.",
                        "doors: {m} mm clear width minimum, all of them.",
                        "nothing under {m} mm clear width for doors, the accessibility people insist.",
                    ),
                    (
                        "Our accessibility officer demands a clear width of at least {m} mm at every door.",
                        "Any door whose clear opening is below {m} mm will be rejected by us.",
                        "We agreed that {m} mm of clear width is the least a door must offer.",
                    ),
                    **slots,
                ),
            ),
        )
        return make_seed(
            self,
            site,
            kind=Kind.LIST,
            label=Label.NEEDS_EXTERNAL_INFO,
            facts=facts,
            statements=statements,
            probes=say(
                ("Which doors fail our clear-width rule?", "List the doors that are too narrow by our own rule."),
                (
                    "Going by what we agreed on clear widths, which doors would be rejected?",
                    "Name every door that misses the clear width we asked for.",
                ),
            ),
            inputs={},
            keys=[door.key for _, door, _ in doors],
            answer=lambda gold: (
                f"{listed(sorted(getattr(gold[0], 'names', ())))} fail: modelled width less {deduction} mm "
                f"is under the agreed {minimum} mm."
            ),
            extra=(
                f"Clear width is the modelled door width minus {deduction} mm, and at least {minimum} mm is required."
            ),
            commands=("ifcquery {model} select 'IfcDoor' | jq -c '.[] | [.id, .name]'",),
            terms=("ClearWidth", "Durchgangslichte", "Lichte Breite"),
            look_at=[door.key for _, door, _ in doors],
            lead_ins=("How wide are the doors?", "Give me the door widths, please."),
        )
