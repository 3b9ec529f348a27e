"""The models of the contract suite: LangMem asks for tool calls, which the suite's general fakes do not make."""

from __future__ import annotations

from memorybench.memory import MemoryModels


def contract_models() -> MemoryModels:
    """The stand-in's memory rules and a small embedder, both deterministic and offline."""
    from memorybench.models.rules import rules_model
    from memorybench.testing.fakes import HashingEmbedder

    embedder = HashingEmbedder(256)
    return MemoryModels(chat=rules_model("memory"), embedder=embedder, embedding_size=embedder.size)
