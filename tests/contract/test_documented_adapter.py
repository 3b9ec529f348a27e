"""The adapter printed in ``docs/adapters.md`` is whole, and the rules beside it are those that are checked."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from memorybench.memory import MemoryAdapter
from memorybench.testing.contract import check_adapter

PAGE = Path(__file__).resolve().parents[2] / "docs" / "adapters.md"


@pytest.fixture
def documented(tmp_path: Path) -> Iterator[type[MemoryAdapter]]:
    """The class of the page's section 2, imported from a file as a reader would have it."""
    section = PAGE.read_text(encoding="utf-8").partition("## 2. The class")[2]
    code = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert code is not None
    path = tmp_path / "documented_notes.py"
    path.write_text(code.group(1), encoding="utf-8")
    spec = spec_from_file_location("documented_notes", path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["documented_notes"] = module
    spec.loader.exec_module(module)
    yield module.Notes
    del sys.modules["documented_notes"]


async def test_the_documented_adapter_passes_every_check(documented: type[MemoryAdapter], tmp_path: Path) -> None:
    results = await check_adapter(documented, tmp_path / "checks")
    assert {result.name: result.detail for result in results if result.status == "failed"} == {}
    assert [result.name for result in results if result.status == "skipped"] == ["model_errors_pass"]
