"""When something was said, until when it holds, and that what was taken back is not shown as if it held."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

from memorybench.testing.bench import Bench, shown, shown_items
from memorybench.testing.checks.registry import check, demand, only_for_memories
from memorybench.testing.told import DOORS, PLASTER, day, told

LONG_AGO = datetime(2019, 6, 14, 10, 0, tzinfo=timezone(timedelta(hours=2)))
BOILER = "The heating engineer said yesterday that the boiler room needs 12.50 square metres."
PAINT_OLD = "The paint of the east corridor costs 12.40 euro per square metre."
PAINT_NEW = "The paint of the east corridor now costs 13.75 euro per square metre."
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


@check("of a revised value the new one is shown with its month, the old one not as if it still held")
async def revision_dated(bench: Bench) -> None:
    only_for_memories(bench)
    before, after = told(1, PAINT_OLD), told(10, PAINT_NEW)
    adapter, _ = await bench.filled(before, after)
    items = await shown_items(adapter, "cost of the paint of the east corridor")
    new, old = [item for item in items if "13.75" in item], [item for item in items if "12.40" in item]
    demand(bool(new), "the new value is not retrieved")
    month = day(after)[:7]
    demand(any(month in item for item in new), f"the new value is shown without its date ({month})")
    bare = [item for item in old if item not in new and day(before)[:7] not in item and not _ended(item)]
    demand(not bare, f"the old value is shown alone, with neither its date nor an end: {bare[:1]}")


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
