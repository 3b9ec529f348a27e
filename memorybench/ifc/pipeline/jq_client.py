"""Keeps one jq process at hand, and kills it when a program does not end."""

from __future__ import annotations

import json
import os
import select
import struct
import subprocess
import sys
import threading
import weakref
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memorybench.ifc.pipeline.context import StageResult
from memorybench.ifc.pipeline.deadline import Deadline, Expired
from memorybench.ifc.pipeline.refusal import Refusal

LARGEST_OUTPUT = 32 * 1024**2  # bytes of one jq run
_WORKER = Path(__file__).with_name("jq_worker.py")
_PROBLEMS = {
    "too_much": "jq: more than 32 MiB or 200,000 values came out; bound it, e.g. [limit(10; …)]",
    "memory": "jq: the program needed too much memory; bound it, e.g. with limit(10; …)",
    "depth": "jq: the output is nested too deeply to print; select a part of it",
}
_DIED = "jq: the program was stopped because it needed too much memory; bound it, e.g. with limit(10; …)"


@dataclass(frozen=True, slots=True)
class JqRequest:
    """A jq program with its options; ``flags`` are jq's own letters out of ``n s R r j a S e``."""

    program: str
    flags: str = ""
    indent: str = "  "
    args: dict[str, Any] = field(default_factory=dict)


class JqWorker:
    """Runs jq programs in a process of its own: no environment, no files, bounded memory. Thread-safe."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def run(self, request: JqRequest, data: bytes, deadline: Deadline) -> StageResult:
        """Run ``request`` on ``data``. Raises :class:`Expired` at the deadline; the process is then killed."""
        with self._lock:
            try:
                answer, out = self._exchange(request, data, deadline)
            except (OSError, EOFError):
                self._kill()
                raise Refusal(_DIED, 5) from None
            except BaseException:
                self._kill()
                raise
        if problem := answer.get("problem"):
            raise Refusal(_PROBLEMS[problem], 5)
        return StageResult(out, answer["err"], answer["code"])

    def close(self) -> None:
        """End the process; a later run starts another one."""
        with self._lock:
            self._kill()

    def _exchange(self, request: JqRequest, data: bytes, deadline: Deadline) -> tuple[dict[str, Any], bytes]:
        process = self._started()
        head = {
            "program": request.program,
            "flags": request.flags,
            "indent": request.indent,
            "args": request.args,
            "seconds": deadline.remaining(),
            "largest": LARGEST_OUTPUT,
        }
        self._send(process, json.dumps(head).encode(), data)
        answer = json.loads(self._receive(process, deadline))
        return answer, self._receive(process, deadline)

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-I", str(_WORKER)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={},
                cwd="/",
                bufsize=0,
            )
            weakref.finalize(self, _end, self._process)
        return self._process

    @staticmethod
    def _send(process: subprocess.Popen[bytes], *parts: bytes) -> None:
        assert process.stdin is not None
        for part in parts:  # the worker reads everything before it works, so this cannot block for long
            view = memoryview(struct.pack(">Q", len(part)) + part)
            while view:
                view = view[os.write(process.stdin.fileno(), view[: 1 << 20]) :]

    @staticmethod
    def _receive(process: subprocess.Popen[bytes], deadline: Deadline) -> bytes:
        (size,) = struct.unpack(">Q", _read(process, 8, deadline))
        return _read(process, size, deadline)

    def _kill(self) -> None:
        if self._process is not None:
            _end(self._process)
            self._process = None


def _read(process: subprocess.Popen[bytes], size: int, deadline: Deadline) -> bytes:
    assert process.stdout is not None
    chunks = bytearray()
    while len(chunks) < size:
        ready, _, _ = select.select([process.stdout], [], [], deadline.remaining())
        if not ready:
            raise Expired
        chunk = os.read(process.stdout.fileno(), min(size - len(chunks), 1 << 20))
        if not chunk:
            raise EOFError
        chunks += chunk
    return bytes(chunks)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            stream.close()
