"""The smallest memory that holds to the whole contract: tests break it in one way at a time."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import ClassVar

from memorybench.memory import AdapterCard, MemoryAdapter, StoreContext
from memorybench.records import IngestReceipt, Memory, Session
from memorybench.rendering import render_messages


class Sound(MemoryAdapter):
    """Keeps every message as a line of a file a session, finds it by common words."""

    card: ClassVar[AdapterCard] = AdapterCard(
        name="sound",
        summary="Messages in text files, found by common words.",
        system="sound 1.0",
        backend="text files",
        surfaces=("search",),
        roles="in the text",
        time="in the text",
        dump="every message",
    )

    opened: StoreContext
    folder: Path

    async def open(self, context: StoreContext) -> None:
        """Make the store's folder."""
        self.opened = context
        self.folder = context.workspace / "notes"
        if not context.read_only:
            self.folder.mkdir(parents=True, exist_ok=True)

    async def ingest(self, session: Session) -> IngestReceipt:
        """Replace the session's file."""
        if self.opened.read_only:
            raise RuntimeError("read only")
        memories = remembered(session)
        self.write(session.id, memories)
        return IngestReceipt(session=session.id, messages=len(session.messages), memories=len(memories))

    def write(self, name: str, memories: list[Memory]) -> None:
        """The file ``name``, one memory a line."""
        lines = "\n".join(memory.model_dump_json() for memory in memories)
        (self.folder / f"{name}.jsonl").write_text(lines, encoding="utf-8")

    async def search(self, query: str, limit: int) -> list[Memory]:
        """The memories with the most words of the query."""
        words = set(query.lower().split())
        scored = [(len(words & set(memory.text.lower().split())), memory) for memory in await self.dump() or ()]
        return [memory for score, memory in sorted(scored, key=lambda pair: -pair[0]) if score][:limit]

    async def dump(self) -> list[Memory] | None:
        """Every line of every file, by session."""
        paths = sorted(self.folder.glob("*.jsonl"))
        return [
            Memory.model_validate_json(line)
            for path in paths
            for line in path.read_text(encoding="utf-8").splitlines()
        ]

    async def close(self) -> None:
        """Nothing is held."""

    async def drop(self) -> None:
        """Delete the workspace."""
        shutil.rmtree(self.opened.workspace)


def remembered(session: Session) -> list[Memory]:
    """A memory a message, with date, id and speaker in its text."""
    return [Memory(text=text, id=message.id, session=session.id) for message, text in render_messages(session)]
