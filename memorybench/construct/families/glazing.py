"""One property per window type, told; the area-weighted mean over the modelled sizes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memorybench.construct.contradictions import U_VALUE
from memorybench.construct.evidence import stated_size, total
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
from memorybench.construct.families.groups import Group, find_group, type_groups
from memorybench.construct.numbers import crooked_decimal, written
from memorybench.construct.seeds import TaskSeed
from memorybench.ifc.index import Item, ModelIndex
from memorybench.records import GoldPart, Kind, Label

_TOPICS = (
    ("U-value", "W/m²K", (0.6, 1.5), 1, U_VALUE),
    ("g-value", None, (0.28, 0.66), 2, ("SolarHeatGain", "SHGC", "g-Value", "g-Wert", "SolarTransmit")),
    ("light transmission", "%", (52, 83), 0, ("LightTransm", "VisibleTransmittance", "Lichttransmission", "Tvis")),
)  # fmt: skip


def _area(item: Item) -> float:
    return (item.width or 0.0) * (item.height or 0.0)


@family("glazing", guess=0.005)
class Glazing(Family):
    """Area-weighted mean of a glazing property: one type has its own value, all other windows share another."""

    def harvest(self, site: Site) -> Harvest:
        windows = site.index.of_class("IfcWindow")
        groups = [g for g in type_groups(site.index) if g.noun == "window"]
        if len(groups) < 2 or sum(map(len, groups)) != len(windows):
            return Harvest(reasons=("The windows are not of at least two named types.",))
        if not all(site.claims.free("glass", group.key) for group in groups):
            return Harvest(reasons=("Another task changes the windows.",))
        proof = total((stated_size(site.geometry, window) for window in windows), "windows")
        if proof.value is None:
            return Harvest(reasons=(proof.reason,))
        special = site.choose("special", groups, lambda g: g.phrase)
        made: list[TaskSeed | str] = []
        for topic in _TOPICS:
            made.append(self._seed(site, special, windows, *topic))
            if not isinstance(made[-1], str):
                site.claims.claim("glass", *(group.key for group in groups))
                break
        return collect(made, 1, "")

    def gold(self, index: ModelIndex, inputs: Mapping[str, Any], values: Values) -> tuple[GoldPart, ...]:
        special = find_group(index, inputs["special"])
        inside = set(special.keys) if special else set()
        areas = {window.key: _area(window) for window in index.of_class("IfcWindow")}
        whole = sum(areas.values()) or 1.0
        own, rest = values["special"] or 0.0, values["rest"] or 0.0
        mean = sum(area * (own if key in inside else rest) for key, area in areas.items()) / whole
        return (
            number(mean, inputs["unit"], f"area-weighted {inputs['relation']}", 0.013),
            number(sum(areas.values()), "m²", "window area by overall size", 0.01),
        )

    def _seed(
        self, site: Site, special: Group, windows: tuple[Item, ...], relation: str, unit: str | None,
        span: tuple[float, float], digits: int, terms: tuple[str, ...],
    ) -> TaskSeed | str:  # fmt: skip
        own = site.draw("low", lambda: crooked_decimal(site.rng, *span, digits))
        rest = site.draw(
            "high",
            lambda: next(v for _ in range(99) if (v := crooked_decimal(site.rng, *span, digits)) != own),
        )
        u = f" {unit}" if unit else ""
        slots: dict[str, Any] = {
            "g": special.phrase,
            "one": special.one,
            "r": relation,
            "a": written(own) + u,
            "b": written(rest) + u,
        }
        facts = (
            told("special", special.phrase, relation, own, unit, aliases=(special.one, *special.aliases)),
            told(
                "rest",
                "all other windows",
                relation,
                rest,
                unit,
                aliases=("remaining windows", "rest of the windows"),
            ),
        )
        statements = (
            tell(
                "special",
                "energy consultant",
                ("{g} get {a}, {r}.", "{r} {a} for the {g}, new glass.", "put the {g} at {a} for the {r}."),
                (
                    "The glazier promises a {r} of {a} for the {g}.",
                    "Kindly use {a} as the {r} whenever the {g} come up.",
                    "We ordered better glass for the {g}, with {a} as {r}.",
                ),
                **slots,
            ),
            tell(
                "rest",
                "energy consultant",
                (
                    "all other windows: {r} {b}.",
                    "the rest of the windows sit at {b}, {r}.",
                    "remaining windows {b}, standard glass, {r} I mean.",
                ),
                (
                    "Apart from the {g}, all other windows have {b} as their {r}.",
                    "For all other windows the {r} to be used is {b}.",
                    "The remaining windows stay with ordinary panes, {r} {b}.",
                ),
                **slots,
            ),
        )
        keys = [window.key for window in windows]
        return make_seed(
            self,
            site,
            kind=Kind.AGGREGATION,
            label=Label.NEEDS_EXTERNAL_INFO,
            facts=facts,
            statements=statements,
            probes=say(
                (
                    "Mean {r} over all windows, weighted by overall size, and the area behind it?",
                    "Area-weighted {r} of the windows by width times height, plus total area?",
                ),
                (
                    "Weighted by their overall sizes, which average {r} do our windows reach, and over what area?",
                    "Would you average the {r} across every window by modelled width and height, and give the area?",
                ),
                **slots,
            ),
            inputs={"special": special.key, "relation": relation, "unit": unit},
            keys=keys,
            answer=lambda gold: (
                f"The area-weighted {relation} is {written(getattr(gold[0], 'value', 0), 2)}{u} over "
                f"{written(getattr(gold[1], 'value', 0), 2)} m² of windows by overall size: {written(own)} for the "
                f"{special.phrase}, {written(rest)} for all others."
            ),
            extra=(
                f"The {special.phrase} have a {relation} of {written(own)}{u}, all other windows {written(rest)}{u}."
            ),
            commands=("ifcquery {model} select 'IfcWindow' | jq length",),
            terms=terms,
            lead_ins=("How much window area do we have?", f"How many {special.phrase} are there?"),
        )
