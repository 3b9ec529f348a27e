"""A requirement that was raised later: only the newer one holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memorybench.construct.contradictions import COLOUR, FIRE
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
from memorybench.construct.seeds import TaskSeed
from memorybench.ifc.index import ModelIndex
from memorybench.records import EnumGold, GoldPart, Kind, Label

_FIRE = ("fire rating", ("EI 30", "EI 60", "EI 90", "EI 120"), FIRE)
_BURGLAR = (
    "burglar resistance",
    ("RC 1 N", "RC 2 N", "RC 3", "RC 4"),
    ("BurglarResistance", "SecurityRating", "RC", "Einbruch"),
)
_COLOUR = ("finish colour", ("RAL 9010", "RAL 7016", "RAL 1013", "RAL 6011", "RAL 5024", "RAL 3012"), COLOUR)
_STEEL = ("corrosion class", ("C2", "C3", "C4", "C5"), ("Corrosion", "Korrosion"))
_TOPICS: dict[str, tuple[Any, ...]] = {
    "beam": (_STEEL,),
    "column": (_STEEL,),
    "railing": (_STEEL, _COLOUR),
    "footing": (),
    "wall": (_FIRE,),
    "door": (_FIRE, _BURGLAR, _COLOUR),
    "window": (_BURGLAR, _COLOUR),
    "slab": (_FIRE,),
}


@family("superseded_rating", guess=0.25)
class SupersededRating(Family):
    """Which rating now holds for a type, and for how many elements: told once, changed later."""

    def harvest(self, site: Site) -> Harvest:
        made: list[TaskSeed | str] = []
        for group in proven_groups(site, "finish"):
            for topic in _TOPICS.get(group.noun, (_COLOUR,)):
                seed = self._seed(site, group, *topic)
                made.append(seed)
                if not isinstance(seed, str):
                    site.claims.claim("finish", group.key)
                    break
            if sum(not isinstance(seed, str) for seed in made) == 2:
                break
        return collect(made, 2, NO_GROUP)

    def gold(self, index: ModelIndex, inputs: Mapping[str, Any], values: Values) -> tuple[GoldPart, ...]:
        group = find_group(index, inputs["group"])
        current = values["new"] or values["old"]
        options = tuple(inputs["options"])
        aliases = {option: (option.replace(" ", ""), option.replace(" ", "-")) for option in options}
        rating = (
            EnumGold(value=current, options=options, aliases=aliases, about=inputs["relation"]) if current else None
        )
        count = number(len(group) if group else 0, None, "number of elements")
        return (rating, count) if rating else (count,)

    def _seed(
        self, site: Site, group: Group, relation: str, options: tuple[str, ...], terms: tuple[str, ...]
    ) -> TaskSeed | str:
        ordered = sorted(site.rng.sample(range(len(options)), 2))
        pair = [options[n] for n in ordered]
        old, new = site.draw("old", lambda: pair[0]), site.draw("new", lambda: pair[1])
        alias = (group.one, *group.aliases)
        facts = (
            told("old", group.phrase, relation, old, aliases=alias),
            told("new", group.phrase, relation, new, aliases=alias, supersedes="old"),
        )
        slots: dict[str, Any] = {"g": group.phrase, "one": group.one, "r": relation, "old": old, "new": new}
        statements = (
            tell(
                "old",
                "fire consultant" if relation == "fire rating" else "client",
                ("{g}: {r} {old}.", "take {old} as {r} for the {g}.", "for the {g} it's {old}, {r} that is."),
                (
                    "The {g} must have a {r} of {old}.",
                    "Regarding {r}, {old} will do for every {one}.",
                    "We can plan the {g} with {old} as their {r}.",
                ),
                **slots,
            ),
            tell(
                "new",
                "fire consultant" if relation == "fire rating" else "client",
                (
                    "{r} of the {g} goes to {new}, forget what I said.",
                    "the {g} need {new} now, the first {r} was a mistake.",
                    "change of {r} for the {g}: {new}.",
                ),
                (
                    "Since yesterday's meeting the {g} are at {new}, so that is their {r}.",
                    "I have to correct the {r} of the {g}; it is {new} as of today.",
                    "My earlier {r} for the {g} no longer stands, we go with {new}.",
                ),
                after=("old",),
                **slots,
            ),
        )
        return make_seed(
            self,
            site,
            kind=Kind.LOOKUP,
            label=Label.PARTIALLY_ANSWERABLE,
            facts=facts,
            statements=statements,
            probes=say(
                ("What {r} do the {g} need, and how many are there?", "{r} of the {g}, and their number?"),
                (
                    "Which {r} is in force for the {g} today, and how many of them does it concern?",
                    "For the specification: how many {g} are there and what is their {r}?",
                ),
                **slots,
            ),
            inputs={"group": group.key, "options": list(options), "relation": relation},
            keys=group.keys,
            answer=lambda gold: (
                f"All {len(group)} of the {group.phrase} need {new} as {relation}; the model states none."
            ),
            extra=f"The {relation} of the {group.phrase} was first {old} and later changed to {new}, which holds.",
            commands=select_command(site.index, group, " | jq length"),
            terms=terms,
            lead_ins=(f"How many {group.phrase} do we have?", f"Does the model say anything on the {group.phrase}?"),
        )
