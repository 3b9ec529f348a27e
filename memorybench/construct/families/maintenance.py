"""Upkeep told per element, added up over the modelled number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memorybench.construct.contradictions import MAINTENANCE
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
from memorybench.construct.numbers import crooked, written
from memorybench.construct.seeds import TaskSeed
from memorybench.ifc.index import ModelIndex
from memorybench.records import GoldPart, Kind, Label


def _is_serviced(group: Group) -> bool:
    """Whether a service contract would speak of such things: not of tables and beds."""
    return any(group.items[0].is_a(name) for name in ("IfcDoor", "IfcWindow", "IfcDistributionElement"))


@family("maintenance", guess=0.002)
class Maintenance(Family):
    """Minutes of upkeep per year for a type: visits a year times minutes each times the number in the model."""

    def harvest(self, site: Site) -> Harvest:
        groups = [group for group in proven_groups(site, "upkeep", pieces=True) if _is_serviced(group)]
        made = [self._seed(site, group) for group in groups[:1]]
        for group in groups[:1]:
            site.claims.claim("upkeep", group.key)
        return collect(made, 1, "No type of doors, windows or technical equipment that anybody would service.")

    def gold(self, index: ModelIndex, inputs: Mapping[str, Any], values: Values) -> tuple[GoldPart, ...]:
        group = find_group(index, inputs["group"])
        minutes = (len(group) if group else 0) * (values["visits"] or 0) * (values["minutes"] or 0)
        return (number(minutes, "min", "upkeep per year", 0.005),)

    def _seed(self, site: Site, group: Group) -> TaskSeed | str:
        visits = site.draw("visits", lambda: site.rng.choice((2, 3, 4, 6)))
        minutes = site.draw("minutes", lambda: crooked(site.rng, 7, 48))
        alias = (group.one, *group.aliases)
        slots: dict[str, Any] = {"g": group.phrase, "one": group.one, "v": visits, "m": minutes}
        return make_seed(
            self,
            site,
            kind=Kind.AGGREGATION,
            label=Label.NEEDS_EXTERNAL_INFO,
            facts=(
                told("visits", group.phrase, "checks per year", visits, "times a year", aliases=alias),
                told("minutes", group.phrase, "time per check", minutes, "min", aliases=alias),
            ),
            statements=(
                tell(
                    "visits",
                    "facility manager",
                    (
                        "{g} get looked at {v} times a year.",
                        "we check the {g} {v} times a year.",
                        "{v} times a year for the {g}, that's the routine.",
                    ),
                    (
                        "Our caretaker inspects the {g} {v} times a year.",
                        "Under the service contract, {v} times a year somebody sees to the {g}.",
                        "The {g} are due for a check {v} times a year.",
                    ),
                    **slots,
                ),
                tell(
                    "minutes",
                    "facility manager",
                    (
                        "{m} min for each of the {g}, per check.",
                        "one {one} takes {m} min.",
                        "count {m} min per {one} when they do the check.",
                    ),
                    (
                        "Experience says that a check of one {one} lasts {m} min.",
                        "Please allow {m} min for every {one} at each visit.",
                        "The technician wrote down {m} min as the time for one {one}.",
                    ),
                    **slots,
                ),
            ),
            probes=say(
                ("Minutes per year for checking all {g}?", "How many minutes a year go into the {g}, all of them?"),
                (
                    "What yearly effort in minutes do the checks of the {g} cause altogether?",
                    "Add up, in minutes, one year of checks on every one of the {g}.",
                ),
                **slots,
            ),
            inputs={"group": group.key},
            keys=group.keys,
            answer=lambda gold: (
                f"{written(getattr(gold[0], 'value', 0))} min a year: {len(group)} of the {group.phrase}, "
                f"{visits} checks a year, {minutes} min each."
            ),
            extra=f"The {group.phrase} are checked {visits} times a year, and a check of one takes {minutes} min.",
            commands=select_command(site.index, group, " | jq length"),
            terms=MAINTENANCE,
            lead_ins=(f"How many {group.phrase} do we have to look after?",),
        )
