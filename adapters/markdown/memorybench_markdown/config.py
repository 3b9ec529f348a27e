"""The adapter's options."""

from __future__ import annotations

from pydantic import Field

from memorybench.memory import AdapterConfig


class MarkdownConfig(AdapterConfig):
    """``--set markdown.max_chars=…``, ``markdown.max_steps=…``."""

    max_chars: int = Field(20_000, ge=200)  # of memory.md; as much as the probe agent is shown of one tool's output
    max_steps: int = Field(12, ge=2)  # model calls of the writer in one session
