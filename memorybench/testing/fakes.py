"""Small deterministic models for tests of adapters: no network, no weights, the same on every machine."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from typing import Any
from zlib import crc32

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import ConfigDict, Field

from memorybench.memory import MemoryModels

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
_TURN = re.compile(r"^(user|assistant|system): ", re.MULTILINE)
_NEW_MESSAGES = re.compile(r"^## New Messages\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


class HashingEmbedder(Embeddings):
    """Counts of hashed lowercased words, scaled to length 1: texts that share words are near each other."""

    def __init__(self, size: int = 256) -> None:
        self.size = size
        self.name = f"hashing-{size}"

    def embed_query(self, text: str) -> list[float]:
        """One vector of ``size`` numbers."""
        vector = [0.0] * self.size
        for word in re.findall(r"\w+", text.lower()):
            vector[crc32(word.encode("utf-8")) % self.size] += 1.0
        length = math.sqrt(sum(number * number for number in vector))
        if not length:
            return [1.0 / math.sqrt(self.size)] * self.size
        return [number / length for number in vector]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector a text."""
        return [self.embed_query(text) for text in texts]


class FakeChat(BaseChatModel):
    """Base of the fakes: counts its calls and keeps the prompts it was sent."""

    prompts: list[str] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return type(self).__name__

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[LanguageModelInput, AIMessage]:
        """Taken, and never called: the fakes answer in text."""
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools], **kwargs)

    def with_structured_output(self, schema: Any, **kwargs: Any) -> Any:
        """Never: the fakes answer in text, so a schema has to be asked for in words."""
        raise NotImplementedError(f"{type(self).__name__} has no structured output")

    def reply(self, prompt: str) -> str:
        """The answer to ``prompt`` (all human messages, one below the other)."""
        raise NotImplementedError

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        prompt = "\n".join(str(message.content) for message in messages if message.type == "human")
        self.prompts.append(prompt)
        return ChatResult(generations=[ChatGeneration(message=AIMessage(content=self.reply(prompt)))])


class SentenceExtractor(FakeChat):
    """Stands in for the memory role: every sentence a user said becomes a memory, in Mem0's JSON form.

    Of Mem0's prompt it reads the section of new messages only; of any other prompt, all of it.
    """

    def reply(self, prompt: str) -> str:
        """``{"memory": [{"id": "0", "text": "…", "attributed_to": "user"}, …]}``."""
        section = _NEW_MESSAGES.search(prompt)
        sentences = user_sentences(section.group(1) if section else prompt)
        memory = [{"id": str(place), "text": text, "attributed_to": "user"} for place, text in enumerate(sentences)]
        return json.dumps({"memory": memory}, ensure_ascii=False)


class ScriptedChat(FakeChat):
    """Gives the scripted replies one after the other, the last one for ever."""

    replies: Sequence[str]

    def reply(self, prompt: str) -> str:
        """The next reply of the script."""
        return self.replies[min(len(self.prompts), len(self.replies)) - 1]


class FailingChat(FakeChat):
    """Raises ``error`` at every call, as a model that cannot be reached does."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    error: Exception

    def reply(self, prompt: str) -> str:
        """Never returns."""
        raise self.error


def user_sentences(transcript: str) -> list[str]:
    """The sentences of the ``user:`` turns of a transcript (of all of it when it names no turns)."""
    pieces = _TURN.split(transcript)
    turns = list(zip(pieces[1::2], pieces[2::2], strict=True)) or [("user", pieces[0])]
    said = (text for role, text in turns if role == "user")
    return [sentence.strip() for text in said for sentence in _SENTENCE_END.split(text) if sentence.strip()]


def fake_models(*, size: int = 256) -> MemoryModels:
    """The sentence extractor and the hashing embedder as the models of a store."""
    return MemoryModels(chat=SentenceExtractor(), embedder=HashingEmbedder(size), embedding_size=size)
