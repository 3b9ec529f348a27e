"""The LangMem adapter against what LangMem and trustcall swallow, and against half-done work."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from memorybench_langmem.adapter import LangMemMemory
from memorybench_langmem.database import Database
from memorybench_langmem.messages import langmem_messages

from memorybench.errors import BackendUnreachable, BadInput, ModelUnavailable
from memorybench.memory import MemoryModels, StoreContext
from memorybench.models.errors import CostLimitReached
from memorybench.models.rules import rules_model
from memorybench.records import Message, Session
from memorybench.testing.fakes import HashingEmbedder

MakeContext = Callable[..., StoreContext]
MakeSession = Callable[..., Session]
Scripted = Callable[..., MemoryModels]

PLASTER = "The plaster of the stair costs 41.50 euro per square metre."
DEARER = "The plaster of the stair costs 44.00 euro per square metre."
DOORS = "The lobby doors are EI 60."


async def opened(context: StoreContext) -> LangMemMemory:
    adapter = LangMemMemory()
    await adapter.open(context)
    return adapter


def memory(text: str) -> tuple[str, dict[str, Any]]:
    return ("Memory", {"content": text})


def shown_ids(models: MemoryModels, prompt: int) -> list[str]:
    """The ids of the known memories in a prompt of a scripted model."""
    assert models.chat is not None
    return re.findall(r"<instance id=(\S+) ", str(models.chat.prompts[prompt][0].content))  # type: ignore[attr-defined]


def patch(document: str, text: str) -> tuple[str, dict[str, Any]]:
    change = {"op": "replace", "path": "/content", "value": text}
    return ("PatchDoc", {"json_doc_id": document, "planned_edits": "the price", "patches": [change]})


async def test_a_hit_says_its_session_and_when_it_began(make_context: MakeContext, make_session: MakeSession) -> None:
    adapter = await opened(make_context())
    sessions = make_session(1, PLASTER), make_session(2, DOORS)
    for session in sessions:
        await adapter.ingest(session)
    hits = await adapter.search("rating of the lobby doors", 1)
    await adapter.close()
    assert [hit.text for hit in hits] == [f"[2026-03-09] {DOORS}"]
    assert (hits[0].session, hits[0].valid_from) == ("S002", sessions[1].started_at)


async def test_a_newer_value_replaces_the_older_memory_and_the_receipt_says_so(
    make_context: MakeContext, make_session: MakeSession
) -> None:
    adapter = await opened(make_context())
    await adapter.ingest(make_session(1, PLASTER))
    receipt = await adapter.ingest(make_session(2, DEARER))
    dump = await adapter.dump()
    await adapter.close()
    assert [(one.text, one.session) for one in dump] == [(f"[2026-03-09] {DEARER}", "S002")]
    assert (receipt.memories, receipt.notes, receipt.failures) == (0, ("1 known memories changed",), ())


async def test_a_session_given_again_is_taken_back_first_with_all_it_changed(
    make_context: MakeContext, make_session: MakeSession
) -> None:
    """A run that was killed after the session was stored and before it was noted gives it again."""
    adapter = await opened(make_context())
    await adapter.ingest(make_session(1, PLASTER))
    await adapter.ingest(make_session(2, DEARER, DOORS))
    whole = await adapter.dump()
    await adapter.close()
    again = await opened(make_context())
    receipt = await again.ingest(make_session(2, DEARER, DOORS))
    assert (receipt.memories, receipt.notes) == (1, ("1 known memories changed",))
    assert await again.dump() == whole
    await again.ingest(make_session(2, "The stair is oak."))  # now it said something else
    assert [one.text for one in await again.dump()] == [f"[2026-03-02] {PLASTER}", "[2026-03-09] The stair is oak."]
    await again.close()


async def test_the_same_sessions_give_the_same_prompts(
    make_context: MakeContext, make_session: MakeSession, scripted: Scripted
) -> None:
    """LangMem's own ids are random, and a recorded run could not be replayed."""
    prompts = []
    for namespace in ("p1", "p2"):
        models = scripted([memory(PLASTER)], [memory(DOORS)])
        context = replace(make_context(models=models), workspace=make_context(namespace=namespace).workspace)
        adapter = await opened(context)
        await adapter.ingest(make_session(1, PLASTER))
        await adapter.ingest(make_session(2, DOORS))
        await adapter.close()
        assert models.chat is not None
        prompts.append([[message.content for message in prompt] for prompt in models.chat.prompts])  # type: ignore[attr-defined]
    assert prompts[0] == prompts[1]
    assert "<instance id=" in str(prompts[0][1][0])
    assert f"[2026-03-02 S001-M01 user (architect)] {PLASTER}" in str(prompts[0][0][1])


