"""What each baseline shows the probe agent, and that it survives closing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from memorybench_baselines.bm25 import Bm25Config, Bm25Memory, tokenize
from memorybench_baselines.files import SessionFiles
from memorybench_baselines.full_context import FullContext
from memorybench_baselines.gold_memory import GoldMemory
from memorybench_baselines.none import NoMemory

from memorybench.errors import BadInput
from memorybench.memory import GoldAccess, MemoryAdapter, StoreContext
from memorybench.records import Fact, Session

MakeContext = Callable[..., StoreContext]


async def filled(adapter: MemoryAdapter, context: StoreContext, sessions: list[Session]) -> MemoryAdapter:
    await adapter.open(context)
    for session in sessions:
        await adapter.ingest(session)
    await adapter.ready()
    return adapter


async def test_full_context_shows_every_message_dated_and_in_order(
    make_context: MakeContext, sessions: list[Session]
) -> None:
    adapter = await filled(FullContext(), make_context(), list(reversed(sessions)))
    assert await adapter.context() == (
        "## Session S001, 2026-03-02\n"
        "[2026-03-02 S001-M01 user (architect)] The plaster costs 41.50 per m².\n"
        "[2026-03-02 S001-M02 assistant]\n$ ifcquery select IfcWall\n"
        "[2026-03-02 S001-M03 tool, output of: ifcquery select IfcWall] []\n"
        "[2026-03-02 S001-M04 assistant] Noted.\n\n"
        "## Session S003, 2026-03-16\n"
        "[2026-03-16 S003-M01 user] Lobby doors are EI 60.\n"
        "[2026-03-16 S003-M02 user] Stair doors are EI 30."
    )


async def test_bm25_ranks_the_right_message_first_and_again_after_reopening(
    make_context: MakeContext, sessions: list[Session]
) -> None:
    adapter = await filled(Bm25Memory(), make_context(Bm25Config()), sessions)
    hits = await adapter.search("fire rating EI of the lobby doors?", 2)
    assert [hit.id for hit in hits] == ["S003-M01", "S003-M02"]
    assert hits[0].valid_from == sessions[2].started_at
    await adapter.close()
    again = Bm25Memory()
    await again.open(make_context(Bm25Config(), read_only=True))
    assert await again.search("fire rating EI of the lobby doors?", 2) == hits


@pytest.mark.parametrize("query", ["", "   ", "zzz", "???"])
async def test_bm25_without_a_matching_word_finds_nothing(
    make_context: MakeContext, sessions: list[Session], query: str
) -> None:
    adapter = await filled(Bm25Memory(), make_context(Bm25Config()), sessions)
    assert await adapter.search(query, 5) == []


async def test_bm25_on_an_empty_store_finds_nothing(make_context: MakeContext) -> None:
    assert await (await filled(Bm25Memory(), make_context(Bm25Config()), [])).search("doors", 5) == []


async def test_bm25_finds_what_was_ingested_after_a_search(
    make_context: MakeContext, sessions: list[Session]
) -> None:
    adapter = await filled(Bm25Memory(), make_context(Bm25Config()), sessions[:1])
    assert await adapter.search("lobby", 5) == []
    await adapter.ingest(sessions[2])
    assert [hit.id for hit in await adapter.search("lobby", 5)] == ["S003-M01"]


async def test_bm25_top_k_caps_what_the_agent_may_ask_for(make_context: MakeContext, sessions: list[Session]) -> None:
    adapter = await filled(Bm25Memory(), make_context(Bm25Config(top_k=1)), sessions)
    assert len(await adapter.search("doors EI", 20)) == 1


def test_bm25_keeps_numbers_whole_and_single_letters() -> None:
    assert tokenize("U-value 0.18 W/m²K, wall B, 1,250") == ["u", "value", "0.18", "w", "m²k", "wall", "b", "1,250"]


async def test_files_gives_one_readable_file_a_session(make_context: MakeContext, sessions: list[Session]) -> None:
    adapter = await filled(SessionFiles(), make_context(), sessions)
    folder = await adapter.files()
    assert sorted(path.name for path in folder.iterdir()) == ["S001-2026-03-02.md", "S003-2026-03-16.md"]
    text = (folder / "S003-2026-03-16.md").read_text(encoding="utf-8")
    assert text.startswith("# Session S003, 2026-03-16\n\n[2026-03-16 S003-M01 user] Lobby doors")


async def test_none_keeps_nothing(make_context: MakeContext, sessions: list[Session]) -> None:
    adapter = await filled(NoMemory(), make_context(), sessions)
    assert await adapter.dump() == []
    assert not make_context().workspace.exists()


async def test_gold_memory_shows_the_facts_that_hold(make_context: MakeContext, sessions: list[Session]) -> None:
    old = Fact(id="f1", subject="Plaster", relation="unit cost", value=39.0, unit="EUR/m2", evidence=("S001-M01",))
    new = old.model_copy(update={"id": "f2", "value": 41.5, "supersedes": "f1", "evidence": ("S003-M01",)})
    adapter = GoldMemory()
    adapter.accept_gold(GoldAccess((old, new)))
    await filled(adapter, make_context(), sessions)
    assert await adapter.context() == "Plaster: unit cost is 41.5 EUR/m2."
    assert [memory.session for memory in await adapter.dump()] == ["S003"]
    await adapter.close()
    again = GoldMemory()
    await again.open(make_context(read_only=True))
    assert await again.context() == "Plaster: unit cost is 41.5 EUR/m2."
    again.accept_gold(GoldAccess(()))  # the next task has no facts: nothing may remain of the last one
    assert await again.context() == ""


@pytest.mark.parametrize("kind", [FullContext, Bm25Memory, SessionFiles])
async def test_ingesting_a_session_again_adds_nothing_twice(
    kind: type[MemoryAdapter], make_context: MakeContext, sessions: list[Session]
) -> None:
    adapter = await filled(kind(), make_context(kind.config_type()), sessions)
    before = await adapter.dump()
    await adapter.ingest(sessions[0])
    assert await adapter.dump() == before
    assert len(before) == 6


@pytest.mark.parametrize("kind", [FullContext, Bm25Memory, SessionFiles])
async def test_a_store_open_to_read_only_takes_no_session(
    kind: type[MemoryAdapter], make_context: MakeContext, sessions: list[Session]
) -> None:
    adapter = kind()
    await adapter.open(make_context(kind.config_type(), read_only=True))
    with pytest.raises(BadInput, match="read only"):
        await adapter.ingest(sessions[0])
