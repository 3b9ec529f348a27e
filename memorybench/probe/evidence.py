"""What one probe leaves behind: its trace, the memory it was shown, what it asked memory for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from memorybench.records import Failure, Memory, TraceStep


@dataclass
class ProbeEvidence:
    """Filled while the agent runs, so that a probe that is cut off still shows how far it came."""

    trace: list[TraceStep] = field(default_factory=list)
    queries: list[str] = field(default_factory=list)
    memory_failure: Failure | None = None  # the first time the memory system itself failed
    _shown: dict[str, Memory] = field(default_factory=dict)

    def show(self, memories: Iterable[Memory]) -> None:
        """Note memory text the agent was shown; the same text counts once, where it came first."""
        for memory in memories:
            key = " ".join(memory.text.split())
            if key:
                self._shown.setdefault(key, memory)

    def memory_failed(self, failure: Failure) -> None:
        """Note that the memory system failed; only the first failure is kept."""
        if self.memory_failure is None:
            self.memory_failure = failure

    @property
    def retrieved(self) -> tuple[Memory, ...]:
        """All memory text shown, in order, without repeats."""
        return tuple(self._shown.values())
