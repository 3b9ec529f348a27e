"""Who fits what: a firm's scope is told, the elements in it are modelled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from memorybench.construct.contradictions import RESPONSIBLE
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
from memorybench.construct.families.groups import Group, class_groups, storey_groups, type_groups
from memorybench.construct.families.names import spoken_names
from memorybench.construct.numbers import listed
from memorybench.construct.seeds import TaskSeed
from memorybench.ifc.index import Item, ModelIndex
from memorybench.records import GoldPart, Kind, Label, NamesGold

FIRMS = ("Brandt Montage", "Holler & Sohn", "Kestrel Fit-out", "Ostermann Bau", "Pilz Innenausbau", "Varga Joinery",
         "Lindqvist Site Works", "Marek & Co", "Tolle Haustechnik", "Nordhaus Fitters")  # fmt: skip


def free_firms(site: Site, count: int) -> list[str]:
    """Firms that no other seed speaks of; they are taken at once."""
    firms = site.rng.sample([firm for firm in FIRMS if ("firm", firm) not in site.claims.said], count)
    site.claims.said.update(("firm", firm) for firm in firms)
    return firms


def _plain(index: ModelIndex, group: Group) -> bool:
    """All doors rather than the doors of one type, where there is a word for all of them."""
    by_class = group.key.split("|")[2] == "class"
    return by_class or group.noun not in {other.noun for other in class_groups(index)}


def scopes(index: ModelIndex, noun: str) -> dict[str, tuple[Item, ...]]:
    """Spoken scopes of one noun: by unit letter where all names start with one, else by storey."""
    items = index.of_class({"door": "IfcDoor", "window": "IfcWindow"}.get(noun, "-"))
    names = spoken_names(index, items, noun)
    letters = {key: match.group(1) for key, name in names.items() if (match := re.match(r"([A-Z])\d", name))}
    if items and len(letters) == len(items) and len(set(letters.values())) >= 2:
        return {
            f"the {noun}s of unit {letter}": tuple(item for item in items if letters[item.key] == letter)
            for letter in sorted(set(letters.values()))
        }
    made: dict[str, tuple[Item, ...]] = {}
    for group in storey_groups(index):
        if group.noun == noun and len(group) >= 2 and _plain(index, group):
            made[f"the {group.phrase} on {group.key.split('|')[1]}"] = group.items
    return made


@family("responsibility", guess=0.25)
class Responsibility(Family):
    """How many elements a firm has to fit, and which of them are external, from a scope told in talk."""

    def harvest(self, site: Site) -> Harvest:
        moved = {group.noun for group in type_groups(site.index) if group.key in site.claims.changed}
        nouns = dict.fromkeys(group.noun for group in storey_groups(site.index))
        for noun in site.shuffled("noun", [n for n in nouns if n not in ("wall", "slab", "beam")]):
            found = scopes(site.index, noun)
            counts = [len(items) for items in found.values()]
            if noun in moved:
                continue
            if len(found) >= 2 and (len(set(counts)) > 1 or spoken_names(site.index, found[next(iter(found))], noun)):
                scope = site.choose("scope", sorted(found))
                site.claims.pinned.update(group.key for group in type_groups(site.index) if group.noun == noun)
                return collect([self._seed(site, noun, scope, found)], 1, "")
        return Harvest(reasons=("No elements that differ by unit or storey.",))

    def gold(self, index: ModelIndex, inputs: Mapping[str, Any], values: Values) -> tuple[GoldPart, ...]:
        items = scopes(index, inputs["noun"]).get(values["scope"] or "", ())
        parts: list[GoldPart] = [number(len(items), None, "elements to fit")]
        if inputs["external"]:
            names = spoken_names(index, items, inputs["noun"])
            outside = frozenset(names[item.key] for item in items if item.key in names and item.value("IsExternal"))
            inside = frozenset(names.values()) - outside
            parts.append(NamesGold(names=outside, absent=inside, about="external ones"))
        return tuple(parts)

    def _seed(self, site: Site, noun: str, scope: str, found: dict[str, tuple[Item, ...]]) -> TaskSeed | str:
        items = found[scope]
        firm = site.draw("firm", lambda: free_firms(site, 1)[0])
        named = all(spoken_names(site.index, group, noun) for group in found.values())
        flags = [item.value("IsExternal") for group in found.values() for item in group]
        external = named and all(isinstance(flag, bool) for flag in flags) and any(flags)
        nouns = scope.removeprefix("the ").split(" of ")[0].split(" on ")[0]
        slots: dict[str, Any] = {"f": firm, "s": scope, "n": nouns}
        end = ", and which of them are external" if external else ""

        def answer(gold: tuple[GoldPart, ...]) -> str:
            text = f"{firm} has to fit {len(items)} {nouns}, {scope}"
            outside = sorted(getattr(gold[-1], "names", ()))
            return f"{text}; external: {listed(outside)}." if external else f"{text}."

        return make_seed(
            self,
            site,
            kind=Kind.LIST if external else Kind.AGGREGATION,
            label=Label.NEEDS_EXTERNAL_INFO,
            facts=(told("scope", firm, "scope of work", scope, aliases=(firm.split()[0],)),),
            statements=(
                tell(
                    "scope",
                    "site manager",
                    (
                        "{s} go to {f}.",
                        "{f} does {s}, contract's out.",
                        "I gave {s} to {f} this morning.",
                    ),
                    (
                        "We have awarded {f} the following scope: {s}.",
                        "The fitting of {s} will be carried out by {f}.",
                        "{f} signed for {s}, so that is their part.",
                    ),
                    **slots,
                ),
            ),
            probes=say(
                ("How many {n} does {f} have to fit" + end + "?", "{f}: number of {n} in their scope" + end + "?"),
                (
                    "I am calling {f} later; how many {n} are theirs" + end + "?",
                    "Tell me how many {n} fall to {f}" + end + ".",
                ),
                **slots,
            ),
            inputs={"noun": noun, "external": external},
            keys=[item.key for item in items],
            answer=answer,
            extra=f"The scope of {firm} is {scope}.",
            commands=self._commands(site, noun),
            terms=RESPONSIBLE,
            lead_ins=(f"How many {nouns} are there in total?",),
        )

    def _commands(self, site: Site, noun: str) -> tuple[str, ...]:
        group = next((group for group in class_groups(site.index) if group.noun == noun), None)
        return (f"ifcquery {{model}} select '{group.ifc_class}' | jq -c '.[] | [.id, .name]'",) if group else ()
