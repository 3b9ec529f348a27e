"""A probe without a building model: memory alone, and a prompt of its own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage

from memorybench.memory import Surface
from memorybench.probe import prompt as module
from memorybench.probe.agent import run_probe
from memorybench.probe.prompt import chat_prompt_fingerprint, prompt_fingerprint, system_prompt
from memorybench.records import Label, Memory, Task

SURFACES: tuple[Surface, ...] = ("search", "context", "files", "none")


@pytest.fixture
def chat(task: Task) -> Task:
    return task.model_copy(update={"model": None, "label": Label.NOT_IN_IFC, "probe": "Who adopted the cat?"})


@pytest.mark.parametrize(
    ("surface", "tools"),
    [("search", ["search_project_memory"]), ("context", []), ("files", ["grep", "read_file"]), ("none", [])],
)
async def test_the_model_sees_memory_tools_alone(
    kit: Any, chat: Task, tmp_path: Path, surface: Any, tools: list[str]
) -> None:
    model = kit.model(script=[AIMessage("Ada.")])
    memory = kit.memory(text="Ada adopted a cat.", folder=tmp_path)
    answer = await run_probe(chat, adapter=memory, model=model, shell=None, surfaces=(surface,))
    assert (answer.end, answer.text, answer.failure) == ("answered", "Ada.", None)
    assert sorted(model.tool_names[0] if model.tool_names else []) == tools
    system, question = model.prompts[0]
    assert system.text == system_prompt(None, (surface,), "Ada adopted a cat." if surface == "context" else None)
    assert question.text == "Who adopted the cat?"


async def test_it_searches_and_answers(kit: Any, chat: Task) -> None:
    model = kit.model(script=[kit.call("search_project_memory", query="cat"), AIMessage("Ada.")])
    memory = kit.memory(found={"cat": [Memory(text="Ada adopted a cat.", session="S001")]})
    answer = await run_probe(chat, adapter=memory, model=model, shell=None)
    assert [memory.session for memory in answer.retrieved] == ["S001"]


async def test_memory_files_are_read_and_nothing_else(kit: Any, chat: Task, tmp_path: Path) -> None:
    (tmp_path / "memory.md").write_text("Ada adopted a cat.\n", encoding="utf-8")
    script = [
        kit.call("read_file", file_path="/memory/memory.md"),
        kit.call("read_file", file_path="/house.ifc"),
        AIMessage("Ada."),
    ]
    answer = await run_probe(
        chat, adapter=kit.memory(folder=tmp_path), model=kit.model(script=script), shell=None, surfaces=("files",)
    )
    outputs = [step.output for step in answer.trace if step.kind == "tool"]
    assert "Ada adopted a cat." in outputs[0]
    assert "only files below /memory/ are here" in outputs[1]
    assert answer.end == "answered"


@pytest.mark.parametrize("surface", SURFACES)
def test_the_prompt_speaks_of_no_building(surface: Surface) -> None:
    text = system_prompt(None, (surface,), "kept: {ifc_filename}")
    assert not re.search(r"ifc|bim|building|execute", text.replace("{ifc_filename}", ""), re.IGNORECASE)
    assert re.findall(r"\{(?:memory_section|memory_text)\}", text) == []


def test_only_the_memory_section_differs() -> None:
    frames = {
        (parts[0], parts[1].split("## How to use it")[1])
        for surface in SURFACES
        if (parts := system_prompt(None, (surface,), "x").split("## Memory of the earlier conversations\n", 1))
    }
    assert len(frames) == 1


def test_fingerprints_are_apart() -> None:
    """Words for chats do not change the identity of runs on buildings; tool descriptions are in both."""
    assert chat_prompt_fingerprint() != prompt_fingerprint()
    for name in ("prompt.md", "prompt_chat.md"):
        assert Path(module.__file__).with_name(name).is_file()
