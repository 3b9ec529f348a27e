"""``gold-memory``: the task's own facts, whole, in the prompt: what a perfect memory would give."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import ClassVar

from pydantic import TypeAdapter

from memorybench.memory import AdapterCard, GoldAccess, MemoryAdapter, StoreContext
from memorybench.records import Fact, IngestReceipt, Memory, Session
from memorybench_baselines.session_store import write_atomically

_FACTS = TypeAdapter(tuple[Fact, ...])


class GoldMemory(MemoryAdapter):
    """Sees the facts and nothing else; sessions are discarded. A control, never a memory system."""

    card: ClassVar[AdapterCard] = AdapterCard(
        name="gold-memory",
        summary="Control: the facts of the task itself in the prompt. No figure of the paper belongs to it.",
        system="gold facts (part of memorybench)",
        backend="a JSON file in the run's own folder",
        surfaces=("context",),
        deviations=("sees the gold facts: the only adapter that does, to bound what any memory could give",),
        roles="messages are discarded",
        time="none: the facts that hold at the probe time are given, superseded ones are left out",
        dump="one memory a fact: exactly what is in the prompt",
        parallelism="none: one file is read",
    )
    gold: ClassVar[bool] = True

    def __init__(self) -> None:
        self._context: StoreContext | None = None
        self._facts: tuple[Fact, ...] | None = None

    def accept_gold(self, gold: GoldAccess) -> None:
        """Take the facts of one task, before or after ``open``; they replace earlier ones."""
        self._facts = tuple(gold.facts)
        self._save()

    async def open(self, context: StoreContext) -> None:
        """Use the facts already given, else those the workspace holds."""
        self._context = context
        if self._facts is not None:
            self._save()
        elif self._path(context).is_file():
            self._facts = _FACTS.validate_json(self._path(context).read_text(encoding="utf-8"))

    async def ingest(self, session: Session) -> IngestReceipt:
        """Discard the session."""
        return IngestReceipt(session=session.id, messages=len(session.messages), memories=0)

    async def context(self) -> str:
        """The facts that hold, one sentence a line."""
        return "\n".join(memory.text for memory in await self.dump())

    async def dump(self) -> list[Memory]:
        """The facts that hold, in the order of the task."""
        facts = self._facts or ()
        stale = {fact.supersedes for fact in facts if fact.supersedes}
        return [
            Memory(text=fact.sentence(), id=fact.id, session=fact.evidence[0].partition("-")[0] or None)
            if fact.evidence
            else Memory(text=fact.sentence(), id=fact.id)
            for fact in facts
            if fact.id not in stale
        ]

    async def close(self) -> None:
        """Forget the facts; the file stays."""
        self._facts = None
        self._context = None

    async def drop(self) -> None:
        """Delete the facts and the workspace."""
        if self._context is not None:
            shutil.rmtree(self._context.workspace, ignore_errors=True)
        await self.close()

    def _save(self) -> None:
        if self._context is not None and not self._context.read_only and self._facts is not None:
            write_atomically(self._path(self._context), _FACTS.dump_json(self._facts).decode("utf-8"))

    @staticmethod
    def _path(context: StoreContext) -> Path:
        return context.workspace / "facts.json"
