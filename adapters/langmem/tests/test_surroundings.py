"""LangMem in a process of its own: no file at home, no network, no word on the terminal, even if tracing is on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import asyncio, socket, sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

used = []

def refuse(*args, **kwargs):
    used.append(args)
    raise OSError("no network here")

socket.getaddrinfo = refuse
socket.create_connection = refuse
socket.socket.connect = refuse
socket.socket.connect_ex = refuse

from memorybench.memory import AdapterConfig, StoreContext
from memorybench.records import Message, Session
from memorybench_langmem.adapter import LangMemMemory
from memorybench_langmem.contract import contract_models

assert "langmem" not in sys.modules, "the adapter module must load without langmem"

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
    adapter = LangMemMemory()
    await adapter.open(StoreContext("p1", Path(sys.argv[1]), contract_models(), AdapterConfig()))
    for number in range(1, 31):
        await adapter.ingest(session(number))
    assert len(await adapter.search("cost of wall type", 10)) == 10
    assert len(await adapter.dump()) == 90
    await adapter.close()

asyncio.run(main())
assert not used, used
"""


def test_thirty_sessions_in_a_clean_process(tmp_path: Path) -> None:
    home, here, temporary = (tmp_path / name for name in ("home", "here", "temporary"))
    for folder in (home, here, temporary):
        folder.mkdir()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG")}
    environment |= {"HOME": str(home), "TMPDIR": str(temporary), "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {
        "LANGSMITH_TRACING": "true",
        "LANGSMITH_API_KEY": "none",
        "LANGSMITH_ENDPOINT": "http://127.0.0.1:9",
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path / "store")],
        cwd=here,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [path.name for folder in (home, here, temporary) for path in folder.rglob("*")] == []
