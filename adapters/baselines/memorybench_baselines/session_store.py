"""Raw sessions kept in a store's workspace, one JSON file a session: what four of the baselines stand on."""

from __future__ import annotations

import os
import shutil
from abc import ABC
from pathlib import Path

from memorybench.errors import BadInput
from memorybench.memory import MemoryAdapter, StoreContext
from memorybench.records import IngestReceipt, Memory, Session
from memorybench.rendering import render_messages


def write_atomically(path: Path, text: str) -> None:
    """Write ``text`` so that a killed process leaves the old file or the new one, never half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    with part.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


class SessionStore:
    """The sessions of one store by id. Writing a session again replaces it, so a resumed run adds nothing twice."""

    def __init__(self, folder: Path, *, read_only: bool) -> None:
        self._folder = folder
        self._read_only = read_only
        self._sessions: dict[str, Session] = {}
        for path in sorted(folder.glob("S*.json")) if folder.is_dir() else []:
            session = Session.model_validate_json(path.read_text(encoding="utf-8"))
            self._sessions[session.id] = session

    def put(self, session: Session) -> None:
        """Store one session; raise ``BadInput`` when the store was opened to read only."""
        if self._read_only:
            raise BadInput(f"session {session.id} cannot be ingested: the store is open to read only.")
        write_atomically(self._folder / f"{session.id}.json", session.model_dump_json())
        self._sessions[session.id] = session

    def sessions(self) -> list[Session]:
        """All sessions, oldest first."""
        return sorted(self._sessions.values(), key=lambda session: (session.started_at, session.id))

    def memories(self) -> list[Memory]:
        """Every stored message as one memory, in the fixed text form, oldest first."""
        return [
            Memory(text=text, session=session.id, valid_from=session.started_at, id=message.id)
            for session in self.sessions()
            for message, text in render_messages(session)
        ]


class RawSessions(MemoryAdapter, ABC):
    """Base of the baselines that keep the raw messages; a subclass adds its surface."""

    _context: StoreContext | None = None
    _store: SessionStore | None = None

    @property
    def store(self) -> SessionStore:
        """The open store; raise ``BadInput`` when there is none."""
        if self._store is None:
            raise BadInput(f"the {self.card.name} store is not open.")
        return self._store

    async def open(self, context: StoreContext) -> None:
        """Read what the workspace holds; nothing is written yet."""
        self._context = context
        self._store = SessionStore(context.workspace / "sessions", read_only=context.read_only)

    async def ingest(self, session: Session) -> IngestReceipt:
        """Keep the session's messages as they are: one memory a message."""
        self.store.put(session)
        return IngestReceipt(session=session.id, messages=len(session.messages), memories=len(session.messages))

    async def dump(self) -> list[Memory]:
        """Every raw message, oldest first."""
        return self.store.memories()

    async def close(self) -> None:
        """Forget the open store; its files stay."""
        self._store = None

    async def drop(self) -> None:
        """Delete everything in the workspace."""
        if self._context is not None:
            shutil.rmtree(self._context.workspace, ignore_errors=True)
        self._store = None
