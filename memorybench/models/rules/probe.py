"""The stand-in's probe role: search memory, query the model, answer with what was found.

Stateless: the next turn follows from the conversation so far.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from langchain_core.messages import AIMessage, BaseMessage

from memorybench.models.rules.building import (
    classes_in,
    length_unit_command,
    list_command,
    metres_per_unit,
    named_in,
    read_elements,
    sizes_command,
)
from memorybench.models.rules.language import keywords, noun_phrases
from memorybench.models.rules.recall import Remembered, ToolUse, relevant, remembered, tool_uses
from memorybench.models.rules.reckon import results

_FILE = re.compile(r"`([^`\n]+\.ifc)`", re.IGNORECASE)
_NARROWER = 3  # searches after the one with the probe's own words
_GREPS = 5
_ABOUT_SIZES = re.compile(
    r"\b(?:area|m2|m²|sqm|square|width|wide|narrow\w*|clear|mm|large|size|floor|cost|price|total)\b", re.I
)
NOT_SETTLED = "This is not settled: neither the project memory nor the model records it."


def next_turn(messages: Sequence[BaseMessage], tools: set[str]) -> AIMessage:
    """The next tool call, or the answer when there is nothing more to ask."""
    probe = next((str(message.text) for message in messages if message.type == "human"), "")
    done = tool_uses(messages)
    for name, arguments in [*_memory_calls(probe, tools), *_model_calls(probe, messages, tools)]:
        if not any(use.name == name and use.arguments == arguments for use in done):
            call = {"name": name, "args": arguments, "id": f"rules-{len(done) + 1}", "type": "tool_call"}
            return AIMessage("", tool_calls=[call])
    return AIMessage(answer(probe, relevant(remembered(messages), probe), done))


def _memory_calls(probe: str, tools: set[str]) -> list[tuple[str, dict[str, object]]]:
    if "search_project_memory" in tools:
        queries = [probe, *noun_phrases(probe)[:_NARROWER]]
        return [("search_project_memory", {"query": query}) for query in dict.fromkeys(queries)]
    if "grep" in tools:
        # grep is literal and knows no plural: a stem finds both.
        words = sorted(keywords(probe), key=len, reverse=True)[:_GREPS]
        return [("grep", {"pattern": word, "path": "/memory", "output_mode": "content"}) for word in words]
    return []


def _model_calls(probe: str, messages: Sequence[BaseMessage], tools: set[str]) -> list[tuple[str, dict[str, object]]]:
    """The queries for the class that the probe speaks of, or else the memory that bears on it."""
    system = next((str(message.text) for message in messages if message.type == "system"), "")
    file = _FILE.search(system)
    if file is None or "execute" not in tools:
        return []
    memory = " ".join(item.text for item in relevant(remembered(messages), probe))
    classes = (classes_in(probe) or classes_in(memory))[:1]
    name = f"'{file[1]}'" if " " in file[1] else file[1]
    commands = [list_command(name, ifc_class) for ifc_class in classes]
    if _ABOUT_SIZES.search(f"{probe} {memory}"):
        commands += [sizes_command(name, ifc_class) for ifc_class in classes]
        commands += [length_unit_command(name)] if classes else []
    return [("execute", {"command": command}) for command in commands]


def answer(probe: str, memory: Sequence[Remembered], done: Sequence[ToolUse]) -> str:
    """The remembered sentences, the model's numbers and what follows from both."""
    if not memory:
        return NOT_SETTLED
    outputs = [use.output for use in done if use.name == "execute"]
    listed = read_elements(outputs[0]) if outputs else []
    measured = read_elements(outputs[1]) if len(outputs) > 1 else []
    metres = metres_per_unit(outputs[2]) if len(outputs) > 2 else 1.0
    # Long output is cut; measures of a part of the elements would give a wrong sum.
    elements = measured if len(measured) == len(listed) else listed
    sentences = [item.text for item in memory]
    lines = results(probe, sentences, elements, metres)
    lines.append("From project memory: " + " ".join(sentences))
    if elements:
        chosen = named_in(elements, probe) or elements
        names = Counter(element.name for element in chosen).most_common(5)
        listing = ", ".join(f"{name or 'unnamed'} ({count})" for name, count in names)
        lines.append(f"From the IFC model: {len(chosen)} elements, among them {listing}.")
    return "\n".join(lines)
