"""The probe agent's prompt: read from ``prompt.md``, filled per task, hashed for the run's identity.

Everything the model reads that is not the probe or a tool's output stands in ``prompt.md``: the system
prompt, one memory section per surface, and the tools' descriptions. Only the memory section differs
between memory systems.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from memorybench.memory import Surface

_FILE = Path(__file__).with_name("prompt.md")
_MARK = re.compile(r"^=== (?P<name>.+?) ===\n", re.MULTILINE)


@cache
def sections() -> dict[str, str]:
    """The sections of ``prompt.md`` by name: ``system``, ``memory: <surface>``, ``tool: <name>``."""
    parts = _MARK.split(_FILE.read_text(encoding="utf-8"))[1:]
    return {name: text.strip() for name, text in zip(parts[::2], parts[1::2], strict=True)}


def tool_description(name: str) -> str:
    """What the model is told about the tool ``name``."""
    return sections()[f"tool: {name}"]


def system_prompt(ifc_filename: str, surfaces: Sequence[Surface], memory_text: str | None = None) -> str:
    """The system prompt for one task.

    ``memory_text`` is what the adapter's ``context()`` gave; it is inserted as it is, and only for the surface
    ``context``. ``surfaces`` without any entry reads like ``none``.
    """
    prompt = sections()["system"].replace("{ifc_filename}", ifc_filename)
    # The memory text goes in last: braces in it must stay as they are.
    return prompt.replace("{memory_section}", _memory_section(surfaces, memory_text), 1)


def _memory_section(surfaces: Sequence[Surface], memory_text: str | None) -> str:
    """One section per surface; several surfaces (a summary and its archive) stand one after the other."""
    texts = [sections()[f"memory: {surface}"] for surface in surfaces or ("none",)]
    return "\n\n".join(texts).replace("{memory_text}", memory_text or "(empty)", 1)


def prompt_fingerprint() -> str:
    """SHA-256 (hex) of all that the prompt is made of; changes when any word of it does."""
    return hashlib.sha256(_FILE.read_bytes()).hexdigest()
