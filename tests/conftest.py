"""Fixtures that every test folder may use."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Generation time depends on how busy the machine is; it is no property of the code.
settings.register_profile(
    "memorybench", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("memorybench")


@pytest.fixture(scope="session")
def shared_ifc() -> Path:
    """The folder of public IFC models beside the checkout; the test is skipped where it is absent."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "ifc"
    if not (folder / "real").is_dir():
        pytest.skip("the public IFC models (../shared/ifc) are not beside this checkout")
    return folder
