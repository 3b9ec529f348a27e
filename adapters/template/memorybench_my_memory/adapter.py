"""my-memory behind memorybench's contract.

This one works as it stands: it keeps every message in a file and finds it by common words. Put your system in the
places marked HERE; what surrounds them is what the benchmark relies on. Everything is explained in memorybench's
docs/adapters.md, and checked by `memorybench adapters check my-memory`.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import ClassVar

from pydantic import Field

from memorybench.memory import AdapterCard, AdapterConfig, MemoryAdapter, StoreContext
from memorybench.records import IngestReceipt, Memory, Session
from memorybench.rendering import render_messages


class MyMemoryConfig(AdapterConfig):
    """What a user may set, as `--set my-memory.min_words=2`. An unknown key is refused; a secret is a `SecretStr`."""

    min_words: int = Field(1, ge=1, description="a hit shares at least so many words with the query")


class MyMemory(MemoryAdapter):
    """One instance serves one store: the memory of one building project, told up to one day."""

    # What a reader must know to trust a figure with this name on it; `memorybench adapters show my-memory` prints it.
    card: ClassVar[AdapterCard] = AdapterCard(
        name="my-memory",
        summary="Every message in a file, found by common words.",
        system="my-memory 0.1.0",  # HERE: the memory system and its pinned version
        backend="JSON lines in the store's folder",
        surfaces=("search",),  # and/or "context" (text in the prompt), "files" (a folder to grep)
        uses_model=False,  # HERE: True if ingestion calls a chat model: then `context.models.chat` is one
        uses_embedder=False,
        defaults_kept=(),  # HERE: what is left as the system has it
        deviations=(),  # HERE: what is not, each with its reason
        roles="in the fixed text prefix of each message",
        time="the session's day, in the text prefix and as valid_from",
        dump="every message",
        parallelism="none: one session after the other",
        not_run=(),  # HERE: what was never tried, e.g. a real server
    )
    config_type: ClassVar[type[AdapterConfig]] = MyMemoryConfig

    async def open(self, context: StoreContext) -> None:
        """Open or create the store. A new instance must find again what another one wrote.

        Make clients here, not in `__init__`: an instance has an event loop of its own. Write below
        `context.workspace` only; on a shared server keep stores apart by `context.namespace`. Raise
        `memorybench.errors.BackendUnreachable` if a server is down: the run is then unscored, not wrong.
        """
        self._config = context.config if isinstance(context.config, MyMemoryConfig) else MyMemoryConfig()
        self._read_only = context.read_only
        self._folder = context.workspace

    async def ingest(self, session: Session) -> IngestReceipt:
        """Write one dated session, already filtered to the run's scope; it may have no messages.

        After a kill the last session is given again, so replace what is left of it. Let a model's error pass.
        What the system lost of the session goes into the receipt's `failures`.
        """
        if self._read_only:
            raise RuntimeError(f"session {session.id} cannot be ingested: the store is open to read only")
        # HERE: hand the session to your system. If it has a field of its own for time, use session.started_at;
        # else this prefix, the same for all systems: "[2026-03-02 S003-M02 user (architect)] The plaster costs …".
        memories = [
            Memory(text=text, id=message.id, session=session.id, valid_from=session.started_at)
            for message, text in render_messages(session)
        ]
        self._replace(self._folder / f"{session.id}.jsonl", memories)
        return IngestReceipt(session=session.id, messages=len(session.messages), memories=len(memories))

    async def search(self, query: str, limit: int) -> list[Memory]:
        """At most `limit` memories, best first; none, without an error, if there is nothing. Asked many at once."""
        words = set(query.lower().split())  # HERE: ask your system
        scored = [(len(words & set(memory.text.lower().split())), memory) for memory in await self.dump()]
        hits = [(score, memory) for score, memory in scored if score >= self._config.min_words]
        hits.sort(key=lambda hit: -hit[0])
        return [memory.model_copy(update={"score": float(score)}) for score, memory in hits[:limit]]

    async def dump(self) -> list[Memory]:
        """Everything stored, in a stable order. Whether a fact was written at all is measured on it."""
        return [  # HERE: list all that your system holds; return None only if it really cannot
            Memory.model_validate_json(line)
            for path in sorted(self._folder.glob("*.jsonl"))
            for line in path.read_text(encoding="utf-8").splitlines()
        ]

    async def close(self) -> None:
        """Release threads, connections, files and processes. May be called twice."""

    async def drop(self) -> None:
        """Delete the store, on a server too."""
        shutil.rmtree(self._folder)

    @staticmethod
    def _replace(path: Path, memories: list[Memory]) -> None:
        """Write the file whole or not at all: a run may be killed at any moment."""
        part = path.with_suffix(".part")
        part.write_text("".join(f"{memory.model_dump_json()}\n" for memory in memories), encoding="utf-8")
        part.replace(path)
