"""The checks of the adapter contract, each a function over a :class:`~memorybench.testing.bench.Bench`.

A check returns when the adapter holds to it, raises ``AssertionError`` with one sentence when not, and
raises :class:`NotApplicable` when it has no meaning for this adapter.
"""

from __future__ import annotations

import asyncio
import re
import shutil
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from dataclasses import replace as with_other

from memorybench.errors import BadInput, ModelUnavailable
from memorybench.memory import AdapterConfig, MemoryAdapter, parse_adapter_options
from memorybench.testing.bench import DOORS, FACADE, GOLD, HARBOUR, PLASTER, Bench, day, shown, texts, told
from memorybench.testing.writes import empty_surroundings, written_paths


class NotApplicable(Exception):
    """The check has no meaning for this adapter; the text says why."""


@dataclass(frozen=True)
class ContractCheck:
    """One named check."""

    name: str
    what: str
    run: Callable[[Bench], Awaitable[None]]


CHECKS: list[ContractCheck] = []


def check(what: str) -> Callable[[Callable[[Bench], Awaitable[None]]], Callable[[Bench], Awaitable[None]]]:
    """Register a check; its name is the function's."""

    def register(function: Callable[[Bench], Awaitable[None]]) -> Callable[[Bench], Awaitable[None]]:
        CHECKS.append(ContractCheck(function.__name__, what, function))
        return function

    return register


def demand(holds: bool, otherwise: str) -> None:
    """Raise ``AssertionError`` with the sentence unless ``holds`` (also under ``python -O``)."""
    if not holds:
        raise AssertionError(otherwise)


def _only_for_memories(bench: Bench) -> None:
    if not bench.keeps_messages:
        raise NotApplicable("keeps no messages")


def _only_for_search(bench: Bench) -> None:
    if "search" not in bench.card.surfaces:
        raise NotApplicable("has no search surface")


@check("the card names the system's version, where memories live, and how roles, time and dump work")
async def card_complete(bench: Bench) -> None:
    card = bench.card
    empty = [
        name for name in ("name", "summary", "system", "backend", "roles", "time", "dump") if not getattr(card, name)
    ]
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
    demand(declared - {"none"} == written, f"the card declares {sorted(declared)}, implemented is {sorted(written)}")


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


@check("a store opens, closes, and closes again without complaint")
async def opens_and_closes(bench: Bench) -> None:
    adapter = await bench.open()
    await adapter.ready()
    await adapter.close()
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
    _only_for_memories(bench)
    adapter, _ = await bench.filled(told(1, PLASTER), told(2, DOORS))
    for query, value in (("cost of the plaster of the main stair", "41.50"), ("doors of the north lobby", "EI 60")):
        demand(value in await shown(adapter, query), f"{value!r} was told but is not retrieved by {query!r}")


@check("dump() holds what was said, twice the same")
async def dump_complete_and_stable(bench: Bench) -> None:
    adapter, _ = await bench.filled(told(1, PLASTER), told(2, DOORS))
    first, second = await adapter.dump(), await adapter.dump()
    demand(first == second, "two dumps of an unchanged store differ")
    if bench.keeps_messages:
        missing = [value for value in ("41.50", "EI 60") if value not in texts(first)]
        demand(not missing, f"told but not in the dump: {missing}")


@check("a closed store, opened by a new instance, shows the same")
async def survives_reopening(bench: Bench) -> None:
    adapter, _ = await bench.filled(told(1, PLASTER), told(2, DOORS))
    before = await adapter.dump(), await shown(adapter, "plaster of the main stair")
    await adapter.close()
    again = await bench.open(read_only=True)
    await again.ready()
    after = await again.dump(), await shown(again, "plaster of the main stair")
    demand(before[0] == after[0], "the dump differs after reopening")
    demand(before[1] == after[1], "the same query shows something else after reopening")


