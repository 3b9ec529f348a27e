"""When something was said, until when it holds, and that what was taken back is not shown as if it held."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

from memorybench.testing.bench import Bench, shown, shown_items
from memorybench.testing.checks.registry import NotApplicable, check, demand, only_for_memories
from memorybench.testing.told import DOORS, PLASTER, day, told

LONG_AGO = datetime(2019, 6, 14, 10, 0, tzinfo=timezone(timedelta(hours=2)))
BOILER = "The heating engineer said yesterday that the boiler room needs 12.50 square metres."
PAINT_OLD = "The paint of the east corridor costs 12.40 euro per square metre."
PAINT_NEW = "The paint of the east corridor now costs 13.75 euro per square metre."
PAINT_QUERY = "cost of the paint of the east corridor"
VENT = "The smoke vent of the lift shaft in block C measures 1.20 square metres."
VENT_WITHDRAWN = "The smoke vent of the lift shaft in block C with 1.20 square metres is withdrawn."


@check("the session's day reaches the probe agent")
async def session_time_kept(bench: Bench) -> None:
    only_for_memories(bench)
    sessions = told(1, PLASTER), told(2, DOORS)
    adapter, _ = await bench.filled(*sessions)
    found = await shown(adapter, "doors of the north lobby")
    demand(day(sessions[1]) in found, f"nothing retrieved from {sessions[1].id} says {day(sessions[1])}")


@check("a session of 2019 that says 'yesterday' is dated 2019, never by the day of the run")
async def old_session_dated(bench: Bench) -> None:
    only_for_memories(bench)
    today = datetime.now(UTC)
    adapter, _ = await bench.filled(told(1, BOILER, at=LONG_AGO))
    found = await shown(adapter, "boiler room")
    demand("2019" in found, "what was said in 2019 is shown without that year")
    dated_now = re.search(rf"\b{today.year}\b", found)
    demand(dated_now is None, f"what was said in 2019 is shown with a date of {today.year}, the year of this run")


@check("of a revised value the new one is shown with the month in which it was said")
async def revision_dated(bench: Bench) -> None:
    only_for_memories(bench)
    after = told(10, PAINT_NEW)
    adapter, _ = await bench.filled(told(1, PAINT_OLD), after)
    new = [item for item in await shown_items(adapter, PAINT_QUERY) if "13.75" in item]
    demand(bool(new), "the new value is not retrieved")
    month = day(after)[:7]
    demand(any(month in item for item in new), f"the new value is shown without its date ({month})")


@check("a value that was revised can still be asked for, and is shown with its month or its end, not as if it held")
async def superseded_dated(bench: Bench) -> None:
    only_for_memories(bench)
    before = told(1, PAINT_OLD)
    adapter, _ = await bench.filled(before, told(10, PAINT_NEW))
    dump = await adapter.dump()
    old = [item for item in await shown_items(adapter, PAINT_QUERY) if "12.40" in item]
    if not old:
        if dump is None or not any("12.40" in memory.text for memory in dump):
            raise NotApplicable("keeps the newest value alone: what held before cannot be asked")
        raise AssertionError("the old value is stored and is not retrieved")
    month = day(before)[:7]
    bare = [item for item in old if month not in item and not _ended(item)]
    alone = [item for item in bare if "13.75" not in item]  # a summary may name the old value beside the new one
    demand(
        not alone and len(bare) < len(old),
        f"the old value is shown with neither its date ({month}) nor an end: {(alone or bare)[:1]}",
    )


@check("what a user withdrew is shown as withdrawn, with the month, or not at all")
async def withdrawal_shown(bench: Bench) -> None:
    only_for_memories(bench)
    given, withdrawn = told(1, VENT), told(10, VENT_WITHDRAWN)
    adapter, _ = await bench.filled(given, withdrawn)
    items = await shown_items(adapter, "smoke vent of the lift shaft in block C")
    held = [item for item in items if "1.20" in item]
    told_of = [item for item in items if "withdrawn" in item]
    if not held or all(_ended(item) for item in held):
        return
    demand(bool(told_of), "a value that was withdrawn is shown, and nothing says that it was withdrawn")
    month = day(withdrawn)[:7]
    demand(any(month in item for item in told_of), f"the withdrawal is shown without its date ({month})")


def _ended(item: str) -> bool:
    """Whether the item says until when it held."""
    return bool(re.search(r"\b(until|no longer|invalid|expired|superseded|ended)\b", item))
