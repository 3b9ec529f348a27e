"""A task, answers to it, and chat models that reply as told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import Field

from memorybench.judging.definition import JudgeDefinition, load_judge
from memorybench.records import Answer, Fact, Kind, Label, Memory, NumberGold, Task


@pytest.fixture
def task() -> Task:
    """One number to remember: the U-value of the north facade."""
    return Task(
        id="t1",
        history="h1",
        project="Lindenhof school",
        model="models/lindenhof.ifc",
        probe="Which U-value do we have to keep for the north facade?",
        probe_plain="Which U-value do we have to keep for the north facade?",
        probe_time=datetime(2026, 5, 1, tzinfo=UTC),
        label=Label.NOT_IN_IFC,
        kind=Kind.LOOKUP,
        family="u_value",
        gold_answer="0.21 W/(m²K).",
        gold=(NumberGold(value=0.21, unit="W/(m²K)", about="required U-value"),),
        extra_information="North facade: required U-value is 0.21 W/(m²K).",
        facts=(
            Fact(
                id="f1",
                subject="north facade",
                relation="required U-value",
                value=0.21,
                unit="W/(m²K)",
                evidence=("S001-M01",),
                siblings=("south facade",),
            ),
        ),
    )


@pytest.fixture
def answer() -> Answer:
    """A right answer from a right memory."""
    return Answer(
        end="answered",
        text="The north facade has to keep 0.21 W/(m²K).",
        retrieved=(Memory(text="The U-value of the north facade must be 0.21 W/(m²K)."),),
    )


@pytest.fixture
def answer_judge() -> JudgeDefinition:
    """The bundled answer judge."""
    return load_judge("answer")


@pytest.fixture
def memory_judge() -> JudgeDefinition:
    """The bundled memory judge."""
    return load_judge("memory")


@pytest.fixture
def reply() -> Callable[..., dict[str, Any]]:
    """Build a reply object for a definition: every dimension true but for those named false."""

    def build(definition: JudgeDefinition, *false: str) -> dict[str, Any]:
        return {key: {"reason": f"about {key}", "verdict": key not in false} for key in definition.keys}

    return build


class ScriptedModel(BaseChatModel):
    """Gives its ``script`` in order: a text, a tool call's arguments (a dict), or an error to raise."""

    script: list[Any]
    tools: bool = False  # whether structured output by tool call is supported
    seen: list[list[BaseMessage]] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **kwargs: Any) -> Any:
        if not self.tools:
            raise NotImplementedError
        return self

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        self.seen.append(messages)
        step = self.script.pop(0)
        if isinstance(step, Exception):
            raise step
        if isinstance(step, dict):
            call = {"name": step["tool"], "args": step["args"], "id": "1", "type": "tool_call"}
            return ChatResult(generations=[ChatGeneration(message=AIMessage("", tool_calls=[call]))])
        return ChatResult(generations=[ChatGeneration(message=AIMessage(step))])


@pytest.fixture
def scripted() -> Callable[..., ScriptedModel]:
    """Build a chat model that replies as told."""

    def build(*script: Any, tools: bool = False) -> ScriptedModel:
        return ScriptedModel(script=list(script), tools=tools)

    return build
