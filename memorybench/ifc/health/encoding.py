r"""How a STEP file writes letters beyond ASCII: as ``\X2\`` and other escapes, or as raw bytes, which are lost."""

from __future__ import annotations

import re
from typing import Any

from memorybench.records import Record

_ESCAPES = {
    "X2": re.compile(rb"\\X2\\(?:[0-9A-Fa-f]{4})+\\X0\\"),
    "X4": re.compile(rb"\\X4\\(?:[0-9A-Fa-f]{8})+\\X0\\"),
    "X": re.compile(rb"\\X\\[0-9A-Fa-f]{2}"),
    "S": re.compile(rb"\\S\\[\x20-\x7e]"),
}
_RAW_LINE = re.compile(rb"[^\r\n]*[\x80-\xff][^\r\n]*")
_RAW_TEXT = re.compile(rb"'[^']*[\x80-\xff][^']*'")
_EXAMPLES = 3


class Encoding(Record):
    """``escapes`` counts ISO 10303-21 directives that are read rightly; raw bytes vanish when the file is read."""

    escapes: dict[str, int]  # X2, X4, X, S
    examples: tuple[str, ...]  # names that hold decoded letters
    raw_bytes: int
    raw_lines: int
    raw_examples: tuple[str, ...]  # as they were probably meant


def encoding(content: bytes, file: Any) -> Encoding:
    """Count escapes and raw non-ASCII bytes in the STEP text ``content`` of the opened ``file``."""
    escapes = {name: count for name, pattern in _ESCAPES.items() if (count := len(pattern.findall(content)))}
    raw = 0 if content.isascii() else sum(byte > 127 for byte in content)
    return Encoding(
        escapes=escapes,
        examples=_decoded_names(file) if escapes else (),
        raw_bytes=raw,
        raw_lines=len(_RAW_LINE.findall(content)) if raw else 0,
        raw_examples=tuple(_meant(text) for text in _RAW_TEXT.findall(content)[:_EXAMPLES]) if raw else (),
    )


def _decoded_names(file: Any) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for root in file.by_type("IfcRoot"):
        if root.Name and not root.Name.isascii():
            found[root.Name] = None
        if len(found) == _EXAMPLES:
            break
    return tuple(found)


def _meant(text: bytes) -> str:
    try:
        return text.strip(b"'").decode("utf-8")
    except UnicodeDecodeError:
        return text.strip(b"'").decode("latin-1")
