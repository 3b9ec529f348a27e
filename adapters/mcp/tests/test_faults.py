"""What a user gets when the server is missing, silent, wrong, slow or gone."""

from __future__ import annotations

import os
import shlex
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from memorybench_mcp.adapter import McpMemory

from memorybench.errors import BackendUnreachable, BadInput
from memorybench.memory import StoreContext
from memorybench.records import Session

MakeContext = Callable[..., StoreContext]
MakeSession = Callable[..., Session]
Scripted = Callable[[str], str]

ADD = """
@server.tool()
def add(text: str) -> str:
    NOTES.open("a", encoding="utf-8").write(text.replace(chr(10), " ") + chr(10))
    return "kept"
"""
SEARCH = """
@server.tool()
def search(query: str, limit: int) -> list[str]:
    return NOTES.read_text(encoding="utf-8").splitlines()[:limit] if NOTES.exists() else []

@server.tool()
def everything() -> list[str]:
    return NOTES.read_text(encoding="utf-8").splitlines() if NOTES.exists() else []
"""


async def opened(context: StoreContext) -> McpMemory:
    adapter = McpMemory()
    await adapter.open(context)
    return adapter


async def test_a_program_that_is_not_there(make_context: MakeContext) -> None:
    with pytest.raises(BadInput, match="there is no program 'no-such-memory-server'"):
        await opened(make_context("no-such-memory-server --stdio"))


async def test_a_server_that_ends_at_once(make_context: MakeContext) -> None:
    command = shlex.join([sys.executable, "-c", "import sys; sys.exit('Error: the database is locked')"])
    with pytest.raises(BackendUnreachable, match=r"has ended .*the database is locked"):
        await opened(make_context(command))


async def test_a_tool_that_is_not_there(make_context: MakeContext, command: str) -> None:
    with pytest.raises(BadInput, match=r"no such tool.*It has: add_note, search_notes, list_notes, delete_session"):
        await opened(make_context(command, add_tool="add_notes"))


async def test_an_argument_that_the_tool_does_not_take(make_context: MakeContext, command: str) -> None:
    with pytest.raises(BadInput, match=r"add_note\(text, .*takes no 'contents'"):
        await opened(make_context(command, add_tool="add_note", add_arguments='{"contents": "{text}"}'))


async def test_a_refused_message_is_in_the_receipt(
    make_context: MakeContext, make_session: MakeSession, scripted: Scripted
) -> None:
    refusing = ADD.replace(
        "    NOTES.open", "    if 'asbestos' in text:\n        raise ToolError('not that')\n    NOTES.open"
    )
    adapter = await opened(
        make_context(
            scripted("from mcp.server.mcpserver.exceptions import ToolError\n" + refusing + SEARCH),
            dump_tool="everything",
        )
    )
    try:
        receipt = await adapter.ingest(
            make_session(1, "The plaster is lime.", "There is asbestos.", "The sill is oak.")
        )
        assert receipt.memories == 2
        assert [failure.kind for failure in receipt.failures] == ["memory_error"]
        assert "not that" in receipt.failures[0].message
        stored = await adapter.dump()
        assert stored is not None and len(stored) == 2
    finally:
        await adapter.close()


async def test_a_tool_that_hangs_costs_its_session(
    make_context: MakeContext, make_session: MakeSession, scripted: Scripted
) -> None:
    hanging = ADD.replace("def add", "async def add").replace(
        "    NOTES.open", "    if 'asbestos' in text:\n        await asyncio.sleep(600)\n    NOTES.open"
    )
    adapter = await opened(make_context(scripted(hanging + SEARCH), timeout_s=2))
    try:
        receipt = await adapter.ingest(make_session(1, "There is asbestos.", "The sill is oak."))
        assert (
            "add did not answer within 2 s; 1 more calls of the session were not made" in receipt.failures[0].message
        )
        following = await adapter.ingest(make_session(2, "The door is red."))
        assert following.failures == ()
        assert ["The door is red." in memory.text for memory in await adapter.search("door", 5)] == [True]
    finally:
        await adapter.close()


async def test_a_server_that_is_killed_and_a_session_given_again(
    make_context: MakeContext, make_session: MakeSession, scripted: Scripted
) -> None:
    dying = (
        ADD.replace(
            "    return",
            "    if 'asbestos' in text and not Path('died').exists():\n"
            "        Path('died').touch()\n        os.kill(os.getpid(), signal.SIGKILL)\n    return",
        )
        + SEARCH
    )
    context = make_context(scripted(dying), dump_tool="everything")
    session = make_session(1, "The plaster is lime.", "There is asbestos.", "The sill is oak.")
    adapter = await opened(context)
    with pytest.raises(BackendUnreachable, match="has ended"):
        await adapter.ingest(session)
    await adapter.close()
    again = await opened(context)
    try:
        receipt = await again.ingest(session)
        assert receipt.failures == ()
        stored = await again.dump()
        assert stored is not None
        assert sorted(memory.text.rpartition("] ")[2] for memory in stored) == [
            "The plaster is lime.",
            "The sill is oak.",
            "There is asbestos.",
        ]
    finally:
        await again.close()


async def test_a_started_server_ends_with_its_store(
    make_context: MakeContext, scripted: Scripted, alive: Callable[[int], bool], tmp_path: Path
) -> None:
    command = scripted("Path('pid').write_text(str(os.getpid()))" + ADD + SEARCH)
    context = make_context(command)
    adapter = await opened(context)
    pid = int((context.workspace / "pid").read_text(encoding="utf-8"))
    assert alive(pid)
    await adapter.drop()
    assert not alive(pid)
    assert not context.workspace.exists()


