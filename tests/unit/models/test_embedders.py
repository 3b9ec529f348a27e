"""The bundled embedder and tokenizer: real vectors, offline, independent of the batch."""

from __future__ import annotations

import pytest

from memorybench.models import tokens
from memorybench.models.embedders import MiniLm


def dot(one: list[float], two: list[float]) -> float:
    return sum(a * b for a, b in zip(one, two, strict=True))


def test_vectors_are_normalised_and_mean_something() -> None:
    embedder = MiniLm()
    query, near, far = embedder.embed_documents(
        [
            "fire rating of the corridor walls",
            "Walls along the corridor must resist fire for 90 minutes.",
            "Paint is blue.",
        ]
    )
    assert embedder.size == len(query) == 384
    assert dot(query, query) == pytest.approx(1.0, abs=1e-5)
    assert dot(query, near) > 0.5 > dot(query, far)


def test_a_vector_does_not_depend_on_its_batch() -> None:
    embedder = MiniLm()
    texts = ["a wall", "a much longer sentence about a door on the second floor of the office building", ""]
    assert embedder.embed_documents(texts) == [embedder.embed_query(text) for text in texts]


def test_only_the_first_256_tokens_are_seen() -> None:
    start = "wall " * 254
    embedder = MiniLm()
    assert embedder.embed_query(start + "door") == embedder.embed_query(start + "window window")
    assert embedder.embed_query("wall " * 100 + "door") != embedder.embed_query("wall " * 100 + "window")


def test_tokens_are_counted_without_marks_or_limit() -> None:
    assert tokens.count("") == 0
    assert tokens.count("the wall") == 2
    assert tokens.count("wall " * 1000) == 1000
    assert "WordPiece" in tokens.TOKENIZER_NAME
