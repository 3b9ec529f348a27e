"""The Mem0 adapter against Mem0's known ways of losing memories, and against half-done work."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from memorybench_mem0.adapter import Mem0Memory
from memorybench_mem0.store import Mem0Store

from memorybench.errors import BackendUnreachable, BadInput, ModelUnavailable
from memorybench.memory import StoreContext
from memorybench.models.errors import CostLimitReached
from memorybench.records import Session
from memorybench.testing.fakes import FailingChat, HashingEmbedder, ScriptedChat, SentenceExtractor, fake_models

MakeContext = Callable[..., StoreContext]
MakeSession = Callable[..., Session]

PLASTER = "The plaster costs 41.50 per square metre."


async def opened(context: StoreContext) -> Mem0Memory:
    adapter = Mem0Memory()
    await adapter.open(context)
    return adapter


async def test_a_hit_says_its_session_and_when_it_began(make_context: MakeContext, make_session: MakeSession) -> None:
    adapter = await opened(make_context())
    sessions = make_session(1, PLASTER), make_session(2, "The lobby doors are EI 60.")
    for session in sessions:
        await adapter.ingest(session)
    hits = await adapter.search("rating of the lobby doors", 1)
    await adapter.close()
    assert [hit.text for hit in hits] == ["architect: The lobby doors are EI 60."]
    assert (hits[0].session, hits[0].valid_from) == ("S002", sessions[1].started_at)


async def test_the_prompt_is_dated_by_the_session_and_never_by_today(
    make_context: MakeContext, make_session: MakeSession
) -> None:
    chat = SentenceExtractor()
    adapter = await opened(make_context(models=replace(fake_models(), chat=chat)))
    await adapter.ingest(make_session(1, PLASTER))
    await adapter.close()
    assert "## Observation Date\n2026-03-02\n\n## Current Date\n2026-03-02" in chat.prompts[0]
    assert date.today().isoformat() not in chat.prompts[0]  # noqa: DTZ011 - the day Mem0 would have written


async def test_search_spans_sessions_and_so_do_known_memories(
    make_context: MakeContext, make_session: MakeSession
) -> None:
    adapter = await opened(make_context())
    await adapter.ingest(make_session(1, PLASTER))
    receipt = await adapter.ingest(make_session(2, PLASTER))
    dump = await adapter.dump()
    await adapter.close()
    assert [memory.session for memory in dump] == ["S001"]
    assert receipt.memories == 0
    assert receipt.notes == ("all memories were known already",)


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("I have noted it.", "not JSON"),
        ('{"facts": ["The plaster costs 41.50."]}', 'no list "memory"'),
        ("", "empty"),
        ('{"memory": ["The plaster costs 41.50."]}', 'no "text"'),
    ],
)
async def test_a_reply_that_mem0_drops_is_a_failure_in_the_receipt_and_the_next_session_is_taken(
    make_context: MakeContext, make_session: MakeSession, reply: str, why: str
) -> None:
    good = json.dumps({"memory": [{"id": "0", "text": "Doors are EI 60.", "attributed_to": "user"}]})
    chat = ScriptedChat(replies=[reply, good])
    adapter = await opened(make_context(models=replace(fake_models(), chat=chat)))
    lost = await adapter.ingest(make_session(1, PLASTER))
    kept = await adapter.ingest(make_session(2, "Doors are EI 60."))
    await adapter.close()
    assert (lost.memories, lost.calls) == (0, 1)
    assert {failure.kind for failure in lost.failures} == {"memory_error"}
    assert why in lost.failures[0].message
    assert (kept.memories, kept.failures) == (1, ())


async def test_a_reply_with_nothing_to_remember_is_no_failure(
    make_context: MakeContext, make_session: MakeSession
) -> None:
    chat = ScriptedChat(replies=['{"memory": []}'])
    adapter = await opened(make_context(models=replace(fake_models(), chat=chat)))
    receipt = await adapter.ingest(make_session(1, "Good morning."))
    await adapter.close()
    assert (receipt.memories, receipt.failures) == (0, ())
    assert receipt.notes == ("the model found nothing to remember",)


@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        (ModelUnavailable("no key."), ModelUnavailable),
        (CostLimitReached("spent."), CostLimitReached),
        (ConnectionError("reset by peer"), ModelUnavailable),
    ],
)
async def test_a_model_that_fails_is_the_models_failure(
    make_context: MakeContext, make_session: MakeSession, raised: Exception, expected: type[Exception]
) -> None:
    adapter = await opened(make_context(models=replace(fake_models(), chat=FailingChat(error=raised))))
    with pytest.raises(expected, match=str(raised)):
        await adapter.ingest(make_session(1, PLASTER))
    await adapter.close()


class FlakyEmbedder(HashingEmbedder):
    """Fails on texts that name doors: Mem0 would silently store the others."""

    broken = True

    def embed_query(self, text: str) -> list[float]:
        if self.broken and text.startswith("architect: The doors"):
            raise TimeoutError("embedder timed out")
        return super().embed_query(text)


async def test_a_memory_lost_to_the_embedder_is_an_embedder_failure_and_is_repaired_on_the_next_try(
    make_context: MakeContext, make_session: MakeSession
) -> None:
    embedder = FlakyEmbedder()
    adapter = await opened(make_context(models=replace(fake_models(), embedder=embedder)))
    session = make_session(1, PLASTER, "The doors are EI 60.")
    with pytest.raises(ModelUnavailable, match="embedder failed: TimeoutError"):
        await adapter.ingest(session)
    embedder.broken = False
    receipt = await adapter.ingest(session)
    texts = [memory.text for memory in await adapter.dump()]
    with_query_failure = FlakyEmbedder()
    await adapter.close()
    assert receipt.memories == 2
    assert texts == ["architect: The doors are EI 60.", f"architect: {PLASTER}"]
    searching = await opened(make_context(models=replace(fake_models(), embedder=with_query_failure), read_only=True))
    with pytest.raises(ModelUnavailable):
        await searching.search("architect: The doors", 3)
    await searching.close()


@pytest.mark.parametrize("stage", ["after_insert", "after_save"])
async def test_a_session_killed_half_way_leaves_nothing_twice_and_never_sees_itself(
    make_context: MakeContext, make_session: MakeSession, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    """The prompt of the second try must be the prompt of the first: same past, same known memories."""
    chat = SentenceExtractor()
    context = make_context(models=replace(fake_models(), chat=chat))
    adapter = await opened(context)
    first, second = make_session(1, PLASTER), make_session(2, "The lobby doors are EI 60.", "The stair is oak.")
    await adapter.ingest(first)

    from mem0.memory.storage import SQLiteManager

    class Killed(BaseException):
        pass

    save = SQLiteManager.save_messages

    def killed(self: SQLiteManager, messages: object, scope: str) -> None:
        if stage == "after_save":
            save(self, messages, scope)
        raise Killed

    monkeypatch.setattr(SQLiteManager, "save_messages", killed)
    with pytest.raises(Killed):
        await adapter.ingest(second)
    monkeypatch.undo()
    assert len(await adapter.dump()) == 3  # the half-done session did leave memories
    await adapter.close()

    again = await opened(context)
    receipt = await again.ingest(second)
    dump = await again.dump()
    await again.close()
    assert receipt.memories == 2
    assert sorted(memory.text for memory in dump) == [
        "architect: The lobby doors are EI 60.",
        f"architect: {PLASTER}",
        "architect: The stair is oak.",
    ]
    assert chat.prompts[2] == chat.prompts[1]


async def test_dump_lists_more_than_mem0s_default_twenty(
    make_context: MakeContext, make_session: MakeSession
) -> None:
    adapter = await opened(make_context())
    await adapter.ingest(make_session(1, *(f"Wall W{number} costs {number} euro." for number in range(90))))
    dump = await adapter.dump()
    await adapter.close()
    assert len(dump) == 90


async def test_a_second_opener_is_told_in_one_sentence(make_context: MakeContext) -> None:
    context = make_context()
    adapter = await opened(context)
    with pytest.raises(BackendUnreachable, match="already open"):
        await opened(context)
    await adapter.close()
    await (await opened(context)).close()


async def test_a_server_that_is_not_there_is_named_before_any_work(
    make_context: MakeContext, unused_tcp_port: int
) -> None:
    started = time.monotonic()
    with pytest.raises(BackendUnreachable, match=rf"127\.0\.0\.1:{unused_tcp_port} does not answer"):
        await opened(make_context(url=f"http://127.0.0.1:{unused_tcp_port}"))
    assert time.monotonic() - started < 20


@pytest.mark.parametrize(
    ("status", "advice"), [(401, "refuses the key: give it with --set mem0.api_key"), (503, "fails with status 503")]
)
async def test_a_server_that_refuses_is_named_with_what_to_do(
    make_context: MakeContext, status: int, advice: str
) -> None:
    class Refusing(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Nothing on the terminal."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Refusing)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        with pytest.raises(BackendUnreachable, match=advice):
            await opened(make_context(url=f"http://127.0.0.1:{server.server_port}"))
    finally:
        server.shutdown()
        server.server_close()


async def test_a_server_that_goes_away_while_mem0_writes_is_not_mem0s_failure(
    make_context: MakeContext, make_session: MakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mem0 swallows what the client raised and says only that nothing could be stored."""
    from qdrant_client import QdrantClient
    from qdrant_client.http.exceptions import ResponseHandlingException

    def gone(*_: object, **__: object) -> None:
        raise ResponseHandlingException(ConnectionRefusedError("refused"))

    adapter = await opened(make_context())
    monkeypatch.setattr(QdrantClient, "upsert", gone)
    healthy = await adapter.ingest(make_session(1, PLASTER))  # the server answers: Mem0 lost it
    assert "Failed to insert" in healthy.failures[0].message
    monkeypatch.setattr(QdrantClient, "get_collection", gone)
    with pytest.raises(BackendUnreachable, match="does not answer"):
        await adapter.ingest(make_session(1, PLASTER))
    monkeypatch.undo()
    assert (await adapter.ingest(make_session(1, PLASTER))).memories == 1
    await adapter.close()


