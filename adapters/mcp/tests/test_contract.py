"""The contract suite on the example server: started per store, and running at a URL for all of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from memorybench_mcp.adapter import McpMemory

from memorybench.testing.contract import CHECKS, ContractCheck, run_check

LISTS = {"dump_tool": "list_notes", "delete_tool": "delete_session", "delete_arguments": '{"session": "{session}"}'}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
async def test_started_by_a_command(check: ContractCheck, tmp_path: Path, command: str) -> None:
    result = await run_check(check, McpMemory, tmp_path, variant=command, options={"dump_tool": "list_notes"})
    if result.status == "skipped":
        pytest.skip(result.detail)
    assert result.status == "passed", result.detail


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
async def test_running_at_a_url(check: ContractCheck, tmp_path: Path, url: str) -> None:
    result = await run_check(check, McpMemory, tmp_path, variant=url, options=LISTS)
    if result.status == "skipped":
        pytest.skip(result.detail)
    assert result.status == "passed", result.detail
