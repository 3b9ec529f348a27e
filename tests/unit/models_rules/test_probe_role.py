"""The probe role: it plays the protocol, and states what it found and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from memorybench.errors import ModelUnavailable
from memorybench.models import tokens
from memorybench.models.rules import rules_model
from memorybench.models.rules.building import Element, classes_in, metres_per_unit, read_elements
from memorybench.models.rules.probe import NOT_SETTLED, answer, next_turn
from memorybench.models.rules.recall import Remembered, relevant, remembered
from memorybench.models.rules.reckon import results
from memorybench.probe.prompt import system_prompt

SEARCH = {"execute", "read_file", "search_project_memory"}
DOORS = "\n".join(json.dumps({"id": number, "name": f"Door {number}"}) for number in range(3))


def play(system: str, probe: str, tools: set[str], replies: dict[str, str]) -> tuple[str, list[tuple[str, Any]]]:
    """Let the rules play against canned tool outputs, by tool name or by a part of the command."""
    messages: list[Any] = [SystemMessage(system), HumanMessage(probe)]
    calls: list[tuple[str, Any]] = []
    for _ in range(20):
        turn = next_turn(messages, tools)
        messages.append(turn)
        if not turn.tool_calls:
            return str(turn.text), calls
        call = turn.tool_calls[0]
        calls.append((call["name"], call["args"]))
        said = str(call["args"])
        output = next((text for part, text in replies.items() if part == call["name"] or part in said), "nothing")
        messages.append(ToolMessage(output, tool_call_id=call["id"]))
    raise AssertionError("the rules never answer")


def test_price_from_memory_times_count_from_the_model() -> None:
    found = "1. Each lobby door comes to 412 EUR each. [valid from 2026-03-02]\n2. The roof is flat."
    text, calls = play(
        system_prompt("house.ifc", ("search",)),
        "What do the lobby doors cost in total?",
        SEARCH,
        {"search_project_memory": found, "IfcDoor": DOORS},
    )
    assert calls[0] == ("search_project_memory", {"query": "What do the lobby doors cost in total?"})
    assert 2 <= sum(name == "search_project_memory" for name, _ in calls) <= 4
    assert any("select 'IfcDoor'" in str(arguments) for _, arguments in calls)
    assert "412 EUR x 3 = 1,236 EUR." in text
    assert "Each lobby door comes to 412 EUR" in text
    assert "roof" not in text


def test_injected_memory_is_read_from_the_prompt() -> None:
    memory = "## Session S001, 2026-03-02\n[2026-03-02 S001-M01 user] The lobby floor finish is terrazzo."
    text, calls = play(
        system_prompt("house.ifc", ("context",), memory),
        "What is the lobby floor finish?",
        {"execute", "read_file"},
        {},
    )
    assert "terrazzo" in text
    assert {name for name, _ in calls} <= {"execute"}


def test_files_are_grepped() -> None:
    hit = "/memory/S001.md:\n  3: [2026-03-02 S001-M01 user] The lobby floor finish is terrazzo."
    text, calls = play(
        system_prompt("house.ifc", ("files",)), "What is the lobby floor finish?", {"execute", "grep"}, {"grep": hit}
    )
    assert "terrazzo" in text
    assert ("grep", {"pattern": "finish", "path": "/memory", "output_mode": "content"}) in calls


@pytest.mark.parametrize(
    "found", ["No memory was found.", "1. The roof is flat.", "1. Door D13 is rated 42 minutes."]
)
def test_nothing_relevant_is_not_settled(found: str) -> None:
    text, _ = play(
        system_prompt("house.ifc", ("search",)),
        "What rating does door D12 have?",
        SEARCH,
        {"search_project_memory": found, "IfcDoor": DOORS},
    )
    assert text == NOT_SETTLED


def test_the_latest_number_replaces_the_earlier_one() -> None:
    memory = [
        Remembered("The lobby door costs 412 EUR.", "2026-03-02", 0),
        Remembered("The lobby door costs 455 EUR.", "2026-04-10", 1),
    ]
    assert [item.text for item in relevant(memory, "What does the lobby door cost?")] == [memory[1].text]


def test_what_the_assistant_or_a_tool_said_is_no_memory() -> None:
    lines = ["[2026-03-02 S001-M01 user] The hatch is steel.", "[2026-03-02 S001-M02 assistant] The hatch is wood."]
    text = "\n".join(["<project_memory>", *lines, "</project_memory>"])
    assert [item.text for item in remembered([SystemMessage(text)])] == ["The hatch is steel."]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The screed costs 41.50 EUR per square metre.", "41.5 EUR x 60 m2 = 2,490 EUR."),
        ("Multiply with a factor of 1.15 for that.", "60 m2 x 1.15 = 69 m2."),
        ("Add 8 % waste.", "60 m2 x 1.08 = 64.8 m2."),
        ("Clear width at least 850 mm.", "2 of 3 have a width that meets this, 1 do not."),
        ("EUR 1,250 apiece.", "1,250 EUR x 3 = 3,750 EUR."),
    ],
)
def test_arithmetic(sentence: str, expected: str) -> None:
    elements = [
        Element("a", width=800, sizes={"Area": 10}),
        Element("b", 900, sizes={"Area": 20}),
        Element("c", 850, sizes={"Area": 30}),
    ]
    assert results("how much", [sentence], elements, 0.001) == [expected]


def test_left_out_elements_are_not_counted() -> None:
    elements = [Element("Lobby"), Element("Plant room"), Element("Studio")]
    found = results("How many rooms?", ["The plant room is excluded.", "Cleaning is 30 EUR each."], elements, 1.0)
    assert found == ["Without the 1 left out there are 2.", "30 EUR x 2 = 60 EUR."]


def test_an_area_that_one_element_lacks_is_no_sum() -> None:
    elements = [Element("a", sizes={"Area": 10}), Element("b")]
    assert results("how much", ["The screed costs 41.50 EUR per square metre."], elements, 1.0) == []


def test_output_that_is_not_a_list_of_elements_is_no_element() -> None:
    assert read_elements('null\n7\nnot json\n[Command succeeded with exit code 0]\n{"name": "A", "width": true}') == [
        Element("A")
    ]
    assert metres_per_unit("#1=IfcSIUnit(*,.LENGTHUNIT.,.MILLI.,.METRE.)") == 0.001
    assert metres_per_unit("nothing") == 1.0


def test_building_words_name_classes() -> None:
    assert classes_in("How many windows and doors are on this storey?") == [
        "IfcWindow",
        "IfcDoor",
        "IfcBuildingStorey",
    ]


def test_a_cut_listing_of_sizes_is_not_summed() -> None:
    from memorybench.models.rules.recall import ToolUse

    sizes = json.dumps({"name": "Door 0", "sizes": {"Area": 5}})
    done = [ToolUse("execute", {}, DOORS), ToolUse("execute", {}, sizes), ToolUse("execute", {}, "")]
    text = answer("door paint", [Remembered("Door paint costs 3 EUR per square metre.")], done)
    assert " = " not in text


@pytest.mark.parametrize("role", ["answer_judge", "memory_judge", "construct"])
def test_other_roles_are_refused_in_one_sentence(role: Any) -> None:
    with pytest.raises(ModelUnavailable, match=role):
        rules_model(role)


async def test_usage_is_what_went_in_and_out() -> None:
    model = rules_model("memory")
    messages = [SystemMessage("keep facts"), HumanMessage("The hatch costs 812 EUR.")]
    reply = await model.ainvoke(messages)
    assert isinstance(reply, AIMessage)
    assert reply.usage_metadata is not None
    assert reply.usage_metadata["input_tokens"] == sum(tokens.count(str(message.text)) for message in messages)
    assert reply.usage_metadata["output_tokens"] == tokens.count(str(reply.text))
    assert model.invoke(messages).text == reply.text


def test_schemas_are_refused() -> None:
    with pytest.raises(ModelUnavailable, match="schema"):
        rules_model("memory").with_structured_output({"type": "object", "title": "x"})
