"""memory.md and the archive on disk: taken up after a kill, kept to the scope, out of the probe agent's reach."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage
from memorybench_markdown.adapter import MarkdownMemory
from memorybench_markdown.archive import PART_CHARS

from memorybench.errors import BadInput
from memorybench.memory import StoreContext
from memorybench.probe.agent import run_probe
from memorybench.records import Kind, Label, Message, Scope, Session, Task
from memorybench.scopes import filter_session

MakeContext = Callable[..., StoreContext]
MakeSession = Callable[..., Session]

PLASTER = "The plaster costs 41.50 per square metre."
KEPT = "# Memory\n\n- 2026-03-02: plaster 41.50 per m2 (architect) [S001-M01]\n"
DONE = AIMessage("The file is up to date.")


async def opened(context: StoreContext) -> MarkdownMemory:
    adapter = MarkdownMemory()
    await adapter.open(context)
    return adapter


def everything(folder: Path) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*")) if path.is_file())


def records(context: StoreContext) -> list[dict[str, Any]]:
    return list(json.loads((context.workspace / "archive" / "prior_sessions.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("scope", "roles"),
    [
        (Scope.USER, {"user"}),
        (Scope.USER_FINAL, {"user", "assistant"}),
        (Scope.FULL, {"user", "assistant", "tool"}),
    ],
)
async def test_the_archive_holds_the_scopes_messages_and_no_other(
    make_context: MakeContext, scope: Scope, roles: set[str]
) -> None:
    session = Session(
        id="S001",
        started_at=datetime(2026, 3, 2, 9, tzinfo=UTC),
        messages=(
            Message(id="S001-M01", role="user", text="word-of-user"),
            Message(id="S001-M02", role="assistant", text="word-of-work", command="ifcquery word-of-command"),
            Message(id="S001-M03", role="tool", text="word-of-tool"),
            Message(id="S001-M04", role="assistant", text="word-of-final", final=True),
        ),
    )
    context = make_context(DONE)
    adapter = await opened(context)
    await adapter.ingest(filter_session(session, scope))
    folder = await adapter.files()
    await adapter.close()
    assert [path.name for path in folder.iterdir()] == ["prior_sessions.json"]
    assert {record["role"] for record in records(context)} == roles
    shown = everything(context.workspace)
    seen = {word for word in ("user", "work", "command", "tool", "final") if f"word-of-{word}" in shown}
    expected = {
        Scope.USER: {"user"},
        Scope.USER_FINAL: {"user", "final"},
        Scope.FULL: {"user", "work", "command", "tool", "final"},
    }
    assert seen == expected[scope]


async def test_a_long_message_takes_several_records_that_join_to_it(
    make_context: MakeContext, make_session: MakeSession
) -> None:
    text = "line of words\n" * 300 + "x" * (PART_CHARS + 5)
    context = make_context(DONE)
    adapter = await opened(context)
    await adapter.ingest(make_session(1, text))
    await adapter.close()
    parts = records(context)
    assert "".join(part["text"] for part in parts) == text
    assert {part["id"] for part in parts} == {"S001-M01"}
    assert max(len(part["text"]) for part in parts) <= PART_CHARS


async def test_uncited_leaves_no_message_on_disk(make_context: MakeContext, make_session: MakeSession) -> None:
    context = make_context(DONE, variant="uncited")
    adapter = await opened(context)
    await adapter.ingest(make_session(1, PLASTER))
    with pytest.raises(NotImplementedError):
        await adapter.files()
    await adapter.close()
    assert PLASTER not in everything(context.workspace)


KILLED = """
import asyncio, os, sys
from datetime import UTC, datetime
from pathlib import Path
from langchain_core.messages import AIMessage
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from memorybench.memory import MemoryModels, StoreContext
from memorybench.records import Message, Session
from memorybench_markdown.adapter import MarkdownMemory
from memorybench_markdown.config import MarkdownConfig

def turns():
    args = {"file_path": "/memory.md", "content": "- half a thought [S002-M01]\\n"}
    yield AIMessage("", tool_calls=[{"name": "write_file", "args": args, "id": "c0", "type": "tool_call"}])
    os.kill(os.getpid(), 9)

class Model(GenericFakeChatModel):
    def bind_tools(self, tools, **kwargs):
        return self

async def main():
    adapter = MarkdownMemory()
    models = MemoryModels(chat=Model(messages=turns()))
    await adapter.open(StoreContext("p1", Path(sys.argv[1]), models, MarkdownConfig()))
    said = Message(id="S002-M01", role="user", text="Doors are EI 60.")
    await adapter.ingest(Session(id="S002", started_at=datetime(2026, 3, 9, tzinfo=UTC), messages=(said,)))

