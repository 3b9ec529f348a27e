"""Graphiti in a process of its own: nothing at home, no stray settings, no network beyond this machine, no noise."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import asyncio, os, socket, sys, time
from datetime import UTC, datetime, timedelta
from pathlib import Path

connect = socket.socket.connect

def only_here(self, address):
    if isinstance(address, tuple) and address[0] != "127.0.0.1":
        raise SystemExit(f"network used: {address}")
    return connect(self, address)

resolve = socket.getaddrinfo

def only_numbers(host, *args, **kwargs):
    if host not in ("127.0.0.1", None):
        raise SystemExit(f"name asked for: {host}")
    return resolve(host, *args, **kwargs)

socket.socket.connect = only_here
socket.getaddrinfo = only_numbers

from memorybench.memory import StoreContext
from memorybench.records import Message, Session
from memorybench_graphiti.adapter import GraphitiMemory
from memorybench_graphiti.config import GraphitiConfig
from memorybench_graphiti.contract import contract_models

assert not {"graphiti_core", "neo4j", "redis", "falkordb"} & set(sys.modules), "the adapter module must load alone"

def session(number):
    name = f"S{number:03d}"
    messages = []
    for turn in range(3):
        text = f"Wall type W{number}-{turn} costs {number}{turn}.50 euro per square metre."
        messages.append(Message(id=f"{name}-M{2 * turn + 1:02d}", role="user", text=text))
        messages.append(
            Message(id=f"{name}-M{2 * turn + 2:02d}", role="assistant", final=True, text="I have noted this. " * 40)
        )
    started = datetime(2026, 3, 1, tzinfo=UTC) + timedelta(days=number)
    return Session(id=name, started_at=started, messages=tuple(messages))

async def main():
    adapter = GraphitiMemory()
    await adapter.open(StoreContext("p1", Path(sys.argv[1]), contract_models(), GraphitiConfig()))
    for number in range(1, 13):
        receipt = await adapter.ingest(session(number))
        assert not receipt.failures, receipt
    assert len(await adapter.search("cost of wall type", 10)) == 10
    assert sum(memory.valid_from is not None for memory in await adapter.dump()) == 36
    server = adapter._store._server
    status = Path(f"/proc/{server.pid}/status")
    resident = 0
    if status.exists():
        lines = dict(line.split(":", 1) for line in status.read_text(encoding="utf-8").splitlines() if ":" in line)
        resident = int(lines["VmRSS"].split()[0]) // 1024
    await adapter.close()
    assert "FROM_A_STRAY_FILE" not in os.environ, "a .env file was read"
    import graphiti_core.embedder.client as client
    assert client.EMBEDDING_DIM == 256
    from graphiti_core.telemetry.telemetry import is_telemetry_enabled
    assert not is_telemetry_enabled()
    print(f"{time.process_time():.2f} {resident}")

asyncio.run(main())
"""


def test_twelve_sessions_in_a_clean_process(tmp_path: Path) -> None:
    home, here, temporary = (tmp_path / name for name in ("home", "here", "temporary"))
    for folder in (home, here, temporary):
        folder.mkdir()
    (here / ".env").write_text("FROM_A_STRAY_FILE=1\nOPENAI_API_KEY=x\n", encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("GRAPHITI", "XDG"))}
    environment |= {"HOME": str(home), "TMPDIR": str(temporary), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path / "store")],
        cwd=here,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=180,
    )
    assert done.returncode == 0, done.stderr
    noise = [
        line for line in done.stderr.splitlines() if "PydanticDeprecated" not in line and "class Search" not in line
    ]
    assert noise == []
    assert sorted(path.name for folder in (home, here, temporary) for path in folder.rglob("*")) == [".env"]
    seconds, megabytes = done.stdout.split()
    assert float(seconds) < 30  # of the processor, imports included: about 8 on the slow machine it was set on
    assert int(megabytes) < 150  # what the store's server holds: about 30


def test_a_dotenv_beside_the_library_is_not_read(tmp_path: Path) -> None:
    """Graphiti looks for `.env` upwards from its own folder: in a project's environment that finds the project's."""
    script = (
        "import os, dotenv, dotenv.main\n"
        f"dotenv.main.find_dotenv = lambda *a, **k: {str(tmp_path / '.env')!r}\n"
        "from memorybench_graphiti.library import prepare\n"
        "prepare(8)\n"
        "print(os.environ.get('STRAY'), os.environ.get('PYTHON_DOTENV_DISABLED'))\n"
        "dotenv.load_dotenv()\n"
        "print(os.environ.get('STRAY'))\n"
    )
    (tmp_path / ".env").write_text("STRAY=1\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, encoding="utf-8", timeout=120, check=True
    )
    assert done.stdout.split() == ["None", "None", "1"]
