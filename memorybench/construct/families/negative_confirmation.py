"""Something the project will not have, confirmed by somebody; and its twin that nobody ever spoke of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
from memorybench.construct.numbers import written
from memorybench.construct.seeds import TaskSeed
from memorybench.ifc.index import ModelIndex
from memorybench.ifc.index_placeholders import squeeze
from memorybench.records import BooleanGold, Control, GoldPart, Kind, Label, NotSettledGold

# thing, words that would show it in the model, what comes instead, unit, range of the number
TOPICS: tuple[tuple[str, tuple[str, ...], str, str, tuple[int, int]], ...] = (
    ("sprinklers", ("sprinkler",), "portable extinguishers", "extinguishers", (3, 19)),
    ("a lift", ("elevator", "aufzug", "transportelement"), "a stair lift allowance", "€", (4100, 9800)),
    ("solar panels", ("solarpanel", "photovolt", "solardevice"), "a green power surcharge per year", "€", (210, 870)),
    ("underfloor heating", ("underfloor", "fussboden", "fußbodenheizung"), "radiators", "radiators", (6, 27)),
    ("a rainwater tank", ("rainwater", "zisterne"), "a soakaway", "m³", (3, 14)),
    ("charging points", ("chargingpoint", "wallbox", "electricvehicle"), "empty conduits", "conduits", (2, 9)),
    ("a smoke extraction fan", ("smokeextract", "entrauchung"), "smoke vents", "vents", (2, 7)),
    ("awnings", ("awning", "markise", "shadingdevice"), "external blinds", "blinds", (4, 23)),
)


def _mentions(index: ModelIndex, words: tuple[str, ...]) -> bool:
    for item in (*index.elements, *index.types):
        text = squeeze(f"{item.name} {item.type_name} {item.object_type} {item.ifc_class} {' '.join(item.materials)}")
        if any(word in text for word in words):
            return True
    return False


@family("negative_confirmation", guess=0.02)
class NegativeConfirmation(Family):
    """Whether the project gets something, and what it gets instead; the never-told twin must stay open."""

    def harvest(self, site: Site) -> Harvest:
        topics = [topic for topic in TOPICS if not _mentions(site.index, topic[1])]
        order = site.shuffled("topic", topics, lambda topic: topic[0])
        if len(order) < 2:
            return Harvest(reasons=("The model already speaks of all topics.",))
        return collect([self._seed(site, order[0]), *(self._twin(site, topic) for topic in order[1:3])], 3, "")

    def gold(self, index: ModelIndex, inputs: Mapping[str, Any], values: Values) -> tuple[GoldPart, ...]:
        if "twin" in inputs:
            return (NotSettledGold(about=inputs["twin"]),)
        parts: list[GoldPart] = []
        if values["denied"] is not None:
            wanted = bool(values["denied"])
            parts.append(
                BooleanGold(value=wanted, statement=f"The project gets {inputs['thing']}.", about=inputs["thing"])
            )
        if values["instead"] is not None:
            unit = None if inputs["counted"] else inputs["unit"]
            parts.append(number(values["instead"], unit, inputs["instead"], 0.005))
        return tuple(parts)

    def _seed(self, site: Site, topic: tuple[str, tuple[str, ...], str, str, tuple[int, int]]) -> TaskSeed | str:
        thing, _, instead, unit, span = topic
        value = site.draw("instead", lambda: site.rng.randint(*span))
        counted = unit not in ("€", "m³")
        amount = f"{value} {instead}" if counted else f"{instead} of {written(value)} {unit}"
        slots: dict[str, Any] = {"t": thing, "b": thing.removeprefix("a "), "x": amount, "i": instead}
        facts = (
            told("denied", thing, "wanted", False, aliases=(thing.removeprefix("a "),), negated=False),
            told("instead", instead, "amount instead", value, unit, aliases=(thing, unit) if counted else (thing,)),
        )
        return make_seed(
            self,
            site,
            kind=Kind.AVAILABILITY,
            label=Label.NOT_IN_IFC,
            facts=facts,
            statements=(
                tell(
                    "denied",
                    "client",
                    ("no {b}, that's final.", "{t}: not happening, we dropped it.", "we won't have {t}."),
                    (
                        "I can confirm that the building will not get {t}.",
                        "The decision on {t} is negative, please plan without.",
                        "After a long talk we have abandoned {t} altogether.",
                    ),
                    **slots,
                ),
                tell(
                    "instead",
                    "client",
                    (
                        "{x} instead of {t}.",
                        "put in {x}, in place of {t}.",
                        "we go for {x}, since there'll be no {b}.",
                    ),
                    (
                        "To make up for {t} we are to have {x}.",
                        "In exchange for {t}, please foresee {x}.",
                        "As a substitute for {t} the budget now holds {x}.",
                    ),
                    **slots,
                ),
            ),
            probes=say(
                (
                    "Do we get {t}, and if not, what instead and how much?",
                    "{t}: yes or no? And the substitute, how much of it?",
                ),
                (
                    "Did we decide for {t} in the end, or for a substitute, and of what extent?",
                    "A visitor wants to know about {t}: what did we decide, and what replaces it in what amount?",
                ),
                **slots,
            ),
            inputs={"thing": thing, "instead": instead, "unit": unit, "counted": counted},
            answer=lambda gold: f"No, the project does not get {thing}; instead there will be {amount}.",
            extra=f"The client confirmed that there will be no {thing.removeprefix('a ')}, but {amount} instead.",
            lead_ins=(f"Does the model show {thing}?",),
        )

    def _twin(self, site: Site, topic: tuple[str, tuple[str, ...], str, str, tuple[int, int]]) -> TaskSeed | str:
        thing = topic[0]
        return make_seed(
            self,
            site,
            kind=Kind.AVAILABILITY,
            label=Label.NOT_IN_IFC,
            facts=(),
            statements=(),
            probes=say(
                ("Do we get {t}?", "What did we decide about {t}?"),
                ("Has anything been agreed on {t}?", "Could you remind me of the decision regarding {t}?"),
                t=thing,
            ),
            inputs={"twin": thing},
            answer=lambda gold: f"That is not settled: neither the model nor any earlier talk decides on {thing}.",
            extra=f"Nobody ever said anything about {thing}.",
            control=Control.NEVER_TOLD,
        )
