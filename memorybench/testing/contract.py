"""The contract suite for memory adapters: what `memorybench adapters check NAME` and pytest run.

In a test of your own adapter::

    import pytest
    from memorybench.testing.contract import CHECKS, run_check
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
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from memorybench.memory import MemoryAdapter, MemoryModels
from memorybench.plugins import contract_models
from memorybench.testing.bench import Bench
from memorybench.testing.checks import CHECKS, ContractCheck, NotApplicable
from memorybench.testing.fakes import fake_models

__all__ = ["CHECKS", "CheckResult", "ContractCheck", "check_adapter", "run_check"]


@dataclass(frozen=True)
class CheckResult:
    """How one check ended; ``detail`` says why it failed or was skipped."""

    name: str
    what: str
    status: Literal["passed", "failed", "skipped"]
    detail: str
    seconds: float


async def check_adapter(
    adapter_type: type[MemoryAdapter],
    folder: Path,
    *,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    models: Callable[[], MemoryModels] | None = None,
    timeout_s: float = 120.0,
) -> list[CheckResult]:
    """Run every check on ``adapter_type``, each in a folder of its own below ``folder``."""
    return [
        await run_check(
            check,
            adapter_type,
            folder / check.name,
            variant=variant,
            options=options,
            models=models,
            timeout_s=timeout_s,
        )
        for check in CHECKS
    ]


async def run_check(
    check: ContractCheck,
    adapter_type: type[MemoryAdapter],
    folder: Path,
    *,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    models: Callable[[], MemoryModels] | None = None,
    timeout_s: float = 120.0,
) -> CheckResult:
    """Run one check in ``folder`` (empty, or not there yet); an exception of the adapter is a failed check."""
    models = models or contract_models(adapter_type.card.name) or fake_models
    bench = Bench(adapter_type, folder, models=models, options=options or {}, variant=variant)
    started = time.monotonic()

    def ended(status: Literal["passed", "failed", "skipped"], detail: str = "") -> CheckResult:
        return CheckResult(check.name, check.what, status, detail, round(time.monotonic() - started, 3))

    try:
        async with asyncio.timeout(timeout_s):
            await check.run(bench)
            await bench.close_all()
    except NotApplicable as reason:
        return ended("skipped", str(reason))
    except AssertionError as fault:
        await _close_quietly(bench)
        return ended("failed", str(fault))
    except TimeoutError:
        return ended("failed", f"did not end within {timeout_s:g} s")
    except Exception as error:
        await _close_quietly(bench)
        return ended("failed", f"{type(error).__name__}: {error}")
    return ended("passed")


async def _close_quietly(bench: Bench) -> None:
    """After a failure the first fault is the one to report, not what closing adds to it."""
    try:
        await bench.close_all()
    except Exception:
        return
