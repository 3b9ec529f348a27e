"""A store's files. Everything here is sync and small::

    memory/memory.md            the memory; the writer's own folder
    archive/prior_sessions.json the cited form's archive, and nothing else: the probe agent reads this folder
    archive.sha256              what the archive must be
    before/0003-S003.md         memory.md as it was before each session, in the order of their coming

A killed run gives its last session again: :meth:`StoreFiles.begin` puts memory.md back to what it was before.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from memorybench.errors import BackendUnreachable, BadInput
from memorybench.records import Session
from memorybench_markdown.archive import ARCHIVE_NAME, render, session_of, session_records

MEMORY_NAME = "memory.md"


class StoreFiles:
    """The files of one store below ``workspace``."""

    def __init__(self, workspace: Path, *, archived: bool) -> None:
        self._workspace = workspace
        self.archived = archived
        self.writer_folder = workspace / "memory"
        self.archive_folder = workspace / "archive"
        self._memory = self.writer_folder / MEMORY_NAME
        self._archive = self.archive_folder / ARCHIVE_NAME
        self._digest = workspace / "archive.sha256"
        self._before = workspace / "before"

    def create(self) -> None:
        """Make the folders that an empty store has.

        Raises:
            BackendUnreachable: they cannot be made; as every writing method here.
        """
        folders = [self.writer_folder, self._before, *([self.archive_folder] if self.archived else [])]
        with self._usable():
            for folder in folders:
                folder.mkdir(parents=True, exist_ok=True)

    def memory(self) -> str:
        """memory.md as it is on disk now; empty if there is none.

        Raises:
            UnicodeDecodeError: the file is damaged.
        """
        with self._usable():
            try:
                return self._memory.read_text(encoding="utf-8")
            except FileNotFoundError:
                return ""

    def write_memory(self, text: str) -> None:
        """Replace memory.md as a whole."""
        self._write(self._memory, text)

    def begin(self, session: Session) -> str:
        """Keep memory.md as it is before ``session``, or put it back if the session comes again; return it.

        Raises:
            BadInput: another session was written after this one.
        """
        kept = sorted(self._before.glob("*-*.md"))
        names = [path.stem.partition("-")[2] for path in kept]
        if session.id not in names:
            before = self.memory()
            self._write(self._before / f"{len(kept) + 1:04d}-{session.id}.md", before)
            return before
        if names[-1] != session.id:
            raise BadInput(
                f"session {session.id} cannot be written again: memory.md has been worked on with {names[-1]} since."
            )
        before = kept[-1].read_text(encoding="utf-8")
        if before != self.memory():
            self.write_memory(before)
        return before

    def archive(self, session: Session) -> None:
        """Put the session's messages into the archive; what it held of the same session is replaced."""
        kept = [record for record in self._records() if session_of(record) != session.id]
        text = render([*kept, *session_records(session)])
        self._write(self._archive, text)
        self._write(self._digest, _sha256(text))

    def message_ids(self) -> frozenset[str]:
        """The ids of all messages in the archive."""
        return frozenset(str(record["id"]) for record in self._records())

    def archive_is_true(self) -> bool:
        """Whether the archive is, to the byte, what was written last."""
        try:
            return _sha256(self._archive.read_text(encoding="utf-8")) == self._digest.read_text(encoding="utf-8")
        except FileNotFoundError:
            return not self._archive.exists() and not self._digest.exists()

    def delete(self) -> None:
        """Delete everything, the workspace included."""
        shutil.rmtree(self._workspace, ignore_errors=True)

    def _records(self) -> list[dict[str, Any]]:
        if not self._archive.exists():
            return []
        records: list[dict[str, Any]] = json.loads(self._archive.read_text(encoding="utf-8"))
        return records

    def _write(self, path: Path, text: str) -> None:
        """A killed process leaves the old file or the new one; the half-written one lies outside every folder."""
        part = self._workspace / f".{path.name}.part"
        with self._usable():
            with part.open("w", encoding="utf-8", newline="") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)

    @contextmanager
    def _usable(self) -> Iterator[None]:
        """A full disk or a folder without the rights says nothing about the memory system."""
        try:
            yield
        except OSError as error:
            raise BackendUnreachable(
                f"the markdown store in {self._workspace} cannot be used: {error.strerror or error}. "
                "Make room or give the right to read and write, or choose another folder with --stores."
            ) from error


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
