"""A server's answer in plain text, split into the memories that it lists."""

from __future__ import annotations

import re

_NOTHING = re.compile(
    r"^\W*(?:(?:no|0)\s+(?:[\w'\"-]+\s+){0,3}"
    r"(?:memor(?:y|ies)|results?|matches|match|notes?|entries|items?|facts?|documents?|entities|observations|nodes)\b"
    r"|nothing (?:was )?(?:found|stored|matched|matches)|(?:none|empty|not found)\b)",
    re.IGNORECASE,
)
_LONGEST_NOTHING = 200  # characters; a longer text that begins like this tells something
_ITEM = re.compile(r"^(?:[-*•]|\d{1,3}[.)]|\[\d{1,3}\])\s+")
_RULE = re.compile(r"^\s*(?:-{3,}|={3,}|\*{3,})\s*$", re.MULTILINE)
_BLANK = re.compile(r"\n\s*\n")


def split_text(text: str) -> list[str]:
    """The memories in ``text``, in order.

    Taken apart, in this order of preference: at horizontal rules, at list items that begin a line (what stands
    indented or unmarked below an item belongs to it), at blank lines; else the text is one memory. A heading
    before the first item is not a memory. A short text that says that nothing was found is none.
    """
    text = text.strip()
    if not text or (len(text) <= _LONGEST_NOTHING and _NOTHING.match(text)):
        return []
    if _RULE.search(text):
        return _clean(_RULE.split(text))
    items = _list_items(text)
    if items:
        return _clean(items)
    return _clean(_BLANK.split(text))


def _list_items(text: str) -> list[str]:
    items: list[list[str]] = []
    for line in text.splitlines():
        if _ITEM.match(line):
            items.append([_ITEM.sub("", line, count=1)])
        elif items:
            items[-1].append(line)
        elif line.strip() and not line.rstrip().endswith(":") and not line.startswith("#"):
            return []  # it begins with a sentence: a list inside one memory
    return ["\n".join(lines) for lines in items]


def _clean(parts: list[str]) -> list[str]:
    return [stripped for part in parts if (stripped := part.strip())]
