"""Closing, reopening, ingesting again, and stopping in the middle."""

from __future__ import annotations

import shutil

from memorybench.testing.bench import Bench, holdings, shown
from memorybench.testing.checks.registry import NotApplicable, check, demand, only_for_memories
from memorybench.testing.told import DOORS, HARBOUR, PLASTER, told

_ALL = "plaster of the main stair, doors of the north lobby, crane of the harbour"


@check("a closed store, opened by a new instance, shows the same")
async def survives_reopening(bench: Bench) -> None:
    adapter, _ = await bench.filled(told(1, PLASTER), told(2, DOORS))
    before = await adapter.dump(), await shown(adapter, "plaster of the main stair")
    await bench.close(adapter)
    again = await bench.open(read_only=True)
    await again.ready()
    after = await again.dump(), await shown(again, "plaster of the main stair")
    demand(before[0] == after[0], "the dump differs after reopening")
    demand(before[1] == after[1], "the same query shows something else after reopening")


@check("a session that is ingested again leaves nothing twice")
async def ingest_again(bench: Bench) -> None:
    session = told(2, DOORS, PLASTER)
    adapter, _ = await bench.filled(told(1, HARBOUR), session)
    before = await holdings(adapter, _ALL)
    await adapter.ingest(session)
    await adapter.ready()
    demand(await holdings(adapter, _ALL) == before, "ingesting again changed what is stored")
    await bench.close(adapter)
    again = await bench.open()
    await again.ingest(session)
    await again.ready()
    demand(await holdings(again, _ALL) == before, "ingesting again after reopening changed what is stored")


@check("a store whose process was killed while ingesting is taken up again and holds what an undisturbed one holds")
async def survives_a_kill(bench: Bench) -> None:
    from memorybench.testing.interrupted import Unrepeatable, killed_while_ingesting

    only_for_memories(bench)
    first, second = told(1, HARBOUR, PLASTER), told(2, DOORS)
    whole, _ = await bench.filled(first, second, namespace="undisturbed")
    expected = await holdings(whole, _ALL)
    await bench.close(whole)
    try:
        await killed_while_ingesting(bench, "killed", first, second)
    except Unrepeatable as reason:
        raise NotApplicable(str(reason)) from None
    adapter, _ = await bench.filled(second, namespace="killed")
    found = await holdings(adapter, _ALL)
    lost, more = [text for text in expected if text not in found], len(found) - len(expected)
    demand(not lost, f"{len(lost)} of {len(expected)} memories are lost, e.g. {lost[:1]}")
    demand(more == 0, f"the store holds {more} memories more than one that was never killed")


@check("a store open to read only is not changed by queries and takes no session")
async def read_only_kept(bench: Bench) -> None:
    adapter, _ = await bench.filled(told(1, PLASTER))
    await bench.close(adapter)
    reading = await bench.open(read_only=True)
    before = await holdings(reading, "plaster")
    for query in ("plaster", "a word it never heard", "remember that the doors are red"):
        await shown(reading, query)
    demand(await holdings(reading, "plaster") == before, "queries changed a store that was open to read only")
    try:
        await reading.ingest(told(2, DOORS))
    except Exception:
        return
    demand(await holdings(reading, "plaster") == before, "a store open to read only took a session")


@check("drop() deletes the store: opened again, it is empty")
async def drop_deletes(bench: Bench) -> None:
    adapter, _ = await bench.filled(told(1, PLASTER))
    await bench.drop(adapter)
    left = [path.name for path in bench.workspace().rglob("*") if path.is_file() and b"41.50" in path.read_bytes()]
    demand(not left, f"dropped, but the text is still in {', '.join(left)}")
    shutil.rmtree(bench.workspace(), ignore_errors=True)
    again = await bench.open()
    if not bench.adapter_type.gold:
        demand(await again.dump() in ([], None), "a dropped store still dumps memories")
        demand("41.50" not in await shown(again, "plaster"), "a dropped store still shows what it was told")
