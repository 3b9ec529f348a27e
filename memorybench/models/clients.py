"""Builds providers' LangChain clients. Tries, waits and limits are ours, so a client's own are switched off."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from memorybench.models.names import ModelName, api_key
from memorybench.models.settings import ModelSettings

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

_TIMED = frozenset({"anthropic", "deepseek", "fireworks", "google_genai", "groq", "mistralai", "openai", "xai"})
_ONE_TRY = {"google_genai": 1}  # its 0 means "the SDK's default"
# Families that answer any temperature but their own with an error. What this misses is found at the first call.
_FIXED_TEMPERATURE = re.compile(r"^(o\d|gpt-5(?!.*chat)|claude-(opus|sonnet|haiku|fable)-5)")


def takes_temperature(name: ModelName) -> bool:
    """Whether the provider's model is known to take a temperature; rules and the mailbox have none."""
    if name.kind in ("rules", "mailbox"):
        return False
    return name.kind == "endpoint" or not _FIXED_TEMPERATURE.match(name.model)


def build_client(name: ModelName, settings: ModelSettings, with_temperature: bool = True) -> BaseChatModel:
    """A LangChain chat model for a provider or an OpenAI-compatible endpoint; nothing is called yet."""
    options: dict[str, Any] = {}
    if with_temperature and takes_temperature(name):
        options["temperature"] = settings.temperature
    if name.base_url is not None:
        return _compatible(name, settings, options)
    from langchain.chat_models import init_chat_model

    if name.provider in _TIMED:
        options |= {"timeout": settings.timeout_s, "max_retries": _ONE_TRY.get(name.provider, 0)}
    if name.provider == "openai":
        options["use_responses_api"] = False
    client: BaseChatModel = init_chat_model(name.model, model_provider=name.provider, **options)
    return client


def _compatible(name: ModelName, settings: ModelSettings, options: dict[str, Any]) -> BaseChatModel:
    from langchain_openai import ChatOpenAI
    from pydantic import SecretStr

    return ChatOpenAI(
        model=name.model,
        base_url=name.base_url,
        api_key=SecretStr(api_key(name) or ""),
        use_responses_api=False,
        timeout=settings.timeout_s,
        max_retries=0,
        **options,
    )
