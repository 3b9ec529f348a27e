"""The prompt: the same for all but for its memory section."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from memorybench.memory import Surface
from memorybench.probe import prompt as module
from memorybench.probe.prompt import prompt_fingerprint, sections, system_prompt

SURFACES: tuple[Surface, ...] = ("search", "context", "files", "none")


def test_only_the_memory_section_differs() -> None:
    def frame(surface: Surface) -> tuple[str, str]:
        before, rest = system_prompt("house.ifc", (surface,), "notes").split("## Project memory\n", 1)
        return before, rest.split("## Working in the project folder", 1)[1]

    assert len({frame(surface) for surface in SURFACES}) == 1
    assert len({system_prompt("house.ifc", (surface,), "notes") for surface in SURFACES}) == 4


@pytest.mark.parametrize("surface", SURFACES)
def test_no_placeholder_is_left(surface: Surface) -> None:
    text = system_prompt("my house {a}.ifc", (surface,), "kept as it is: {x} {ifc_filename}")
    assert "`my house {a}.ifc`" in text
    assert re.findall(r"\{(?:memory_section|memory_text)\}", text) == []
    assert ("{x} {ifc_filename}" in text) == (surface == "context")


def test_empty_memory_text_is_said() -> None:
    assert "(empty)" in system_prompt("a.ifc", ("context",), "")


def test_no_surface_reads_like_none() -> None:
    assert system_prompt("a.ifc", ()) == system_prompt("a.ifc", ("none",))


def test_every_tool_is_described() -> None:
    named = {name.removeprefix("tool: ") for name in sections() if name.startswith("tool: ")}
    assert named == {"execute", "read_file", "grep", "search_project_memory"}


def test_the_fingerprint_covers_the_whole_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = Path(module.__file__).with_name("prompt.md")
    assert prompt_fingerprint() == hashlib.sha256(file.read_bytes()).hexdigest()
    changed = tmp_path / "prompt.md"
    changed.write_text(file.read_text(encoding="utf-8") + "x", encoding="utf-8")
    before = prompt_fingerprint()
    monkeypatch.setattr(module, "_FILE", changed)
    assert prompt_fingerprint() != before