@check("two namespaces know nothing of each other")
async def namespaces_apart(bench: Bench) -> None:
    one, _ = await bench.filled(told(1, PLASTER), namespace="one")
    two, _ = await bench.filled(told(1, HARBOUR), namespace="two")
    leaked = texts(await one.dump()) + await shown(one, "harbour crane lifts")
    demand("73 tonnes" not in leaked, "what was told in one namespace is found in another")
    if bench.keeps_messages:
        demand("73 tonnes" in texts(await two.dump()), "the second namespace lost what it was told")


@check("search returns at most `limit` memories, none twice")
async def limit_honoured(bench: Bench) -> None:
    _only_for_search(bench)
    facts = [f"The wall type W{number} costs {number}0.50 euro per square metre." for number in range(1, 8)]
    adapter, _ = await bench.filled(told(1, *facts))
    for limit in (1, 3, 20):
        found = await adapter.search("wall type costs euro per square metre", limit)
        demand(len(found) <= limit, f"limit {limit} returned {len(found)} memories")
        counted = Counter((memory.id, memory.text) for memory in found)
        demand(all(count == 1 for count in counted.values()), "one search returned the same memory twice")


@check("a blank query and one without any hit give a list, not an error")
async def odd_queries(bench: Bench) -> None:
    _only_for_search(bench)
    adapter, _ = await bench.filled(told(1, PLASTER))
    for query in ("", "   ", "\n", "?", "zzqx", "q" * 20_000):
        demand(isinstance(await adapter.search(query, 5), list), f"the query {query[:10]!r} gave no list")


@check("a session without messages is taken without failure and stores nothing")
async def empty_session(bench: Bench) -> None:
    adapter, receipts = await bench.filled(told(1), told(2, PLASTER), told(3))
    for receipt in (receipts[0], receipts[2]):
        demand(receipt.memories == 0 and not receipt.failures, f"receipt of an empty session: {receipt}")
    if bench.keeps_messages:
        demand("41.50" in texts(await adapter.dump()), "the session after an empty one was lost")


@check("two stores can be filled at once, and one store asked by several agents at once")
async def calls_at_once(bench: Bench) -> None:
    one, two = await bench.open("one"), await bench.open("two")
    await asyncio.gather(one.ingest(told(1, PLASTER)), two.ingest(told(1, HARBOUR)))
    await asyncio.gather(one.ready(), two.ready())
    answers = await asyncio.gather(*(shown(one, "cost of the plaster of the main stair") for _ in range(8)))
    demand(len(set(answers)) == 1, "the same question, asked eight times at once, got different answers")
    if bench.keeps_messages:
        demand("41.50" in answers[0], "a store filled beside another one lost what it was told")


@check("a store that was given nothing can be searched and dumped")
async def empty_store(bench: Bench) -> None:
    adapter, _ = await bench.filled()
    await shown(adapter, "anything")
    if not bench.adapter_type.gold:
        demand(await adapter.dump() == [], "an empty store dumps something")


@check("a message of 200,000 characters is taken, and what follows is not lost")
async def huge_message(bench: Bench) -> None:
    huge = "The log of the crane shows nothing of note on that day. " * 3_600
    adapter, receipts = await bench.filled(told(1, huge), told(2, PLASTER))
    demand(len(receipts) == 2, "a receipt is missing")
    if bench.keeps_messages:
        demand("41.50" in texts(await adapter.dump()), "what was told after a huge message is lost")


@check("letters beyond ASCII come back as they were written")
async def beyond_ascii(bench: Bench) -> None:
    _only_for_memories(bench)
    adapter, _ = await bench.filled(told(1, FACADE))
    await adapter.close()
    again = await bench.open(read_only=True)
    for part in ("façade", "Ø‑7", "Wärmedurchgang", "0,18 W/m²K", "外壁"):
        demand(part in texts(await again.dump()), f"{part!r} did not come back")


