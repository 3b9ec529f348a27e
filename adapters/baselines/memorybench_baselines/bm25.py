"""``bm25``: lexical search over the raw messages, the plain retrieval baseline."""

from __future__ import annotations

import re
from importlib.metadata import version
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from pydantic import Field

from memorybench.memory import AdapterCard, AdapterConfig, StoreContext
from memorybench.records import IngestReceipt, Memory, Session
from memorybench_baselines.session_store import RawSessions

if TYPE_CHECKING:
    import bm25s

# Words and whole numbers: "0.18" and "1,250" stay one token, "U-value" becomes two.
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+|\w+")


class Bm25Config(AdapterConfig):
    """Options of the BM25 ranking; the defaults are those of the bm25s package."""

    k1: float = Field(1.5, ge=0, description="how much a repeated word counts")
    b: float = Field(0.75, ge=0, le=1, description="how much long messages are marked down")
    top_k: int | None = Field(None, ge=1, description="at most so many results, whatever the agent asks for")


class Bm25Memory(RawSessions):
    """Ranks raw messages by BM25; words are lowercased, nothing is stemmed or removed."""

    card: ClassVar[AdapterCard] = AdapterCard(
        name="bm25",
        summary="BM25 over the raw messages of the scope, one message a result: retrieval without extraction.",
        system=f"bm25s {version('bm25s')}",
        backend="JSON files in the run's own folder; the index is built from them in memory",
        surfaces=("search",),
        defaults_kept=("k1 1.5", "b 0.75", "Lucene scoring"),
        deviations=(
            "own tokens instead of the package's: numbers such as 0.18 stay whole and one-letter words count, "
            "because building names and values are made of them; no stop words, no stemmer",
            "messages without any word of the query are not returned",
        ),
        roles="written before each message and searchable",
        time="the fixed text prefix with the session's date, searchable",
        dump="every raw message of the scope, one memory each",
        parallelism="none: sessions and searches one after the other; the first search builds the index",
    )
    config_type: ClassVar[type[AdapterConfig]] = Bm25Config

    _config = Bm25Config()
    _index: tuple[list[Memory], bm25s.BM25] | None = None

    async def open(self, context: StoreContext) -> None:
        """Open the sessions; the index follows at the first search."""
        await super().open(context)
        if isinstance(context.config, Bm25Config):
            self._config = context.config

    async def ingest(self, session: Session) -> IngestReceipt:
        """Keep the session; the index is built anew at the next search."""
        self._index = None
        return await super().ingest(session)

    async def search(self, query: str, limit: int) -> list[Memory]:
        """The best messages by BM25 score; ties keep the order in which they were said."""
        memories = self.store.memories() if self._index is None else self._index[0]
        if not memories:
            return []
        if self._index is None:
            self._index = memories, self._build(memories)
        index = self._index[1]
        words = [word for word in tokenize(query) if word in index.vocab_dict]
        if not words:
            return []
        scores = index.get_scores(words)
        order = np.argsort(-scores, kind="stable")
        wanted = min(limit, self._config.top_k or limit)
        hits = [int(place) for place in order[: max(wanted, 0)] if scores[place] > 0]
        return [memories[place].model_copy(update={"score": round(float(scores[place]), 6)}) for place in hits]

    def _build(self, memories: list[Memory]) -> bm25s.BM25:
        import bm25s

        index = bm25s.BM25(k1=self._config.k1, b=self._config.b)
        index.index([tokenize(memory.text) for memory in memories], show_progress=False)
        return index

    async def close(self) -> None:
        """Forget the index and the open store."""
        self._index = None
        await super().close()


def tokenize(text: str) -> list[str]:
    """The lowercased words and numbers of ``text``."""
    return _TOKEN.findall(text.lower())
