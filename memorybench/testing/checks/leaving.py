"""What an adapter leaves around it: files, processes, threads, ports; and whose error an error is."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace as with_other

from memorybench.errors import ModelUnavailable
from memorybench.testing.bench import Bench, shown
from memorybench.testing.checks.registry import NotApplicable, check, demand
from memorybench.testing.held import SEES_PROCESSES, Held, watched
from memorybench.testing.told import PLASTER, told
from memorybench.testing.writes import empty_surroundings, written_paths

_GRACE_SECONDS = 5.0  # for processes and threads that were told to end


@check("nothing is written outside the workspace: not at home, not where the command runs, not in /tmp")
async def writes_inside_workspace(bench: Bench) -> None:
    own = bench.workspace().resolve()
    own.mkdir(parents=True)
    around = (bench.root / "around").resolve()
    with empty_surroundings(around), written_paths() as written:
        adapter, _ = await bench.filled(told(1, PLASTER))
        await shown(adapter, "plaster")
        await adapter.dump()
        await bench.close(adapter)
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


@check("close() releases everything: no process, open file, thread, connection or port is left")
async def close_releases_everything(bench: Bench) -> None:
    with watched(bench.root / "stores") as held:
        await _used_and_closed(bench, "first")  # libraries may keep a pool for the whole program
        held = held.after_first_use()
        await _used_and_closed(bench, "second")
        again = await bench.open("second", read_only=True)
        await shown(again, "plaster")
        await bench.close(again)
        left = await _left_after_grace(held)
    demand(not left, f"left after close(): {'; '.join(left[:3])}")
    if not SEES_PROCESSES:
        raise NotApplicable("no thread is left; what else is left cannot be seen on this system")


async def _used_and_closed(bench: Bench, namespace: str) -> None:
    adapter, _ = await bench.filled(told(1, PLASTER), namespace=namespace)
    await shown(adapter, "plaster")
    await bench.close(adapter)


async def _left_after_grace(held: Held) -> list[str]:
    deadline = time.monotonic() + _GRACE_SECONDS
    while (left := held.left()) and time.monotonic() < deadline:
        await asyncio.sleep(0.05)
    return left


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