async def test_text_where_a_tool_call_was_demanded_is_a_failure_and_the_next_session_is_taken(
    make_context: MakeContext, make_session: MakeSession, scripted: Scripted
) -> None:
    adapter = await opened(make_context(models=scripted([memory(PLASTER)], "I have noted it.", [memory("Oak.")])))
    await adapter.ingest(make_session(1, PLASTER))
    lost = await adapter.ingest(make_session(2, DOORS))
    kept = await adapter.ingest(make_session(3, "The stair is oak."))
    await adapter.close()
    assert (lost.memories, [failure.kind for failure in lost.failures]) == (0, ["memory_error"])
    assert "I have noted it." in lost.failures[0].message
    assert (kept.memories, kept.failures) == (1, ())


async def test_text_in_an_empty_store_is_told_in_a_note_since_no_call_was_demanded(
    make_context: MakeContext, make_session: MakeSession, scripted: Scripted
) -> None:
    adapter = await opened(make_context(models=scripted("Nothing to remember here.")))
    receipt = await adapter.ingest(make_session(1, "Good morning."))
    await adapter.close()
    assert (receipt.memories, receipt.failures) == (0, ())
    assert receipt.notes == ("the model recorded nothing; it said: 'Nothing to remember here.'",)


async def test_a_call_without_its_argument_is_mended_by_the_model(
    make_context: MakeContext, make_session: MakeSession, scripted: Scripted
) -> None:
    mending = {"op": "add", "path": "/content", "value": PLASTER}
    mended = ("PatchFunctionErrors", {"json_doc_id": "c0", "planned_edits": "add it", "patches": [mending]})
    adapter = await opened(make_context(models=scripted([("Memory", {"text": PLASTER})], [mended])))
    receipt = await adapter.ingest(make_session(1, PLASTER))
    dump = await adapter.dump()
    await adapter.close()
    assert [one.text for one in dump] == [PLASTER]
    assert (receipt.memories, receipt.calls, receipt.failures) == (1, 2, ())


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ([("Memory", {"text": "no content"})], "of 1 new memories in the model's reply 0 are stored"),
        ([("Remember", {"content": "another tool"})], "of 1 new memories in the model's reply 0 are stored"),
        ([patch("no-such-id", "x")], "Could not find existing schema"),
    ],
)
async def test_what_trustcall_drops_is_a_failure_in_the_receipt(
    make_context: MakeContext, make_session: MakeSession, scripted: Scripted, reply: Any, why: str
) -> None:
    adapter = await opened(make_context(models=scripted([memory(PLASTER)], reply)))
    await adapter.ingest(make_session(1, PLASTER))
    receipt = await adapter.ingest(make_session(2, DOORS))
    dump = await adapter.dump()
    await adapter.close()
    assert any(why in failure.message for failure in receipt.failures), receipt.failures
    assert [one.text for one in dump] == [PLASTER]
    assert receipt.calls <= 25


async def test_a_reply_that_makes_trustcall_ask_for_ever_ends_after_25_steps(
    make_context: MakeContext, make_session: MakeSession, scripted: Scripted
) -> None:
    adapter = await opened(make_context(models=scripted([memory(PLASTER)], [("PatchDoc", {"patches": []})])))
    await adapter.ingest(make_session(1, PLASTER))
    receipt = await adapter.ingest(make_session(2, DOORS))
    dump = await adapter.dump()
    await adapter.close()
    assert receipt.calls == 25
    assert "asks again and again" in receipt.failures[0].message
    assert [one.text for one in dump] == [PLASTER]


@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        (ModelUnavailable("no key."), ModelUnavailable),
        (CostLimitReached("spent."), CostLimitReached),
        (ConnectionError("reset by peer"), ModelUnavailable),
    ],
)
@pytest.mark.parametrize("known", [0, 1])
async def test_a_model_that_fails_is_the_models_failure_at_the_first_call(
    make_context: MakeContext,
    make_session: MakeSession,
    scripted: Scripted,
    known: int,
    raised: Exception,
    expected: type[Exception],
) -> None:
    """With memories in the store trustcall takes the error for a bad reply and asks again."""
    models = scripted(*[[memory(PLASTER)]] * known, raised)
    adapter = await opened(make_context(models=models))
    if known:
        await adapter.ingest(make_session(1, PLASTER))
    with pytest.raises(expected, match=str(raised)):
        await adapter.ingest(make_session(2, DOORS))
    assert models.chat is not None
    assert len(models.chat.prompts) == known + 1  # type: ignore[attr-defined]
    assert len(await adapter.dump()) == known
    await adapter.close()


class FlakyEmbedder(HashingEmbedder):
    """Fails on texts that name doors."""

    broken = True

    def embed_query(self, text: str) -> list[float]:
        if self.broken and "doors" in text:
            raise TimeoutError("embedder timed out")
        return super().embed_query(text)


