"""A decision that the model has not caught up with: some elements become another type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memorybench.construct.evidence import recount
from memorybench.construct.families.base import (
    Family,
    Harvest,
    Site,
    Values,
    an,
    collect,
    family,
    make_seed,
    number,
    say,
    tell,
    told,
)  # fmt: skip
from memorybench.construct.families.groups import Group, find_group, select_command, type_groups
from memorybench.construct.families.names import spoken_names
from memorybench.construct.numbers import listed
from memorybench.construct.seeds import TaskSeed
from memorybench.ifc.index import ModelIndex
from memorybench.records import GoldPart, Kind, Label, NamesGold


def _kin(a: Group, b: Group) -> bool:
    plain = a.noun not in ("wall", "slab", "beam", "column", "ceiling", "footing", "member", "plate")
    return plain and a.key != b.key and a.noun.split()[-1] == b.noun.split()[-1] and bool(a.spec or b.spec)


@family("lagging_decision", guess=0.05)
class LaggingDecision(Family):
    """How many of a type to order when a decision turned others into it: modelled number plus the changed ones."""

    def harvest(self, site: Site) -> Harvest:
        groups = [
            g for g in type_groups(site.index)
            if g.key not in site.claims.pinned and recount(site.index, g).value
        ]  # fmt: skip
        pairs = [(a, b) for a in groups for b in groups if _kin(a, b) and len(a) >= 2]
        for target, source in site.shuffled("target", pairs, lambda pair: pair[0].phrase):
            names = spoken_names(site.index, source.items, source.noun)
            wanted = set(site.injected.get("elements", ()))
            if names and wanted <= set(names.values()):
                seed = self._seed(site, target, source, names)
                site.claims.changed.update((target.key, source.key))
                return collect([seed], 1, "")
        return Harvest(
            reasons=("No two types of one kind, free of other tasks, whose elements have their own names.",)
        )

    def gold(self, index: ModelIndex, inputs: Mapping[str, Any], values: Values) -> tuple[GoldPart, ...]:
        target = find_group(index, inputs["target"])
        inside = set(target.keys) if target else set()
        present = index.by_key
        changed = [
            inputs["names"][slot]
            for slot, value in values.items()
            if value == inputs["spec"]
            and inputs["elements"][slot] in present
            and inputs["elements"][slot] not in inside
        ]
        return (
            number(len(inside) + len(changed), None, "to order"),
            NamesGold(names=frozenset(changed), about="elements that change"),
        )

    def _seed(self, site: Site, target: Group, source: Group, names: Mapping[str, str]) -> TaskSeed | str:
        keys = site.rng.sample(sorted(names), min(len(names), 2))
        wanted: list[str] | None = site.injected.get("elements")
        if wanted:
            keys = [key for key, name in names.items() if name in wanted]
        slots = [f"change{n}" for n in range(1, len(keys) + 1)]
        chosen = dict(zip(slots, keys, strict=True))
        facts = [
            told(slot, names[key], "new type", target.one, aliases=(f"{source.noun} {names[key]}",))
            for slot, key in chosen.items()
        ]
        statements = [
            tell(
                slot,
                "architect",
                (
                    "{n} becomes {at} like the others, client wants that.",
                    "swap {n} for {at}, I haven't drawn it yet.",
                    "{n} changes, make it {at}.",
                ),
                (
                    "It was decided on site that {n} will be {at} instead of {as_}.",
                    "The drawing is behind here: for {n} we now take {at}.",
                    "Please remember that {n} has been turned into {at}, the model will follow later.",
                ),
                n=names[key],
                at=an(target.one),
                as_=an(source.one),
            )
            for slot, key in chosen.items()
        ]
        changed = sorted(names[key] for key in keys)
        return make_seed(
            self,
            site,
            kind=Kind.AGGREGATION,
            label=Label.PARTIALLY_ANSWERABLE,
            facts=facts,
            statements=statements,
            probes=say(
                (
                    "How many {t} do we order, and which ones aren't in the model like that yet?",
                    "Order quantity for the {t}, and what changed against the model?",
                ),
                (
                    "I am about to order the {t}: how many do we need, and which does the model still show "
                    "as another type?",
                    "Counting what was decided on site, how many {t} are needed, and which has the model not "
                    "caught up with?",
                ),
                t=target.phrase,
            ),
            inputs={
                "target": target.key,
                "spec": target.one,
                "elements": chosen,
                "names": {slot: names[key] for slot, key in chosen.items()},
            },
            keys=(*target.keys, *keys),
            answer=lambda gold: (
                f"Order {getattr(gold[0], 'value', 0):.0f} of the {target.phrase}: {len(target)} are modelled so, "
                f"and {listed(changed)} {'was' if len(changed) == 1 else 'were'} changed to that type by decision."
            ),
            extra=(
                f"By decision {listed(changed)} {'becomes' if len(changed) == 1 else 'each become'} {an(target.one)}."
            ),
            commands=(*select_command(site.index, target, " | jq length"),),
            lead_ins=(f"How many {target.phrase} are modelled?", f"Where are the {source.phrase}?"),
        )
