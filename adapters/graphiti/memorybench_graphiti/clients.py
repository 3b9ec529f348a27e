"""The models of the run as Graphiti's clients. Import only after :func:`memorybench_graphiti.library.prepare`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from graphiti_core.cross_encoder.client import CrossEncoderClient
from graphiti_core.embedder.client import EmbedderClient
from graphiti_core.llm_client.client import LLMClient
from graphiti_core.llm_client.config import LLMConfig, ModelSize
from graphiti_core.prompts.models import Message
from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel, ValidationError

from memorybench.errors import BadInput, ModelUnavailable
from memorybench.models.errors import CostLimitReached, model_error_behind


class BadReply(Exception):
    """The model's reply does not fit the schema it was asked for; not among the errors Graphiti retries."""


@dataclass
class Watch:
    """What the models did during one piece of work; replaced before each."""

    calls: int = 0
    model_error: ModelUnavailable | CostLimitReached | None = None  # Graphiti swallows one in places
    bad_replies: tuple[str, ...] = ()


class ChatClient(LLMClient):
    """A LangChain chat model as Graphiti's LLM client, for its medium and its small prompts alike.

    The model is asked for the schema in the provider's own way. A model without such a way is asked in words
    alone: Graphiti writes the schema into every prompt.
    """

    def __init__(self, chat: BaseChatModel | None) -> None:
        super().__init__(LLMConfig(model="memorybench", small_model="memorybench", api_key="unused"), cache=False)
        self._chat = chat
        self.watch = Watch()

    async def _generate_response(
        self,
        messages: list[Message],
        response_model: type[BaseModel] | None = None,
        max_tokens: int = 0,
        model_size: ModelSize = ModelSize.medium,
        *,
        model: str | None = None,
    ) -> dict[str, Any]:
        """One call; Graphiti's own limits on output and its choice of model have no counterpart here."""
        watch = self.watch
        watch.calls += 1
        name = response_model.__name__ if response_model else "JSON"
        try:
            return await self._ask([_langchain(message) for message in messages], response_model)
        except (ValidationError, ValueError) as error:
            fault = f"asked for {name}, the memory model replied otherwise: {_first_line(error)}"
            watch.bad_replies = (*watch.bad_replies, fault)
            raise BadReply(fault) from error
        except Exception as error:
            watch.model_error = watch.model_error or _model_error(error)
            raise watch.model_error from error

    async def _ask(self, messages: list[BaseMessage], response_model: type[BaseModel] | None) -> dict[str, Any]:
        if self._chat is None:
            raise BadInput("graphiti: this store has no memory model.")
        if response_model is not None:
            try:
                structured = self._chat.with_structured_output(response_model, include_raw=True)
            except NotImplementedError:
                pass
            else:
                outcome = await structured.ainvoke(messages)
                return _checked(outcome, response_model)
        reply = await self._chat.ainvoke(messages)
        value = json.loads(_unfenced(reply.text))
        return value if response_model is None else response_model.model_validate(value).model_dump()


class Embedder(EmbedderClient):
    """A LangChain embedder as Graphiti's, called on a worker thread."""

    def __init__(self, embedder: Embeddings) -> None:
        self._embedder = embedder
        self.error: Exception | None = None

    async def create(self, input_data: str | list[str] | Iterable[int] | Iterable[Iterable[int]]) -> list[float]:
        """The vector of one text, given alone or in a list of one."""
        texts = [input_data] if isinstance(input_data, str) else list(input_data)
        return (await self.create_batch([str(texts[0])]))[0]

    async def create_batch(self, input_data_list: list[str]) -> list[list[float]]:
        """One vector a text."""
        if not input_data_list:
            return []
        try:
            return await asyncio.to_thread(self._embedder.embed_documents, input_data_list)
        except Exception as error:
            self.error = _model_error(error, "embedder")
            raise self.error from error


class NoReranker(CrossEncoderClient):
    """In the place of a cross-encoder: the paper's search fuses ranks and asks no further model."""

    async def rank(self, query: str, passages: list[str]) -> list[tuple[str, float]]:
        """Refused: a search that gets here was configured otherwise than this adapter does."""
        raise RuntimeError("graphiti: a cross-encoder was asked for; this adapter searches without one")


def _langchain(message: Message) -> BaseMessage:
    return SystemMessage(message.content) if message.role == "system" else HumanMessage(message.content)


def _checked(outcome: Any, response_model: type[BaseModel]) -> dict[str, Any]:
    """The parsed reply as the dict Graphiti expects."""
    error = outcome.get("parsing_error")
    if error is not None:
        raise error
    parsed = outcome.get("parsed")
    if parsed is None:
        raise ValueError("the reply is empty")
    value = parsed if isinstance(parsed, BaseModel) else response_model.model_validate(parsed)
    return value.model_dump()


def _unfenced(text: str) -> str:
    text = text.strip()
    if text.startswith("```"):
        text = text.removeprefix("```json").strip("`")
    return text


def _model_error(error: Exception, role: str = "memory model") -> ModelUnavailable | CostLimitReached:
    """The hub's own error behind ``error``, else one that says which model failed."""
    known = model_error_behind(error)
    return known or ModelUnavailable(f"graphiti: the {role} failed: {type(error).__name__}: {error}")


def _first_line(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return f"{where}: {first['msg']}" if where else str(first["msg"])
    return " ".join(str(error).split())[:300]
