"""The middleware between agent and model: fixes what the model sees, keeps the trace, caps tool output."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from langchain.agents.middleware.types import AgentMiddleware, ModelRequest, ModelResponse
from langchain.tools.tool_node import ToolCallRequest
from langchain_core.messages import AIMessage, BaseMessage, SystemMessage, ToolMessage
from langgraph.errors import GraphBubbleUp
from langgraph.types import Command

from memorybench.probe.backend import MEMORY_MOUNT
from memorybench.probe.evidence import ProbeEvidence
from memorybench.probe.failures import ProbeFailed, failure_of
from memorybench.probe.limits import ProbeLimits
from memorybench.probe.live_prompt import LivePrompt
from memorybench.records import Memory, TraceStep

_NOTE_ROOM = 600  # characters a tool may add to its capped output: what was cut, the exit code
_READ_HEADER = re.compile(r"^@@ .* @@\n", re.MULTILINE)
_GREP_LINE = re.compile(r"^\s*\d+: (?P<text>.*)$")


class ProbeRecorder(AgentMiddleware[Any, Any, Any]):
    """Makes sure that the model gets exactly our prompt and tools, whatever other middleware would add.

    A model that raises ends the probe as ``model_error``; a tool that raises, as ``tool_error``.
    """

    def __init__(
        self, prompt: LivePrompt, tools: Sequence[str], limits: ProbeLimits, evidence: ProbeEvidence
    ) -> None:
        super().__init__()
        self._prompt = prompt
        self._tools = frozenset(tools)
        self._limits = limits
        self._evidence = evidence
        self._one_at_a_time = asyncio.Lock()  # parallel tool calls would make the trace's order a matter of luck

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        """Call the model with exactly our prompt, memory text as it is now, and our tools; note the step."""
        visible = [tool for tool in request.tools if _name_of(tool) in self._tools]
        prompt = SystemMessage(await self._prompt.text())
        started = time.perf_counter()
        try:
            response = await handler(request.override(system_message=prompt, tools=visible))
        except (ProbeFailed, GraphBubbleUp):
            raise
        except Exception as error:
            self._note("model", "model", _last_text(request.messages), "", started)
            raise ProbeFailed(failure_of("model_error", "calling the model", error)) from error
        self._note("model", "model", _last_text(request.messages), _said(response.result), started)
        return response

    async def awrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Awaitable[ToolMessage | Command[Any]]]
    ) -> ToolMessage | Command[Any]:
        """Run one tool, cap its output, note the step and the memory it showed."""
        name, arguments = request.tool_call["name"], request.tool_call["args"]
        given = json.dumps(arguments, ensure_ascii=False)
        async with self._one_at_a_time:
            started = time.perf_counter()
            try:
                result = await handler(request)
            except GraphBubbleUp:
                raise
            except Exception as error:
                self._note("tool", name, given, f"{type(error).__name__}: {error}", started)
                if isinstance(error, ProbeFailed):
                    raise
                raise ProbeFailed(failure_of("tool_error", name, error)) from error
            if isinstance(result, ToolMessage):
                result = result.model_copy(update={"content": _capped(str(result.text), self._limits.output_chars)})
                self._note("tool", name, given, str(result.text), started)
                if result.status != "error":
                    self._note_files_read(name, arguments, str(result.text))
            return result

    def _note(self, kind: Any, name: str, given: str, output: str, started: float) -> None:
        seconds = time.perf_counter() - started
        self._evidence.trace.append(TraceStep(kind=kind, name=name, input=given, output=output, seconds=seconds))

    def _note_files_read(self, name: str, arguments: dict[str, Any], output: str) -> None:
        """Memory text that reached the agent through the file tools counts as retrieved."""
        path = "/" + str(arguments.get("file_path") or "").lstrip("/")
        if name == "grep":
            self._evidence.queries.append(str(arguments.get("pattern", "")))
            # Other output modes show paths and counts, no memory text.
            if arguments.get("output_mode") == "content":
                hits = [match for line in output.splitlines() if (match := _GREP_LINE.match(line))]
                self._evidence.show(Memory(text=hit["text"].strip()) for hit in hits)
        elif name == "read_file" and path.startswith(MEMORY_MOUNT + "/"):
            self._evidence.queries.append(path)
            self._evidence.show_document(_READ_HEADER.sub("", output, count=1))


def _name_of(tool: Any) -> str | None:
    name = tool.get("name") if isinstance(tool, dict) else getattr(tool, "name", None)
    return name if isinstance(name, str) else None


def _last_text(messages: Sequence[BaseMessage]) -> str:
    """What the model had not seen before when it is the probe itself; tool outputs are steps of their own."""
    last = messages[-1]
    return str(last.text) if last.type == "human" else ""


def _said(messages: Sequence[BaseMessage]) -> str:
    """The model's text, then its tool calls as JSON lines."""
    lines: list[str] = []
    for message in messages:
        if message.text:
            lines.append(str(message.text))
        if isinstance(message, AIMessage):
            lines += [f"{call['name']} {json.dumps(call['args'], ensure_ascii=False)}" for call in message.tool_calls]
    return "\n".join(lines)


def _capped(text: str, limit: int) -> str:
    """``text``, or its beginning with a note of how much is missing and what to do about it."""
    if len(text) <= limit + _NOTE_ROOM:
        return text
    missing = (
        f"[{len(text) - limit} of {len(text)} characters cut: narrow the request, or page with offset and limit]"
    )
    return f"{text[:limit]}\n{missing}"
