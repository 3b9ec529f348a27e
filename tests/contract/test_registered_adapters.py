"""Every installed adapter against the contract that third parties run on theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from memorybench import plugins
from memorybench.testing.contract import CHECKS, ContractCheck, run_check


def _named() -> list[str]:
    """Every adapter and every variant; one that needs a server to point at is tested beside that server."""
    adapters = {name: plugins.load(name) for name in sorted(plugins.registered())}
    return [
        named
        for name, adapter in adapters.items()
        if not adapter.card.target
        for named in (name, *(f"{name}:{variant}" for variant in adapter.variants))
    ]


@pytest.mark.parametrize("name", _named())
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
async def test_holds_to_the_contract(name: str, check: ContractCheck, tmp_path: Path) -> None:
    adapter, variant = plugins.load_usable(name)
    result = await run_check(check, adapter, tmp_path, variant=variant)
    if result.status == "skipped":
        pytest.skip(result.detail)
    assert result.status == "passed", result.detail
