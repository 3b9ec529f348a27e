"""The checks of the adapter contract, by subject, in the order in which they are run."""
# ruff: noqa: F401, I001

from __future__ import annotations

from memorybench.testing.checks import declared
from memorybench.testing.checks import storing
from memorybench.testing.checks import searching
from memorybench.testing.checks import dates
from memorybench.testing.checks import apart
from memorybench.testing.checks import again
from memorybench.testing.checks import leaving
from memorybench.testing.checks.registry import CHECKS, ContractCheck, NotApplicable

__all__ = ["CHECKS", "ContractCheck", "NotApplicable"]
