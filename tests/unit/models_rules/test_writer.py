"""The stand-in keeping a file: what it adds, where, and when it lets the file be."""

from __future__ import annotations

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from memorybench.models.rules.writer import next_edit

TOOLS = {"read_file", "write_file", "edit_file"}
SAID = (
    '<conversation id="S002">\n[2026-03-09 S002-M01 user (architect)] The plaster costs 41.50 per square metre.\n'
    "[2026-03-09 S002-M02 assistant] The slab costs 90 per square metre.\n</conversation>"
)


def instructions(memory: str, *, cites: bool = True, template: str = "") -> SystemMessage:
    wanted = "End with the id, as in `[S003-M02]`." if cites else "Put no ids."
    return SystemMessage(f"Keep `/notes.md`. {wanted}\n{template}\n<memory_file>\n{memory}\n</memory_file>")


def test_a_new_file_gets_a_title_and_the_users_statement_with_its_id() -> None:
    turn = next_edit([instructions("(The file does not exist yet.)"), HumanMessage(SAID)], TOOLS)
    [call] = turn.tool_calls
    assert call["name"] == "write_file"
    assert call["args"]["file_path"] == "/notes.md"
    bullet = "- [2026-03-09] architect: The plaster costs 41.50 per square metre. [S002-M01]"
    assert call["args"]["content"].splitlines() == ["# Memory", "", bullet]


def test_ids_are_left_out_where_none_are_wanted() -> None:
    turn = next_edit([instructions("", cites=False), HumanMessage(SAID)], TOOLS)
    assert "S002" not in turn.tool_calls[0]["args"]["content"]


def test_a_template_gives_the_headings() -> None:
    template = "```markdown\n# Project memory\n\n## Told by people\n- <entry>\n\n## Read from the model\n```"
    turn = next_edit([instructions("", template=template), HumanMessage(SAID)], TOOLS)
    assert turn.tool_calls[0]["args"]["content"].startswith("# Project memory\n\n## Told by people\n\n- [2026-03-09]")


def test_a_file_that_is_there_is_added_to() -> None:
    held = "# Memory\n\n- [2026-03-02] The hall is 4.2 m high. [S001-M01]"
    turn = next_edit([instructions(held), HumanMessage(SAID)], TOOLS)
    [call] = turn.tool_calls
    assert call["name"] == "edit_file"
    assert held.endswith(call["args"]["old_string"])
    assert call["args"]["new_string"].startswith(call["args"]["old_string"] + "\n- [2026-03-09]")


def test_what_the_file_holds_is_not_added_again() -> None:
    turn = next_edit([instructions("- The plaster costs 41.50 per square metre."), HumanMessage(SAID)], TOOLS)
    assert (turn.tool_calls, turn.text) == ([], "Nothing to add.")


def test_a_refusal_is_not_tried_again() -> None:
    refused = ToolMessage("too long", tool_call_id="rules-1", status="error")
    turn = next_edit([instructions(""), HumanMessage(SAID), AIMessage(""), refused], TOOLS)
    assert (turn.tool_calls, turn.text) == ([], "The file could not be changed.")
