"""What is stored of what was said, and what the receipt says of it."""

from __future__ import annotations

from memorybench.testing.bench import Bench, holdings, reachable, shown
from memorybench.testing.checks.registry import NotApplicable, check, demand, only_for_memories
from memorybench.testing.told import AIR, DOORS, FACADE, PLASTER, told


@check("a store opens, closes, and closes again without complaint")
async def opens_and_closes(bench: Bench) -> None:
    adapter = await bench.open()
    await adapter.ready()
    await bench.close(adapter)
    await adapter.close()


@check("a receipt says which session it is for and how many messages it held")
async def receipt_true(bench: Bench) -> None:
    session = told(1, PLASTER, DOORS)
    _, receipts = await bench.filled(session)
    receipt = receipts[0]
    demand(receipt.session == session.id, f"the receipt of {session.id} is for {receipt.session}")
    demand(
        receipt.messages == len(session.messages),
        f"{len(session.messages)} messages, receipt says {receipt.messages}",
    )
    demand(not receipt.failures, f"failures on plain input: {[failure.message for failure in receipt.failures]}")
    if bench.keeps_messages:
        demand(receipt.memories > 0, "the receipt says that nothing was stored")


@check("what a user said can be retrieved through the declared surface")
async def told_is_retrieved(bench: Bench) -> None:
    only_for_memories(bench)
    adapter, _ = await bench.filled(told(1, PLASTER), told(2, DOORS))
    for query, value in (("cost of the plaster of the main stair", "41.50"), ("doors of the north lobby", "EI 60")):
        demand(value in await shown(adapter, query), f"{value!r} was told but is not retrieved by {query!r}")


@check("dump() holds what was said, twice the same")
async def dump_complete_and_stable(bench: Bench) -> None:
    adapter, _ = await bench.filled(told(1, PLASTER), told(2, DOORS))
    first, second = await adapter.dump(), await adapter.dump()
    if first is None and second is None:
        raise NotApplicable("cannot list what it holds: the write stage will be 'no data'")
    demand(first == second, "two dumps of an unchanged store differ")
    if bench.keeps_messages:
        text = "\n".join(memory.text for memory in first or ())
        missing = [value for value in ("41.50", "EI 60") if value not in text]
        demand(not missing, f"told but not in the dump: {missing}")


@check("a session without messages is taken without failure and stores nothing")
async def empty_session(bench: Bench) -> None:
    adapter, receipts = await bench.filled(told(1), told(2, PLASTER), told(3))
    for receipt in (receipts[0], receipts[2]):
        demand(receipt.memories == 0 and not receipt.failures, f"receipt of an empty session: {receipt}")
    if bench.keeps_messages:
        demand("41.50" in await reachable(adapter, "plaster"), "the session after an empty one was lost")


@check("a message of 200,000 characters is taken, and what follows is not lost")
async def huge_message(bench: Bench) -> None:
    huge = "The log of the crane shows nothing of note on that day. " * 3_600
    adapter, receipts = await bench.filled(told(1, huge), told(2, PLASTER))
    demand(len(receipts) == 2, "a receipt is missing")
    if bench.keeps_messages:
        demand("41.50" in await reachable(adapter, "plaster"), "what was told after a huge message is lost")


@check("letters beyond ASCII come back as they were written, also after reopening")
async def beyond_ascii(bench: Bench) -> None:
    only_for_memories(bench)
    await _come_back(bench, FACADE, "façade Büro", ("façade", "Büro Ø‑7", "Wärmedurchgang", "外壁"))


@check("units and decimal commas come back as they were written, also after reopening")
async def units_kept(bench: Bench) -> None:
    only_for_memories(bench)
    await _come_back(bench, AIR, "supply air of the archive", ("1350 m³/h", "21 °C", "0,9 W/m²K"))


async def _come_back(bench: Bench, text: str, query: str, parts: tuple[str, ...]) -> None:
    """Tell ``text``, reopen the store, and demand ``parts`` of what it holds and of what ``query`` shows."""
    adapter, _ = await bench.filled(told(1, text))
    await bench.close(adapter)
    again = await bench.open(read_only=True)
    held, found = "\n".join(await holdings(again, query)), await shown(again, query)
    for part in parts:
        demand(part in held, f"{part!r} was told and is not in the store")
        demand(part in found, f"{part!r} was told and is not shown for {query!r}")
