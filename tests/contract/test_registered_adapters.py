"""Every installed adapter against the contract that third parties run on theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from memorybench import plugins
from memorybench.testing.contract import CHECKS, ContractCheck, run_check


@pytest.mark.parametrize("name", sorted(plugins.registered()))
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
async def test_holds_to_the_contract(name: str, check: ContractCheck, tmp_path: Path) -> None:
    adapter = plugins.load(name)
    assert adapter.card.name == name
    result = await run_check(check, adapter, tmp_path)
    if result.status == "skipped":
        pytest.skip(result.detail)
    assert result.status == "passed", result.detail
