"""The probe agent: one question, one project, one memory system, one answer (paper, section 3.4).

A DeepAgents agent stripped of everything a probe has no use for: no sub-agents, no summarising of its own
history, no writing. It sees ``execute``, ``read_file`` and the memory tools of the adapter's surfaces.

It is put together from DeepAgents' middleware the way ``create_deep_agent`` does it, but not by that function:
it would add words, tools and stopping rules of its own for some models (harness profiles), and those cannot
be turned off for one agent. So every model reads the same prompt.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from deepagents.middleware.filesystem import FilesystemMiddleware, FsToolName
from deepagents.middleware.patch_tool_calls import PatchToolCallsMiddleware
from langchain.agents import create_agent
from langchain.agents.middleware import ModelCallLimitMiddleware
from langchain.agents.middleware.model_call_limit import ModelCallLimitExceededError
from langchain.agents.middleware.types import AgentMiddleware
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, HumanMessage

from memorybench.memory import MemoryAdapter, Surface
from memorybench.probe.backend import ProbeBackend, ProjectShell
from memorybench.probe.evidence import ProbeEvidence
from memorybench.probe.failures import ProbeFailed, failure_of, memory_failure
from memorybench.probe.limits import ProbeLimits
from memorybench.probe.live_prompt import LivePrompt
from memorybench.probe.prompt import tool_description
from memorybench.probe.recorder import ProbeRecorder
from memorybench.probe.search_tool import search_tool
from memorybench.records import Answer, Failure, Task

_STEPS_PER_CALL = 20  # more graph nodes than one model call with its tools passes through

ProbeStyle = Literal["invited", "plain"]
End = Literal["answered", "no_answer", "step_limit", "timeout", "failed"]


async def run_probe(
    task: Task,
    *,
    adapter: MemoryAdapter,
    model: BaseChatModel,
    shell: ProjectShell | None,
    limits: ProbeLimits | None = None,
    probe_style: ProbeStyle = "invited",
    surfaces: Sequence[Surface] | None = None,
    ifc_filename: str | None = None,
) -> Answer:
    """Put the task's probe to an agent with ``adapter``'s memory, and return how it ended.

    ``adapter`` is open and read-only; ``surfaces`` defaults to its card's. ``shell`` stands in a fresh
    folder that holds the model as ``ifc_filename`` (default: the file name of ``task.model``); it is None for
    a task without a model, which gets memory and no project folder. Nothing is kept between probes.
    ``Answer.usage`` is left empty: the caller reads it from its meter.

    No failure is raised but ``CostLimitReached``; all others are in the answer. A memory system that raised
    makes the end ``failed`` with ``memory_error``, whatever the agent wrote after having been told so (its
    text is kept). An unreachable backend, a model that raised, and a broken tool of the harness end the probe
    at once.
    """
    started = time.perf_counter()
    evidence = ProbeEvidence()
    probe = _Probe(
        question=task.probe if probe_style == "invited" else task.probe_plain,
        ifc_filename=ifc_filename or (PurePosixPath(task.model).name if task.model is not None else None),
        surfaces=tuple(surfaces if surfaces is not None else adapter.card.surfaces),
        adapter=adapter,
        model=model,
        shell=shell,
        limits=limits or ProbeLimits(),
        evidence=evidence,
    )
    end, text, failure = await probe.outcome()
    return Answer(
        end=end,
        text=text,
        failure=failure,
        trace=tuple(evidence.trace),
        retrieved=evidence.retrieved,
        memory_queries=tuple(evidence.queries),
        seconds=time.perf_counter() - started,
    )


@dataclass(frozen=True)
class _Probe:
    """One probe: everything it needs, for the time it runs."""

    question: str
    ifc_filename: str | None
    surfaces: tuple[Surface, ...]
    adapter: MemoryAdapter
    model: BaseChatModel
    shell: ProjectShell | None
    limits: ProbeLimits
    evidence: ProbeEvidence

    async def outcome(self) -> tuple[End, str, Failure | None]:
        """Run the agent to its end: how, with what text, and why it failed if it did."""
        end: End
        text = ""
        deadline = asyncio.timeout(self.limits.seconds)
        try:
            async with deadline:
                text = await self._run()
            end = "answered" if text else "no_answer"
        except ProbeFailed as stop:
            return "failed", "", stop.failure
        except ModelCallLimitExceededError:
            end = "step_limit"
        except Exception as error:
            # Everything foreign is caught at its tool or model call; what is left is the harness itself.
            if not (isinstance(error, TimeoutError) and deadline.expired()):
                return "failed", "", failure_of("tool_error", "the probe agent", error)
            end = "timeout"
        if self.evidence.memory_failure is not None:
            return "failed", text, self.evidence.memory_failure
        return end, text, None

    async def _run(self) -> str:
        """The agent's closing text; without checkpointer, its thread ends here."""
        agent = self._agent(await self._memory_folder())
        # The number of model calls is limited elsewhere; LangGraph's own step limit must not come first.
        settings = {"recursion_limit": _STEPS_PER_CALL * (self.limits.model_calls + 1)}
        state = await agent.ainvoke({"messages": [HumanMessage(self.question)]}, settings)
        return _final_text(state["messages"])

    def _agent(self, memory_folder: Path | None) -> Any:
        """The agent graph with the tools of this probe's surfaces."""
        prompt = LivePrompt(self.ifc_filename, self.surfaces, self.adapter, self.evidence)
        builtin: list[FsToolName] = ["read_file", "execute"] if self.shell is not None else []
        if memory_folder is not None:
            builtin += ["grep"] if self.shell is not None else ["read_file", "grep"]
        own = [search_tool(self.adapter, self.limits, self.evidence)] if "search" in self.surfaces else []
        names = [*builtin, *(tool.name for tool in own)]
        middleware: list[AgentMiddleware[Any, Any, Any]] = [
            *self._file_tools(builtin, memory_folder),
            PatchToolCallsMiddleware(),
            ModelCallLimitMiddleware(run_limit=self.limits.model_calls, exit_behavior="error"),
            ProbeRecorder(prompt, names, self.limits, self.evidence),
        ]
        return create_agent(self.model, own, middleware=middleware)

    def _file_tools(
        self, names: list[FsToolName], memory_folder: Path | None
    ) -> list[AgentMiddleware[Any, Any, Any]]:
        """DeepAgents' own tools of these names; none where there is neither a project nor a memory folder."""
        if not names:
            return []
        return [
            FilesystemMiddleware(
                backend=ProbeBackend(self.shell, memory_folder),
                tools=names,
                custom_tool_descriptions={name: tool_description(name) for name in names},
                # Eviction would write tool output to files; every output is capped well below its threshold.
                tool_token_limit_before_evict=None,
                human_message_token_limit_before_evict=None,
            )
        ]

    async def _memory_folder(self) -> Path | None:
        """The folder to mount, for the surface that has one."""
        if "files" not in self.surfaces:
            return None
        try:
            folder = await self.adapter.files()
            if not folder.is_dir():
                raise NotADirectoryError(f"the memory's file folder {folder.name!r} does not exist")
        except Exception as error:
            raise ProbeFailed(memory_failure("reading memory", error)) from error
        return folder


def _final_text(messages: Sequence[Any]) -> str:
    """The text of the closing model message; empty when there is none."""
    last = messages[-1] if messages else None
    return str(last.text).strip() if isinstance(last, AIMessage) and not last.tool_calls else ""
