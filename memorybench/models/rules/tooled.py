"""The stand-in's memory role for systems that record memories by tool calls.

A tool is known by its arguments: one text to be kept (``content``) makes a new memory, ``json_doc_id`` with
``patches`` changes a known one, which stands in the prompt as ``<instance id=…>``. A memory is a statement of a user,
whole, with its date; a known one is changed only if the statement gives the same matter another number.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.tool import ToolCall

from memorybench.models.rules.graph import replaces, same
from memorybench.models.rules.remember import messages_in, statements

_TEXTS = frozenset({"content", "text", "memory", "fact"})
_CHANGE = frozenset({"json_doc_id", "planned_edits", "patches"})
_BLOCK = re.compile(r"<(?P<tag>\w[\w-]*)>\n(?P<body>.*?)\n</(?P=tag)>", re.DOTALL)
_KNOWN = re.compile(r"<instance id=(?P<id>[\w-]+)[^>\n]*>\n(?P<value>.*?)\n</instance>", re.DOTALL)
_HEADING = re.compile(r"^=+ (?P<role>Human|Ai|Tool|System) Message =+$", re.MULTILINE)  # as LangChain prints messages
_ROLES = {"Human": "user", "Ai": "assistant", "Tool": "tool", "System": "system"}
_DATE = re.compile(r"^\[[^\]]*\] ")


def records(tools: Sequence[Mapping[str, Any]]) -> bool:
    """Whether one of the tools keeps a text as a new memory."""
    return _recorder(tools) is not None


def turn(tools: Sequence[Mapping[str, Any]], messages: Sequence[BaseMessage]) -> AIMessage:
    """One call a statement that is new; none for what is known. ``tools`` must be such that :func:`records` holds."""
    recorder, changer = _recorder(tools), _changer(tools)
    assert recorder is not None
    name, argument = recorder
    prompts = [str(message.text) for message in messages]
    known = _known("\n".join(prompts), argument)
    calls: list[ToolCall] = []
    for statement in statements(_said(prompts[-1] if prompts else "")):
        bare = _DATE.sub("", statement)
        if any(same(bare, _DATE.sub("", old)) for old in known.values()):
            continue
        number = f"call-{len(calls) + 1}"
        outdated = next((id_ for id_, old in known.items() if replaces(bare, _DATE.sub("", old))), None)
        if outdated is None or changer is None:
            calls.append(ToolCall(name=name, args={argument: statement}, id=number))
        else:
            del known[outdated]
            patch = {"op": "replace", "path": f"/{argument}", "value": statement}
            arguments = {"json_doc_id": outdated, "planned_edits": "the newer statement", "patches": [patch]}
            calls.append(ToolCall(name=changer, args=arguments, id=number))
    return AIMessage("" if calls else "There is nothing new to remember.", tool_calls=calls)


def _recorder(tools: Sequence[Mapping[str, Any]]) -> tuple[str, str] | None:
    """The name of the tool that makes a memory, and of its argument."""
    for tool in tools:
        arguments = set(_arguments(tool))
        if len(arguments) == 1 and arguments <= _TEXTS:
            return str(tool["function"]["name"]), arguments.pop()
    return None


def _changer(tools: Sequence[Mapping[str, Any]]) -> str | None:
    return next((str(tool["function"]["name"]) for tool in tools if set(_arguments(tool)) == _CHANGE), None)


def _arguments(tool: Mapping[str, Any]) -> Mapping[str, Any]:
    arguments: Mapping[str, Any] = tool["function"].get("parameters", {}).get("properties", {})
    return arguments


def _said(prompt: str) -> list[tuple[str, str]]:
    """The messages of the prompt's last marked part (else of all of it), as role and text."""
    blocks = list(_BLOCK.finditer(prompt))
    body = blocks[-1]["body"] if blocks else prompt
    marks = list(_HEADING.finditer(body))
    if not marks:
        return messages_in(body)
    ends = [mark.start() for mark in marks[1:]] + [len(body)]
    said: list[tuple[str, str]] = []
    for mark, end in zip(marks, ends, strict=True):
        role = _ROLES[mark["role"]]
        if role == "user":  # several messages may stand below one heading
            said += messages_in(body[mark.end() : end].strip())
    return said


def _known(prompt: str, argument: str) -> dict[str, str]:
    """Id and text of the memories that the prompt shows."""
    found: dict[str, str] = {}
    for mark in _KNOWN.finditer(prompt):
        try:
            value = ast.literal_eval(mark["value"])
        except (ValueError, SyntaxError):
            continue
        if isinstance(value, dict) and isinstance(value.get(argument), str):
            found[mark["id"]] = value[argument]
    return found
