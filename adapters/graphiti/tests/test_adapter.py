"""What the adapter makes of Graphiti: dated facts, honest receipts, sessions that are whole or not there."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from memorybench_graphiti.adapter import GraphitiMemory
from memorybench_graphiti.contract import contract_models

from memorybench.errors import BackendUnreachable, BadInput, ModelUnavailable
from memorybench.memory import MemoryModels, StoreContext
from memorybench.models.errors import CostLimitReached
from memorybench.records import Message, Session
from memorybench.testing.fakes import HashingEmbedder, ScriptedChat

MakeContext = Callable[..., StoreContext]
MakeSession = Callable[..., Session]
Open = Callable[[StoreContext], Awaitable[GraphitiMemory]]
Clumsy = Callable[..., MemoryModels]

PLASTER = "The plaster of the main stair costs 41.50 euro per square metre."
EI60 = "The doors of the north lobby must reach EI 60."
EI90 = "The doors of the north lobby must reach EI 90."
OAK = "The treads of the main stair are oak."


def facts(texts: list[str]) -> list[str]:
    """Only the facts of a list of memories: summaries begin with their entity's name and bear no dates."""
    return [text for text in texts if "[valid" in text]


async def texts_of(adapter: GraphitiMemory) -> list[str]:
    return [memory.text for memory in await adapter.dump()]


async def test_an_ended_fact_is_shown_with_the_day_that_ended_it(
    opened: Open, make_context: MakeContext, make_session: MakeSession
) -> None:
    adapter = await opened(make_context())
    sessions = make_session(1, EI60), make_session(2, EI90)
    for session in sessions:
        await adapter.ingest(session)
    found = {memory.text: memory for memory in await adapter.search("doors of the north lobby", 10)}
    old = found[f"{EI60} [valid from 2026-03-02 until 2026-03-09: no longer valid]"]
    new = found[f"{EI90} [valid from 2026-03-09]"]
    assert (old.session, old.valid_from, old.valid_to) == ("S001", sessions[0].started_at, sessions[1].started_at)
    assert (new.session, new.valid_from, new.valid_to) == ("S002", sessions[1].started_at, None)
    summary = next(text for text in found if text.startswith("north lobby: "))
    assert EI60 in summary and EI90 in summary
    assert found[summary].session is None  # two sessions speak of it
    assert set(found) <= set(await texts_of(adapter))


async def test_the_limit_is_over_facts_and_summaries_together_and_the_librarys_settings_stay(
    opened: Open, make_context: MakeContext, make_session: MakeSession
) -> None:
    adapter = await opened(make_context())
    await adapter.ingest(
        make_session(1, *(f"The wall type W{n} costs {n}0.50 euro per metre." for n in range(1, 13)))
    )
    from graphiti_core.search.search_config_recipes import COMBINED_HYBRID_SEARCH_RRF as RECIPE

    before = RECIPE.model_dump_json()
    counts = await asyncio.gather(*(adapter.search("what a wall type costs", limit) for limit in (1, 2, 5, 12, 20)))
    assert [len(found) for found in counts] == [1, 2, 5, 12, 20]
    scores = [memory.score or 0 for memory in counts[-1]]
    assert scores == sorted(scores, reverse=True)
    assert RECIPE.model_dump_json() == before
    assert await adapter.search("what a wall type costs", 0) == []


async def test_a_session_late_in_the_evening_keeps_its_own_day(
    opened: Open, make_context: MakeContext, make_session: MakeSession
) -> None:
    evening = datetime(2026, 3, 2, 22, 30, tzinfo=timezone(timedelta(hours=-5)))  # in UTC it is tomorrow already
    adapter = await opened(make_context())
    await adapter.ingest(make_session(1, PLASTER, started=evening))
    fact = next(memory for memory in await adapter.dump() if memory.valid_from)
    assert fact.text == f"{PLASTER} [valid from 2026-03-02]"
    assert fact.valid_from == evening
    assert fact.valid_from.utcoffset() == evening.utcoffset()


