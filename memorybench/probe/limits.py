"""What one probe may use up: the same for every memory system (DESIGN, section 3)."""

from __future__ import annotations

from pydantic import Field

from memorybench.records import Record


class ProbeLimits(Record):
    """The budgets of one probe; they are part of a run's identity."""

    search_default: int = Field(default=10, ge=1)  # memories a search returns when the agent names no limit
    search_max: int = Field(default=20, ge=1)  # a larger limit is clamped to this
    search_tokens: int = Field(default=4_000, ge=1)  # tokens of one search result, bundled tokenizer
    model_calls: int = Field(default=30, ge=1)
    seconds: float = Field(default=600.0, gt=0)
    output_chars: int = Field(default=20_000, ge=1)  # characters of one tool output

    def clamp(self, limit: int | None) -> int:
        """The number of memories to ask for: at least 1, at most :attr:`search_max`."""
        wanted = self.search_default if limit is None else limit
        return max(1, min(wanted, self.search_max))
