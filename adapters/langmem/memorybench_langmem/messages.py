"""How a session becomes the LangChain messages that LangMem takes."""

from __future__ import annotations

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage

from memorybench.records import Message, Session
from memorybench.rendering import render_messages


def langmem_messages(session: Session) -> list[AnyMessage]:
    """The session's messages in their LangChain roles, each with the benchmark's fixed text prefix.

    LangMem shows its model the messages' text under a heading a role, and neither a time nor an id of theirs; so
    day and speaker stand in the text.
    """
    return [
        _langchain(message, text) for message, text in render_messages(session) if message.text or message.command
    ]


def _langchain(message: Message, text: str) -> AnyMessage:
    if message.role == "user":
        return HumanMessage(text)
    if message.role == "tool":
        return ToolMessage(text, tool_call_id=message.id)
    return AIMessage(text)
