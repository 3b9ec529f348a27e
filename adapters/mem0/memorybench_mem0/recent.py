"""Mem0's list of the last messages it saw, put back as it was when a session is ingested again.

Mem0 shows the model the ten messages before a session. If a run is killed after Mem0 noted a session's
messages but before the run noted its receipt, the session is given again and would see itself as its own past.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

_COLUMNS = "id, session_scope, role, content, name, created_at"


class RecentMessages:
    """The table ``messages`` of Mem0's ``history.db``, with the state before the latest session kept aside."""

    def __init__(self, database: Path, aside: Path) -> None:
        self._database = database
        self._aside = aside

    def before(self, session: str) -> None:
        """Called before a session is added: keep the table, or restore it if this session was begun before."""
        if self._aside.exists():
            kept = json.loads(self._aside.read_text(encoding="utf-8"))
            if kept["session"] == session:
                self._write(kept["rows"])
                return
        state = json.dumps({"session": session, "rows": self._read()}, ensure_ascii=False)
        part = self._aside.with_suffix(".part")
        part.write_text(state, encoding="utf-8")
        part.replace(self._aside)

    def _read(self) -> list[list[str | None]]:
        with closing(sqlite3.connect(self._database)) as connection:
            return [list(row) for row in connection.execute(f"SELECT {_COLUMNS} FROM messages ORDER BY rowid")]

    def _write(self, rows: list[list[str | None]]) -> None:
        with closing(sqlite3.connect(self._database)) as connection, connection:
            connection.execute("DELETE FROM messages")
            connection.executemany(f"INSERT INTO messages ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)", rows)
