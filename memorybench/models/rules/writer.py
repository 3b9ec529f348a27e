"""The stand-in's memory role for agents that keep a file: adds what users stated, by the file tools it is given.

A conversation is known by the fixed form of its messages, the present file by a ``<…memory…>`` block of the
instructions, its name by a path ending in ``.md``, and that ids are wanted by a bracketed one among the instructions.
Every new statement is appended with its date; nothing is merged or removed, so what a later one replaces stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage

from memorybench.models.rules.remember import statements

_SAID = re.compile(r"^\[(?P<date>\d{4}-\d{2}-\d{2}) (?P<id>S\d+-M\d+) (?P<role>user|assistant|tool)\b", re.MULTILINE)
_REST = re.compile(r"(?: \((?P<speaker>[^)\n]*)\))?[^\]\n]*\][ \t]*")
_CLOSING = re.compile(r"\n</\w+>\s*\Z")
_BLOCK = re.compile(r"<(?P<tag>\w*memory\w*)>\n?(?P<text>.*)\n?</(?P=tag)>", re.DOTALL)
_NO_FILE = re.compile(r"\A\s*\([^\n]*\)\s*\Z")  # a remark in place of the file
_PATH = re.compile(r"`(?P<path>/[\w./-]+\.md)`")
_CITATION = re.compile(r"\[S\d+-M\d+\]")
_TEMPLATE = re.compile(r"^```\w*\n(?P<body>.*?)^```", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#{1,6} .+$", re.MULTILINE)
_OF_PEOPLE = re.compile(r"\b(?:people|persons?|users?|told|said|stated|supplied)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Task:
    """What the instructions say of the file."""

    path: str
    memory: str
    cites: bool
    headings: tuple[str, ...]  # of a new file: its title, and the one below which statements belong


def next_edit(messages: Sequence[BaseMessage], tools: set[str]) -> AIMessage:
    """One call that adds the new statements, then a closing word; a refusal is not tried again."""
    results = [message for message in messages if isinstance(message, ToolMessage)]
    if results:
        return AIMessage(
            "The file could not be changed." if results[-1].status == "error" else "The file is up to date."
        )
    task = task_of("\n".join(str(message.text) for message in messages if message.type == "system"))
    told = "\n".join(str(message.text) for message in messages if message.type == "human")
    bullets = [bullet for text, bullet in told_by_users(told, cites=task.cites) if text not in task.memory]
    if not bullets:
        return AIMessage("Nothing to add.")
    name, arguments = _change(task, list(dict.fromkeys(bullets)), tools)
    return AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": "rules-1", "type": "tool_call"}])


def task_of(instructions: str) -> Task:
    """Read the instructions: where the file is, what it holds now, and how entries should look."""
    block = _BLOCK.search(instructions)
    rules = instructions[: block.start()] + instructions[block.end() :] if block else instructions
    memory = block["text"] if block and not _NO_FILE.match(block["text"]) else ""
    path = _PATH.search(rules)
    template = _TEMPLATE.search(rules)
    headings = _HEADING.findall(template["body"]) if template else []
    of_people = [heading for heading in headings[1:] if _OF_PEOPLE.search(heading)]
    return Task(
        path=path["path"] if path else "/memory.md",
        memory=memory.strip(),
        cites=bool(_CITATION.search(rules)),
        headings=(headings[0] if headings else "# Memory", *of_people[:1]),
    )


def told_by_users(conversation: str, *, cites: bool) -> Iterator[tuple[str, str]]:
    """Each statement of a user, and the bullet that tells it with date, speaker and, if wanted, the message's id."""
    marks = list(_SAID.finditer(conversation))
    ends = [mark.start() for mark in marks[1:]] + [len(conversation)]
    for mark, end in zip(marks, ends, strict=True):
        rest = _REST.match(conversation, mark.end(), end)
        if mark["role"] != "user" or rest is None:
            continue
        who = f"{rest['speaker']}: " if rest["speaker"] else ""
        source = f" [{mark['id']}]" if cites else ""
        text = _CLOSING.sub("", conversation[rest.end() : end])
        for statement in statements([("user", text)]):
            yield statement, f"- [{mark['date']}] {who}{statement}{source}"


def _change(task: Task, bullets: list[str], tools: set[str]) -> tuple[str, dict[str, object]]:
    """The smaller call that does it: an edit behind the last line if that line is unique, else the whole file."""
    added = "\n".join(bullets)
    last = task.memory.rpartition("\n")[2]
    if "edit_file" in tools and last and task.memory.count(last) == 1:
        return "edit_file", {"file_path": task.path, "old_string": last, "new_string": f"{last}\n{added}"}
    before = task.memory or "\n\n".join(task.headings) + "\n"
    return "write_file", {"file_path": task.path, "content": f"{before}\n{added}\n"}
