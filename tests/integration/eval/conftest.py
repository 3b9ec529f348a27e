"""The command line as a user types it, on a small dataset, with a scripted model behind a real HTTP client."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from memorybench.testing.openai_server import OpenAIServer, Say

DATASET = Path(__file__).resolve().parents[2] / "recordings" / "plumbing" / "dataset"
QDRANT = Path(__file__).with_name("qdrant_server.py")
MAIN = "from memorybench.cli.main import main; main()"


@dataclass
class Script:
    """A model that plays every role plausibly.

    ``delay`` seconds a call; ``judge`` and ``memory`` reply in those roles' place; ``before`` is told of each
    request's role and how many of them there were.
    """

    delay: float = 0.0
    judge: Callable[[dict[str, Any]], str] | None = None
    memory: Callable[[dict[str, Any]], str | Say] | None = None
    before: Callable[[str, int], None] | None = None
    counts: dict[str, int] = field(default_factory=dict)

    def __call__(self, request: dict[str, Any]) -> str | Say:
        role = self.role(request)
        self.counts[role] = self.counts.get(role, 0) + 1
        if self.before:
            self.before(role, self.counts[role])
        time.sleep(self.delay)
        return self.answer(request)

    def answer(self, request: dict[str, Any]) -> str | Say:
        """What the request's role says."""
        role, last = self.role(request), request["messages"][-1]
        if role == "preflight":
            return "ready"
        if role == "judge":
            return self.judge(request) if self.judge else self._verdict(request)
        if role == "memory" and self.memory:
            return self.memory(request)
        if role == "memory":
            told = re.findall(r"^user: (.*)", str(last["content"]), re.MULTILINE)
            items = [{"id": str(i), "text": text, "attributed_to": "user"} for i, text in enumerate(told)]
            return json.dumps({"memory": items})
        if last["role"] == "tool":
            return f"From memory: {last['content'][:200]}"
        tools = [tool["function"]["name"] for tool in request["tools"]]
        if "search_project_memory" in tools:
            return Say(tool_calls=(("search_project_memory", {"query": str(last["content"])}),))
        return Say(tool_calls=(("execute", {"command": "ifcquery harbour-office.ifc select 'IfcDoor' | jq length"}),))

    @staticmethod
    def role(request: dict[str, Any]) -> str:
        """Which role a request is for."""
        if request.get("tools"):
            return "probe"
        if request.get("response_format", {}).get("type") == "json_schema" or "EVIDENCE-" in str(request["messages"]):
            return "judge"
        return "preflight" if "single word: ready" in str(request["messages"]) else "memory"

    @staticmethod
    def _verdict(request: dict[str, Any]) -> str:
        schema = request["response_format"]["json_schema"]["schema"]["properties"]
        return json.dumps({name: {"reason": "scripted", "verdict": True} for name in schema})


@dataclass
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def summary(self) -> dict[str, Any]:
        """The JSON on stdout."""
        found: dict[str, Any] = json.loads(self.out)
        return found

    @property
    def sentence(self) -> str:
        """What stands on stderr's last line; no traceback may stand anywhere."""
        assert "Traceback" not in self.err, self.err
        return self.err.strip().splitlines()[-1]


@dataclass
class Cli:
    """Runs ``memorybench`` in a folder of its own."""

    folder: Path

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-c", MAIN, *arguments]

    def environment(self, **more: str) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
        return {**kept, "COLUMNS": "118", **more}

    def __call__(self, *arguments: str, **environment: str) -> Done:
        done = subprocess.run(
            self.command(*arguments),
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=self.folder,
            env=self.environment(**environment),
            check=False,
            timeout=120,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def in_process(self, *arguments: str) -> Done:
        """The same without a process of its own: for commands that end before they do anything."""
        from memorybench.cli import main

        out, err = io.StringIO(), io.StringIO()
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
            patch.setattr(sys, "argv", ["memorybench", *arguments])
            patch.chdir(self.folder)
            patch.setattr(main, "_hanging", lambda: False)  # other tests leave hung calls on purpose
            for name in [name for name in os.environ if name.endswith("_API_KEY")]:
                patch.delenv(name)
            with pytest.raises(SystemExit) as ended:
                main.main()
        return Done(int(ended.value.code or 0), out.getvalue(), err.getvalue())

    def stopped(self, when: Callable[[], bool], how: signal.Signals, *arguments: str) -> Done:
        """Start a command, send it ``how`` as soon as ``when`` holds, and wait for its end."""
        running = subprocess.Popen(
            self.command(*arguments),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=self.folder,
            env=self.environment(),
        )
        deadline = time.monotonic() + 60
        while not when():
            assert running.poll() is None, running.communicate()
            assert time.monotonic() < deadline, "the moment to stop never came"
            time.sleep(0.01)
        running.send_signal(how)
        out, err = running.communicate(timeout=60)
        return Done(running.returncode, out, err)


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    """The command line in an empty folder."""
    return Cli(tmp_path)


@pytest.fixture
def script() -> Script:
    """The scripted model."""
    return Script()


@pytest.fixture
def server(script: Script) -> Iterator[OpenAIServer]:
    """A loopback server that the scripted model answers on."""
    with OpenAIServer(script) as running:
        yield running


@dataclass
class QdrantProcess:
    """The stand-in for a Qdrant server as a process: it can be killed, and started again empty on its port."""

    options: tuple[str, ...] = ()
    port: int = 0
    running: subprocess.Popen[str] | None = None

    def start(self, *options: str) -> str:
        """Start it; return its URL."""
        self.options = options or self.options
        command = [sys.executable, str(QDRANT), "--port", str(self.port), *self.options]
        self.running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        assert self.running.stdout is not None
        url = self.running.stdout.readline().strip()
        self.port = int(url.rpartition(":")[2])
        return url

    def kill(self) -> None:
        """End it at once."""
        if self.running is not None:
            self.running.kill()
            self.running.communicate()
            self.running = None


@pytest.fixture
def qdrant() -> Iterator[QdrantProcess]:
    """A Qdrant server that is not started yet."""
    process = QdrantProcess()
    yield process
    process.kill()


@pytest.fixture
def dataset() -> str:
    """Three tasks on one history of six sessions."""
    return str(DATASET)


def without_timings(value: Any) -> Any:
    """A summary without what a clock decides."""
    if isinstance(value, dict):
        return {key: without_timings(item) for key, item in value.items() if "seconds" not in key}
    return [without_timings(item) for item in value] if isinstance(value, list) else value


@pytest.fixture(name="without_timings")
def _without_timings() -> Callable[[Any], Any]:
    return without_timings
