"""The contract suite can fail: each adapter in ``broken/`` breaks rules, and the checks of those rules catch it.

A broken adapter says in ``fails`` which checks it fails; it must fail these and no other one.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from memorybench.records import IngestReceipt, Memory, Session
from memorybench.testing.contract import CHECKS, CheckResult, check_adapter
from memorybench.testing.sound import Sound


def _module(path: Path) -> ModuleType:
    spec = spec_from_file_location(f"broken_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


MODULES = [_module(path) for path in sorted((Path(__file__).parent / "broken").glob("*.py"))]
BROKEN = [
    found
    for module in MODULES
    for found in vars(module).values()
    if isinstance(found, type) and issubclass(found, Sound) and "fails" in vars(found)
]
KILLS = "survives_a_kill"  # starts a process: left out where nothing depends on it, for the time it takes


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """End what the adapters that leave something left."""
    yield
    for module in MODULES:
        getattr(module, "let_go", lambda: None)()


def reasons(results: list[CheckResult], status: str) -> dict[str, str]:
    return {result.name: result.detail for result in results if result.status == status}


async def test_a_sound_adapter_fails_no_check(tmp_path: Path) -> None:
    results = await check_adapter(Sound, tmp_path)
    assert reasons(results, "failed") == {}
    assert reasons(results, "skipped") == {"model_errors_pass": "calls no model"}


@pytest.mark.parametrize("adapter", BROKEN)
async def test_a_broken_adapter_fails_the_checks_of_its_rules_and_no_other(
    adapter: type[Sound], tmp_path: Path
) -> None:
    checks = [check for check in CHECKS if check.name != KILLS or KILLS in adapter.fails]
    failed = reasons(await check_adapter(adapter, tmp_path, checks=checks), "failed")
    assert set(failed) == adapter.fails, failed
    assert all(failed.values())


def test_for_every_check_there_is_an_adapter_that_fails_it_alone() -> None:
    alone = {next(iter(adapter.fails)) for adapter in BROKEN if len(adapter.fails) == 1}
    assert {check.name for check in CHECKS} - alone == set()


async def test_what_an_adapter_cannot_support_is_skipped_with_the_reason(tmp_path: Path) -> None:
    class KeepsTheNewestAlone(Sound):
        """Lists nothing, and forgets a price when another one is told."""

        async def ingest(self, session: Session) -> IngestReceipt:
            if "euro" in session.messages[0].text:
                for path in self.folder.glob("*.jsonl"):
                    path.unlink()
            return await super().ingest(session)

        async def dump(self) -> None:
            return None

        async def search(self, query: str, limit: int) -> list[Memory]:
            words = set(query.lower().split())
            return [memory for memory in await Sound.dump(self) or () if words & set(memory.text.lower().split())]

    names = {"dump_complete_and_stable", "dump_covers_what_is_shown", "superseded_dated", "survives_a_kill"}
    checks = [check for check in CHECKS if check.name in names]
    assert reasons(await check_adapter(KeepsTheNewestAlone, tmp_path, checks=checks), "skipped") == {
        "dump_complete_and_stable": "cannot list what it holds: the write stage will be 'no data'",
        "dump_covers_what_is_shown": "cannot list what it holds",
        "superseded_dated": "keeps the newest value alone: what held before cannot be asked",
        "survives_a_kill": "KeepsTheNewestAlone is defined inside a function: another process cannot import it",
    }


async def test_a_surface_that_is_declared_and_missing_is_named(tmp_path: Path) -> None:
    class DeclaresMore(Sound):
        card = Sound.card.model_copy(update={"surfaces": ("search", "context")})

    failed = reasons(await check_adapter(DeclaresMore, tmp_path), "failed")
    assert failed["surfaces_match"] == "the card declares ['context'], which is not implemented"


async def test_an_adapter_that_hangs_is_reported_not_waited_for(tmp_path: Path) -> None:
    class Hangs(Sound):
        async def ready(self) -> None:
            await asyncio.sleep(60)

    found = await check_adapter(Hangs, tmp_path, timeout_s=0.05)
    assert "did not end within 0.05 s" in {result.detail for result in found}
    assert "not tried: 3 checks hung" in {result.detail for result in found}


async def test_an_adapter_that_blocks_its_thread_costs_its_check_not_the_suite(tmp_path: Path) -> None:
    class Blocks(Sound):
        async def ready(self) -> None:
            time.sleep(3)  # never yields to the loop, so that nothing can cancel it

    began = time.monotonic()
    checks = [check for check in CHECKS if check.name in ("opens_and_closes", "card_complete")]
    results = await check_adapter(Blocks, tmp_path, timeout_s=0.05, checks=checks)
    assert time.monotonic() - began < 3
    assert {result.name: result.status for result in results} == {
        "opens_and_closes": "failed",
        "card_complete": "passed",
    }
