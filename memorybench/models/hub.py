"""Chat models and embedders by name, for one run."""

from __future__ import annotations

from langchain_core.language_models import BaseChatModel

from memorybench.models.backends import Backend, ClientBackend
from memorybench.models.cache import ResponseCache
from memorybench.models.caller import Caller
from memorybench.models.chat import HubChat
from memorybench.models.clients import build_client, takes_temperature
from memorybench.models.embedders import Embedder, MiniLm
from memorybench.models.gate import Gate
from memorybench.models.mailbox import MailboxBackend
from memorybench.models.names import ModelName, parse_chat, parse_embedder, require
from memorybench.models.remote_embedder import RemoteEmbedder
from memorybench.models.settings import ROLES, ModelRole, ModelSettings
from memorybench.models.usage import UsageMeter

__all__ = ["ROLES", "Embedder", "HubChat", "ModelHub", "ModelRole", "ModelSettings"]


class ModelHub:
    """Builds the models of one run; they share the meter, the recording and the limits.

    Building a model checks its name, package, key and (under a cost limit) price, and calls nothing:
    ``BadInput`` or ``ModelUnavailable`` says in one sentence what is missing. With a cache that only
    replays, neither package nor key is asked for.
    """

    def __init__(self, settings: ModelSettings, *, meter: UsageMeter, cache: ResponseCache | None = None) -> None:
        self.settings = settings
        self.meter = meter
        self.cache = cache
        self._gate = Gate(settings.concurrency)

    def chat(self, name: str, role: ModelRole, *, epoch: int = 0) -> HubChat:
        """The chat model ``name`` (``rules``, ``mailbox:DIR``, ``provider:model``, or any with a base URL)."""
        parsed = parse_chat(name, self.settings.base_url)
        caller = self._caller(parsed, role)
        return HubChat(
            model_name=parsed.text,
            role=role,
            epoch=epoch,
            temperature=self.settings.temperature if takes_temperature(parsed) else None,
            caller=caller,
            backend=self._backend(parsed, caller),
        )

    def embedder(self, name: str = "minilm") -> Embedder:
        """The embedder ``name``: ``minilm`` (bundled), ``openai:NAME``, or any name with a base URL."""
        parsed = parse_embedder(name, self.settings.base_url)
        if parsed.kind == "minilm":
            return MiniLm()
        return RemoteEmbedder(self._caller(parsed, "memory"))

    def _caller(self, name: ModelName, role: ModelRole) -> Caller:
        cache = None if name.kind == "rules" else self.cache
        caller = Caller(name, role, self.settings, self.meter, self._gate, cache)
        if cache is None or not cache.replays_only:
            require(name, role)
        caller.check_price()
        return caller

    def _backend(self, name: ModelName, caller: Caller) -> Backend:
        if name.kind == "mailbox":
            assert name.folder is not None
            return MailboxBackend(name.folder, caller.settings)
        if name.kind == "rules":
            return ClientBackend(lambda _: _rules(caller.role))
        return ClientBackend(lambda with_temperature: build_client(name, caller.settings, with_temperature))


def _rules(role: ModelRole) -> BaseChatModel:
    from memorybench.models.rules import rules_model

    model: BaseChatModel = rules_model(role)
    return model