@check("the session's day reaches the probe agent")
async def session_time_kept(bench: Bench) -> None:
    _only_for_memories(bench)
    sessions = told(1, PLASTER), told(2, DOORS)
    adapter, _ = await bench.filled(*sessions)
    found = await shown(adapter, "doors of the north lobby")
    demand(day(sessions[1]) in found, f"nothing retrieved from {sessions[1].id} says {day(sessions[1])}")


@check("a session that is ingested again, as after a kill, leaves nothing twice")
async def ingest_again(bench: Bench) -> None:
    session = told(2, DOORS, PLASTER)
    adapter, _ = await bench.filled(told(1, HARBOUR), session)
    before = sorted(memory.text for memory in await adapter.dump() or ())
    await adapter.ingest(session)
    await adapter.ready()
    demand(sorted(memory.text for memory in await adapter.dump() or ()) == before, "ingesting again changed the dump")
    await adapter.close()
    again = await bench.open()
    await again.ingest(session)
    await again.ready()
    after = sorted(memory.text for memory in await again.dump() or ())
    demand(after == before, "ingesting again after reopening changed the dump")


@check("a store open to read only is not changed by queries and takes no session")
async def read_only_kept(bench: Bench) -> None:
    adapter, _ = await bench.filled(told(1, PLASTER))
    await adapter.close()
    reading = await bench.open(read_only=True)
    before = await reading.dump()
    for query in ("plaster", "a word it never heard", "remember that the doors are red"):
        await shown(reading, query)
    demand(await reading.dump() == before, "queries changed a store that was open to read only")
    try:
        await reading.ingest(told(2, DOORS))
    except Exception:
        return
    demand(await reading.dump() == before, "a store open to read only took a session")


@check("nothing is written outside the workspace: not at home, not where the command runs, not in /tmp")
async def writes_inside_workspace(bench: Bench) -> None:
    own = bench.workspace().resolve()
    own.mkdir(parents=True)
    around = (bench.root / "around").resolve()
    with empty_surroundings(around), written_paths() as written:
        adapter, _ = await bench.filled(told(1, PLASTER))
        await shown(adapter, "plaster")
        await adapter.dump()
        await adapter.close()
    left = sorted(path.relative_to(around).as_posix() for path in around.rglob("*"))
    demand(not left, f"left in the home, working or temporary folder: {', '.join(left[:3])}")
    outside = sorted(
        {
            str(path)
            for path in written
            if not path.is_relative_to(own) and path.exists() and path not in (around, own.parent)
        }
    )
    demand(not outside, f"written outside the workspace: {', '.join(outside[:3])}")


@check("drop() deletes the store: opened again, it is empty")
async def drop_deletes(bench: Bench) -> None:
    adapter, _ = await bench.filled(told(1, PLASTER))
    await adapter.drop()
    left = [path.name for path in bench.workspace().rglob("*") if path.is_file() and b"41.50" in path.read_bytes()]
    demand(not left, f"dropped, but the text is still in {', '.join(left)}")
    shutil.rmtree(bench.workspace(), ignore_errors=True)
    again = await bench.open()
    if not bench.adapter_type.gold:
        demand(await again.dump() == [], "a dropped store still dumps memories")


@check("an error of the memory model comes out as the model's, not as the memory system's")
async def model_errors_pass(bench: Bench) -> None:
    if not bench.card.uses_model:
        raise NotApplicable("calls no model")
    from memorybench.models.errors import model_error_behind
    from memorybench.testing.fakes import FailingChat

    failing = FailingChat(error=ModelUnavailable("the model cannot be reached."))
    adapter = await bench.open(models=with_other(bench.models(), chat=failing))
    try:
        await adapter.ingest(told(1, PLASTER))
    except Exception as error:
        demand(
            model_error_behind(error) is not None,
            f"the model's error came out as {type(error).__name__} without its cause",
        )
    else:
        raise AssertionError("the model failed and ingest() returned as if nothing had happened")
