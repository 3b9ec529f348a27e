"""Adapters that break one rule each: what is left around the store."""

from __future__ import annotations

import asyncio
import socket
import threading
from pathlib import Path
from typing import IO, ClassVar

from memorybench.memory import StoreContext
from memorybench.records import IngestReceipt, Session
from memorybench.testing.sound import Sound

LEFT_OPEN: list[IO[str] | socket.socket] = []
STOP = threading.Event()


def let_go() -> None:
    """End what these adapters leave."""
    STOP.set()
    while LEFT_OPEN:
        LEFT_OPEN.pop().close()
    STOP.clear()


class WritesAtHome(Sound):
    fails: ClassVar = {"writes_inside_workspace"}

    async def ingest(self, session: Session) -> IngestReceipt:
        (Path.home() / ".toy").write_text("1", encoding="utf-8")
        return await super().ingest(session)


class WritesBesideTheWorkspace(Sound):
    fails: ClassVar = {"writes_inside_workspace"}

    async def ingest(self, session: Session) -> IngestReceipt:
        (self.opened.workspace.parent.parent / "cache").write_text("1", encoding="utf-8")
        return await super().ingest(session)


class LeavesAServer(Sound):
    fails: ClassVar = {"close_releases_everything"}

    async def open(self, context: StoreContext) -> None:
        await super().open(context)
        self.server = await asyncio.create_subprocess_exec("sleep", "20")


class LeavesAFileOpen(Sound):
    fails: ClassVar = {"close_releases_everything"}

    async def ingest(self, session: Session) -> IngestReceipt:
        receipt = await super().ingest(session)
        LEFT_OPEN.append((self.folder / f"{session.id}.jsonl").open(encoding="utf-8"))
        return receipt


class LeavesAPort(Sound):
    fails: ClassVar = {"close_releases_everything"}

    async def open(self, context: StoreContext) -> None:
        await super().open(context)
        LEFT_OPEN.append(socket.create_server(("127.0.0.1", 0)))


class LeavesAConnection(Sound):
    fails: ClassVar = {"close_releases_everything"}

    async def open(self, context: StoreContext) -> None:
        await super().open(context)
        with socket.create_server(("127.0.0.1", 0)) as server:
            LEFT_OPEN.append(socket.create_connection(server.getsockname()))
            LEFT_OPEN.append(server.accept()[0])


class LeavesAThread(Sound):
    fails: ClassVar = {"close_releases_everything"}

    async def open(self, context: StoreContext) -> None:
        await super().open(context)
        threading.Thread(target=STOP.wait, args=(20,), name="toy worker").start()


class SwallowsModelErrors(Sound):
    fails: ClassVar = {"model_errors_pass"}

    card = Sound.card.model_copy(update={"uses_model": True})
