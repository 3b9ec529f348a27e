"""See what code still holds: processes it started, files below a folder, ports, connections, threads.

Processes, files, ports and connections are read from ``/proc``; elsewhere only threads are seen.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import uuid4

SEES_PROCESSES = Path("/proc/self/fd").is_dir()
_MARK = "MEMORYBENCH_CONTRACT_WATCH"  # inherited by every process that is started, however far it detaches itself
_LISTENING, _CONNECTED = "0A", "01"


@dataclass(frozen=True)
class Held:
    """What is left now of what was not there when the watch began."""

    folder: Path
    token: str
    threads: frozenset[threading.Thread]  # not their idents: those are given out again
    sockets: frozenset[str]
    connected: frozenset[str]

    def after_first_use(self) -> Held:
        """The same watch, but of threads and connections only those that are made after this call."""
        return replace(self, threads=frozenset(threading.enumerate()), connected=_sockets())

    def left(self) -> list[str]:
        """One phrase for each thing that is still held."""
        threads = [
            f"thread {thread.name!r}"
            for thread in threading.enumerate()
            if thread not in self.threads and thread.is_alive() and not _of_a_loop(thread)
        ]
        if not SEES_PROCESSES:
            return threads
        now = _sockets()
        ports = [f"listening port {port}" for inode, port in _tcp(_LISTENING) if inode in now - self.sockets]
        ports += [
            f"open connection from port {port}" for inode, port in _tcp(_CONNECTED) if inode in now - self.connected
        ]
        files = [f"open file {path.relative_to(self.folder)}" for path in _open_files(self.folder)]
        return [*_processes(self.token), *files, *ports, *threads]


@contextmanager
def watched(folder: Path) -> Iterator[Held]:
    """Watch what is started and opened in the block, files only below ``folder``."""
    token = uuid4().hex
    before = os.environ.get(_MARK)
    os.environ[_MARK] = token
    try:
        yield Held(
            folder=folder.resolve(),
            token=token,
            threads=frozenset(threading.enumerate()),
            sockets=_sockets(),
            connected=_sockets(),
        )
    finally:
        if before is None:
            os.environ.pop(_MARK, None)
        else:
            os.environ[_MARK] = before


def _of_a_loop(thread: threading.Thread) -> bool:
    """Whether the thread is one of an event loop's own pool, which ends with the loop, not with a store."""
    return thread.name.startswith("asyncio_")


def _processes(token: str) -> list[str]:
    """The processes that were started with the token in their environment and still run."""
    mark = f"{_MARK}={token}".encode()
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            if mark not in (entry / "environ").read_bytes().split(b"\0"):
                continue
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:  # ended meanwhile, or another user's
            continue
        command = b" ".join(words).decode("utf-8", "replace").strip()
        if command and "multiprocessing.resource_tracker" not in command:  # Python's own, one for the whole program
            found.append(f"process {entry.name} ({command[:80]})")
    return sorted(found)


def _links() -> Iterator[str]:
    """What this process's open file descriptors are."""
    for entry in Path("/proc/self/fd").iterdir():
        try:
            yield str(entry.readlink())
        except OSError:
            continue


def _open_files(folder: Path) -> list[Path]:
    paths = (Path(link.removesuffix(" (deleted)")) for link in _links() if link.startswith("/"))
    return sorted(path for path in paths if path.is_relative_to(folder))


def _sockets() -> frozenset[str]:
    """The inodes of this process's sockets."""
    if not SEES_PROCESSES:
        return frozenset()
    return frozenset(link[len("socket:[") : -1] for link in _links() if link.startswith("socket:["))


def _tcp(state: str) -> Iterator[tuple[str, int]]:
    """Inode and local port of the TCP sockets in ``state``."""
    for table in ("/proc/self/net/tcp", "/proc/self/net/tcp6"):
        try:
            lines = Path(table).read_text(encoding="ascii").splitlines()[1:]
        except OSError:
            continue
        for fields in (line.split() for line in lines):
            if fields[3] == state:
                yield fields[9], int(fields[1].rpartition(":")[2], 16)
