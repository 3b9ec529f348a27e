"""Two offers of different shape: per piece and lump sum."""

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
    tell,
    told,
)  # fmt: skip
from memorybench.construct.families.groups import Group, find_group, select_command
from memorybench.construct.families.picking import NO_GROUP, proven_groups
from memorybench.construct.families.responsibility import free_firms
from memorybench.construct.numbers import crooked, written
from memorybench.construct.seeds import TaskSeed
from memorybench.ifc.index import ModelIndex
from memorybench.records import EnumGold, GoldPart, Kind, Label


@family("option_comparison", guess=0.01)
class OptionComparison(Family):
    """Which of two offers is cheaper and by how much: one per piece, one as a lump sum."""

    def harvest(self, site: Site) -> Harvest:
        for group in proven_groups(site, "cost", at_least=3, pieces=True):
            seed = self._seed(site, group)
            if not isinstance(seed, str):
                site.claims.claim("cost", group.key)
                return Harvest((seed,))
        return collect([], 1, NO_GROUP)

    def gold(self, index: ModelIndex, inputs: Mapping[str, Any], values: Values) -> tuple[GoldPart, ...]:
        group = find_group(index, inputs["group"])
        first, second = inputs["firms"]
        by_piece = (values["piece"] or 0) * (len(group) if group else 0)
        lump = values["lump"] or 0
        cheaper = first if by_piece < lump else second
        return (
            EnumGold(value=cheaper, options=(first, second), about="cheaper offer"),
            number(abs(by_piece - lump), "€", "difference", 0.005),
        )

    def _seed(self, site: Site, group: Group) -> TaskSeed | str:
        piece = site.draw("piece", lambda: crooked(site.rng, 143, 780))
        share = site.rng.choice((0.83, 0.88, 0.91, 1.07, 1.12, 1.18))
        lump = site.draw("lump", lambda: round(piece * len(group) * share) + site.rng.choice((1, 3, 7)))
        first, second = site.draw("firms", lambda: free_firms(site, 2))
        slots: dict[str, Any] = {
            "g": group.phrase,
            "one": group.one,
            "a": first,
            "b": second,
            "p": written(piece),
            "l": written(lump),
        }
        return make_seed(
            self,
            site,
            kind=Kind.COMPARISON,
            label=Label.NEEDS_EXTERNAL_INFO,
            facts=(
                told(
                    "piece", first, f"price per piece for the {group.phrase}", piece, "€", aliases=(first.split()[0],)
                ),
                told("lump", second, f"lump sum for the {group.phrase}", lump, "€", aliases=(second.split()[0],)),
            ),
            statements=(
                tell(
                    "piece",
                    "quantity surveyor",
                    (
                        "{a} wants {p} € per piece for the {g}.",
                        "offer from {a}: {p} € for each {one}.",
                        "{g}, {a} asks {p} € apiece.",
                    ),
                    (
                        "The quotation of {a} is in; they charge {p} € for every {one}.",
                        "With {a} every {one} would cost us {p} €.",
                        "For the {g} we would pay {a} {p} € by the piece.",
                    ),
                    **slots,
                ),
                tell(
                    "lump",
                    "quantity surveyor",
                    (
                        "{b} does all the {g} for {l} €, lump sum.",
                        "lump sum from {b}, {g} complete: {l} €.",
                        "{b} says {l} € flat, whole lot of {g}.",
                    ),
                    (
                        "{b} prefers a flat {l} € for the {g} as a whole.",
                        "As a package the {g} would come to {l} € with {b}.",
                        "If we give the complete {g} to {b} the price is {l} €.",
                    ),
                    **slots,
                ),
            ),
            probes=say(
                (
                    "{a} or {b} for the {g}, who's cheaper and by how much?",
                    "Which offer wins on the {g}, {a} or {b}, and what's the gap?",
                ),
                (
                    "Put the offers of {a} and {b} for the {g} side by side: which is lower, and by what amount?",
                    "Between {a} and {b}, where do we save money on the {g}, and how much?",
                ),
                **slots,
            ),
            inputs={"group": group.key, "firms": [first, second]},
            keys=group.keys,
            answer=lambda gold: (
                f"{getattr(gold[0], 'value', '')} is cheaper by {written(getattr(gold[1], 'value', 0))} €: "
                f"{first} comes to {written(piece * len(group))} € for {len(group)} pieces, "
                f"{second} asks {written(lump)} €."
            ),
            extra=(
                f"For the {group.phrase} {first} asks {written(piece)} € per piece, "
                f"{second} a lump sum of {written(lump)} €."
            ),
            commands=select_command(site.index, group, " | jq length"),
            terms=COST,
            lead_ins=(f"How many {group.phrase} would have to be offered?",),
        )
