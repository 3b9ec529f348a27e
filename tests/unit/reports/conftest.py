"""The spec of a run that was never started."""

from __future__ import annotations

import pytest

from memorybench.runs.options import EvalOptions
from memorybench.runs.spec import RunSpec
from memorybench.runs.workbench import set_up


@pytest.fixture(scope="session")
def spec() -> RunSpec:
    """Mem0 on the bundled dataset with the stand-in."""
    return set_up(EvalOptions(memory="mem0", scope="user", dataset="ifcmemory-mini")).spec
