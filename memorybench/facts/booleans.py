"""Whether a sentence says yes or no to a relation such as "has sprinklers"."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from memorybench.facts import polarity
from memorybench.facts.mentions import content_words, stem_pattern

_OPPOSITES = (
    ("included", "excluded"), ("accessible", "inaccessible"), ("required", "optional"), ("required", "unnecessary"),
    ("required", "waived"), ("allowed", "forbidden"), ("allowed", "prohibited"), ("permitted", "prohibited"),
    ("permitted", "forbidden"), ("approved", "rejected"), ("approved", "refused"), ("confirmed", "denied"),
    ("meets", "misses"), ("heated", "unheated"), ("insulated", "uninsulated"), ("openable", "fixed"),
    ("kept", "demolished"), ("retained", "demolished"), ("loadbearing", "partition"), ("public", "private"),
)  # fmt: skip
_EXISTENCE = frozenset(
    (
        *("wanted", "planned", "intended", "needed", "present", "exists", "exist", "available", "agreed", "decided"),
        *("foreseen", "installed", "provided", "confirmed", "required"),
    )
)
_EXISTS = re.compile(
    r"\b(?:ha(?:s|ve)|gets?|wants?|needs?|plan\w*|install\w*|will|yes|true|there (?:is|are)|includ\w*|provid\w*|"
    r"exists?|keep|go for|agreed|decided|confirmed|required|decision|negative|dropped|cancelled|scrapped)\b"
)
_REFUSAL = re.compile(
    r"[:=]\s*(?:false|nein)\b|\bis (?:false|negative)\b|\bfalls? short\b|\b(?:dropped|cancelled|scrapped)\b"
)
_GENERIC = frozenset(
    {"have", "having", "get", "gets", "contain", "contains", "provided", "fitted", "equipped", "part"}
)


@dataclass(frozen=True)
class Told:
    """A yes or no, and where the relation's words stand."""

    truth: bool
    start: int
    end: int


@lru_cache(maxsize=2048)
def _relation(relation: str) -> tuple[tuple[re.Pattern[str], re.Pattern[str] | None], ...]:
    words = [word for word in content_words(relation) if word not in _GENERIC] or list(content_words(relation))
    return tuple((stem_pattern(word), _opposite(word)) for word in words)


@lru_cache(maxsize=2048)
def _denied_relation(relation: str) -> bool:
    return polarity.denials(relation.lower(), 0, len(relation)) % 2 == 1


def tells_boolean(
    relation: str, masked: str, start: int, end: int, named: Sequence[tuple[int, int]] = ()
) -> Told | None:
    """What ``masked[start:end]`` says to ``relation``; None if it does not speak of it.

    Three in five of the relation's content words must occur. The truth is the parity of negators and opposite words
    ("excluded" for "included") in the clauses that hold them, and in a trailing ": no". A relation that only says
    that the subject exists ("wanted") is spoken of wherever the subject is ``named`` with a denial or a
    verb of having.
    """
    patterns = _relation(relation)
    hits: list[tuple[int, int, bool]] = []
    for same, opposite in patterns:
        if hit := same.search(masked, start, end):
            hits.append((hit.start(), hit.end(), False))
        elif opposite and (hit := opposite.search(masked, start, end)):
            hits.append((hit.start(), hit.end(), True))
    if not hits and set(content_words(relation)) <= _EXISTENCE:
        if not (polarity.denials(masked, start, end) or _EXISTS.search(masked, start, end)):
            return None
        hits, patterns = [(low, high, False) for low, high in named], ()
    if not hits or len(hits) < math.ceil(0.6 * len(patterns)):
        return None
    clauses = [
        (low, high)
        for low, high in polarity.clauses(masked, start, end)
        if any(low <= hit < high for hit, _, _ in hits)
    ]
    denied = sum(polarity.denials(masked, low, high) for low, high in clauses) + sum(flip for _, _, flip in hits)
    denied += sum(len(_REFUSAL.findall(masked, low, high)) for low, high in clauses)
    denied += _denied_relation(relation)
    return Told(denied % 2 == 0, min(hit[0] for hit in hits), max(hit[1] for hit in hits))


def _opposite(word: str) -> re.Pattern[str] | None:
    options = [b if word.startswith(a[:5]) else a for a, b in _OPPOSITES if word[:5] in {a[:5], b[:5]}]
    stems = [rf"{option[: max(4, len(option) - 2)]}\w*" for option in options]
    return re.compile(rf"(?<!\w)(?:{'|'.join([*stems, rf'(?:un|in|non-?){re.escape(word)}'])})")
