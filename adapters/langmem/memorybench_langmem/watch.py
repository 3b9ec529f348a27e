"""Sees what LangMem and trustcall do with the model's replies, and the failures that they swallow.

trustcall 0.0.39 takes an error of the model for an invalid reply and asks again, up to LangGraph's limit of 10,007
steps; and what it cannot use of a reply is only logged, or dropped.
"""

from __future__ import annotations

import asyncio
import logging
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from langchain_core.callbacks import AsyncCallbackHandler
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, LLMResult

_MENDING = {"PatchFunctionErrors", "PatchFunctionName"}  # trustcall's tools to mend an invalid call
_CHANGING = {"PatchDoc", "RemoveDoc"}  # and to change known memories
_CHARS = 160


@dataclass
class Watch:
    """What happened during one session."""

    calls: int = 0
    asked_for: int = 0  # new memories in the model's reply
    text: str | None = None  # the model's words, if it answered without calling a tool
    forced: bool = False  # the last call demanded a tool call
    faults: list[str] = field(default_factory=list)  # what trustcall could not use
    model_error: Exception | None = None


class WatchingModel(AsyncCallbackHandler):
    """Follows the calls of one session; a model that fails ends the session's task at once."""

    run_inline = True

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.task: asyncio.Task[Any] | None = None

    async def on_chat_model_start(self, *args: Any, **kwargs: Any) -> None:
        """One call more."""
        self.watch.calls += 1
        self.watch.forced = bool((kwargs.get("invocation_params") or {}).get("tool_choice"))

    async def on_llm_error(self, error: BaseException, **kwargs: Any) -> None:
        """Remember the error and stop the task, since trustcall would ask again."""
        if isinstance(error, Exception) and self.watch.model_error is None:
            self.watch.model_error = error
            if self.task is not None:
                self.task.cancel()

    async def on_llm_end(self, response: LLMResult, **kwargs: Any) -> None:
        """Note how many memories the reply holds."""
        generation = response.generations[0][0]
        if not isinstance(generation, ChatGeneration) or not isinstance(generation.message, AIMessage):
            return
        called = [call["name"] for call in generation.message.tool_calls]
        if _MENDING.intersection(called):
            return
        if called:
            self.watch.asked_for = sum(name not in _CHANGING for name in called)
        elif not self.watch.asked_for:
            self.watch.text = generation.message.text.strip()
        self.watch.faults += [
            f"the arguments of a call of {call['name']} are not JSON"
            for call in generation.message.invalid_tool_calls
        ]


_now: ContextVar[Watch | None] = ContextVar("langmem_watch", default=None)


class _Complaints(logging.Handler):
    """trustcall's log is the only place where it says what it dropped."""

    def emit(self, record: logging.LogRecord) -> None:
        watch = _now.get()
        if watch is not None and record.levelno >= logging.WARNING:
            watch.faults.append(" ".join(record.getMessage().split())[:_CHARS])


def listen(watch: Watch) -> None:
    """Take trustcall's complaints of this task, and of what it starts, into ``watch``."""
    logger = logging.getLogger("extraction")  # trustcall's
    if not any(isinstance(handler, _Complaints) for handler in logger.handlers):
        logger.addHandler(_Complaints())
    _now.set(watch)
