"""What was handed to the server, noted call by call: a session given again after a kill is not stored twice.

Most servers can neither replace nor find a session, so the adapter remembers for them. One line a call and state; a
call that was begun and not ended is doubtful: the server may have stored it or not.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

State = Literal["begun", "done", "failed"]


class Journal:
    """The journal of one store, read from ``path`` if it is there."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._states: dict[str, dict[str, State]] = {}  # session -> call -> state
        self._stored: dict[str, int] = {}  # session -> memories
        self.started: dict[str, datetime] = {}  # session -> when it was held
        for line in self._lines():
            self._take(line)

    @property
    def empty(self) -> bool:
        """Whether nothing was ever handed over."""
        return not self._states

    @property
    def sessions(self) -> list[str]:
        """The sessions of which something was handed over, in order."""
        return list(self._states)

    def state(self, session: str, call: str) -> State | None:
        """How far a call came; None: it was never begun."""
        return self._states.get(session, {}).get(call)

    def calls(self, session: str) -> list[str]:
        """The keys of all calls of a session that were begun, in order."""
        return list(self._states.get(session, ()))

    def doubtful(self, session: str) -> list[str]:
        """Calls of which it is not known whether the server stored what they handed over."""
        return [call for call, state in self._states.get(session, {}).items() if state == "begun"]

    def stored(self, session: str) -> int:
        """How many memories came of what was handed over of a session so far."""
        return self._stored.get(session, 0)

    def begin(self, session: str, call: str, started: datetime) -> None:
        """Note that a call is about to be made."""
        self._write({"session": session, "call": call, "state": "begun", "started_at": started.isoformat()})

    def end(self, session: str, call: str, state: State) -> None:
        """Note how the call ended."""
        self._write({"session": session, "call": call, "state": state})

    def count(self, session: str, memories: int) -> None:
        """Note how many memories came of a session, in all."""
        self._write({"session": session, "memories": memories})

    def forget(self, session: str) -> None:
        """Note that the server holds nothing of a session any more."""
        self._write({"session": session, "forgotten": True})

    def _take(self, line: dict[str, Any]) -> None:
        session = line["session"]
        if line.get("forgotten"):
            self._states.pop(session, None)
            self._stored.pop(session, None)
        if "memories" in line:
            self._stored[session] = line["memories"]
        if "started_at" in line:
            self.started[session] = datetime.fromisoformat(line["started_at"])
        if "call" in line:
            self._states.setdefault(session, {})[line["call"]] = line["state"]

    def _write(self, line: dict[str, Any]) -> None:
        self._take(line)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def _lines(self) -> Iterator[dict[str, Any]]:
        """The lines on disk; a last one that was cut short by a kill is removed: its call was never made."""
        if not self._path.exists():
            return
        text = self._path.read_text(encoding="utf-8")
        whole, _, torn = text.rpartition("\n")
        if torn:
            self._path.write_text(f"{whole}\n" if whole else "", encoding="utf-8")
        for line in whole.splitlines():
            yield json.loads(line)
