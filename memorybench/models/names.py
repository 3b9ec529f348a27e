"""What a model's name means, and whether what it needs is there, before any work and without a client."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from memorybench.errors import BadInput, ModelUnavailable, did_you_mean
from memorybench.models.settings import ModelRole


@dataclass(frozen=True)
class Provider:
    """A provider that LangChain's ``init_chat_model`` knows: its package and the keys it reads."""

    package: str  # the module LangChain imports
    keys: tuple[str, ...] = ()  # environment variables, one of which must be set; empty: no key

    @property
    def distribution(self) -> str:
        """What to install."""
        return self.package.replace("_", "-")


PROVIDERS: dict[str, Provider] = {
    "anthropic": Provider("langchain_anthropic", ("ANTHROPIC_API_KEY",)),
    "azure_openai": Provider("langchain_openai", ("AZURE_OPENAI_API_KEY",)),
    "bedrock_converse": Provider("langchain_aws"),
    "cohere": Provider("langchain_cohere", ("COHERE_API_KEY",)),
    "deepseek": Provider("langchain_deepseek", ("DEEPSEEK_API_KEY",)),
    "fireworks": Provider("langchain_fireworks", ("FIREWORKS_API_KEY",)),
    "google_genai": Provider("langchain_google_genai", ("GOOGLE_API_KEY", "GEMINI_API_KEY")),
    "google_vertexai": Provider("langchain_google_vertexai"),
    "groq": Provider("langchain_groq", ("GROQ_API_KEY",)),
    "mistralai": Provider("langchain_mistralai", ("MISTRAL_API_KEY",)),
    "ollama": Provider("langchain_ollama"),
    "openai": Provider("langchain_openai", ("OPENAI_API_KEY",)),
    "openrouter": Provider("langchain_openrouter", ("OPENROUTER_API_KEY",)),
    "perplexity": Provider("langchain_perplexity", ("PPLX_API_KEY", "PERPLEXITY_API_KEY")),
    "together": Provider("langchain_together", ("TOGETHER_API_KEY",)),
    "xai": Provider("langchain_xai", ("XAI_API_KEY",)),
}

Kind = Literal["rules", "mailbox", "endpoint", "provider", "minilm"]


@dataclass(frozen=True)
class ModelName:
    """A parsed name. ``model`` is what the provider is told; ``folder`` is the mailbox's."""

    text: str
    kind: Kind
    provider: str = ""
    model: str = ""
    folder: Path | None = None
    base_url: str | None = None

    @property
    def recorded(self) -> str:
        """The name in a request's hash: a mailbox's folder and an endpoint's address may change."""
        return "mailbox" if self.kind == "mailbox" else self.text


def parse_chat(text: str, base_url: str | None = None) -> ModelName:
    """Parse a chat model's name; raise ``BadInput`` with what to write instead."""
    text = text.strip()
    if text == "rules":
        return ModelName(text, "rules", "rules", "rules")
    if text.startswith("mailbox:"):
        folder = text.removeprefix("mailbox:")
        if not folder:
            raise BadInput("model 'mailbox:' names no folder: write mailbox:DIR.")
        return ModelName(text, "mailbox", "mailbox", "mailbox", folder=Path(folder))
    if text == "mailbox":
        raise BadInput("model 'mailbox' names no folder: write mailbox:DIR.")
    return _remote(text, base_url, what="model")


def family(text: str) -> str:
    """The model family a name belongs to, ``grok`` for ``xai:grok-4.3``: what a judge might favour."""
    provider, _, model = text.strip().lower().partition(":")
    name = (model if provider in PROVIDERS or provider == "mailbox" else text.strip().lower()).rpartition("/")[2]
    letters = re.match(r"[a-z]+", name)
    return letters.group() if letters else name


def parse_embedder(text: str, base_url: str | None = None) -> ModelName:
    """Parse an embedder's name: ``minilm``, ``openai:NAME``, or any name with a base URL."""
    text = text.strip()
    if text == "minilm":
        return ModelName(text, "minilm", "minilm", "minilm")
    name = _remote(text, base_url, what="embedder", known=("openai",), bundled="minilm")
    return name


def _remote(
    text: str, base_url: str | None, *, what: str, known: tuple[str, ...] = tuple(PROVIDERS), bundled: str = "rules"
) -> ModelName:
    if not text:
        raise BadInput(f"the {what}'s name is empty: write {bundled}, or provider:model such as openai:gpt-4.1-mini.")
    if base_url is not None:
        return ModelName(text, "endpoint", "openai", text.removeprefix("openai:"), base_url=_checked_url(base_url))
    provider, colon, model = text.partition(":")
    if not colon:
        raise BadInput(
            f"unknown {what} {text!r}.{did_you_mean(text, [bundled, 'mailbox:DIR'])} Write {bundled}, "
            f"provider:{what} (for example openai:{text}), or give --base-url."
        )
    if provider not in known:
        raise BadInput(
            f"{what} {text!r}: unknown provider {provider!r}.{did_you_mean(provider, known)} "
            f"Known: {', '.join(sorted(known))}; any other endpoint through --base-url."
        )
    if not model:
        raise BadInput(f"{what} {text!r} names no model after the colon.")
    return ModelName(text, "provider", provider, model)


def _checked_url(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadInput(f"--base-url {url!r} is no address: write it like http://localhost:11434/v1.")
    return url.rstrip("/")


def is_loopback(url: str) -> bool:
    """Whether the address is this machine's own."""
    host = urlsplit(url).hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")


def api_key(name: ModelName) -> str | None:
    """The key for an OpenAI-compatible endpoint: ``OPENAI_API_KEY``, or a dummy on this machine."""
    key = os.environ.get("OPENAI_API_KEY")
    return key or ("unused" if name.base_url and is_loopback(name.base_url) else None)


def require(name: ModelName, role: ModelRole) -> None:
    """Raise ``ModelUnavailable`` if the provider's package or key is missing; nothing is called."""
    if name.kind == "endpoint":
        if api_key(name) is None:
            raise ModelUnavailable(
                f"{name.text} (role {role}) at {name.base_url} needs a key: set OPENAI_API_KEY "
                "(any text, if the endpoint asks for none)."
            )
        return
    if name.kind != "provider":
        return
    provider = PROVIDERS[name.provider]
    if find_spec(provider.package) is None:
        raise ModelUnavailable(f"{name.text} (role {role}) needs a package: pip install {provider.distribution}.")
    if provider.keys and not any(os.environ.get(key) for key in provider.keys):
        raise ModelUnavailable(f"{name.text} (role {role}) needs a key: set {' or '.join(provider.keys)}.")
