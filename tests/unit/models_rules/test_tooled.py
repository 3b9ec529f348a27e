"""The stand-in records memories by the tools it is given, whatever they are called."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

from memorybench.models.rules import rules_model

OLD = "[2026-03-02] The plaster of the stair costs 41.50 euro per square metre."


def tool(name: str, *arguments: str) -> dict[str, Any]:
    properties = {argument: {"type": "string"} for argument in arguments}
    return {
        "type": "function",
        "function": {
            "name": name,
            "description": name,
            "parameters": {"type": "object", "properties": properties, "required": list(arguments)},
        },
    }


KEEP = tool("Keep", "fact")
CHANGE = tool("Change", "json_doc_id", "planned_edits", "patches")


def asked(prompt: str, *tools: dict[str, Any], known: str = "") -> AIMessage:
    reply = (
        rules_model("memory")
        .bind_tools(list(tools))
        .invoke([SystemMessage(f"You keep.{known}"), HumanMessage(prompt)])
    )
    assert isinstance(reply, AIMessage)
    return reply


def called(reply: AIMessage) -> list[tuple[str, dict[str, Any]]]:
    return [(call["name"], call["args"]) for call in reply.tool_calls]


def chat(*texts: str) -> str:
    """A prompt with a marked conversation, as LangChain prints messages."""
    rule = "=" * 32
    turns = [
        f"{rule} Human Message {rule}\n\n{text}\n\n{rule} Ai Message {rule}\n\nThe door is red." for text in texts
    ]
    joined = "\n\n".join(turns)
    return f"Memories must be dense. Never invent.\n\n<talk>\n{joined}\n</talk>"


def test_a_statement_becomes_one_call_and_instructions_and_answers_none() -> None:
    reply = asked(chat("[2026-03-09 S002-M01 user (architect)] The lobby doors are EI 60. How many are there?"), KEEP)
    assert called(reply) == [("Keep", {"fact": "[2026-03-09] The lobby doors are EI 60."})]
    assert len({call["id"] for call in reply.tool_calls}) == 1
    assert reply.usage_metadata is not None
    assert reply.usage_metadata["output_tokens"] > 0


def test_messages_below_one_heading_are_told_apart() -> None:
    reply = asked(
        chat("[2026-03-09 S002-M01 user] The lobby doors are EI 60.\n[2026-03-09 S002-M02 user] The stair is oak."),
        KEEP,
    )
    assert [args["fact"] for _, args in called(reply)] == [
        "[2026-03-09] The lobby doors are EI 60.",
        "[2026-03-09] The stair is oak.",
    ]


def test_nothing_told_is_no_call() -> None:
    reply = asked(chat("[2026-03-09 S002-M01 user] How many doors are there?"), KEEP)
    assert (reply.tool_calls, reply.text) == ([], "There is nothing new to remember.")


def test_a_known_memory_is_changed_by_another_number_and_left_alone_by_the_same() -> None:
    known = f"\n<existing>\n<instance id=a-1 schema_type=\"Memory\">\n{{'fact': {OLD!r}}}\n</instance>\n</existing>"
    same = asked(chat(OLD.replace("[2026-03-02]", "[2026-03-09 S002-M01 user]")), KEEP, CHANGE, known=known)
    assert same.tool_calls == []
    newer = "The plaster of the stair costs 44.00 euro per square metre."
    ((name, arguments),) = called(asked(chat(f"[2026-03-09 S002-M01 user] {newer}"), KEEP, CHANGE, known=known))
    assert (name, arguments["json_doc_id"]) == ("Change", "a-1")
    assert arguments["patches"] == [{"op": "replace", "path": "/fact", "value": f"[2026-03-09] {newer}"}]
    without = called(asked(chat(f"[2026-03-09 S002-M01 user] {newer}"), KEEP, known=known))
    assert without == [("Keep", {"fact": f"[2026-03-09] {newer}"})]


def test_tools_that_keep_no_text_leave_the_extraction_as_it_was() -> None:
    reply = asked("user: The lobby doors are EI 60.", tool("Search", "query"))
    assert reply.tool_calls == []
    assert '"facts": ["The lobby doors are EI 60."]' in reply.text
