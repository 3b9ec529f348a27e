"""What the writing agent is told: read from ``prompt.md``, put together per form, hashed into the card.

Everything the writer reads that is neither the conversation, nor the file, nor a tool's output stands there.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Literal

from memorybench.records import Session
from memorybench.rendering import render_session, session_date

Form = Literal["cited", "uncited", "domain"]
MEMORY_PATH = "/memory.md"  # as the writer sees it

_FILE = Path(__file__).with_name("prompt.md")
_MARK = re.compile(r"^=== (?P<name>.+?) ===\n", re.MULTILINE)
_FORMS: dict[Form, tuple[str, ...]] = {"cited": ("cited",), "uncited": ("uncited",), "domain": ("cited", "domain")}


@cache
def sections() -> dict[str, str]:
    """The sections of ``prompt.md`` by name: ``system``, ``form: <name>``, ``session``, ``tool: <name>``."""
    parts = _MARK.split(_FILE.read_text(encoding="utf-8"))[1:]
    return {name: text.strip() for name, text in zip(parts[::2], parts[1::2], strict=True)}


def tool_descriptions() -> dict[str, str]:
    """What the writer is told about each of its tools, by the tool's name."""
    mark = "tool: "
    return {name.removeprefix(mark): text for name, text in sections().items() if name.startswith(mark)}


def instructions(form: Form, memory: str, max_chars: int) -> str:
    """The system prompt with ``memory`` as the file's present text; braces in it stay as they are."""
    text = _without_memory(form).replace("{max_chars}", f"{max_chars:,}").replace("{used}", f"{len(memory):,}")
    return text.replace("{memory}", memory.strip() or "(The file does not exist yet, or is empty.)", 1)


def conversation(session: Session) -> str:
    """The message that shows one session, in the fixed form that all memory systems share."""
    text = sections()["session"].replace("{session}", session.id).replace("{date}", session_date(session))
    return text.replace("{transcript}", render_session(session), 1)


@cache
def fingerprint(form: Form) -> str:
    """8 hex characters that change with any word this form's writer is told."""
    told = [_without_memory(form), sections()["session"], *(f"{name}: {text}" for name, text in _tools())]
    return hashlib.sha256("\n\n".join(told).encode("utf-8")).hexdigest()[:8]


def _without_memory(form: Form) -> str:
    parts = "\n\n".join(sections()[f"form: {part}"] for part in _FORMS[form])
    return sections()["system"].replace("{form}", parts, 1).replace("{path}", MEMORY_PATH)


def _tools() -> list[tuple[str, str]]:
    return sorted(tool_descriptions().items())
