"""A recorded run replays anywhere: no key, no client, the same replies, usage and tool calls."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.callbacks import UsageMetadataCallbackHandler
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import tool
from pydantic import BaseModel, Field

from memorybench.errors import BadInput, ModelUnavailable
from memorybench.models import hub as hub_module
from memorybench.models.cache import ResponseCache
from memorybench.models.errors import CostLimitReached, ModelError, RecordingMiss
from memorybench.models.hub import ModelHub, ModelSettings
from memorybench.models.usage import UsageMeter
from memorybench.testing.openai_server import Fault, OpenAIServer, Say


class Ruling(BaseModel):
    """A judge's ruling."""

    correct: bool
    reason: str = Field(description="one sentence")


@tool
def storey(name: str) -> str:
    """Look a storey up."""
    return name


def script(request: dict[str, Any]) -> str | Say:
    if "response_format" in request:
        return '{"correct": true, "reason": "as agreed"}'
    if request["messages"][-1]["role"] == "tool":
        return "The storey is Level 2."
    return Say(None, (("storey", {"name": "Level 2"}),)) if request.get("tools") else "plain"


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer(script) as running:
        yield running


def hub(cache: ResponseCache | None, url: str | None = None, **changes: Any) -> ModelHub:
    return ModelHub(ModelSettings(base_url=url, tries=1, **changes), meter=UsageMeter(), cache=cache)


def conversation(models: ModelHub) -> list[Any]:
    """A tool loop, a ruling, embeddings, as a run makes them."""
    chat = models.chat("openai:gpt-4o-mini", "probe")
    asked: list[Any] = [SystemMessage("You are a BIM agent."), HumanMessage("Which storey?", id=str(uuid.uuid4()))]
    first = chat.bind_tools([storey]).invoke(asked)
    asked += [first, ToolMessage("Level 2", tool_call_id=first.tool_calls[0]["id"])]
    second = asyncio.run(chat.bind_tools([storey]).ainvoke(asked))
    ruling = models.chat("openai:gpt-4o-mini", "answer_judge").with_structured_output(Ruling).invoke("Is it right?")
    vectors = models.embedder("openai:text-embedding-3-small").embed_documents(["a wall", "a door", "a wall"])
    return [first.tool_calls, second.text, ruling, vectors]


