"""Agent libraries take our chat model as they take any of LangChain's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.tools import tool
from pydantic import BaseModel

from memorybench.models import hub as hub_module
from memorybench.models.cache import ResponseCache
from memorybench.models.errors import ModelError
from memorybench.models.hub import ModelHub, ModelSettings
from memorybench.models.usage import UsageMeter
from memorybench.testing.openai_server import Fault, OpenAIServer, Say


class Ruling(BaseModel):
    """A ruling."""

    correct: bool


@tool
def doors(storey: str) -> int:
    """Count the doors of a storey."""
    return {"Level 1": 4, "Level 2": 7}[storey]


def script(request: dict[str, Any]) -> str | Say:
    results = [message["content"] for message in request["messages"] if message["role"] == "tool"]
    if not results:
        return Say(None, (("doors", {"storey": "Level 1"}), ("doors", {"storey": "Level 2"})))
    return f"{sum(map(int, results))} doors"


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer(script) as running:
        yield running


def hub(url: str | None, cache: ResponseCache | None = None) -> ModelHub:
    return ModelHub(ModelSettings(base_url=url), meter=UsageMeter(), cache=cache)


async def ask(models: ModelHub) -> str:
    agent = create_agent(models.chat("openai:m", "probe"), [doors], system_prompt="Count.")
    result = await agent.ainvoke({"messages": [("human", "How many doors are there?")]})
    return str(result["messages"][-1].text)


async def test_a_tool_loop_runs_and_replays(server: OpenAIServer, tmp_path: Path) -> None:
    assert await ask(hub(server.url, ResponseCache(tmp_path))) == "11 doors"
    sent = len(server.requests)
    assert sent == 2
    assert await ask(hub(None, ResponseCache(tmp_path, "fail"))) == "11 doors"
    assert len(server.requests) == sent


async def test_deepagents_sees_one_provider_and_all_tools(server: OpenAIServer, tmp_path: Path) -> None:
    from deepagents import create_deep_agent
    from deepagents.backends import FilesystemBackend

    model = hub(server.url).chat("m", "memory")
    agent = create_deep_agent(
        model=model, tools=[doors], backend=FilesystemBackend(root_dir=tmp_path, virtual_mode=True)
    )
    result = await agent.ainvoke({"messages": [("human", "How many doors are there?")]})
    assert result["messages"][-1].text == "11 doors"
    offered = {entry["function"]["name"] for entry in server.requests[0].body["tools"]}
    assert {"doors", "read_file"} <= offered
    assert model._get_ls_params()["ls_provider"] == "memorybench"


async def test_streaming_gives_the_whole_reply(server: OpenAIServer) -> None:
    server.reply = lambda request: "one two three"
    pieces = [chunk.text async for chunk in hub(server.url).chat("m", "probe").astream("?")]
    assert "".join(pieces) == "one two three"


def test_the_provider_path_is_the_same_client(server: OpenAIServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """`openai:NAME` goes through init_chat_model; its address is OpenAI's own environment variable here."""
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    monkeypatch.setenv("OPENAI_API_BASE", server.url)
    server.key = "k"
    server.reply = lambda request: "fine"
    models = hub(None)
    assert models.chat("openai:gpt-4.1-mini", "probe").invoke("one two").text == "fine"
    assert server.requests[-1].path == "/chat/completions"
    usage = models.meter.by_role()["probe"]
    assert usage.cost == pytest.approx((usage.input_tokens * 0.40 + usage.output_tokens * 1.60) / 1e6)


def test_the_xai_client_over_the_wire(server: OpenAIServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """ChatXAI takes its address as an argument only, so the hub's client is pointed at the loopback here."""
    monkeypatch.setenv("XAI_API_KEY", "k")
    built = hub_module.build_client

    def pointed(*arguments: Any) -> Any:
        client = built(*arguments)
        assert type(client).__name__ == "ChatXAI"
        return type(client)(
            model=client.model_name, xai_api_base=server.url, temperature=client.temperature, max_retries=0
        )

    monkeypatch.setattr(hub_module, "build_client", pointed)
    server.reply = lambda request: Say(None, (("Ruling", {"correct": True}),)) if request.get("tools") else "fine"
    models = hub(None)
    chat = models.chat("xai:grok-4.3", "answer_judge")
    assert chat.invoke("hello").text == "fine"
    assert server.requests[-1].body["temperature"] == 0.0
    assert chat.with_structured_output(Ruling).invoke("Right?") == Ruling(correct=True)
    server.fail(Fault("status", 400, "Incorrect API key provided: k***"))
    with pytest.raises(ModelError, match=r"the xai service refused the key \(400\): check XAI_API_KEY"):
        chat.invoke("again")
    assert models.meter.by_role()["answer_judge"].cost is not None
