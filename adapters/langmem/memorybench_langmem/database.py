"""What a store holds, on disk: LangGraph's in-memory store forgets it when the process ends.

One SQLite file: the memories as LangMem wrote them, the session that wrote each last, the vectors of their texts,
and what the latest session changed, so that it can be taken back.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from memorybench.errors import BackendUnreachable
from memorybench.records import Memory, Session

_TABLES = """
CREATE TABLE IF NOT EXISTS memory (key TEXT PRIMARY KEY, value TEXT, session TEXT, started_at TEXT);
CREATE TABLE IF NOT EXISTS vector (text TEXT PRIMARY KEY, numbers BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS latest (session TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS before (key TEXT PRIMARY KEY, value TEXT, session TEXT, started_at TEXT);
"""
# A row keeps its place when it is changed, as an item does in LangGraph's store: its order breaks ties of similarity.
_PUT = """
INSERT INTO memory VALUES (?, ?, ?, ?)
ON CONFLICT (key) DO UPDATE SET value = excluded.value, session = excluded.session, started_at = excluded.started_at
"""


class Database:
    """An open store file. A session is written whole or not at all."""

    def __init__(self, path: Path) -> None:
        """Open or create the file.

        Raises:
            BackendUnreachable: it cannot be read or written.
        """
        self._path = path
        self._connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        try:
            with self._errors():
                self._connection.executescript(_TABLES)
        except BaseException:
            self._connection.close()
            raise

    def take_back(self, session: str) -> bool:
        """Undo ``session`` if it is the latest that was written; whether it was."""
        with self._errors(), self._transaction() as execute:
            if execute("SELECT session FROM latest").fetchone() != (session,):
                return False
            execute("DELETE FROM memory WHERE key IN (SELECT key FROM before WHERE value IS NULL)")
            for row in execute("SELECT * FROM before WHERE value IS NOT NULL").fetchall():
                execute(_PUT, row)
            execute("DELETE FROM before")
            execute("DELETE FROM latest")
        return True

    def write(self, session: Session, puts: Mapping[str, Any], vectors: Mapping[str, list[float]]) -> None:
        """Keep what ``session`` wrote: values by key, and the vectors of their texts."""
        with self._errors(), self._transaction() as execute:
            execute("DELETE FROM before")
            execute("DELETE FROM latest")
            execute("INSERT INTO latest VALUES (?)", (session.id,))
            for key, value in puts.items():
                execute("INSERT INTO before (key) VALUES (?)", (key,))
                execute("INSERT OR REPLACE INTO before SELECT * FROM memory WHERE key = ?", (key,))
                text = json.dumps(value, ensure_ascii=False)
                execute(_PUT, (key, text, session.id, session.started_at.isoformat()))
            for text, numbers in vectors.items():
                execute("INSERT OR REPLACE INTO vector VALUES (?, ?)", (text, array("d", numbers).tobytes()))

    def values(self) -> dict[str, Any]:
        """Every memory as LangMem wrote it, by key, in the order in which they came."""
        with self._errors():
            rows = self._connection.execute("SELECT key, value FROM memory ORDER BY rowid").fetchall()
        return {key: json.loads(value) for key, value in rows}

    def vectors(self) -> dict[str, list[float]]:
        """The vectors by text."""
        with self._errors():
            rows = self._connection.execute("SELECT text, numbers FROM vector").fetchall()
        return {text: list(array("d", numbers)) for text, numbers in rows}

    def memories(self) -> dict[str, Memory]:
        """Every memory by key."""
        with self._errors():
            rows = self._connection.execute("SELECT * FROM memory").fetchall()
        return {
            key: Memory(
                text=_text(json.loads(value)), session=session, valid_from=datetime.fromisoformat(started), id=key
            )
            for key, value, session, started in rows
        }

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    @contextmanager
    def _transaction(self) -> Iterator[Any]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield self._connection.execute
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise BackendUnreachable(
                f"langmem: the store's file {self._path} cannot be used ({error}): see to the disk, or delete the "
                "store's folder to ingest again."
            ) from error


def _text(value: dict[str, Any]) -> str:
    """The content of LangMem's default schema ``Memory``."""
    return str(value["content"]["content"])
