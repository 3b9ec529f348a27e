"""The models for the contract suite: its own fakes call no tools, and this writer works by tool calls."""

from __future__ import annotations

from memorybench.memory import MemoryModels


def contract_models() -> MemoryModels:
    """The rules stand-in as the writer."""
    from memorybench.models.rules import rules_model

    return MemoryModels(chat=rules_model("memory"))
