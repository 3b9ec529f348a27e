"""Canonical JSON of a request, its hash, and where two requests first differ."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def canonical_json(value: Any) -> str:
    """JSON text in which equal content is equal text: sorted keys, no spaces, no NaN."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def content_hash(value: Any) -> str:
    """sha256 (64 hex digits) of the canonical JSON."""
    return hashlib.sha256(canonical_json(value).encode("utf-8", "surrogatepass")).hexdigest()


def first_difference(ours: Any, theirs: Any, path: str = "") -> str | None:
    """Where and how two JSON values first differ, in words; None if they are equal."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in sorted(ours.keys() | theirs.keys()):
            inner = f"{path}.{key}" if path else key
            if key not in ours or key not in theirs:
                where = "the recording" if key not in ours else "the request"
                return f"{inner} is only in {where}"
            if found := first_difference(ours[key], theirs[key], inner):
                return found
        return None
    if isinstance(ours, list) and isinstance(theirs, list):
        for index, (mine, other) in enumerate(zip(ours, theirs, strict=False)):
            if found := first_difference(mine, other, f"{path}[{index}]"):
                return found
        if len(ours) != len(theirs):
            return f"{path} has {len(ours)} items, recorded {len(theirs)}"
        return None
    if canonical_json(ours) == canonical_json(theirs):
        return None
    return f"{path} is {_excerpt(ours, theirs)}, recorded {_excerpt(theirs, ours)}"


def _excerpt(value: Any, other: Any, width: int = 40) -> str:
    if isinstance(value, str) and isinstance(other, str):
        start = next(
            (i for i, (a, b) in enumerate(zip(value, other, strict=False)) if a != b), min(map(len, (value, other)))
        )
        start = max(0, start - width // 4)
        head, tail = ("…" if start else ""), ("…" if start + width < len(value) else "")
        return repr(head + value[start : start + width] + tail)
    text = canonical_json(value)
    return text if len(text) <= width else text[:width] + "…"
