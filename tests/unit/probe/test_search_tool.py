"""The search tool: limits, rendering, what counts as shown."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memorybench.models import tokens
from memorybench.probe.evidence import ProbeEvidence
from memorybench.probe.limits import ProbeLimits
from memorybench.probe.search_tool import render, search_tool
from memorybench.records import Memory


@pytest.mark.parametrize(("given_limit", "asked"), [(None, 10), (5, 5), (20, 20), (50, 20), (0, 1), (-3, 1)])
async def test_the_limit_is_clamped(kit: Any, given_limit: int | None, asked: int) -> None:
    memory = kit.memory({"q": [Memory(text=f"item {number}") for number in range(60)]})
    tool = search_tool(memory, ProbeLimits(), ProbeEvidence())
    text = await tool.ainvoke({"query": "q"} | ({} if given_limit is None else {"limit": given_limit}))
    assert memory.asked == [("q", asked)]
    assert f"{asked}. item {asked - 1}" in text
    assert f"{asked + 1}. " not in text  # also when the system returns more than it was asked for
    assert ("lowered to 20" in text) == (given_limit == 50)


async def test_an_empty_query_never_reaches_the_system(kit: Any) -> None:
    memory, evidence = kit.memory(), ProbeEvidence()
    text = await search_tool(memory, ProbeLimits(), evidence).ainvoke({"query": "  "})
    assert "empty" in text
    assert memory.asked == []
    assert evidence.queries == []


async def test_nothing_found_is_said(kit: Any) -> None:
    assert (
        await search_tool(kit.memory(), ProbeLimits(), ProbeEvidence()).ainvoke({"query": "q"})
        == "No memory was found."
    )


def test_items_over_the_token_limit_are_left_out_whole_and_not_counted() -> None:
    memories = [Memory(text=f"Door D{number} is forty-two minutes fire rated. " * 20) for number in range(30)]
    limits = ProbeLimits(search_tokens=1000)
    shown, text = render(memories, limits)
    assert 0 < len(shown) < 30
    assert shown == memories[: len(shown)]
    assert f"[{len(shown)} of 30 items shown" in text
    body = text.rsplit("\n[", 1)[0]
    assert tokens.count(body) <= 1000


def test_one_item_over_the_limit_is_cut_and_says_so() -> None:
    shown, text = render([Memory(text="word " * 9000, session="S001")], ProbeLimits(search_tokens=100))
    assert len(shown) == 1
    assert shown[0].session == "S001"
    assert tokens.count(shown[0].text) <= 100
    assert f"cut from 45000 to {len(shown[0].text)} characters" in text


def test_validity_is_shown_unless_the_text_has_it() -> None:
    start, end = datetime(2026, 1, 10, tzinfo=UTC), datetime(2026, 3, 2, tzinfo=UTC)
    _, text = render(
        [
            Memory(text="EI 60", valid_from=start, valid_to=end),
            Memory(text="EI 90 since 2026-03-02", valid_from=end),
        ],
        ProbeLimits(),
    )
    assert text.splitlines() == ["1. EI 60 [valid from 2026-01-10 until 2026-03-02]", "2. EI 90 since 2026-03-02"]


@given(st.lists(st.text(max_size=300), min_size=1, max_size=12), st.integers(20, 400))
def test_a_result_never_passes_the_limit(texts: list[str], budget: int) -> None:
    shown, text = render([Memory(text=item) for item in texts], ProbeLimits(search_tokens=budget))
    assert 1 <= len(shown) <= len(texts)
    assert sum(tokens.count(item.text) for item in shown) <= budget + len(shown)
    assert (len(shown) == len(texts) and shown[0].text == texts[0]) or "shown" in text or "cut from" in text