async def test_every_role_reaches_the_episode_and_only_what_is_stored_is_found(
    opened: Open, make_context: MakeContext
) -> None:
    from memorybench_graphiti.episodes import episode_body

    session = Session(
        id="S001",
        started_at=datetime(2026, 3, 2, tzinfo=UTC),
        messages=(
            Message(id="S001-M01", role="user", speaker="architect", text=PLASTER),
            Message(id="S001-M02", role="assistant", text="I look.", command="ifcquery select IfcWall"),
            Message(id="S001-M03", role="tool", text="3 walls of 17.25 metres"),
            Message(id="S001-M04", role="assistant", text="Three.", final=True),
        ),
    )
    assert episode_body(session) == (
        f"user (architect): {PLASTER}\nassistant: I look.\n$ ifcquery select IfcWall\n"
        "tool, output of ifcquery select IfcWall: 3 walls of 17.25 metres\nassistant: Three."
    )
    adapter = await opened(make_context())
    await adapter.ingest(session)
    shown = " ".join(memory.text for memory in await adapter.search("walls metres 17.25 plaster", 20))
    assert "41.50" in shown
    assert "17.25" not in shown  # it is in the episode, which no search returns, and so not in the dump either
    assert "17.25" not in " ".join(await texts_of(adapter))


async def test_a_receipt_counts_facts_entities_and_calls(
    opened: Open, make_context: MakeContext, make_session: MakeSession
) -> None:
    adapter = await opened(make_context())
    told = await adapter.ingest(make_session(1, PLASTER))
    nothing = await adapter.ingest(make_session(2, "How many doors are there?"))
    empty = await adapter.ingest(make_session(3))
    assert (told.memories, told.failures, told.notes) == (4, (), ())  # plaster, stair, architect: what of what
    assert told.calls >= 2
    assert (nothing.memories, nothing.notes) == (0, ("the model found nothing to remember",))
    assert (empty.messages, empty.memories, empty.calls, empty.notes) == (0, 0, 0, ())


@pytest.mark.parametrize("field", ["extracted_entities", "edges"])
async def test_text_where_a_schema_was_asked_is_a_counted_failure_and_leaves_nothing(
    opened: Open, make_context: MakeContext, make_session: MakeSession, clumsy: Clumsy, field: str
) -> None:
    models = clumsy(field, times=2)
    adapter = await opened(make_context(models=models))
    lost = await adapter.ingest(make_session(1, PLASTER))
    assert [failure.kind for failure in lost.failures] == ["memory_error"]
    assert "nothing of it is stored" in lost.failures[0].message
    assert "the memory model replied otherwise" in lost.failures[0].message
    assert (lost.memories, lost.notes) == (0, ("tried twice",))
    assert await adapter.dump() == []
    kept = await adapter.ingest(make_session(2, OAK))
    assert kept.failures == ()
    assert facts(await texts_of(adapter)) == [f"{OAK} [valid from 2026-03-09]"]


async def test_a_session_that_failed_once_is_tried_again_at_once(
    opened: Open, make_context: MakeContext, make_session: MakeSession, clumsy: Clumsy
) -> None:
    adapter = await opened(make_context(models=clumsy("edges", times=1)))
    receipt = await adapter.ingest(make_session(1, PLASTER))
    assert (receipt.failures, receipt.notes) == ((), ("stored at the second try",))
    assert "the memory model replied otherwise" in receipt.recovered[0].message
    assert facts(await texts_of(adapter)) == [f"{PLASTER} [valid from 2026-03-02]"]


async def test_a_failed_session_is_kept_over_a_restart_and_tried_again_at_the_end(
    opened: Open, make_context: MakeContext, make_session: MakeSession, clumsy: Clumsy
) -> None:
    adapter = await opened(make_context(models=clumsy("edges", times=2)))
    assert (await adapter.ingest(make_session(1, EI60))).failures
    assert not (await adapter.ingest(make_session(2, EI90, OAK))).failures
    await adapter.close()
    again = await opened(make_context())
    receipts = await again.ready()
    assert [(one.session, one.failures, one.notes) for one in receipts] == [("S001", (), ("stored at the last try",))]
    assert receipts[0].memories > 0
    once = await texts_of(again)
    assert await again.ready() == []
    assert await texts_of(again) == once
    assert facts(once) == [  # in the order of the sessions: the older one is ended by the newer one all the same
        f"{EI60} [valid from 2026-03-02 until 2026-03-09: no longer valid]",
        f"{EI90} [valid from 2026-03-09]",
        f"{OAK} [valid from 2026-03-09]",
    ]


