"""The contract on somebody else's server; on the adapter's own it is checked with every installed adapter's."""

from __future__ import annotations

from pathlib import Path

import pytest
from memorybench_graphiti.adapter import GraphitiMemory

from memorybench.testing.contract import CHECKS, ContractCheck, run_check


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
async def test_holds_on_a_falkordb_server(check: ContractCheck, tmp_path: Path, falkordb: dict[str, str]) -> None:
    result = await run_check(check, GraphitiMemory, tmp_path / "stores", options=falkordb)
    if result.status == "skipped":
        pytest.skip(result.detail)
    assert result.status == "passed", result.detail
