"""How sessions reach Mem0, which drops tool messages and reads no speaker names."""

from __future__ import annotations

from datetime import UTC, datetime

from memorybench_mem0.messages import mem0_messages

from memorybench.records import Message, Session


def session(*messages: Message) -> Session:
    return Session(id="S001", started_at=datetime(2026, 3, 2, tzinfo=UTC), messages=messages)


def test_tool_output_is_folded_into_the_assistant_message_that_called() -> None:
    given = session(
        Message(id="S001-M01", role="user", speaker="architect", text="How many walls?"),
        Message(id="S001-M02", role="assistant", text="I look.", command="ifcquery select IfcWall"),
        Message(id="S001-M03", role="tool", text="3 walls"),
        Message(id="S001-M04", role="assistant", text="Three.", final=True),
    )
    assert mem0_messages(given) == [
        {"role": "user", "content": "architect: How many walls?"},
        {"role": "assistant", "content": "I look.\n$ ifcquery select IfcWall\n3 walls"},
        {"role": "assistant", "content": "Three."},
    ]


def test_a_tool_message_without_its_call_is_kept_as_the_assistants() -> None:
    given = session(
        Message(id="S001-M01", role="user", text="Walls?"), Message(id="S001-M02", role="tool", text="3 walls")
    )
    assert mem0_messages(given)[1] == {"role": "assistant", "content": "3 walls"}


def test_a_call_without_words_is_its_command() -> None:
    given = session(Message(id="S001-M01", role="assistant", text="", command="ifcquery summary"))
    assert mem0_messages(given) == [{"role": "assistant", "content": "$ ifcquery summary"}]


def test_messages_without_content_are_left_out() -> None:
    assert mem0_messages(session(Message(id="S001-M01", role="assistant", text=""))) == []
