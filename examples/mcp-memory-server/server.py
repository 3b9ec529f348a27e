"""A small memory server that speaks the Model Context Protocol: notes in SQLite, found by their words (FTS5, BM25).

    python server.py                 # over standard input and output, as a client starts it
    python server.py --http 8766     # for many clients at once, at http://127.0.0.1:8766/mcp

Needs ``pip install mcp``. Notes lie in ``notes.db`` in the working folder, or where ``--db`` says.
"""

from __future__ import annotations

import argparse
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel

SCHEMA = """
CREATE VIRTUAL TABLE IF NOT EXISTS notes
USING fts5(text, namespace UNINDEXED, session UNINDEXED, tokenize = 'unicode61 remove_diacritics 2')
"""


class Note(BaseModel):
    """One note as a client sees it."""

    id: int
    text: str
    session: str
    score: float | None = None


class Notes(BaseModel):
    """Notes, best first."""

    memories: list[Note]


class Database:
    """The notes of all namespaces in one file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self.connect() as connection:
            connection.execute(SCHEMA)

    def connect(self) -> closing[sqlite3.Connection]:
        """A connection of its own for each call; every statement is committed at once."""
        return closing(sqlite3.connect(self.path, isolation_level=None, timeout=30))


def words_of(query: str) -> str:
    """The query as FTS5 wants it: any of its words, none of its operators."""
    return " OR ".join(f'"{word}"' for word in dict.fromkeys(re.findall(r"\w+", query.lower())[:64]))


def build(database: Database) -> MCPServer:
    """The server with its four tools."""
    server: MCPServer = MCPServer("notes", version="1.0.0", instructions="Notes on a project, by session.")

    @server.tool()
    def add_note(text: str, session: str = "", namespace: str = "default") -> Note:
        """Keep a note."""
        if not text.strip():
            raise ToolError("a note needs a text")
        with database.connect() as connection:
            row = connection.execute(
                "INSERT INTO notes (text, namespace, session) VALUES (?, ?, ?)", (text, namespace, session)
            )
            return Note(id=row.lastrowid or 0, text=text, session=session)

    @server.tool()
    def search_notes(query: str, limit: int = 10, namespace: str = "default") -> Notes:
        """Find notes by their words, best first."""
        words = words_of(query)
        if not words:
            return Notes(memories=[])
        with database.connect() as connection:
            rows = connection.execute(
                "SELECT rowid, text, session, bm25(notes) AS rank FROM notes "
                "WHERE notes MATCH ? AND namespace = ? ORDER BY rank, rowid LIMIT ?",
                (words, namespace, limit),
            ).fetchall()
        return Notes(memories=[Note(id=row[0], text=row[1], session=row[2], score=-row[3]) for row in rows])

    @server.tool()
    def list_notes(namespace: str = "default") -> Notes:
        """List every note, oldest first."""
        with database.connect() as connection:
            rows = connection.execute(
                "SELECT rowid, text, session FROM notes WHERE namespace = ? ORDER BY rowid", (namespace,)
            ).fetchall()
        return Notes(memories=[Note(id=row[0], text=row[1], session=row[2]) for row in rows])

    @server.tool()
    def delete_session(session: str, namespace: str = "default") -> int:
        """Delete the notes of a session; returns how many there were."""
        with database.connect() as connection:
            return connection.execute(
                "DELETE FROM notes WHERE namespace = ? AND session = ?", (namespace, session)
            ).rowcount

    return server


def main() -> None:
    """Serve until the client leaves, or until stopped."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--db", type=Path, default=Path("notes.db"))
    options.add_argument("--http", type=int, metavar="PORT", help="serve at http://127.0.0.1:PORT/mcp")
    chosen = options.parse_args()
    server = build(Database(chosen.db))
    if chosen.http is None:
        server.run("stdio")
    else:
        server.run("streamable-http", host="127.0.0.1", port=chosen.http)


if __name__ == "__main__":
    main()
