"""The probe agent against a real model, the real command pipeline and a real memory adapter."""

from __future__ import annotations

import re
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult

from memorybench.ifc.pipeline import CommandShell
from memorybench.ifc.warm import WarmQuery
from memorybench.memory import MemoryModels, StoreContext
from memorybench.plugins import load
from memorybench.probe.agent import run_probe
from memorybench.probe.prompt import sections
from memorybench.records import Kind, Label, Message, Session, Task

MODEL = "duplex-arc.ifc"


class Scripted(BaseChatModel):
    """Takes its turns from a list."""

    turns: list[AIMessage]

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **kwargs: Any) -> Any:
        return self

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        said = sum(isinstance(message, AIMessage) for message in messages)
        return ChatResult(generations=[ChatGeneration(message=self.turns[said].model_copy())])


@pytest.fixture
def shell(shared_ifc: Path, tmp_path: Path) -> CommandShell:
    folder = tmp_path / "project"
    folder.mkdir()
    shutil.copyfile(shared_ifc / "real" / MODEL, folder / MODEL)
    return CommandShell(folder, warm={MODEL: WarmQuery(folder / MODEL)})


def turn(name: str, **arguments: Any) -> AIMessage:
    return AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": "1", "type": "tool_call"}])


def probe_task() -> Task:
    return Task(
        id="t",
        history="h",
        project="Duplex",
        model=f"models/{MODEL}",
        probe="What do the doors cost, going by what we agreed and the model?",
        probe_plain="What do the doors cost?",
        probe_time=datetime(2026, 5, 1, tzinfo=UTC),
        label=Label.NEEDS_EXTERNAL_INFO,
        kind=Kind.AGGREGATION,
        family="unit_cost",
        gold_answer="5,740 EUR",
        extra_information="-",
        facts=(),
    )


async def test_memory_and_model_meet_in_one_probe(shell: CommandShell, tmp_path: Path) -> None:
    adapter_type = load("bm25")
    adapter = adapter_type()
    await adapter.open(
        StoreContext(
            namespace="t", workspace=tmp_path / "store", models=MemoryModels(), config=adapter_type.config_type()
        )
    )
    said = Message(id="S001-M01", role="user", text="Put the doors down at 410 EUR each.")
    await adapter.ingest(Session(id="S001", started_at=datetime(2026, 3, 2, tzinfo=UTC), messages=(said,)))
    await adapter.ready()
    model = Scripted(
        turns=[
            turn("search_project_memory", query="doors EUR", limit=3),
            turn("execute", command=f"ifcquery {MODEL} select 'IfcDoor' | jq length"),
            AIMessage("14 doors x 410 EUR = 5,740 EUR."),
        ]
    )
    answer = await run_probe(probe_task(), adapter=adapter, model=model, shell=shell)
    await adapter.close()
    assert answer.end == "answered", answer.failure
    assert any("410 EUR" in item.text for item in answer.retrieved)
    assert answer.trace[3].output.startswith("14\n")


def test_every_command_in_the_prompt_runs(shell: CommandShell) -> None:
    """Each complete example is run as an agent would copy it."""
    text = sections()["system"].replace("{ifc_filename}", MODEL)
    commands = [line for line in re.findall(r"`(ifcquery [^`]+)`", text) if "SUBCOMMAND" not in line]
    assert len(commands) >= 4
    for command in commands:
        done = shell.execute(command)
        assert done.exit_code == 0, (command, done)
        assert done.stdout.strip() not in ("", "[]", "0"), command


def test_the_named_subcommands_are_those_of_the_shell(shell: CommandShell) -> None:
    assert shell.execute(f"ifcquery {MODEL} summary").exit_code == 0
    for refused in ("render", "plot"):
        assert shell.execute(f"ifcquery {MODEL} {refused}").exit_code != 0
    for command in ("ls", "cat /etc/passwd", "ifcquery ../other.ifc summary", f"head -1 {MODEL} > copy.ifc"):
        assert shell.execute(command).exit_code != 0, command
