"""What a user sees for each way a provider can fail, through the real OpenAI clients over loopback."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from memorybench.models.errors import ModelError, model_error_behind
from memorybench.models.hub import ModelHub, ModelSettings
from memorybench.models.preflight import preflight
from memorybench.models.usage import UsageMeter
from memorybench.testing.openai_server import (
    DROP,
    EMPTY,
    MALFORMED,
    TRUNCATED,
    Fault,
    OpenAIServer,
    hang,
    rate_limit,
    refuses_temperature,
    server_error,
    wrong_key,
)

TRIES = 3


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer(lambda request: "EI 90", models=("m", "e")) as running:
        yield running


def hub(url: str, **changes: object) -> ModelHub:
    settings = {"base_url": url, "timeout_s": 0.4, "tries": TRIES, "max_wait_s": 0.05, **changes}
    return ModelHub(ModelSettings.model_validate(settings), meter=UsageMeter())


@pytest.mark.parametrize(
    "fault",
    [rate_limit(0.01), rate_limit(), server_error(), server_error(503), hang(2), TRUNCATED, DROP],
    ids=["429 with Retry-After", "429", "500", "503", "hang", "truncated JSON", "dropped connection"],
)
async def test_a_passing_fault_is_tried_again(server: OpenAIServer, fault: Fault) -> None:
    model = hub(server.url).chat("m", "probe")
    server.fail(fault, fault)
    reply = await model.ainvoke("?")
    assert reply.text == "EI 90"
    assert len(server.requests) == 3
    assert model.caller.meter.by_role()["probe"].calls == 1, "one answered call, however many tries"


@pytest.mark.parametrize(
    ("fault", "kind", "requests", "words"),
    [
        (rate_limit(0), "rate_limit", TRIES, "still limits the rate (429) after 3 tries"),
        (rate_limit(3600), "rate_limit", 1, "asks to wait 3600 s"),
        (server_error(), "server", TRIES, "failed (500) after 3 tries: internal error."),
        (hang(2), "timeout", TRIES, "gave no reply within 0.4 s after 3 tries"),
        (TRUNCATED, "bad_reply", TRIES, "not valid JSON after 3 tries"),
        (DROP, "dropped", TRIES, "broke the connection off after 3 tries"),
        (MALFORMED, "bad_form", 1, "a reply of an unexpected form"),
        (wrong_key(), "wrong_key", 1, "refused the key (401): check OPENAI_API_KEY"),
        (Fault("status", 400, "maximum context length is 8 tokens"), "too_long", 1, "longer than m takes (400)"),
        (Fault("status", 400, "bad tools"), "bad_request", 1, "refused the request (400): bad tools."),
    ],
    ids=lambda value: value.kind if isinstance(value, Fault) else None,
)
@pytest.mark.parametrize("way", ["sync", "async"])
def test_a_lasting_fault_is_one_sentence(
    server: OpenAIServer, fault: Fault, kind: str, requests: int, words: str, way: str
) -> None:
    model = hub(server.url).chat("m", "answer_judge")
    server.fail(*[fault] * TRIES)
    with pytest.raises(ModelError) as caught:
        model.invoke("?") if way == "sync" else asyncio.run(model.ainvoke("?"))
    text = str(caught.value)
    assert words in text
    assert text.startswith("m (role answer_judge): ")
    assert "\n" not in text
    assert text.endswith((".", "?"))
    assert caught.value.kind == kind
    assert len(server.requests) == requests
    assert model.caller.meter.by_role() == {}, "a failed call has no usage"


def test_an_empty_reply_is_a_reply(server: OpenAIServer) -> None:
    server.fail(EMPTY)
    reply = hub(server.url).chat("m", "probe").invoke("?")
    assert reply.text == ""
    assert reply.tool_calls == []


def test_temperature_is_omitted_where_the_provider_refuses_it(server: OpenAIServer) -> None:
    model = hub(server.url).chat("m", "probe")
    server.fail(refuses_temperature())
    assert model.invoke("?").text == "EI 90"
    assert [request.body.get("temperature") for request in server.requests] == [0.0, None]
    model.invoke("again")
    assert "temperature" not in server.requests[-1].body
    server.fail(refuses_temperature())
    assert "temperature omitted" in preflight(hub(server.url).chat("m", "probe")).note


def test_unknown_model_and_wrong_key_are_found_by_preflight(
    server: OpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ModelError, match=r"knows no model 'nope' \(404\)"):
        preflight(hub(server.url).chat("nope", "probe"))
    with pytest.raises(ModelError, match=r"knows no model 'nope' \(404\)"):
        preflight(hub(server.url).embedder("nope"))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-wrong-and-secret")
    server.key = "right"
    for model in (hub(server.url).chat("m", "probe"), hub(server.url).embedder("e")):
        with pytest.raises(ModelError, match=r"refused the key \(401\)") as caught:
            preflight(model)
        assert "sk-wrong" not in str(caught.value)
    assert server.requests[-1].headers["authorization"] == "Bearer sk-wrong-and-secret"


def test_a_key_never_shows_in_an_error(server: OpenAIServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret-value")
    server.fail(Fault("status", 400, "your key sk-very-secret-value may not do this"))
    with pytest.raises(ModelError, match=r"\[OPENAI_API_KEY\] may not do this"):
        hub(server.url).chat("m", "probe").invoke("?")


def test_refused_connection_is_one_sentence() -> None:
    with OpenAIServer() as gone:
        url = gone.url
    with pytest.raises(ModelError, match="cannot be reached: is the server running"):
        preflight(hub(url).chat("m", "probe"))


def test_wrong_embedding_size_is_one_sentence(server: OpenAIServer) -> None:
    with pytest.raises(ModelError, match="8 numbers where 1536 are expected"):
        preflight(hub(server.url, embedding_size=1536).embedder("e"))


def test_preflight_costs_no_usage_and_records_nothing(server: OpenAIServer) -> None:
    model = hub(server.url).chat("m", "probe")
    result = preflight(model)
    assert result.called
    assert model.caller.meter.by_role() == {}
    assert len(server.requests) == 1


def test_the_models_error_is_found_behind_a_librarys_own() -> None:
    inner = ModelError("m failed", "server")
    try:
        try:
            raise inner
        except ModelError as error:
            raise RuntimeError("LLM extraction failed") from error
    except RuntimeError as outer:
        assert model_error_behind(outer) is inner
    assert model_error_behind(ValueError("other")) is None


async def test_calls_at_once_are_bounded(server: OpenAIServer) -> None:
    server.reply = lambda request: (server.wait(0.05), "x")[1]
    model = hub(server.url, concurrency=2, timeout_s=5).chat("m", "probe")
    await asyncio.gather(*(model.ainvoke(f"question {number}") for number in range(8)))
    assert server.most_at_once == 2
    with_threads = [asyncio.to_thread(model.invoke, f"thread {number}") for number in range(6)]
    await asyncio.gather(*with_threads)
    assert server.most_at_once == 2


def test_two_event_loops_one_after_the_other(server: OpenAIServer) -> None:
    """Clients pool connections per process; a connection of an ended loop must not fail the next one."""
    model = hub(server.url, max_wait_s=0.01).chat("m", "probe")
    assert [asyncio.run(model.ainvoke(str(number))).text for number in range(3)] == ["EI 90"] * 3
