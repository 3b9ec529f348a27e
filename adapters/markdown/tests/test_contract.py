"""The contract for the variants; the cited form is checked with every installed adapter."""

from __future__ import annotations

from pathlib import Path

import pytest
from memorybench_markdown.adapter import MarkdownMemory
from memorybench_markdown.contract_models import contract_models

from memorybench.testing.contract import CHECKS, ContractCheck, run_check


@pytest.mark.parametrize("variant", sorted(MarkdownMemory.variants))
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
async def test_variants_hold_to_the_contract(check: ContractCheck, variant: str, tmp_path: Path) -> None:
    result = await run_check(check, MarkdownMemory, tmp_path / "stores", variant=variant, models=contract_models)
    if result.status == "skipped":
        pytest.skip(result.detail)
    assert result.status == "passed", result.detail
