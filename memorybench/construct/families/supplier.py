"""Make and colour of a type, which no model holds; and the control that asks for a sibling's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memorybench.construct.contradictions import COLOUR, SUPPLIER
from memorybench.construct.families.base import (
    Family,
    Harvest,
    Site,
    Values,
    collect,
    family,
    make_seed,
    say,
    tell,
    told,
)
from memorybench.construct.families.groups import Group
from memorybench.construct.families.picking import NO_GROUP, proven_groups
from memorybench.construct.seeds import TaskSeed
from memorybench.ifc.index import ModelIndex
from memorybench.records import Control, GoldPart, Kind, Label, NotSettledGold, TextGold

MAKERS = ("Ardent", "Belvaro", "Corvex", "Dorano", "Elmstad", "Fornax", "Gravell", "Hexalin", "Ivarsson", "Jurato",
          "Kolmar", "Lutzen", "Morava", "Nestor", "Orlind")  # fmt: skip
LINES = (
    "Linea 40",
    "Plano S",
    "Terra 7",
    "Vista XL",
    "Duo 22",
    "Core 16",
    "Aria 3",
    "Solo 55",
    "Nova 12",
    "Delta 31",
)


@family("supplier", guess=0.005)
class Supplier(Family):
    """Which make and product was chosen for a type; asked of a type that nobody chose for, it is not settled."""

    def harvest(self, site: Site) -> Harvest:
        groups = proven_groups(site, "supplier", at_least=1, pieces=True)
        made: list[TaskSeed | str] = []
        while groups and not any(isinstance(seed, TaskSeed) for seed in made):
            group = groups.pop(0)
            made.append(self._seed(site, group))
        if made and isinstance(made[-1], TaskSeed):
            site.claims.claim("supplier", group.key)
        open_ = [g for g in proven_groups(site, "finish", at_least=1) if not g.noun.startswith("wall")]
        pairs = [(a, b) for a in open_ for b in open_ if a.key != b.key and a.noun.split()[-1] == b.noun.split()[-1]]
        if pairs or len(open_) >= 2:
            asked, sibling = site.rng.choice(pairs) if pairs else open_[:2]
            made.append(self._control(site, asked, sibling))
            site.claims.claim("finish", asked.key, sibling.key)
        return collect(made, 2, NO_GROUP)

    def gold(self, index: ModelIndex, inputs: Mapping[str, Any], values: Values) -> tuple[GoldPart, ...]:
        if "asked" in inputs:
            return (
                NotSettledGold(about=f"colour of the {inputs['asked']}", distractor_values=tuple(inputs["told"])),
            )
        parts = [
            TextGold(value=str(values[slot]), about=about)
            for slot, about in (("make", "make"), ("product", "product"))
            if values[slot] is not None
        ]
        return tuple(parts)

    def _statements(self, group: Group, make: str, product: str, slots: bool) -> list[Any]:
        words: dict[str, Any] = {"g": group.phrase, "m": make, "p": product, "one": group.one}
        return [
            tell(
                "make" if slots else (),
                "client",
                ("{g} come from {m}.", "we buy the {g} at {m}.", "make for the {g}: {m}."),
                (
                    "As supplier of the {g} we picked {m}.",
                    "It is {m} who will deliver the {g}.",
                    "My boss has settled on {m} for the {g}.",
                ),
                **words,
            ),
            tell(
                "product" if slots else (),
                "client",
                ("take the {p} for the {g}.", "{g}, product {p}.", "it's the {p} we want as {g}."),
                (
                    "From their catalogue we chose {p} for the {g}.",
                    "The {g} will be of the line {p}.",
                    "After sampling, {p} won for the {g}.",
                ),
                **words,
            ),
        ]

    def _seed(self, site: Site, group: Group) -> TaskSeed | str:
        make = site.draw("make", lambda: site.rng.choice(MAKERS))
        product = site.draw("product", lambda: site.rng.choice(LINES))
        aliases = (group.one, *group.aliases)
        return make_seed(
            self,
            site,
            kind=Kind.LOOKUP,
            label=Label.NOT_IN_IFC,
            facts=(
                told("make", group.phrase, "make", make, aliases=aliases),
                told("product", group.phrase, "product", product, aliases=aliases),
            ),
            statements=self._statements(group, make, product, True),
            probes=say(
                ("Which make and product did we pick for the {g}?", "{g}: whose are they, and which product?"),
                (
                    "I have to name the supplier and the line of the {g}; which are they?",
                    "Remind me what was chosen for the {g}, by maker and product name.",
                ),
                g=group.phrase,
            ),
            inputs={},
            look_at=group.keys,
            answer=lambda gold: f"The {group.phrase} are {product} by {make}.",
            extra=f"The make chosen for the {group.phrase} is {make}, the product is {product}.",
            terms=SUPPLIER,
            lead_ins=(f"Does the model name a manufacturer for the {group.phrase}?",),
        )

    def _control(self, site: Site, asked: Group, sibling: Group) -> TaskSeed | str:
        colour = f"RAL {site.rng.choice((1019, 3004, 5008, 6005, 7022, 8017))}"
        words: dict[str, Any] = {"g": sibling.phrase, "c": colour}
        return make_seed(
            self,
            site,
            kind=Kind.LOOKUP,
            label=Label.NOT_IN_IFC,
            facts=(),
            statements=(
                tell(
                    (),
                    "client",
                    ("{g} in {c}.", "paint the {g} {c}.", "colour of the {g} is {c}."),
                    (
                        "We would like {c} as the colour of the {g}.",
                        "The colour chart is back, and the {g} will be {c}.",
                        "Our choice for the {g} fell on {c}.",
                    ),
                    **words,
                ),
            ),
            probes=say(
                ("What colour did we choose for the {a}?", "{a}: which colour was it?"),
                ("Which colour was agreed for the {a}?", "Can you tell me the RAL shade settled for the {a}?"),
                a=asked.phrase,
            ),
            inputs={"asked": asked.phrase, "told": [colour]},
            look_at=(*asked.keys, *sibling.keys),
            answer=lambda gold: (
                f"That is not settled: a colour was told for the {sibling.phrase} only, not for the {asked.phrase}."
            ),
            extra=f"Only the {sibling.phrase} were given a colour; nobody said anything about the {asked.phrase}.",
            terms=COLOUR,
            control=Control.WRONG_ELEMENT,
        )
