"""Embedders behind an API: recorded text by text, metered under role ``memory``."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any

from memorybench.models.caller import Caller
from memorybench.models.embedders import Embedder
from memorybench.models.errors import ModelError
from memorybench.models.names import api_key

if TYPE_CHECKING:
    from langchain_openai import OpenAIEmbeddings

BATCH = 128  # texts a request
_SIZES = {"text-embedding-3-small": 1536, "text-embedding-3-large": 3072, "text-embedding-ada-002": 1536}


class RemoteEmbedder(Embedder):
    """An OpenAI or OpenAI-compatible embedder.

    Each text is recorded apart, so a replay does not depend on how texts were batched. An answer of another
    size or number than expected raises :class:`ModelError`.
    """

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.name = caller.name.text
        self._lock = Lock()
        self._client: OpenAIEmbeddings | None = None
        self._size = caller.settings.embedding_size
        if self._size is None and caller.name.kind == "provider":
            self._size = _SIZES.get(caller.name.model)

    @property
    def size(self) -> int:
        """Length of a vector; where nobody said, one text is embedded to find out."""
        if self._size is None:
            self._size = len(self.embed_query("size"))
        return self._size

    def embed_query(self, text: str) -> list[float]:
        """The text's vector."""
        return self.embed_documents([text])[0]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector a text, in order; recorded ones are not asked for again."""
        known: dict[str, list[float]] = {}
        usages: list[dict[str, int] | None] = []
        missing: list[str] = []
        for text in dict.fromkeys(texts):
            reply = self.caller.load(self._request(text))
            if reply is None:
                missing.append(text)
            else:
                known[text] = reply["vector"]
                usages.append(reply.get("usage"))
        if usages:  # counted as the one call that it was
            self.caller.count(_summed(usages), cached=True)
        for start in range(0, len(missing), BATCH):
            batch = missing[start : start + BATCH]
            known.update(zip(batch, self._embed(batch), strict=True))
        return [known[text] for text in texts]

    def once(self, text: str, timeout_s: float) -> list[float]:
        """One real call, neither recorded nor tried again: for preflight."""
        client = self._build(min(timeout_s, self.caller.settings.timeout_s))
        (vectors, usage), _ = self.caller.live(lambda: self._ask([text], client), tries=1)
        self.caller.meter.spend(self.caller.cost(usage))
        return vectors[0]

    def _embed(self, texts: list[str]) -> list[list[float]]:
        (vectors, usage), seconds = self.caller.live(lambda: self._ask(texts, self._ready()))
        self.caller.count(usage)
        shares = _shared(usage, len(texts))
        return [
            self.caller.keep(self._request(text), {"vector": vector, "usage": share}, seconds)["vector"]
            for text, vector, share in zip(texts, vectors, shares, strict=True)
        ]

    def _ask(self, texts: list[str], client: OpenAIEmbeddings) -> tuple[list[list[float]], dict[str, int] | None]:
        # OpenAIEmbeddings drops the usage, so its client is called as it would call it.
        answer = client.client.create(input=texts, model=client.model, encoding_format="float")
        vectors = [list(map(float, entry.embedding)) for entry in sorted(answer.data, key=lambda entry: entry.index)]
        if len(vectors) != len(texts):
            raise ModelError(f"embedder {self.name}: {len(texts)} texts were sent, {len(vectors)} vectors came back.")
        self._check_sizes(vectors)
        tokens = getattr(answer.usage, "prompt_tokens", None)
        return vectors, None if tokens is None else _tokens(tokens)

    def _check_sizes(self, vectors: list[list[float]]) -> None:
        expected = self._size or len(vectors[0])
        for vector in vectors:
            if len(vector) != expected:
                raise ModelError(
                    f"embedder {self.name}: a vector has {len(vector)} numbers where {expected} are expected; "
                    "is it the model you named, or is the embedding size set wrong?",
                    "wrong_size",
                )
        self._size = expected

    def _ready(self) -> OpenAIEmbeddings:
        with self._lock:
            if self._client is None:
                self._client = self._build(self.caller.settings.timeout_s)
            return self._client

    def _build(self, timeout_s: float) -> OpenAIEmbeddings:
        from langchain_openai import OpenAIEmbeddings
        from pydantic import SecretStr

        name = self.caller.name
        return OpenAIEmbeddings(
            model=name.model,
            openai_api_base=name.base_url,
            openai_api_key=SecretStr(api_key(name) or ""),
            check_embedding_ctx_length=False,  # it would fetch a tokenizer over the network
            request_timeout=timeout_s,
            max_retries=0,
        )

    def _request(self, text: str) -> dict[str, Any]:
        return {"role": self.caller.role, "model": self.caller.name.recorded, "kind": "embedding", "text": text}


def _shared(usage: dict[str, int] | None, texts: int) -> list[dict[str, int] | None]:
    """Each text's part of a batch's tokens; the parts add up to the whole."""
    if usage is None:
        return [None] * texts
    share, rest = divmod(usage["input_tokens"], texts)
    return [_tokens(share + (index < rest)) for index in range(texts)]


def _summed(usages: list[dict[str, int] | None]) -> dict[str, int] | None:
    known = [usage["input_tokens"] for usage in usages if usage is not None]
    return _tokens(sum(known)) if len(known) == len(usages) else None


def _tokens(given: int) -> dict[str, int]:
    return {"input_tokens": given, "output_tokens": 0, "total_tokens": given}
