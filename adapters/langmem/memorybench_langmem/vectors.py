"""The embedder of a store: remembers its vectors, so that opening a store again calls no embedder."""

from __future__ import annotations

from collections.abc import Mapping

from langchain_core.embeddings import Embeddings

from memorybench_langmem.failures import model_failed


class KeptVectors(Embeddings):
    """``inner`` with the vectors of stored texts at hand; ``new`` holds those that are not on disk yet."""

    def __init__(self, inner: Embeddings, known: Mapping[str, list[float]]) -> None:
        self._inner = inner
        self._known = dict(known)
        self.new: dict[str, list[float]] = {}

    def embed_query(self, text: str) -> list[float]:
        """The vector of a query; not kept."""
        try:
            return self._inner.embed_query(text)
        except Exception as error:
            raise model_failed(error, "embedder") from error

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector a text."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        if missing:
            try:
                vectors = self._inner.embed_documents(missing)
            except Exception as error:
                raise model_failed(error, "embedder") from error
            fresh = dict(zip(missing, vectors, strict=True))
            self._known |= fresh
            self.new |= fresh
        return [self._known[text] for text in texts]