async def test_a_memory_lost_to_the_embedder_is_an_embedder_failure_and_is_repaired_on_the_next_try(
    make_context: MakeContext, make_session: MakeSession
) -> None:
    embedder = FlakyEmbedder()
    adapter = await opened(make_context(models=replace(make_context().models, embedder=embedder)))
    session = make_session(1, DOORS, PLASTER)
    with pytest.raises(ModelUnavailable, match="embedder failed: TimeoutError"):
        await adapter.ingest(session)
    assert await adapter.dump() == []
    assert await adapter.search("plaster", 5) == []  # nothing of half a session stays
    embedder.broken = False
    receipt = await adapter.ingest(session)
    embedder.broken = True
    with pytest.raises(ModelUnavailable):
        await adapter.search("doors", 3)
    await adapter.close()
    assert receipt.memories == 2


async def test_opening_a_store_again_calls_no_model(make_context: MakeContext, make_session: MakeSession) -> None:
    adapter = await opened(make_context())
    await adapter.ingest(make_session(1, PLASTER, DOORS))
    await adapter.close()
    embedder = FlakyEmbedder()
    models = replace(make_context().models, chat=None, embedder=embedder)
    reading = await opened(make_context(models=models, read_only=True))
    assert [hit.text for hit in await reading.search("plaster", 1)] == [f"[2026-03-02] {PLASTER}"]
    with pytest.raises(BadInput, match="read only"):
        await reading.ingest(make_session(2, DOORS))
    await reading.close()


async def test_only_the_memories_nearest_to_the_last_message_can_be_changed(
    make_context: MakeContext, make_session: MakeSession, scripted: Scripted
) -> None:
    """LangMem's own limit of five, which the card names."""
    models = scripted([memory(f"Wall W{number} costs {number} euro.") for number in range(9)], [memory("x")])
    adapter = await opened(make_context(models=models))
    await adapter.ingest(make_session(1, "Walls."))
    await adapter.ingest(make_session(2, "Wall W3 and others."))
    assert len(shown_ids(models, 1)) == 5
    await adapter.close()


async def test_a_second_opener_is_told_in_one_sentence(make_context: MakeContext) -> None:
    adapter = await opened(make_context())
    with pytest.raises(BackendUnreachable, match="already open"):
        await opened(make_context())
    await adapter.close()
    await (await opened(make_context())).close()


async def test_a_damaged_file_is_named_and_gives_the_folder_up(make_context: MakeContext) -> None:
    context = make_context()
    context.workspace.mkdir()
    (context.workspace / "memories.db").write_bytes(b"no database " * 200)
    for _ in range(2):  # the claim on the folder is given back
        with pytest.raises(BackendUnreachable, match=r"memories\.db cannot be used"):
            await opened(context)


async def test_a_disk_that_takes_nothing_is_not_langmems_failure(
    make_context: MakeContext, make_session: MakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    adapter = await opened(make_context())
    await adapter.ingest(make_session(1, PLASTER))

    def full(*_: object, **__: object) -> None:
        raise BackendUnreachable("disk full") from sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(Database, "write", full)
        with pytest.raises(BackendUnreachable, match="disk full"):
            await adapter.ingest(make_session(2, DOORS))
    assert [hit.text for hit in await adapter.search("lobby doors", 5)] == [f"[2026-03-02] {PLASTER}"]
    await adapter.close()


async def test_another_embedding_size_is_refused(make_context: MakeContext, make_session: MakeSession) -> None:
    adapter = await opened(make_context())
    await adapter.ingest(make_session(1, PLASTER))
    await adapter.close()
    other = MemoryModels(chat=rules_model("memory"), embedder=HashingEmbedder(64), embedding_size=64)
    with pytest.raises(BadInput, match="vectors of 256 numbers but this embedder makes 64"):
        await opened(make_context(models=other))


async def test_a_missing_model_is_named(make_context: MakeContext) -> None:
    models = make_context().models
    with pytest.raises(BadInput, match="memory model"):
        await opened(make_context(models=replace(models, chat=None)))
    with pytest.raises(BadInput, match="embedder"):
        await opened(make_context(models=replace(models, embedder=None)))


def test_roles_reach_langmem_as_langchains_own() -> None:
    started = "2026-03-02T09:30:00+01:00"
    messages = (
        Message(id="S001-M01", role="user", speaker="architect", text="How many walls?"),
        Message(id="S001-M02", role="assistant", text="", command="ifcquery select IfcWall"),
        Message(id="S001-M03", role="tool", text="3 walls"),
        Message(id="S001-M04", role="assistant", text="", final=True),
    )
    session = Session.model_validate({"id": "S001", "started_at": started, "messages": messages})
    assert [(message.type, message.content) for message in langmem_messages(session)] == [
        ("human", "[2026-03-02 S001-M01 user (architect)] How many walls?"),
        ("ai", "[2026-03-02 S001-M02 assistant]\n$ ifcquery select IfcWall"),
        ("tool", "[2026-03-02 S001-M03 tool, output of: ifcquery select IfcWall] 3 walls"),
    ]
