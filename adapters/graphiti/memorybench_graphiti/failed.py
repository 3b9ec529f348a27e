"""The sessions that Graphiti failed on, kept in the workspace until they are stored after all."""

from __future__ import annotations

from pathlib import Path

from memorybench.records import Session


class FailedSessions:
    """A file of sessions, one a line, in the order they were given."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def all(self) -> list[Session]:
        """What is still missing."""
        try:
            text = self._path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return []
        return [Session.model_validate_json(line) for line in text.splitlines()]

    def add(self, session: Session) -> None:
        """Note a session; once, however often it fails."""
        self._write([*(kept for kept in self.all() if kept.id != session.id), session])

    def remove(self, session: str) -> None:
        """Forget a session: it is stored, or about to be given again."""
        left = self.all()
        kept = [one for one in left if one.id != session]
        if len(kept) < len(left):
            self._write(kept)

    def _write(self, sessions: list[Session]) -> None:
        part = self._path.with_suffix(".part")
        part.write_text("".join(f"{session.model_dump_json()}\n" for session in sessions), encoding="utf-8")
        part.replace(self._path)