async def test_no_server_outlives_a_run_that_was_killed(
    make_context: MakeContext, scripted: Scripted, alive: Callable[[int], bool], tmp_path: Path
) -> None:
    """The server ignores that its input ends, as some do; only the guard can end it."""
    import subprocess
    import time

    stubborn = (
        "import threading\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "Path('pid').write_text(str(os.getpid()))\nthreading.Thread(target=time.sleep, args=(600,)).start()"
    )
    command = scripted(stubborn + ADD + SEARCH)
    program = (
        "import asyncio, sys\nfrom pathlib import Path\n"
        "from memorybench.memory import MemoryModels, StoreContext\n"
        "from memorybench_mcp.adapter import McpMemory\nfrom memorybench_mcp.config import McpConfig\n"
        "async def main():\n"
        "    place = Path(sys.argv[1])\n    place.mkdir()\n    adapter = McpMemory()\n"
        "    await adapter.open(StoreContext('p1', place, MemoryModels(), McpConfig(), variant=sys.argv[2]))\n"
        "    print('up', flush=True)\n    await asyncio.sleep(600)\n"
        "asyncio.run(main())\n"
    )
    store = tmp_path / "store"
    run = subprocess.Popen(
        [sys.executable, "-c", program, str(store), command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert run.stdout is not None
    try:
        assert run.stdout.readline() == b"up\n"
        pid = int((store / "pid").read_text(encoding="utf-8"))
    finally:
        run.kill()
        run.wait()
        run.stdout.close()
    deadline = time.monotonic() + 20
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not alive(pid)


async def test_stores_at_a_url_must_be_told_apart(make_context: MakeContext, url: str) -> None:
    with pytest.raises(BadInput, match=r"serves all stores of a run, and list_notes is not told which one"):
        await opened(make_context(url, dump_tool="list_notes", dump_arguments='{"namespace": "all"}'))


async def test_no_server_at_the_url(make_context: MakeContext) -> None:
    with pytest.raises(BackendUnreachable, match=r"the MCP server http://127\.0\.0\.1:9/mcp does not answer"):
        await opened(make_context("http://127.0.0.1:9/mcp"))


@pytest.fixture
def answering() -> Iterator[Callable[[int, str, str], str]]:
    """A web server that gives every request the same status, content type and body; returns its URL."""
    servers: list[ThreadingHTTPServer] = []

    def serve(status: int, kind: str, body: str) -> str:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                data = body.encode("utf-8")
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_DELETE = do_POST

            def log_message(self, format: str, *args: Any) -> None: ...

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}/mcp"

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    ("status", "kind", "body", "told"),
    [
        (401, "application/json", "{}", "refuses the token: give it with --set mcp.token"),
        (500, "text/plain", "oh no", "fails with status 500"),
        (404, "text/html", "<h1>Not found</h1>", "fails with status 404"),
        (200, "text/html", "<h1>Welcome</h1>", "does not answer"),
    ],
)
async def test_something_else_at_the_url(
    make_context: MakeContext, answering: Callable[[int, str, str], str], status: int, kind: str, body: str, told: str
) -> None:
    with pytest.raises(BackendUnreachable, match=told):
        await opened(make_context(answering(status, kind, body)))


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("", "needs a command or URL"),
        ("ftp://example.org/memory", "neither a command nor an http"),
        ("server 'half", "cannot be read as a command"),
        ("https://me:hunter2@example.org/mcp", "holds a name or password"),
        ("https://example.org/mcp?api_key=hunter2", "holds api_key"),
        ("server --api-key hunter2", "gives --api-key"),
    ],
)
def test_a_target_that_cannot_be_used(target: str, told: str) -> None:
    with pytest.raises(BadInput, match=told) as caught:
        McpMemory.check_target(target)
    assert "hunter2" not in str(caught.value)


def test_a_secret_typed_out_is_refused() -> None:
    from memorybench_mcp.config import McpConfig

    from memorybench.memory import parse_adapter_options

    with pytest.raises(BadInput, match=r'write "MEMORY_TOKEN": "\$MEMORY_TOKEN"') as caught:
        parse_adapter_options("mcp", McpConfig, {"env": '{"MEMORY_TOKEN": "hunter2"}'})
    assert "hunter2" not in str(caught.value)


async def test_a_started_server_sees_only_the_variables_it_is_given(
    make_context: MakeContext, scripted: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOMEONES_API_KEY", "not-yours")
    monkeypatch.setenv("MEMORY_TOKEN", "hunter2")
    command = scripted("Path('seen').write_text(json.dumps(dict(os.environ)))" + ADD + SEARCH)
    context = make_context(command, env='{"MEMORY_TOKEN": "$MEMORY_TOKEN", "PLACE": "{workspace}/notes"}')
    adapter = await opened(context)
    await adapter.close()
    import json

    seen = json.loads((context.workspace / "seen").read_text(encoding="utf-8"))
    assert seen["MEMORY_TOKEN"] == "hunter2"
    assert seen["PLACE"] == str(context.workspace / "notes")
    assert seen["HOME"].startswith(str(context.workspace))
    assert "SOMEONES_API_KEY" not in seen
    kept = "".join(
        path.read_text(encoding="utf-8", errors="replace")
        for path in (context.workspace / ".memorybench").rglob("*")
        if path.is_file()
    )
    assert "hunter2" not in kept
    assert "hunter2" not in str(context.config.model_dump(mode="json"))
    assert os.environ["MEMORY_TOKEN"] == "hunter2"
