"""Runs one FalkorDB server for as long as the process that asked for it lives: a program of its own.

The parent writes one line of JSON to its standard input and keeps that pipe open::

    {"server": "…/redis-server", "module": "…/falkordb.so", "folder": "…", "password": "…"}

The guard answers with one line on its standard output, ``{"port": 43210, "pid": 77}`` or ``{"error": "…"}``.
When the pipe ends, by the parent's wish or by its death in any manner, ``kill -9`` included, the server is
stopped. Should the guard itself be killed, Linux stops the server. Standard library only: it must start fast.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

START_SECONDS = 60.0  # a big graph takes a while to load
STOP_SECONDS = 5.0
LOG = "server.log"
_TRIES = 5  # another program may take the port between its choice and the server's start
_PR_SET_PDEATHSIG = 1


def main() -> int:
    """Start the server, report, wait for the end of the pipe, stop the server."""
    for ignored in (signal.SIGINT, signal.SIGHUP):  # Ctrl-C is for the parent: it closes the store first
        signal.signal(ignored, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    parent = os.getppid()
    request = _first_line(sys.stdin.fileno())
    if request is None:
        return 0
    server: subprocess.Popen[bytes] | None = None
    try:
        try:
            server, port = start(json.loads(request))
        except OSError as error:
            _report({"error": str(error)})
            return 1
        _report({"port": port, "pid": server.pid})
        _wait(server, parent)
    finally:
        if server is not None:
            stop(server)
    return 0


def start(request: dict[str, str]) -> tuple[subprocess.Popen[bytes], int]:
    """A server that answers, and its port; raise ``OSError`` in one sentence if there can be none."""
    reason = ""
    for _ in range(_TRIES):
        port = free_port()
        server = _spawn(request, port)
        try:
            if _answers(server, port, request["password"]):
                return server, port
            reason = last_words(Path(request["folder"]) / LOG)
        except BaseException:
            stop(server)
            raise
        stop(server)
        if "bind" not in reason.lower() and "address" not in reason.lower():
            break
    raise OSError(reason or "it did not answer")


def stop(server: subprocess.Popen[bytes]) -> None:
    """Ask the server to end, then make it."""
    if server.poll() is None:
        server.terminate()
        try:
            server.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            server.kill()
    server.wait()


def free_port() -> int:
    """A TCP port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def configuration(request: dict[str, str], port: int) -> str:
    """What the server reads from its standard input, so that the password stands on no command line.

    It saves only when told to: what is on disk is what the adapter declared whole.
    """
    return "\n".join(
        [
            "bind 127.0.0.1",
            f"port {port}",
            f"dir {_quoted(request['folder'])}",
            "dbfilename dump.rdb",
            'save ""',
            "appendonly no",
            f"requirepass {_quoted(request['password'])}",
            f"loadmodule {_quoted(request['module'])} THREAD_COUNT 1 OMP_THREAD_COUNT 1 CMD_INFO no",
            "",
        ]
    )


def _spawn(request: dict[str, str], port: int) -> subprocess.Popen[bytes]:
    with (Path(request["folder"]) / LOG).open("wb") as log:
        server = subprocess.Popen(
            [request["server"], "-"],
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=subprocess.STDOUT,
            preexec_fn=_die_with_guard(os.getpid()),  # safe: the guard has one thread
        )
    assert server.stdin is not None
    try:
        server.stdin.write(configuration(request, port).encode("utf-8"))
        server.stdin.close()
    except BrokenPipeError:
        pass  # it ended at once; its log says why
    return server


def _die_with_guard(guard: int) -> Callable[[], None] | None:
    """What the server's process does before it becomes the server: bind its life to the guard's (Linux only)."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def bind() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != guard:  # it died in between
            os._exit(1)

    return bind


def _answers(server: subprocess.Popen[bytes], port: int, password: str) -> bool:
    """Wait until this very server, known by its password, is ready; False if it ends or takes too long."""
    deadline = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < deadline:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1.0) as connection:
                connection.sendall(f"AUTH default {password}\r\nPING\r\n".encode())
                reply = b""
                while reply.count(b"\r\n") < 2 and (part := connection.recv(4096)):
                    reply += part
                if b"+PONG" in reply:
                    return True
        except OSError:
            pass
        time.sleep(0.01)
    return False


def _wait(server: subprocess.Popen[bytes], parent: int) -> None:
    """Return when the pipe ends, the parent is gone, or the server is."""
    while server.poll() is None and os.getppid() == parent:
        readable, _, _ = select.select([sys.stdin.fileno()], [], [], 1.0)
        if readable and not os.read(sys.stdin.fileno(), 4096):
            return


def _first_line(pipe: int) -> bytes | None:
    """The bytes up to the first line end; None if the pipe ends before."""
    line = b""
    while not line.endswith(b"\n"):
        part = os.read(pipe, 1)
        if not part:
            return None
        line += part
    return line


def last_words(log: Path) -> str:
    """The last warning or error in the server's log, else its last line."""
    try:
        lines = [line for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
    except OSError:
        return ""
    marked = [line for line in lines if " # " in line and "overcommit" not in line]
    last = (marked or lines or [""])[-1]
    return last.split(" # ", 1)[-1].strip()


def _quoted(text: str) -> str:
    """``text`` as one argument of the server's configuration."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{escaped}"'


def _report(answer: dict[str, Any]) -> None:
    os.write(sys.stdout.fileno(), json.dumps(answer).encode() + b"\n")


def _leave(signum: int, frame: FrameType | None) -> None:
    raise SystemExit(0)


if __name__ == "__main__":
    raise SystemExit(main())
