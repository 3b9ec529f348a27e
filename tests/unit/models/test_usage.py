"""Usage by role and by task, across asyncio tasks and threads."""

from __future__ import annotations

import asyncio
import contextvars
from concurrent.futures import ThreadPoolExecutor

from memorybench.models.usage import UsageMeter

TOKENS = {"input_tokens": 10, "output_tokens": 2, "total_tokens": 12}


def test_roles_are_apart_and_cost_needs_every_call() -> None:
    meter = UsageMeter()
    meter.record("probe", TOKENS, 0.5)
    meter.record("probe", TOKENS, 0.25)
    meter.record("memory", TOKENS, 1.0)
    meter.record("memory", None, None)
    usage = meter.by_role()
    assert usage["probe"].model_dump() == {
        "calls": 2, "input_tokens": 20, "output_tokens": 4, "cost": 0.75, "unmetered_calls": 0, "cached_calls": 0,
    }  # fmt: skip
    assert usage["memory"].cost is None, "one call of unknown cost makes the sum unknown"
    assert usage["memory"].unmetered_calls == 1
    assert meter.spent == 1.75
    assert meter.total().calls == 4


def test_recorded_calls_count_tokens_but_spend_nothing() -> None:
    meter = UsageMeter(spent=2.0)
    meter.record("probe", TOKENS, 0.5, cached=True)
    usage = meter.by_role()["probe"]
    assert (usage.calls, usage.cached_calls, usage.input_tokens, usage.cost) == (1, 1, 10, 0.5)
    assert meter.spent == 2.0


def test_since_a_snapshot_only_what_came_after_counts() -> None:
    meter = UsageMeter()
    meter.record("probe", None, None)
    before = meter.snapshot("probe")
    assert meter.since(before).calls == 0
    meter.record("probe", TOKENS, 0.5)
    meter.record("memory", TOKENS, 0.5)
    after = meter.since(before)
    assert (after.calls, after.input_tokens, after.cost) == (1, 10, 0.5), "an earlier unknown cost is not carried on"


async def test_concurrent_tasks_are_metered_apart() -> None:
    meter = UsageMeter()

    async def task(number: int) -> tuple[int, int]:
        with meter.task_scope(f"task {number}") as scope:
            for _ in range(number):
                await asyncio.sleep(0)
                meter.record("probe", TOKENS, 0.0)
            await asyncio.to_thread(meter.record, "memory", TOKENS, 0.0)
            await asyncio.gather(*(asyncio.to_thread(meter.record, "memory", TOKENS, 0.0) for _ in range(number)))
        return scope.role("probe").calls, scope.role("memory").calls

    assert await asyncio.gather(*(task(number) for number in range(6))) == [(n, n + 1) for n in range(6)]
    assert meter.by_role()["probe"].calls == 15
    assert meter.by_role()["memory"].calls == 21


def test_a_bare_thread_is_counted_in_the_run_and_with_its_context_in_the_task() -> None:
    meter = UsageMeter()
    with ThreadPoolExecutor(2) as pool, meter.task_scope("t") as scope:
        pool.submit(meter.record, "probe", TOKENS, 0.0).result()
        assert scope.by_role() == {}
        pool.submit(contextvars.copy_context().run, meter.record, "probe", TOKENS, 0.0).result()
    assert scope.total().calls == 1
    assert meter.total().calls == 2


def test_scopes_nest_and_end_and_belong_to_their_meter() -> None:
    meter, other = UsageMeter(), UsageMeter()
    with meter.task_scope("history") as outer:
        with meter.task_scope("session") as inner:
            meter.record("memory", TOKENS, 0.0)
            other.record("memory", TOKENS, 0.0)
        meter.record("memory", TOKENS, 0.0)
    meter.record("memory", TOKENS, 0.0)
    assert (inner.total().calls, outer.total().calls, meter.total().calls) == (1, 2, 3)
