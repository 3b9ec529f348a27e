"""One folded view of a text for matching, and the same view with everything that only looks like a number masked.

Folding: compatibility forms (``m²`` → ``m2``, thin spaces → spaces), accents dropped, lower case. Offsets refer to
the folded text throughout the package. Masked characters become ``¤``: GlobalIds, UUIDs, step ids, file names, links,
message ids, versions, times, scales.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

MASK = "¤"

_SPECIAL = str.maketrans(
    {"ß": "s", "ø": "o", "Ø": "O", "ł": "l", "’": "'", "‘": "'", "´": "'", "−": "-", "‐": "-", "‑": "-", "–": "-",
     "—": ";", "“": '"', "”": '"', "„": '"', "⋅": "·", "∙": "·", "×": "x"}
)  # fmt: skip

_VULGAR_FRACTION = re.compile(r"(\d)([¼½¾⅓⅔⅛])")
_CASED_MASKS = re.compile(
    r"(?<![\w$])(?=[0-9A-Za-z_$]*\d)(?=[0-9A-Za-z_$]*[A-Z])(?=[0-9A-Za-z_$]*[a-z_$])[0-3][0-9A-Za-z_$]{21}(?![\w$])"
)
_MASKS = re.compile(
    r"https?://\S+"
    r"|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"
    r"|#\d+"
    r"|[\w./\\-]*\w\.(?:ifc\w*|pdf|docx?|xlsx?|csv|json|md|txt|dwg|dxf|rvt|bcf\w*|zip|png|jpe?g|xml|py)\b"
    r"|\bs\d{3,}-m\d{2,}\b"
    r"|\bv\d+(?:\.\d+)*\b|\b\d+\.\d{1,2}\.\d+(?:\.\d+)+\b|(?<=version )\d+(?:\.\d+)*"
    r"|\b\d{1,2}:\d{2}(?::\d{2})?(?:z|[+-]\d{2}:\d{2})?\b|\b1:\d{1,4}\b"
    r"|\b\d{1,2}(?:\.\d{2})?\s?(?:am|pm|a\.m\.|p\.m\.|uhr|o'clock)(?!\w)|\b\d{1,2}h\d{2}\b"
)


@dataclass(frozen=True)
class Folded:
    """``text`` for words and names, ``masked`` for numbers; both of the same length."""

    text: str
    masked: str


def fold_words(text: str) -> str:
    """``text`` without accents and compatibility forms, lower case, quotation marks and dashes unified."""
    return _plain(text).lower()


@lru_cache(maxsize=8192)
def fold(text: str) -> Folded:
    """Both views of ``text``."""
    plain = _plain(text)
    cased = _CASED_MASKS.sub(_blank, plain)
    return Folded(plain.lower(), _MASKS.sub(_blank, cased.lower()))


def _plain(text: str) -> str:
    spaced = _VULGAR_FRACTION.sub(r"\1 \2", text)
    decomposed = unicodedata.normalize("NFKD", spaced.translate(_SPECIAL))
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    return bare.replace("**", "").replace("__", "").replace("`", "").translate(_SPECIAL)


def _blank(match: re.Match[str]) -> str:
    return MASK * len(match.group())