async def test_a_failed_session_revives_what_it_had_ended(
    opened: Open, make_context: MakeContext, make_session: MakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Graphiti writes an episode in several statements: one may fail after others took effect."""
    from graphiti_core import Graphiti

    adapter = await opened(make_context())
    await adapter.ingest(make_session(1, EI60))
    before = await adapter.dump()
    whole = Graphiti.add_episode

    async def fails_late(*args: object, **kwargs: object) -> None:
        await whole(*args, **kwargs)  # type: ignore[arg-type]
        raise RuntimeError("lost on the way")

    monkeypatch.setattr(Graphiti, "add_episode", fails_late)
    receipt = await adapter.ingest(make_session(2, EI90))
    monkeypatch.undo()
    assert "RuntimeError: lost on the way" in receipt.failures[0].message
    assert await adapter.dump() == before


async def test_the_last_session_given_again_replaces_itself_and_what_it_ended_is_ended_once(
    opened: Open, make_context: MakeContext, make_session: MakeSession
) -> None:
    adapter = await opened(make_context())
    await adapter.ingest(make_session(1, EI60))
    await adapter.ingest(make_session(2, EI90, OAK))
    first = await texts_of(adapter)
    await adapter.ingest(make_session(2, EI90, OAK))
    assert await texts_of(adapter) == first
    await adapter.ingest(make_session(2, OAK))  # as if the second try heard less: nothing of the first may be left
    assert facts(await texts_of(adapter)) == [f"{EI60} [valid from 2026-03-02]", f"{OAK} [valid from 2026-03-09]"]


async def test_an_earlier_session_given_again_is_not_there_twice(
    opened: Open, make_context: MakeContext, make_session: MakeSession
) -> None:
    adapter = await opened(make_context())
    for session in (make_session(1, PLASTER), make_session(2, OAK), make_session(1, PLASTER)):
        await adapter.ingest(session)
    assert facts(await texts_of(adapter)) == [f"{PLASTER} [valid from 2026-03-02]", f"{OAK} [valid from 2026-03-09]"]


async def test_a_fact_that_could_not_be_dated_is_stored_and_counted(
    opened: Open, make_context: MakeContext, make_session: MakeSession, clumsy: Clumsy
) -> None:
    """Graphiti asks for missing dates in a call of their own, and goes on when the reply is of no use."""
    models = clumsy("valid_at")
    undated = clumsy("edges", reply=_edge_without_dates())
    chain = undated.chat
    assert chain is not None
    object.__setattr__(chain, "_generate", _first(chain, models.chat))
    adapter = await opened(make_context(models=undated))
    receipt = await adapter.ingest(make_session(1, PLASTER))
    assert [failure.kind for failure in receipt.failures] == ["memory_error"]
    assert "a fact is stored without its dates" in receipt.failures[0].message
    stored = [memory for memory in await adapter.dump() if memory.text == PLASTER]
    assert [(memory.session, memory.valid_from) for memory in stored] == [("S001", None)]


def _edge_without_dates() -> str:
    return (
        '{"edges": [{"source_entity_name": "main stair", "target_entity_name": "architect", "relation_type": "COSTS",'
        f' "fact": "{PLASTER}", "valid_at": null, "invalid_at": null}}]}}'
    )


def _first(one: object, other: object) -> Callable[..., object]:
    """A ``_generate`` that asks ``other`` where ``one`` has no reply of its own for the schema."""
    mine, theirs = one._generate, other._generate  # type: ignore[attr-defined]

    def generate(messages: object, *args: object, **kwargs: object) -> object:
        schema = kwargs.get("response_schema") or {}
        chosen = theirs if set(schema.get("properties", ())) == {"valid_at", "invalid_at"} else mine  # type: ignore[attr-defined]
        return chosen(messages, *args, **kwargs)

    return generate


@pytest.mark.parametrize("field", ["extracted_entities", "edges", "summaries"])
@pytest.mark.parametrize("error", [ModelUnavailable("no key."), CostLimitReached("spent."), ConnectionError("reset")])
async def test_a_model_that_fails_is_the_models_failure_and_leaves_nothing_twice(
    opened: Open,
    make_context: MakeContext,
    make_session: MakeSession,
    clumsy: Clumsy,
    field: str,
    error: Exception,
) -> None:
    adapter = await opened(make_context(models=clumsy(field, reply=error, times=1)))
    expected = type(error) if isinstance(error, ModelUnavailable | CostLimitReached) else ModelUnavailable
    with pytest.raises(expected, match=str(error)):
        await adapter.ingest(make_session(1, PLASTER))
    receipt = await adapter.ingest(make_session(1, PLASTER))
    assert receipt.failures == ()
    assert facts(await texts_of(adapter)) == [f"{PLASTER} [valid from 2026-03-02]"]


async def test_a_model_error_that_graphiti_swallows_still_comes_out(
    opened: Open, make_context: MakeContext, make_session: MakeSession, clumsy: Clumsy
) -> None:
    models = clumsy("valid_at", reply=ModelUnavailable("no key."))
    undated = clumsy("edges", reply=_edge_without_dates())
    assert undated.chat is not None
    object.__setattr__(undated.chat, "_generate", _first(undated.chat, models.chat))
    adapter = await opened(make_context(models=undated))
    with pytest.raises(ModelUnavailable, match="no key"):
        await adapter.ingest(make_session(1, PLASTER))


class BrokenEmbedder(HashingEmbedder):
    """Fails as long as ``broken``."""

    broken = True

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        if self.broken:
            raise TimeoutError("embedder timed out")
        return super().embed_documents(texts)


async def test_an_embedder_that_fails_is_the_embedders_failure(
    opened: Open, make_context: MakeContext, make_session: MakeSession
) -> None:
    embedder = BrokenEmbedder()
    adapter = await opened(make_context(models=replace(contract_models(), embedder=embedder)))
    with pytest.raises(ModelUnavailable, match="embedder failed: TimeoutError"):
        await adapter.ingest(make_session(1, PLASTER))
    embedder.broken = False
    assert not (await adapter.ingest(make_session(1, PLASTER))).failures
    embedder.broken = True
    with pytest.raises(ModelUnavailable, match="embedder failed"):
        await adapter.search("plaster", 3)


async def test_a_model_without_structured_output_is_asked_in_words(
    opened: Open, make_context: MakeContext, make_session: MakeSession
) -> None:
    chat = ScriptedChat(
        replies=[
            '```json\n{"extracted_entities": [{"name": "main stair", "entity_type_id": 0}]}\n```',
            _edge_without_dates().replace('"valid_at": null', '"valid_at": "2026-03-02T08:30:00Z"'),
        ]
    )
    adapter = await opened(make_context(models=replace(contract_models(), chat=chat)))
    receipt = await adapter.ingest(make_session(1, PLASTER))
    assert not receipt.failures, receipt.failures
    assert f"{PLASTER} [valid from 2026-03-02]" in await texts_of(adapter)
    assert "Respond with a JSON object" in chat.prompts[0]


async def test_two_stores_at_once_on_one_server_and_drop_takes_only_its_own(
    opened: Open, make_context: MakeContext, make_session: MakeSession, falkordb: dict[str, str]
) -> None:
    one, two = [await opened(make_context(namespace=name, **falkordb)) for name in ("p1", "p2")]
    await asyncio.gather(one.ingest(make_session(1, PLASTER)), two.ingest(make_session(1, OAK)))
    assert facts(await texts_of(one)) == [f"{PLASTER} [valid from 2026-03-02]"]
    await one.drop()
    assert not make_context(namespace="p1").workspace.exists()
    assert facts(await texts_of(two)) == [f"{OAK} [valid from 2026-03-09]".replace("09", "02")]
    assert await (await opened(make_context(namespace="p1", **falkordb))).dump() == []


async def test_reading_changes_no_byte_of_the_database_and_needs_no_chat_model(
    opened: Open, make_context: MakeContext, make_session: MakeSession
) -> None:
    adapter = await opened(make_context())
    await adapter.ingest(make_session(1, PLASTER))
    before = await adapter.dump()
    await adapter.close()
    database = make_context().workspace / "falkordb" / "dump.rdb"
    digest = hashlib.sha256(database.read_bytes()).hexdigest()
    reading = await opened(make_context(models=replace(contract_models(), chat=None), read_only=True))
    assert await reading.dump() == before
    assert [memory.text for memory in await reading.search("plaster of the stair", 1)] == [
        f"{PLASTER} [valid from 2026-03-02]"
    ]
    with pytest.raises(BadInput, match="open to read only"):
        await reading.ingest(make_session(2, OAK))
    await reading.close()
    assert hashlib.sha256(database.read_bytes()).hexdigest() == digest


async def test_a_second_opener_is_told_in_one_sentence(opened: Open, make_context: MakeContext) -> None:
    adapter = await opened(make_context())
    with pytest.raises(BackendUnreachable, match="already open"):
        await opened(make_context())
    await adapter.close()
    await opened(make_context())


async def test_missing_models_and_another_embedding_size_are_named(opened: Open, make_context: MakeContext) -> None:
    with pytest.raises(BadInput, match="memory model"):
        await opened(make_context(models=replace(contract_models(), chat=None)))
    with pytest.raises(BadInput, match="embedder"):
        await opened(make_context(models=replace(contract_models(), embedder=None)))
    await (await opened(make_context())).close()
    other = replace(contract_models(), embedder=HashingEmbedder(64), embedding_size=64)
    with pytest.raises(BadInput, match="vectors of 256 numbers but this embedder makes 64"):
        await opened(make_context(models=other))