asyncio.run(main())
"""


async def test_after_a_kill_in_mid_session_the_session_begins_from_the_memory_before_it(
    make_context: MakeContext, make_session: MakeSession, kit: Any
) -> None:
    first = await opened(make_context(kit.writes(KEPT), DONE))
    await first.ingest(make_session(1, PLASTER))
    await first.close()
    second = KEPT + "- 2026-03-09: doors EI 60 [S002-M01]\n"
    context = make_context(kit.writes(second), DONE)
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(context.workspace)], env=dict(os.environ), capture_output=True, timeout=120
    )
    assert killed.returncode == -9, killed.stderr.decode()
    assert "half a thought" in everything(context.workspace)
    again = await opened(context)
    receipt = await again.ingest(make_session(2, "Doors are EI 60."))
    assert "half a thought" not in context.models.chat.prompts[0][0].text
    assert "plaster 41.50" in context.models.chat.prompts[0][0].text
    assert again._opened().memory() == second
    assert (receipt.memories, receipt.failures) == (1, ())
    assert [record["id"] for record in records(context)] == ["S001-M01", "S002-M01"]
    await again.close()


async def test_a_session_before_the_last_cannot_come_again(
    make_context: MakeContext, make_session: MakeSession
) -> None:
    adapter = await opened(make_context(DONE))
    for number in (1, 2):
        await adapter.ingest(make_session(number, PLASTER))
    with pytest.raises(BadInput, match="S001 cannot be written again"):
        await adapter.ingest(make_session(1, PLASTER))
    await adapter.close()


async def test_two_stores_at_once_keep_apart(make_context: MakeContext, make_session: MakeSession, kit: Any) -> None:
    import asyncio

    texts = ["- plaster 41.50 [S001-M01]\n", "- doors EI 60 [S001-M01]\n"]
    stores = [
        await opened(make_context(kit.writes(text), DONE, namespace=name))
        for name, text in zip(("a", "b"), texts, strict=True)
    ]
    await asyncio.gather(*(store.ingest(make_session(1, PLASTER)) for store in stores))
    assert [store._opened().memory() for store in stores] == texts
    for store in stores:
        await store.close()


async def test_a_changed_archive_shows_in_the_dump(make_context: MakeContext, make_session: MakeSession) -> None:
    context = make_context(DONE)
    adapter = await opened(context)
    await adapter.ingest(make_session(1, PLASTER))
    assert await adapter.dump() == []
    archive = context.workspace / "archive" / "prior_sessions.json"
    archive.write_text(archive.read_text(encoding="utf-8").replace("41.50", "14.50"), encoding="utf-8")
    assert len(await adapter.dump()) == 1
    await adapter.close()


async def test_the_probe_agent_reads_memory_and_archive_and_writes_neither(
    make_context: MakeContext, make_session: MakeSession, kit: Any
) -> None:
    writing = await opened(make_context(kit.writes(KEPT), DONE))
    await writing.ingest(make_session(1, PLASTER))
    await writing.close()
    context = make_context(read_only=True)
    adapter = await opened(context)
    before = everything(context.workspace)
    grep = ("grep", {"pattern": "S001-M01", "path": "/memory", "output_mode": "content"})
    evil = [
        ("write_file", {"file_path": "/memory/prior_sessions.json", "content": "[]"}),
        ("write_file", {"file_path": "/memory.md", "content": "- nonsense"}),
        ("edit_file", {"file_path": "/memory/prior_sessions.json", "old_string": "41.50", "new_string": "1"}),
        ("read_file", {"file_path": "/memory/../memory/memory.md"}),
        ("read_file", {"file_path": "/memory/../before/0001-S001.md"}),
    ]
    model = make_context(*(kit.calls(call) for call in (grep, *evil)), AIMessage("41.50."), namespace="m").models.chat
    answer = await run_probe(TASK, adapter=adapter, model=model, shell=None, surfaces=("context", "files"))
    await adapter.close()
    assert everything(context.workspace) == before
    assert model.tools[0] == ["grep", "read_file"]
    assert "plaster 41.50 per m2 (architect) [S001-M01]" in model.prompts[0][0].text
    assert PLASTER in model.prompts[1][-1].text
    assert all(messages[-1].status == "error" for messages in model.prompts[2:])
    assert any(PLASTER in memory.text for memory in answer.retrieved)
    with pytest.raises(BadInput, match="read only"):
        await (await opened(context)).ingest(make_session(2, PLASTER))


TASK = Task(
    id="t1",
    history="h1",
    project="P",
    model=None,
    probe="What does the plaster cost?",
    probe_plain="What does the plaster cost?",
    probe_time=datetime(2026, 5, 1, 9, tzinfo=UTC),
    label=Label.NOT_IN_IFC,
    kind=Kind.LOOKUP,
    family="unit_cost",
    gold_answer="41.50",
    extra_information="The plaster costs 41.50.",
    facts=(),
)
