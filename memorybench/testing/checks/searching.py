"""What a search returns: as many as asked for, nothing that is not stored, and no error where nothing is found."""

from __future__ import annotations

import asyncio
from collections import Counter

from memorybench.testing.bench import Bench, shown
from memorybench.testing.checks.registry import NotApplicable, check, demand, only_for_search
from memorybench.testing.told import DOORS, PLASTER, told


@check("search returns at most `limit` memories, none twice, and more for a larger limit")
async def limit_honoured(bench: Bench) -> None:
    only_for_search(bench)
    facts = [f"The wall type W{number} costs {number}0.50 euro per square metre." for number in range(1, 8)]
    adapter, _ = await bench.filled(told(1, *facts))
    counts: dict[int, int] = {}
    for limit in (1, 5, 20):
        found = await adapter.search("wall type costs euro per square metre", limit)
        counts[limit] = len(found)
        demand(len(found) <= limit, f"limit {limit} returned {len(found)} memories")
        counted = Counter((memory.id, memory.text) for memory in found)
        demand(all(count == 1 for count in counted.values()), "one search returned the same memory twice")
    dump = await adapter.dump()
    if dump is None or len(dump) > 1:  # a system that keeps one text has no second memory to return
        demand(counts[5] > counts[1], f"limit 5 returned {counts[5]} memories, as many as limit 1")


@check("a blank query and one without any hit give a list, not an error")
async def odd_queries(bench: Bench) -> None:
    only_for_search(bench)
    adapter, _ = await bench.filled(told(1, PLASTER))
    for query in ("", "   ", "\n", "?", "zzqx", '"unclosed (quote* AND', "q" * 20_000):
        demand(isinstance(await adapter.search(query, 5), list), f"the query {query[:20]!r} gave no list")


@check("a store that was given nothing shows nothing and dumps nothing")
async def empty_store(bench: Bench) -> None:
    adapter, _ = await bench.filled()
    if bench.adapter_type.gold:
        await shown(adapter, "anything")
        return
    surfaces = bench.card.surfaces
    if "search" in surfaces:
        demand(await adapter.search("anything", 5) == [], "a search in an empty store finds something")
    if "context" in surfaces:
        demand(not (await adapter.context()).strip(), "the context of an empty store is not empty")
    if "files" in surfaces:
        demand((await adapter.files()).is_dir(), "files() of an empty store is no folder")
    demand(await adapter.dump() in ([], None), "an empty store dumps something")


@check("what a search or the context shows stands in the dump, too")
async def dump_covers_what_is_shown(bench: Bench) -> None:
    if not {"search", "context"} & set(bench.card.surfaces):
        raise NotApplicable("shows files only")
    adapter, _ = await bench.filled(told(1, PLASTER), told(2, DOORS))
    dump = await adapter.dump()
    if dump is None:
        raise NotApplicable("cannot list what it holds")
    held = "\n".join(memory.text for memory in dump)
    for query in ("plaster of the main stair", "doors of the north lobby"):
        if "search" in bench.card.surfaces:
            alien = [memory.text for memory in await adapter.search(query, 20) if memory.text not in held]
            demand(not alien, f"a search shows {alien[:1]}, which is not in the dump")
    if "context" in bench.card.surfaces:
        context = await adapter.context()
        alien = [value for value in ("41.50", "EI 60") if value in context and value not in held]
        demand(not alien, f"the context shows {alien}, which is not in the dump")


@check("one store can be asked by several agents at once")
async def asked_at_once(bench: Bench) -> None:
    adapter, _ = await bench.filled(told(1, PLASTER), told(2, DOORS))
    query = "cost of the plaster of the main stair"
    answers = await asyncio.gather(*(shown(adapter, query) for _ in range(8)))
    demand(len(set(answers)) == 1, "the same question, asked eight times at once, got different answers")
    demand(answers[0] == await shown(adapter, query), "asked at once, a store answers otherwise than asked alone")
