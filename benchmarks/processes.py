"""Which processes a command leaves behind: children of this one, and any whose command line names a server."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time

SERVERS = ("redis-server", "falkordb", "qdrant", "neo4j", "mcp", "langmem", "memorybench")
GRACE_S = 3.0  # a server that was told to stop may take a moment
_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of linux/prctl.h


def adopt_orphans() -> bool:
    """Make what a child leaves behind a child of this process, where the system can (Linux); say whether it can.

    A server that outlives the run that started it would otherwise belong to process 1 and look like anybody's.
    """
    if sys.platform != "linux":
        return False
    return bool(ctypes.CDLL(None, use_errno=True).prctl(_SUBREAPER, 1, 0, 0, 0) == 0)


def table() -> dict[int, tuple[int, str]]:
    """Parent and command line of every process that still runs, by its number."""
    listed = subprocess.run(
        ["ps", "-ww", "-A", "-o", "pid=,ppid=,stat=,args="],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    found = {}
    for line in listed.stdout.splitlines():
        pid, parent, state, *command = line.split(None, 3)
        if not state.startswith("Z"):
            found[int(pid)] = (int(parent), command[0] if command else "")
    return found


def descendants(processes: dict[int, tuple[int, str]], root: int) -> dict[int, str]:
    """The processes below ``root``, with their command lines; not the listing itself."""
    found: dict[int, str] = {}
    grown = True
    while grown:
        grown = False
        for pid, (parent, command) in processes.items():
            if pid not in found and (parent == root or parent in found) and not command.startswith("ps -ww"):
                found[pid] = command
                grown = True
    return found


def named(processes: dict[int, tuple[int, str]]) -> dict[int, str]:
    """The processes, anybody's, whose command line names a server or this benchmark."""
    own = os.getpid()
    return {
        pid: command
        for pid, (_, command) in processes.items()
        if pid != own and any(word in command for word in SERVERS)
    }


def left_behind() -> dict[int, str]:
    """What still runs below this process, after a moment of grace; nothing is ended."""
    deadline = time.monotonic() + GRACE_S
    while True:
        _reap()
        found = descendants(table(), os.getpid())
        if not found or time.monotonic() > deadline:
            return found
        time.sleep(0.2)


def _reap() -> None:
    """Take note of adopted children that have ended."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return
