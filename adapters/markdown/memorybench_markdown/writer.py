"""The writing agent: shown one session and the present memory.md, it changes the file or leaves it (paper, 3.4).

A DeepAgents agent with three file tools, put together from DeepAgents' middleware the way ``create_deep_agent`` does
it, but not by that function: for some models it would add words, tools and stopping rules that cannot be turned
off for one agent (harness profiles). DeepAgents' own memory middleware loads a file once per run, strips comments and
adds advice of its own; here the file is read from disk before every model call and shown as it is.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from deepagents.middleware.filesystem import FilesystemMiddleware, FsToolName
from deepagents.middleware.patch_tool_calls import PatchToolCallsMiddleware
from langchain.agents import create_agent
from langchain.agents.middleware import ModelCallLimitMiddleware
from langchain.agents.middleware.model_call_limit import ModelCallLimitExceededError
from langchain.agents.middleware.types import AgentMiddleware, ModelRequest, ModelResponse
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from memorybench.records import Session
from memorybench_markdown.backend import WriterBackend
from memorybench_markdown.config import MarkdownConfig
from memorybench_markdown.files import StoreFiles
from memorybench_markdown.prompt import Form, conversation, instructions, tool_descriptions

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

TOOLS: tuple[FsToolName, ...] = ("read_file", "write_file", "edit_file")
_STEPS_PER_CALL = 20  # more graph nodes than one model call with its tools passes through


@dataclass
class Writing:
    """What the writer did with one session."""

    calls: int = 0
    tool_calls: int = 0
    cut_off: bool = False  # it had more to do when its model calls were used up
    last_words: str = ""
    unreadable: bool = False  # its last turn called a tool with arguments that are no JSON
    refusals: list[str] = field(default_factory=list)  # what came back for calls that changed nothing, in order


async def write_session(
    session: Session, *, files: StoreFiles, form: Form, model: BaseChatModel, config: MarkdownConfig
) -> Writing:
    """Let the writer work on memory.md with ``session``; what a model raises passes."""
    done = Writing()
    middleware: list[AgentMiddleware[Any, Any, Any]] = [
        FilesystemMiddleware(
            backend=WriterBackend(files, config.max_chars),
            tools=list(TOOLS),
            custom_tool_descriptions=tool_descriptions(),
            # Eviction would write long conversations into files; the writer is shown them whole.
            tool_token_limit_before_evict=None,
            human_message_token_limit_before_evict=None,
        ),
        PatchToolCallsMiddleware(),
        ModelCallLimitMiddleware(run_limit=config.max_steps, exit_behavior="error"),
        _MemoryAtHand(lambda: instructions(form, files.memory(), config.max_chars), done),
    ]
    agent: Any = create_agent(model, [], middleware=middleware)
    # The number of model calls is limited elsewhere; LangGraph's own step limit must not come first.
    settings = {"recursion_limit": _STEPS_PER_CALL * (config.max_steps + 1)}
    try:
        await agent.ainvoke({"messages": [HumanMessage(conversation(session))]}, settings)
    except ModelCallLimitExceededError:
        done.cut_off = True
    return done


class _MemoryAtHand(AgentMiddleware[Any, Any, Any]):
    """Shows the model exactly our instructions, with memory.md as it is on disk at this step, and our tools."""

    def __init__(self, prompt: Callable[[], str], done: Writing) -> None:
        super().__init__()
        self._prompt = prompt
        self._done = done

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        """Call the model, and note what it said."""
        tools = [tool for tool in request.tools if getattr(tool, "name", None) in TOOLS]
        self._done.calls += 1
        self._done.refusals = _refusals(request.messages)
        response = await handler(request.override(system_message=SystemMessage(self._prompt()), tools=tools))
        for message in response.result:
            if isinstance(message, AIMessage):
                self._note(message)
        return response

    def _note(self, message: AIMessage) -> None:
        done = self._done
        done.tool_calls += len(message.tool_calls)
        done.last_words = str(message.text).strip()
        done.unreadable = bool(message.invalid_tool_calls) and not message.tool_calls


def _refusals(messages: Sequence[BaseMessage]) -> list[str]:
    """Why tool calls changed nothing: by this adapter's rules, by DeepAgents', or by the tools' arguments."""
    failed = [message for message in messages if isinstance(message, ToolMessage) and message.status == "error"]
    return [" ".join(str(message.text).split())[:200] for message in failed if message.name != "read_file"]