def test_a_run_replays_without_key_or_client(
    server: OpenAIServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = hub(ResponseCache(tmp_path), server.url)
    expected = conversation(live)
    assert expected[0][0]["name"] == "storey"
    assert expected[2] == Ruling(correct=True, reason="as agreed")
    sent = len(server.requests)

    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setattr(hub_module, "build_client", lambda *_: pytest.fail("a replay builds no client"))
    replayed = hub(ResponseCache(tmp_path, "fail"))  # another address, no key
    assert conversation(replayed) == expected
    assert len(server.requests) == sent

    before, after = live.meter.by_role(), replayed.meter.by_role()
    assert before.keys() == after.keys() == {"probe", "answer_judge", "memory"}
    for role in before:
        assert after[role].cached_calls == after[role].calls == before[role].calls
        assert after[role].input_tokens == before[role].input_tokens > 0
    assert replayed.meter.spent == 0.0


def test_recordings_are_readable(server: OpenAIServer, tmp_path: Path) -> None:
    conversation(hub(ResponseCache(tmp_path), server.url))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["answer_judge", "memory", "probe"]
    entry = json.loads(next((tmp_path / "answer_judge").iterdir()).read_text(encoding="utf-8"))
    assert entry["request"]["messages"] == [{"role": "user", "content": "Is it right?"}]
    assert entry["request"]["response_schema"]["properties"]["correct"]["type"] == "boolean"
    assert entry["reply"]["usage"]["total_tokens"] > 0
    assert entry["recorded"]["base_url"] == server.url
    vector = next((tmp_path / "memory").iterdir()).read_text(encoding="utf-8")
    assert len(vector.splitlines()) < 30, "a vector stands on one line"


def test_a_miss_names_role_file_and_difference(server: OpenAIServer, tmp_path: Path) -> None:
    hub(ResponseCache(tmp_path), server.url).chat("m", "probe").invoke("What is the fire rating of the west wall?")
    replay = hub(ResponseCache(tmp_path, "fail"), server.url)
    with pytest.raises(RecordingMiss) as caught:
        replay.chat("m", "probe").invoke("What is the fire rating of the east wall?")
    text = str(caught.value)
    assert "no recording for this probe request" in text
    assert "messages[0].content is '…ng of the east wall?'" in text
    assert "recorded '…ng of the west wall?'" in text
    with pytest.raises(RecordingMiss, match="nothing is recorded for role memory"):
        replay.chat("m", "memory").invoke("hello")
    with pytest.raises(RecordingMiss, match="epoch is 1, recorded 0"):
        replay.chat("m", "probe", epoch=1).invoke("What is the fire rating of the west wall?")


def test_a_torn_recording_is_detected(server: OpenAIServer, tmp_path: Path) -> None:
    hub(ResponseCache(tmp_path), server.url).chat("m", "probe").invoke("hello")
    path = next((tmp_path / "probe").iterdir())
    whole = path.read_text(encoding="utf-8")
    edited = whole.replace('"hello"', '"goodbye"')
    for broken, why in ((whole[:50], "not a whole recording"), (edited, "not the one its name was made from")):
        path.write_text(broken, encoding="utf-8")
        with pytest.raises(RecordingMiss, match=why):
            hub(ResponseCache(tmp_path, "fail"), server.url).chat("m", "probe").invoke("hello")
    sent = len(server.requests)
    assert hub(ResponseCache(tmp_path), server.url).chat("m", "probe").invoke("hello").text == "plain"
    assert len(server.requests) == sent + 1, "where calls are allowed it is asked again"
    assert json.loads(path.read_text(encoding="utf-8"))["reply"]["content"] == "plain"


def test_a_refusal_replays_as_a_refusal_and_is_asked_again_live(server: OpenAIServer, tmp_path: Path) -> None:
    """A server without JSON schemas: the way around it must replay too."""
    server.fail(Fault("status", 400, "response_format is not supported"))
    live = hub(ResponseCache(tmp_path), server.url).chat("m", "answer_judge")
    with pytest.raises(ModelError) as first:
        live.with_structured_output(Ruling).invoke("Right?")
    assert first.value.status_code == 400
    replay = hub(ResponseCache(tmp_path, "fail"), server.url).chat("m", "answer_judge")
    with pytest.raises(ModelError) as again:
        replay.with_structured_output(Ruling).invoke("Right?")
    assert (str(again.value), again.value.status_code) == (str(first.value), 400)
    assert live.with_structured_output(Ruling).invoke("Right?") == Ruling(correct=True, reason="as agreed")
    assert replay.with_structured_output(Ruling).invoke("Right?") == Ruling(correct=True, reason="as agreed")


async def test_the_first_of_several_writers_stands(server: OpenAIServer, tmp_path: Path) -> None:
    numbers = iter(range(100))
    server.reply = lambda request: (server.wait(0.05), f"reply {next(numbers)}")[1]
    models = [hub(ResponseCache(tmp_path), server.url) for _ in range(4)]
    replies = await asyncio.gather(*(models[n % 4].chat("m", "probe").ainvoke("same") for n in range(12)))
    recorded = hub(ResponseCache(tmp_path, "fail"), server.url).chat("m", "probe").invoke("same").text
    assert {reply.text for reply in replies} == {recorded}
    assert [path.suffix for path in (tmp_path / "probe").iterdir()] == [".json"]


def test_usage_reaches_callbacks_once(server: OpenAIServer) -> None:
    counted = UsageMetadataCallbackHandler()
    models = hub(None, server.url)
    models.chat("m", "probe").invoke("one two", config={"callbacks": [counted]})
    usage = models.meter.by_role()["probe"]
    assert counted.usage_metadata["m"]["input_tokens"] == usage.input_tokens == 3


def test_a_provider_without_usage_is_unmetered(server: OpenAIServer) -> None:
    server.reply = lambda request: Say("x", usage=False)
    models = hub(None, server.url)
    models.chat("m", "probe").invoke("hello")
    usage = models.meter.by_role()["probe"]
    assert (usage.calls, usage.unmetered_calls, usage.input_tokens, usage.cost) == (1, 1, 0, None)


PRICES = '["m"]\ninput = 1000.0\noutput = 0.0\ndate = 2026-01-01\nsource = "test"\n'


def test_max_cost_stops_before_the_next_call(server: OpenAIServer, tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text(PRICES, encoding="utf-8")
    models = hub(ResponseCache(tmp_path / "cache"), server.url, max_cost=0.004, prices=prices)
    chat = models.chat("m", "probe")
    chat.invoke("one two")  # 3 words with the role: 0.003 USD
    chat.invoke("one three")
    with pytest.raises(CostLimitReached, match=r"the run cost 0\.0060 USD, its limit is 0\.004; resume it with"):
        chat.invoke("one four")
    assert len(server.requests) == 2
    assert chat.invoke("one two").text == "plain", "what is recorded costs nothing"


def test_max_cost_without_a_price_or_usage_is_refused(server: OpenAIServer, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="the price of m \\(role probe\\) is unknown"):
        hub(None, server.url, max_cost=1.0).chat("m", "probe")
    with pytest.raises(BadInput, match="the price of e \\(role memory\\) is unknown"):
        hub(None, server.url, max_cost=1.0).embedder("e")
    prices = tmp_path / "prices.toml"
    prices.write_text(PRICES, encoding="utf-8")
    server.reply = lambda request: Say("x", usage=False)
    chat = hub(None, server.url, max_cost=1.0, prices=prices).chat("m", "probe")
    chat.invoke("hello")
    with pytest.raises(CostLimitReached, match="reports no usage"):
        chat.invoke("hello again")


def test_a_remote_endpoint_without_a_key_is_named_before_any_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ModelUnavailable, match=r"m \(role probe\) at https://models\.example/v1 needs a key"):
        hub(None, "https://models.example/v1").chat("m", "probe")


def test_embeddings_ask_for_each_text_once(server: OpenAIServer, tmp_path: Path) -> None:
    embedder = hub(ResponseCache(tmp_path), server.url).embedder("e")
    first = embedder.embed_documents(["wall", "door", "wall"])
    assert first[0] == first[2] != first[1]
    assert server.requests[-1].body["input"] == ["wall", "door"]
    assert server.requests[-1].body["model"] == "e"
    again = embedder.embed_documents(["door", "window"])
    assert again[0] == first[1]
    assert server.requests[-1].body["input"] == ["window"]
    assert embedder.size == 8


def test_invalid_tool_arguments_survive_a_recording(server: OpenAIServer, tmp_path: Path) -> None:

    from memorybench.models.reply import Reply

    message = AIMessage(
        content="",
        invalid_tool_calls=[
            {"name": "storey", "args": '{"name": ', "id": "call_9", "error": "x", "type": "invalid_tool_call"}
        ],
    )
    back = Reply.model_validate_json(Reply.of(message).model_dump_json()).message()
    assert back.tool_calls == []
    assert back.invalid_tool_calls[0]["args"] == '{"name": '
