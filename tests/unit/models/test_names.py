"""What a model's name means and what is said when it cannot be used."""

from __future__ import annotations

import pytest

from memorybench.errors import BadInput, ModelUnavailable
from memorybench.models.clients import takes_temperature
from memorybench.models.hub import ModelHub, ModelSettings
from memorybench.models.names import PROVIDERS, parse_chat, parse_embedder, require
from memorybench.models.usage import UsageMeter


@pytest.mark.parametrize(
    ("text", "url", "kind", "provider", "model"),
    [
        ("rules", None, "rules", "rules", "rules"),
        ("rules", "http://localhost:1/v1", "rules", "rules", "rules"),
        ("mailbox:out/box", None, "mailbox", "mailbox", "mailbox"),
        ("xai:grok-4.3", None, "provider", "xai", "grok-4.3"),
        ("openai:ft:gpt-4o:x", None, "provider", "openai", "ft:gpt-4o:x"),
        ("llama3:8b", "http://localhost:1/v1", "endpoint", "openai", "llama3:8b"),
        ("openai:m", "http://localhost:1/v1/", "endpoint", "openai", "m"),
    ],
)
def test_names(text: str, url: str | None, kind: str, provider: str, model: str) -> None:
    name = parse_chat(text, url)
    assert (name.kind, name.provider, name.model) == (kind, provider, model)


@pytest.mark.parametrize(
    ("text", "url", "says"),
    [
        ("", None, "is empty"),
        ("gpt-4.1", None, "Write rules, provider:model (for example openai:gpt-4.1), or give --base-url"),
        ("rule", None, "Did you mean 'rules'"),
        ("opnai:gpt-4.1", None, "unknown provider 'opnai'. Did you mean 'openai'"),
        ("openai:", None, "names no model after the colon"),
        ("mailbox:", None, "write mailbox:DIR"),
        ("mailbox", None, "write mailbox:DIR"),
        ("m", "localhost:8000", "is no address"),
    ],
)
def test_wrong_names_are_one_sentence(text: str, url: str | None, says: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_chat(text, url)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_embedder_names() -> None:
    assert parse_embedder("minilm").kind == "minilm"
    assert parse_embedder("minilm", "http://localhost:1/v1").kind == "minilm"
    assert parse_embedder("nomic-embed", "http://localhost:1/v1").kind == "endpoint"
    with pytest.raises(BadInput, match="unknown provider 'anthropic'"):
        parse_embedder("anthropic:x")
    with pytest.raises(BadInput, match="Did you mean 'minilm'"):
        parse_embedder("minilmm")


def test_a_missing_key_names_variable_and_role(monkeypatch: pytest.MonkeyPatch) -> None:
    for provider in PROVIDERS.values():
        for key in provider.keys:
            monkeypatch.delenv(key, raising=False)
    hub = ModelHub(ModelSettings(), meter=UsageMeter())
    with pytest.raises(ModelUnavailable, match=r"^xai:grok-4.3 \(role probe\) needs a key: set XAI_API_KEY\.$"):
        hub.chat("xai:grok-4.3", "probe")
    with pytest.raises(ModelUnavailable, match="set GOOGLE_API_KEY or GEMINI_API_KEY"):
        hub.chat("google_genai:gemini-3.5-flash", "memory_judge")
    with pytest.raises(ModelUnavailable, match=r"\(role memory\) needs a key: set OPENAI_API_KEY"):
        hub.embedder("openai:text-embedding-3-small")


def test_a_missing_package_says_what_to_install() -> None:
    with pytest.raises(ModelUnavailable, match="pip install langchain-mistralai"):
        require(parse_chat("mistralai:large"), "probe")


def test_every_provider_is_one_that_langchain_knows() -> None:
    from langchain.chat_models.base import _BUILTIN_PROVIDERS

    for name, provider in PROVIDERS.items():
        assert _BUILTIN_PROVIDERS[name][0].split(".")[0] == provider.package


@pytest.mark.parametrize(
    ("text", "takes"),
    [
        ("openai:gpt-4.1-mini", True),
        ("openai:o4-mini", False),
        ("openai:gpt-5-mini", False),
        ("xai:grok-4.3", True),
        ("anthropic:claude-haiku-4-5", True),
        ("anthropic:claude-sonnet-5", False),
        ("mailbox:x", False),
        ("rules", False),
    ],
)
def test_temperature(text: str, takes: bool) -> None:
    assert takes_temperature(parse_chat(text)) is takes


@pytest.mark.parametrize(
    ("text", "package"),
    [
        ("openai:gpt-4.1", "langchain_openai"),
        ("xai:grok-4.3", "langchain_xai"),
        ("anthropic:claude-haiku-4-5", "langchain_anthropic"),
        ("google_genai:gemini-2.5-flash", "langchain_google_genai"),
    ],
)
def test_the_installed_providers_clients_are_built_as_told(
    text: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from memorybench.models.clients import build_client

    for provider in PROVIDERS.values():
        for key in provider.keys:
            monkeypatch.setenv(key, "not-a-key")
    client = build_client(parse_chat(text), ModelSettings(timeout_s=7))
    assert type(client).__module__.startswith(package)
    given = client.model_dump()
    assert given["temperature"] == 0.0
    assert given["max_retries"] in (0, 1)
    assert 7 in (given.get("request_timeout"), given.get("timeout"), given.get("default_request_timeout"))
