"""The system prompt with the memory text as it is now: read again before every model call.

Memory is read-only during a probe, so the text stays the same, and with it the prompt. Should it change after all,
the agent is shown what is there, as any agent of that memory system would be, and the evidence holds both texts.
"""

from __future__ import annotations

from collections.abc import Sequence

from memorybench.memory import MemoryAdapter, Surface
from memorybench.probe.evidence import ProbeEvidence
from memorybench.probe.failures import ProbeFailed, memory_failure
from memorybench.probe.prompt import system_prompt


class LivePrompt:
    """The prompt of one probe; :meth:`text` is what the next model call reads."""

    def __init__(
        self, ifc_filename: str | None, surfaces: Sequence[Surface], adapter: MemoryAdapter, evidence: ProbeEvidence
    ) -> None:
        self._ifc_filename = ifc_filename
        self._surfaces = tuple(surfaces)
        self._adapter = adapter
        self._evidence = evidence
        self._memory: str | None = None
        self._text: str | None = None

    async def text(self) -> str:
        """The prompt as of now; new memory text is noted as shown.

        Raises:
            ProbeFailed: the memory system failed; that is its own failure, or its backend's or model's.
        """
        memory = await self._read() if "context" in self._surfaces else None
        if self._text is None or memory != self._memory:
            if memory is not None:
                self._evidence.show_document(memory)
            self._text = system_prompt(self._ifc_filename, self._surfaces, memory)
            self._memory = memory
        return self._text

    async def _read(self) -> str:
        try:
            return await self._adapter.context()
        except Exception as error:
            raise ProbeFailed(memory_failure("reading memory", error)) from error
