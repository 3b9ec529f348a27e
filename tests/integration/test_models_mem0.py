"""mem0 against the loopback server: its own OpenAI client, and our models through its LangChain provider."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memorybench.models.cache import ResponseCache
from memorybench.models.errors import ModelError, model_error_behind
from memorybench.models.hub import ModelHub, ModelSettings
from memorybench.models.usage import UsageMeter
from memorybench.testing.openai_server import OpenAIServer, hashed, server_error

FACT = "The corridor walls on level 2 are EI 90."
TOLD = [{"role": "user", "content": "We agreed EI 90 for the corridor walls on level 2."}]


def extract(request: dict[str, Any]) -> str:
    """What a model that finds one fact would answer to mem0's extraction prompt."""
    assert "corridor" in json.dumps(request["messages"])
    return json.dumps({"memory": [{"id": "0", "text": FACT, "attributed_to": "user"}]})


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer(extract, embed=hashed(64)) as running:
        yield running


@pytest.fixture
def memory_type(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """mem0's class, imported with telemetry off; nothing is written outside the test's folder."""
    monkeypatch.setenv("MEM0_TELEMETRY", "False")
    monkeypatch.setenv("MEM0_DIR", str(tmp_path / "mem0"))
    monkeypatch.delenv("OPENROUTER_API_KEY", raising=False)
    return pytest.importorskip("mem0").Memory


def store(path: Path) -> dict[str, Any]:
    return {
        "vector_store": {
            "provider": "qdrant",
            "config": {
                "collection_name": "t",
                "path": str(path / "qdrant"),
                "embedding_model_dims": 64,
                "on_disk": True,
            },
        },
        "history_db_path": ":memory:",
    }


def remember_and_search(memory: Any) -> list[str]:
    try:
        memory.add(TOLD, user_id="project")
        found = memory.search("corridor walls fire", filters={"user_id": "project"}, top_k=5, threshold=0.0)
        return [hit["memory"] for hit in found["results"]]
    finally:
        memory.vector_store.client.close()


def test_mem0s_own_openai_client(server: OpenAIServer, memory_type: Any, tmp_path: Path) -> None:
    access = {"openai_base_url": server.url, "api_key": "x"}
    memory = memory_type.from_config(
        {
            **store(tmp_path),
            "llm": {"provider": "openai", "config": {**access, "model": "m"}},
            "embedder": {"provider": "openai", "config": {**access, "model": "e", "embedding_dims": 64}},
        }
    )
    assert remember_and_search(memory) == [FACT]
    paths = [request.path for request in server.requests]
    assert paths.count("/chat/completions") == 1
    asked = server.requests[paths.index("/chat/completions")].body
    assert asked["response_format"] == {"type": "json_object"}


def through_the_hub(memory_type: Any, models: ModelHub, path: Path) -> Any:
    return memory_type.from_config(
        {
            **store(path),
            "llm": {"provider": "langchain", "config": {"model": models.chat("m", "memory")}},
            "embedder": {"provider": "langchain", "config": {"model": models.embedder("e"), "embedding_dims": 64}},
        }
    )


def test_our_models_inside_mem0_are_metered(server: OpenAIServer, memory_type: Any, tmp_path: Path) -> None:
    models = ModelHub(ModelSettings(base_url=server.url), meter=UsageMeter(), cache=ResponseCache(tmp_path / "cache"))
    with models.meter.task_scope("S001") as scope:
        assert remember_and_search(through_the_hub(memory_type, models, tmp_path)) == [FACT]
    usage = models.meter.by_role()["memory"]
    assert usage.calls == len(server.requests) >= 4
    assert usage.input_tokens > 1000, "mem0's own prompt is long"
    assert scope.role("memory") == usage


def test_a_model_failure_inside_mem0_can_be_told_from_mem0s_own(
    server: OpenAIServer, memory_type: Any, tmp_path: Path
) -> None:
    models = ModelHub(ModelSettings(base_url=server.url, tries=2, max_wait_s=0.01), meter=UsageMeter())
    memory = through_the_hub(memory_type, models, tmp_path)
    server.refuse = lambda request: server_error() if "messages" in request else None
    try:
        with pytest.raises(Exception, match="LLM extraction failed") as caught:
            memory.add(TOLD, user_id="project")
    finally:
        memory.vector_store.client.close()
    found = model_error_behind(caught.value)
    assert isinstance(found, ModelError)
    assert found.kind == "server"
