"""What the variant `mem0:domain` adds to Mem0's extraction prompt: ``instructions.md``, as custom instructions."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("instructions.md")


@cache
def domain_instructions() -> str:
    """The text, as it stands below Mem0's heading "Custom Instructions"."""
    return _FILE.read_text(encoding="utf-8").strip()


def fingerprint(text: str) -> str:
    """8 hex characters that change with the text: they stand in the card, and so in the key of every store."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:8]
