"""The contract suite for memory adapters: what `memorybench adapters check NAME` and pytest run.

In a test of your own adapter::

    import pytest
    from memorybench.testing import CHECKS, run_check
    from my_package import MyMemory

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
    async def test_contract(check, tmp_path):
        result = await run_check(check, MyMemory, tmp_path)
        if result.status == "skipped":
            pytest.skip(result.detail)
        assert result.status == "passed", result.detail

Checks use small deterministic models (:mod:`memorybench.testing.fakes`). If the system's prompts need answers of
another form, give ``models``, or offer a function that returns them as the entry point of the adapter's name in
the group ``memorybench.contract_models``.

Every check runs on a thread of its own: an adapter that blocks costs that check, not the suite.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from memorybench.memory import MemoryAdapter, MemoryModels
from memorybench.plugins import contract_models
from memorybench.testing.bench import Bench
from memorybench.testing.checks import CHECKS, ContractCheck, NotApplicable
from memorybench.testing.limits import DidNotEnd, on_a_thread

__all__ = ["CHECKS", "CheckResult", "ContractCheck", "check_adapter", "run_check"]

CHECK_SECONDS = 120.0
HUNG_CHECKS = 3  # after so many checks that did not end the rest is not tried: it would take hours
_CLOSING_SECONDS = 10.0  # for closing what a failed check left open


@dataclass(frozen=True)
class CheckResult:
    """How one check ended; ``detail`` says why it failed or was skipped."""

    name: str
    what: str
    status: Literal["passed", "failed", "skipped"]
    detail: str
    seconds: float
    hung: bool = False  # it did not end within its time limit


async def check_adapter(
    adapter_type: type[MemoryAdapter],
    folder: Path,
    *,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    models: Callable[[], MemoryModels] | None = None,
    timeout_s: float = CHECK_SECONDS,
    checks: Sequence[ContractCheck] | None = None,
    listen: Callable[[CheckResult], None] = lambda result: None,
) -> list[CheckResult]:
    """Run every check (or ``checks``) on ``adapter_type``, each in a folder of its own below ``folder``.

    ``listen`` is told of each result as soon as it is there.
    """
    results: list[CheckResult] = []
    for check in CHECKS if checks is None else checks:
        if sum(result.hung for result in results) >= HUNG_CHECKS:
            result = CheckResult(check.name, check.what, "skipped", f"not tried: {HUNG_CHECKS} checks hung", 0.0)
        else:
            result = await run_check(
                check,
                adapter_type,
                folder / check.name,
                variant=variant,
                options=options,
                models=models,
                timeout_s=timeout_s,
            )
        results.append(result)
        listen(result)
    return results


async def run_check(
    check: ContractCheck,
    adapter_type: type[MemoryAdapter],
    folder: Path,
    *,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    models: Callable[[], MemoryModels] | None = None,
    timeout_s: float = CHECK_SECONDS,
) -> CheckResult:
    """Run one check in ``folder`` (empty, or not there yet); an exception of the adapter is a failed check.

    Raises:
        BadInput: the models that the adapter's distribution offers for the suite cannot be imported.
    """
    bench = Bench(adapter_type, folder, models=_models(adapter_type, models), options=options or {}, variant=variant)
    started = time.monotonic()

    def ended(status: Literal["passed", "failed", "skipped"], detail: str = "", hung: bool = False) -> CheckResult:
        return CheckResult(check.name, check.what, status, detail, round(time.monotonic() - started, 3), hung)

    try:
        await on_a_thread(lambda: _tried(check, bench), timeout_s, name=f"check {check.name}")
    except NotApplicable as reason:
        return ended("skipped", str(reason))
    except AssertionError as fault:
        return ended("failed", str(fault))
    except DidNotEnd:
        return ended("failed", f"did not end within {timeout_s:g} s", hung=True)
    except Exception as error:
        return ended("failed", f"{type(error).__name__}: {' '.join(str(error).split())}")
    return ended("passed")


def _models(
    adapter_type: type[MemoryAdapter], given: Callable[[], MemoryModels] | None
) -> Callable[[], MemoryModels]:
    chosen = given or contract_models(adapter_type.card.name)
    if chosen is None:
        from memorybench.testing.fakes import fake_models

        chosen = fake_models
    return chosen


async def _tried(check: ContractCheck, bench: Bench) -> None:
    """Run the check and close its stores; after a failure the first fault counts, not what closing adds to it."""
    try:
        await check.run(bench)
    except BaseException:
        try:
            async with asyncio.timeout(_CLOSING_SECONDS):
                await bench.close_all()
        except Exception:
            pass
        raise
    await bench.close_all()
