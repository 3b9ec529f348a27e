"""The example server over both transports, and stores on it."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from memorybench_mcp.config import McpConfig

from memorybench.memory import StoreContext
from memorybench.records import Message, Session
from memorybench.testing.fakes import fake_models

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "examples" / "mcp-memory-server" / "server.py"
CET = timezone(timedelta(hours=1))


@pytest.fixture
def command() -> str:
    """What starts the example server."""
    return shlex.join([sys.executable, str(EXAMPLE)])


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The example server at a URL; it serves all stores of these tests."""
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder = tmp_path_factory.mktemp("mcp-url")
    with (folder / "log").open("w", encoding="utf-8") as log:
        server = subprocess.Popen([sys.executable, str(EXAMPLE), "--http", str(port)], cwd=folder, stderr=log)
        try:
            _wait_for(port, server)
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            server.terminate()
            server.wait(10)


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    import socket

    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the example server did not start")


@pytest.fixture
def make_session() -> Callable[..., Session]:
    """Build session ``number`` (one a week from 2 March 2026) in which an architect says ``texts``."""

    def make(number: int, *texts: str) -> Session:
        name = f"S{number:03d}"
        messages = tuple(
            Message(id=f"{name}-M{place:02d}", role="user", speaker="architect", text=text)
            for place, text in enumerate(texts, start=1)
        )
        started = datetime(2026, 3, 2, 9, 30, tzinfo=CET) + timedelta(weeks=number - 1)
        return Session(id=name, started_at=started, messages=messages)

    return make


@pytest.fixture
def make_context(tmp_path: Path) -> Callable[..., StoreContext]:
    """Build a store context in this test's own folder."""

    def make(target: str, *, read_only: bool = False, namespace: str = "p1", **options: Any) -> StoreContext:
        return StoreContext(
            namespace=namespace,
            workspace=tmp_path / namespace,
            models=fake_models(),
            config=McpConfig(**options),
            variant=target,
            read_only=read_only,
        )

    return make


@pytest.fixture
def scripted(tmp_path: Path) -> Callable[[str], str]:
    """Write a server of a few lines and return the command that starts it.

    The lines follow ``server = MCPServer("scripted", version="1.2.3")`` and come before it runs.
    """

    def write(lines: str) -> str:
        path = tmp_path / "scripted_server.py"
        path.write_text(
            "import asyncio, json, os, signal, subprocess, sys, time\n"
            "from pathlib import Path\n"
            "from typing import Any\n"
            "from mcp.server.mcpserver import MCPServer\n"
            'server = MCPServer("scripted", version="1.2.3")\n'
            'NOTES = Path("notes.txt")\n'
            f"{lines}\n"
            'server.run("stdio")\n',
            encoding="utf-8",
        )
        return shlex.join([sys.executable, str(path)])

    return write


@pytest.fixture
def alive() -> Callable[[int], bool]:
    """Whether a process is still there (a zombie is not)."""

    def look(pid: int) -> bool:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        status = Path(f"/proc/{pid}/stat")
        return not status.exists() or status.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"

    return look