async def test_a_collection_that_is_deleted_under_an_open_store_is_not_mem0s_failure(
    make_context: MakeContext, make_session: MakeSession
) -> None:
    store = Mem0Store(make_context(), make_context().config)
    store.add(make_session(1, PLASTER))
    store._memory.vector_store.client.delete_collection("memories")
    for call in (store.dump, lambda: store.search("plaster", 3), lambda: store.add(make_session(2, PLASTER))):
        with pytest.raises(BackendUnreachable, match="no longer has the store's collection"):
            call()
    store.close()


async def test_another_embedding_size_is_refused_and_the_store_stays_usable(
    make_context: MakeContext, make_session: MakeSession
) -> None:
    adapter = await opened(make_context())
    await adapter.ingest(make_session(1, PLASTER))
    await adapter.close()
    with pytest.raises(BadInput, match="vectors of 256 numbers but this embedder makes 64"):
        await opened(make_context(models=fake_models(size=64)))
    again = await opened(make_context(read_only=True))
    assert len(await again.dump()) == 1
    await again.close()


async def test_a_missing_model_is_named(make_context: MakeContext) -> None:
    with pytest.raises(BadInput, match="memory model"):
        await opened(make_context(models=replace(fake_models(), chat=None)))
    with pytest.raises(BadInput, match="embedder"):
        await opened(make_context(models=replace(fake_models(), embedder=None)))


async def test_reading_needs_no_chat_model(make_context: MakeContext, make_session: MakeSession) -> None:
    adapter = await opened(make_context())
    await adapter.ingest(make_session(1, PLASTER))
    await adapter.close()
    reading = await opened(make_context(models=replace(fake_models(), chat=None), read_only=True))
    assert len(await reading.search("plaster", 5)) == 1
    await reading.close()


async def test_threshold_is_an_option(make_context: MakeContext, make_session: MakeSession) -> None:
    adapter = await opened(make_context(threshold=0.99))
    await adapter.ingest(make_session(1, PLASTER))
    assert await adapter.search("plaster of some wall", 5) == []
    await adapter.close()


def test_the_key_of_a_server_is_not_shown(make_context: MakeContext) -> None:
    config = make_context(url="http://127.0.0.1:1", api_key="s3cret").config
    assert "s3cret" not in repr(config)
    assert "s3cret" not in config.model_dump_json()


def test_the_store_closes_without_noise(make_context: MakeContext, capfd: pytest.CaptureFixture[str]) -> None:
    import gc

    store = Mem0Store(make_context(), make_context().config)
    store.close()
    store.close()
    del store
    gc.collect()
    assert capfd.readouterr().err == ""
