"""Values that look like information and are none: real files are full of them."""

from __future__ import annotations

import re

_EMPTY = frozenset(
    {"n/a", "na", "none", "null", "nil", "tbd", "tbc", "tba", "unknown", "undefined", "unset", "unnamed"}
    | {"notdefined", "notknown", "userdefined", "<unnamed>", "<none>", "<keine>", "keine", "kein"}
    | {"nichtdefiniert", "nichtverknüpft", "xxx", "xx", "x", "?", "??", "-", "--", "---", ".", "…", "*", ""}
)


def squeeze(text: str) -> str:
    """``text`` in lower case without spaces, underscores and hyphens: how names are compared."""
    return re.sub(r"[\s_\-]+", "", text).casefold()


def is_placeholder(property_name: str, value: object) -> bool:
    """Whether ``value`` says nothing: empty, a word for nothing, or the property's own name over again."""
    if value is None:
        return True
    if not isinstance(value, str):
        return False
    text = value.strip()
    if not text or text.casefold() in _EMPTY or squeeze(text) in _EMPTY:
        return True
    own = squeeze(property_name)
    last = text.split()[-1]
    if len(own) < 2:  # "X" = "x" is no exporter's default
        return False
    return squeeze(text) == own or (len(own) >= 10 and squeeze(last) == own)  # "Unit A LightingZoneName"
