"""The probe agent's prompt: read from ``prompt.md``, filled per task, hashed for the run's identity.

Everything the model reads that is not the probe or a tool's output stands in ``prompt.md``: the system
prompt, one memory section per surface, and the tools' descriptions. Only the memory section differs
between memory systems. Tasks without a building model (imported chat benchmarks) have a system prompt and
memory sections of their own in ``prompt_chat.md``; the tools' descriptions are the same.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from memorybench.memory import Surface

_FILE = Path(__file__).with_name("prompt.md")
_CHAT_FILE = Path(__file__).with_name("prompt_chat.md")
_MARK = re.compile(r"^=== (?P<name>.+?) ===\n", re.MULTILINE)


@cache
def sections() -> dict[str, str]:
    """The sections of ``prompt.md`` by name: ``system``, ``memory: <surface>``, ``tool: <name>``."""
    return _parsed(_FILE)


@cache
def chat_sections() -> dict[str, str]:
    """As :func:`sections`, for tasks without a building model."""
    return {**sections(), **_parsed(_CHAT_FILE)}


def _parsed(file: Path) -> dict[str, str]:
    parts = _MARK.split(file.read_text(encoding="utf-8"))[1:]
    return {name: text.strip() for name, text in zip(parts[::2], parts[1::2], strict=True)}


def tool_description(name: str) -> str:
    """What the model is told about the tool ``name``."""
    return sections()[f"tool: {name}"]


def system_prompt(ifc_filename: str | None, surfaces: Sequence[Surface], memory_text: str | None = None) -> str:
    """The system prompt for one task; ``ifc_filename`` is None where it has no building model.

    ``memory_text`` is what the adapter's ``context()`` gave; it is inserted as it is, and only for the surface
    ``context``. ``surfaces`` without any entry reads like ``none``.
    """
    texts = chat_sections() if ifc_filename is None else sections()
    prompt = texts["system"].replace("{ifc_filename}", ifc_filename or "")
    # The memory text goes in last: braces in it must stay as they are.
    return prompt.replace("{memory_section}", _memory_section(texts, surfaces, memory_text), 1)


def _memory_section(texts: Mapping[str, str], surfaces: Sequence[Surface], memory_text: str | None) -> str:
    """One section per surface; several surfaces (a summary and its archive) stand one after the other."""
    parts = [texts[f"memory: {surface}"] for surface in surfaces or ("none",)]
    return "\n\n".join(parts).replace("{memory_text}", memory_text or "(empty)", 1)


def prompt_fingerprint() -> str:
    """SHA-256 (hex) of all that the prompt is made of; changes when any word of it does."""
    return hashlib.sha256(_FILE.read_bytes()).hexdigest()


def chat_prompt_fingerprint() -> str:
    """As :func:`prompt_fingerprint`, for tasks without a building model."""
    return hashlib.sha256(_FILE.read_bytes() + _CHAT_FILE.read_bytes()).hexdigest()
