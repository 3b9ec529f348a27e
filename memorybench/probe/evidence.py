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
            key = _without_headings(memory.text)
            if key:
                self._shown.setdefault(key, memory)

    def memory_failed(self, failure: Failure) -> None:
        """Note that the memory system failed; only the first failure is kept."""
        if self.memory_failure is None:
            self.memory_failure = failure

    def show_document(self, text: str) -> None:
        """Note a document the agent was shown, as the items it consists of."""
        self.show(Memory(text=item) for item in document_items(text))

    @property
    def retrieved(self) -> tuple[Memory, ...]:
        """All memory text shown, in order, without repeats."""
        return tuple(self._shown.values())


def _without_headings(text: str) -> str:
    """The text by which repeats are known: the same message found by grep and read under its heading is one."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return " ".join(" ".join(lines or text.splitlines()).split())


def document_items(text: str) -> list[str]:
    """The items of a document: each line with its indented continuation, under the heading it stands below.

    A whole document as one memory item would let the fact matcher join a subject from one page with a value
    from another; a bullet without its heading would often lack its subject.
    """
    items: list[str] = []
    heading = ""
    for line in text.splitlines():
        if not line.strip():
            continue
        if line.startswith("#"):
            heading = line
        elif line[0].isspace() and items:
            items[-1] = f"{items[-1]}\n{line}"
        else:
            items.append(f"{heading}\n{line}" if heading else line)
    return items or ([heading] if heading else [])
