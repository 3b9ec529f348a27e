"""What an adapter says of itself: card, surfaces, options, access to facts."""

from __future__ import annotations

import re

from memorybench.errors import BadInput
from memorybench.memory import AdapterConfig, MemoryAdapter, parse_adapter_options
from memorybench.testing.bench import Bench, shown
from memorybench.testing.checks.registry import check, demand
from memorybench.testing.told import GOLD

_SAID = ("name", "summary", "system", "backend", "roles", "time", "dump")


@check("the card names the system's version, where memories live, and how roles, time and dump work")
async def card_complete(bench: Bench) -> None:
    card = bench.card
    empty = [name for name in _SAID if not getattr(card, name)]
    demand(not empty, f"the card leaves empty: {', '.join(empty)}")
    pinned = re.search(r"\d+\.\d+", card.system) or "part of memorybench" in card.system
    demand(bool(pinned), f"the card's system {card.system!r} names no version")
    demand(bool(card.surfaces), "the card declares no surface (say 'none' if there is none)")


@check("the surfaces on the card are those that are implemented")
async def surfaces_match(bench: Bench) -> None:
    declared = set(bench.card.surfaces)
    written = {
        surface
        for surface in ("search", "context", "files")
        if getattr(bench.adapter_type, surface) is not getattr(MemoryAdapter, surface)
    }
    demand("none" not in declared or declared == {"none"}, "surface 'none' stands beside another")
    missing, silent = declared - {"none"} - written, written - _declared_anywhere(bench)
    demand(not missing, f"the card declares {sorted(missing)}, which is not implemented")
    demand(not silent, f"{sorted(silent)} is implemented, and no card declares it")


def _declared_anywhere(bench: Bench) -> set[str]:
    """The surfaces of the adapter and of its variants: one class may serve a variant with another surface."""
    cards = (bench.adapter_type.card, *bench.adapter_type.variants.values())
    return {surface for card in cards for surface in card.surfaces}


@check("an unknown option is refused, with the known ones named")
async def unknown_option_refused(bench: Bench) -> None:
    demand(issubclass(bench.adapter_type.config_type, AdapterConfig), "config_type is not an AdapterConfig")
    try:
        parse_adapter_options(bench.card.name, bench.adapter_type.config_type, {"no_such_option": "1"})
    except BadInput:
        pass
    else:
        raise AssertionError("an unknown option was accepted")
    demand(
        bench.adapter_type.config_type.model_config.get("extra") == "forbid",
        "config_type does not forbid unknown keys",
    )


@check("only a gold baseline takes facts, and what it is given can be retrieved whole")
async def gold_only_when_declared(bench: Bench) -> None:
    overrides = bench.adapter_type.accept_gold is not MemoryAdapter.accept_gold
    demand(overrides == bench.adapter_type.gold, "accept_gold and the class attribute `gold` disagree")
    if bench.adapter_type.gold:
        adapter = await bench.open()
        found = await shown(adapter, "plaster")
        missing = [fact.id for fact in GOLD if fact.sentence() not in found]
        demand(not missing, f"gold facts cannot be retrieved: {missing}")
