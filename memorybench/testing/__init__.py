"""What third parties need to test a memory adapter: the contract suite, and small deterministic models.

``from memorybench.testing import CHECKS, run_check``; an OpenAI-compatible loopback server for tests of one's own is
:mod:`memorybench.testing.openai_server`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memorybench.testing.contract import CHECKS, CheckResult, ContractCheck, check_adapter, run_check

__all__ = ["CHECKS", "CheckResult", "ContractCheck", "check_adapter", "run_check"]


def __getattr__(name: str) -> Any:
    """Import the suite when it is asked for: a loopback server alone needs none of it."""
    if name in __all__:
        from memorybench.testing import contract

        return getattr(contract, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
