"""Delivery days by storey: one storey's is asked, another's is told as well."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from memorybench.construct.contradictions import DELIVERY
from memorybench.construct.evidence import recount
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
from memorybench.construct.families.groups import Group, find_group, storey_groups
from memorybench.construct.families.warranty import MONTHS
from memorybench.construct.seeds import Statement, TaskSeed
from memorybench.ifc.index import ModelIndex
from memorybench.records import Control, GoldPart, Kind, Label, NotSettledGold, TextGold


def _day(rng: Any) -> date:
    return date(2025, 3, 3) + timedelta(days=rng.randint(0, 120))


def _spoken(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]}"


def _written_otherwise(text: str) -> tuple[str, ...]:
    day, _, month = text.partition(" ")
    if month not in MONTHS:  # a changed value of some checker
        return ()
    number_of_month = MONTHS.index(month) + 1
    return (
        f"{month} {day}",
        f"{day}. {month}",
        f"{int(day):02d}.{number_of_month:02d}.",
        f"2025-{number_of_month:02d}-{int(day):02d}",
    )


@family("delivery", guess=0.005)
class Delivery(Family):
    """When a storey's elements arrive (told) and how many they are (modelled); another storey has another day."""

    def harvest(self, site: Site) -> Harvest:
        groups = [
            group
            for group in storey_groups(site.index)
            if len(group) >= 2
            and group.noun not in ("wall", "slab", "footing", "member")
            and recount(site.index, group).value
        ]
        by_base: dict[str, list[Group]] = {}
        for group in groups:
            base = group.key.split("|", 2)[2]
            if site.claims.free("delivery", base):
                by_base.setdefault(base, []).append(group)
        pairs = [members for members in by_base.values() if len(members) >= 2 and len({len(m) for m in members}) > 1]
        if not pairs:
            return Harvest(reasons=("No kind of element that stands on two storeys in different number.",))
        made: list[TaskSeed | str] = []
        for members, told_it in zip(
            site.shuffled("base", pairs, lambda m: m[0].phrase)[:2], (True, False), strict=False
        ):
            asked, other = site.rng.sample(members, 2)
            made.append(self._seed(site, asked, other, told_it))
            site.claims.claim("delivery", asked.key.split("|", 2)[2])
        return collect(made, 2, "")

    def gold(self, index: ModelIndex, inputs: Mapping[str, Any], values: Values) -> tuple[GoldPart, ...]:
        if "sibling" in inputs:
            return (NotSettledGold(about=inputs["asked"], distractor_values=(inputs["sibling"],)),)
        group = find_group(index, inputs["group"])
        count = number(len(group) if group else 0, None, "elements delivered")
        if values["day"] is None:
            return (count,)
        day = str(values["day"])
        accept = _written_otherwise(day)
        return (TextGold(value=day, accept=accept, about="delivery day"), count)

    def _seed(self, site: Site, asked: Group, other: Group, told_it: bool) -> TaskSeed | str:
        first = site.draw("day", lambda: _spoken(_day(site.rng)))
        second = next(day for _ in range(99) if (day := _spoken(_day(site.rng))) != first)
        storey, elsewhere = asked.key.split("|")[1], other.key.split("|")[1]
        subject = f"{asked.phrase} on {storey}"
        slots: dict[str, Any] = {"g": asked.phrase, "s": storey, "o": elsewhere, "d": first, "e": second}
        day_told = tell(
            "day",
            "site manager",
            (
                "{g} on {s} come {d}.",
                "{d} they bring the {g} for {s}.",
                "delivery of the {g} on {s}: {d}, early.",
            ),
            (
                "The carrier announced the {g} for {s} on {d}.",
                "Please expect the {g} on {s} to arrive on {d}.",
                "We have fixed {d} as the day on which the {g} for {s} come.",
            ),
            **slots,
        )
        elsewhere_told = tell(
            (),
            "site manager",
            (
                "the {g} on {o}, they're due {e}.",
                "{o} gets its {g} on {e}.",
                "{e} for the {g} on {o}.",
            ),
            (
                "As for {o}, its {g} are scheduled for {e}.",
                "On {e} the lorry brings the {g} of {o}.",
                "The {g} for {o} follow a plan of their own, {e}.",
            ),
            **slots,
        )
        if not told_it:
            return self._control(site, asked, other, subject, second, elsewhere_told, slots)
        return make_seed(
            self,
            site,
            kind=Kind.LOOKUP,
            label=Label.PARTIALLY_ANSWERABLE,
            facts=(
                told("day", subject, "delivery day", first, siblings=(f"{other.phrase} on {elsewhere}",),
                     aliases=(f"{storey} {asked.phrase}", f"{asked.phrase} for {storey}")),
            ),
            statements=(day_told, elsewhere_told),
            probes=say(
                ("When do the {g} for {s} arrive, and how many?", "{g} on {s}: delivery day and number?"),
                (
                    "On which day should we expect the {g} for {s}, and how many of them will there be?",
                    "How many {g} does {s} receive, and when are they brought?",
                ),
                **slots,
            ),
            inputs={"group": asked.key},
            keys=asked.keys,
            answer=lambda gold: f"The {asked.phrase} for {storey}, {len(asked)} in number, arrive on {first}.",
            extra=f"The {subject} are delivered on {first}.",
            terms=DELIVERY,
            lead_ins=(f"How many {asked.phrase} are on {storey}?",),
        )  # fmt: skip

    def _control(
        self,
        site: Site,
        asked: Group,
        other: Group,
        subject: str,
        day: str,
        elsewhere: Statement,
        slots: dict[str, Any],
    ) -> TaskSeed | str:
        return make_seed(
            self,
            site,
            kind=Kind.LOOKUP,
            label=Label.NOT_IN_IFC,
            facts=(),
            statements=(elsewhere,),
            probes=say(
                ("When do the {g} for {s} arrive?", "Delivery day of the {g} on {s}?"),
                (
                    "On which day should we expect the {g} for {s}?",
                    "Has a day been fixed for the {g} on {s}, and which one?",
                ),
                **slots,
            ),
            inputs={"asked": f"delivery day of the {subject}", "sibling": day},
            look_at=asked.keys,
            answer=lambda gold: (
                f"That is not settled: a day was told for the {other.phrase} on {slots['o']} only, "
                f"not for {slots['s']}."
            ),
            extra=(
                f"Only the {other.phrase} on {slots['o']} have a delivery day, {day}; "
                f"{slots['s']} was never mentioned."
            ),
            terms=DELIVERY,
            control=Control.WRONG_ELEMENT,
        )
