"""Where a chat call's reply comes from: a provider's LangChain client or fixed rules (mailbox: its own module)."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, Protocol

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.runnables import Runnable, RunnableConfig

from memorybench.models.failures import refuses_temperature
from memorybench.models.reply import Reply
from memorybench.models.request import ChatCall

_SILENT: RunnableConfig = {"callbacks": []}  # the wrapper reports to callbacks; the client must not report twice


class Backend(Protocol):
    """Answers one call, once: no retry, no cache, no counting."""

    def ask(self, call: ChatCall) -> Reply:
        """Return the reply; raise whatever the client raises."""

    async def aask(self, call: ChatCall) -> Reply:
        """The same, without blocking the loop."""


class ClientBackend:
    """A LangChain chat model, built at the first call: a replay never builds one.

    ``build(with_temperature)`` makes the client. If the provider rejects the temperature, the client is
    built once more without it, and every later reply says so in its notes.
    """

    def __init__(self, build: Callable[[bool], BaseChatModel]) -> None:
        self._build = build
        self._lock = Lock()
        self._client: BaseChatModel | None = None
        self._with_temperature = True

    def ask(self, call: ChatCall) -> Reply:
        """Return the client's reply."""
        try:
            return self._reply(runnable(self._ready(), call).invoke(list(call.messages), _SILENT))
        except Exception as error:
            self._drop_temperature(error)
        return self._reply(runnable(self._ready(), call).invoke(list(call.messages), _SILENT))

    async def aask(self, call: ChatCall) -> Reply:
        """Return the client's reply through its own async path."""
        try:
            return self._reply(await runnable(self._ready(), call).ainvoke(list(call.messages), _SILENT))
        except Exception as error:
            self._drop_temperature(error)
        return self._reply(await runnable(self._ready(), call).ainvoke(list(call.messages), _SILENT))

    def _ready(self) -> BaseChatModel:
        with self._lock:
            if self._client is None:
                self._client = self._build(self._with_temperature)
            return self._client

    def _drop_temperature(self, error: Exception) -> None:
        """Prepare one more try without temperature, or raise the error again."""
        with self._lock:
            if not self._with_temperature or not refuses_temperature(error):
                raise error
            self._with_temperature, self._client = False, None

    def _reply(self, outcome: Any) -> Reply:
        message = outcome["raw"] if isinstance(outcome, dict) else outcome
        if not isinstance(message, AIMessage):
            raise TypeError(f"the client returned {type(message).__name__}, not a message")
        return Reply.of(message, () if self._with_temperature else ("temperature omitted: the provider refuses it",))


def runnable(client: BaseChatModel, call: ChatCall) -> Runnable[Any, Any]:
    """The client with the call's tools or schema bound in the provider's own form."""
    options = dict(call.options)
    if call.schema is not None:
        method = {"method": call.method} if call.method else {}
        return client.with_structured_output(call.schema, include_raw=True, **method, **options)
    if call.tools:
        choice = {"tool_choice": call.tool_choice} if call.tool_choice is not None else {}
        return client.bind_tools(call.tools, **choice, **options)
    return client.bind(**options) if options else client
