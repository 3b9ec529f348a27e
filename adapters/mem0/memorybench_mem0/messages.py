"""How a session becomes the messages that Mem0 takes."""

from __future__ import annotations

from memorybench.records import Message, Session


def mem0_messages(session: Session) -> list[dict[str, str]]:
    """The session as Mem0's ``{"role", "content"}`` messages, in order.

    Mem0 drops the role ``tool`` and reads no speaker names, so a tool call and its output are folded into
    the assistant message they belong to, and a user's role stands before their words (``architect: …``).
    """
    folded: list[dict[str, str]] = []
    for message in session.messages:
        content = _content(message)
        last = folded[-1] if folded else None
        if message.role == "tool" and last is not None and last["role"] == "assistant":
            last["content"] = f"{last['content']}\n{content}".strip()
        elif content:
            role = "user" if message.role == "user" else "assistant"
            folded.append({"role": role, "content": content})
    return folded


def _content(message: Message) -> str:
    text = f"{message.speaker}: {message.text}" if message.speaker else message.text
    if message.command:
        return f"{text}\n$ {message.command}".strip()
    return text
