"""The adapter holds to memorybench's contract; each check is a test of its own."""

from pathlib import Path

import pytest
from memorybench_my_memory.adapter import MyMemory

from memorybench.testing import CHECKS, ContractCheck, run_check


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
async def test_contract(check: ContractCheck, tmp_path: Path) -> None:
    result = await run_check(check, MyMemory, tmp_path)  # variant="…", options={"min_words": 2}: if you have such
    if result.status == "skipped":
        pytest.skip(result.detail)
    assert result.status == "passed", result.detail
