"""See which files Python code writes: the contract allows an adapter its own workspace and nothing else."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import Any

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND
_watchers: list[list[Path]] = []
_installed = False


@contextmanager
def written_paths() -> Iterator[list[Path]]:
    """Collect the absolute paths that this process opens for writing, creates or renames to, in the block.

    Sees Python's own calls (``open``, ``mkdir``, ``rename``, ``sqlite3.connect``), not those of C libraries;
    bytecode files, devices and ``/proc`` are left out.
    """
    global _installed
    if not _installed:
        sys.addaudithook(_audit)  # an audit hook cannot be removed, so there is one, idle outside the block
        _installed = True
    seen: list[Path] = []
    _watchers.append(seen)
    try:
        yield seen
    finally:
        _watchers.remove(seen)


@contextmanager
def empty_surroundings(folder: Path) -> Iterator[Path]:
    """Make ``folder`` the home, the working and the temporary folder while the block runs."""
    folder.mkdir(parents=True, exist_ok=True)
    names = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "TMPDIR")
    before = {name: os.environ.get(name) for name in names}
    temporary = tempfile.tempdir
    os.environ.update(dict.fromkeys(names, str(folder)))
    tempfile.tempdir = str(folder)
    try:
        with chdir(folder):
            yield folder
    finally:
        tempfile.tempdir = temporary
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    if not _watchers:
        return
    target: Any = None
    if event == "open":
        path, mode, flags = arguments
        writes = bool(isinstance(flags, int) and flags & _WRITING) or (
            isinstance(mode, str) and bool(set(mode) & set("wax+"))
        )
        target = path if writes else None
    elif event in ("os.mkdir", "sqlite3.connect"):
        target = arguments[0]
    elif event == "os.rename":
        target = arguments[1]
    if isinstance(target, str | bytes | os.PathLike):
        _note(os.fsdecode(target))


def _note(name: str) -> None:
    if name == ":memory:" or name.endswith(".pyc") or "__pycache__" in name or name.startswith(("/dev/", "/proc/")):
        return
    path = Path(os.path.abspath(name))  # noqa: PTH100 - a link must not be followed: it is where it was written
    for seen in _watchers:
        seen.append(path)
