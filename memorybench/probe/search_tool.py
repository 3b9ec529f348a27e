"""The tool ``search_project_memory``: the adapter's search, limited and rendered the same for every system."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Annotated

from langchain_core.tools import BaseTool, StructuredTool

from memorybench.memory import MemoryAdapter
from memorybench.models import tokens
from memorybench.probe.evidence import ProbeEvidence
from memorybench.probe.failures import ProbeFailed, memory_failure
from memorybench.probe.limits import ProbeLimits
from memorybench.probe.prompt import tool_description
from memorybench.records import Memory

SEARCH_TOOL = "search_project_memory"


def search_tool(adapter: MemoryAdapter, limits: ProbeLimits, evidence: ProbeEvidence) -> BaseTool:
    """Build the tool over ``adapter.search``.

    A memory system that raises is reported to the agent as an observation and noted in ``evidence``; a backend
    or a model of the memory system that cannot be reached ends the probe (:class:`ProbeFailed`).
    """

    async def search_project_memory(
        query: Annotated[str, "what to look for, in a few words or a sentence"],
        limit: Annotated[int, "how many items at most"] = limits.search_default,
    ) -> str:
        if not query.strip():
            return "Nothing was searched: the query is empty. Give a few words."
        evidence.queries.append(query)
        asked = limits.clamp(limit)
        try:
            found = (await adapter.search(query, asked))[:asked]
            shown, text = render(found, limits)
        except Exception as error:
            failure = memory_failure("searching memory", error)
            if failure.kind != "memory_error":
                raise ProbeFailed(failure) from error
            evidence.memory_failed(failure)
            return f"The search failed. {failure.message}"
        evidence.show(shown)
        return text if limit <= asked else f"{text}\n[limit {limit} lowered to {asked}]"

    return StructuredTool.from_function(
        coroutine=search_project_memory, name=SEARCH_TOOL, description=tool_description(SEARCH_TOOL)
    )


def render(memories: Sequence[Memory], limits: ProbeLimits) -> tuple[list[Memory], str]:
    """The memories that fit the limits, as shown, and the text the agent reads.

    Items are kept whole as long as they fit; of the first one that does not, the beginning is kept when
    nothing else was. What was left out is said.
    """
    if not memories:
        return [], "No memory was found."
    shown: list[Memory] = []
    lines: list[str] = []
    for memory in memories:
        line = f"{len(lines) + 1}. {_dated(memory)}"
        if not _fits("\n".join([*lines, line]), limits):
            break
        lines.append(line)
        shown.append(memory)
    if not shown:
        cut = _longest_prefix(memories[0].text, lambda text: _fits(f"1. {text}", limits))
        shown, lines = [memories[0].model_copy(update={"text": cut})], [f"1. {cut} [...]"]
    return shown, "\n".join(lines) + _omitted(memories, shown, limits)


def _omitted(memories: Sequence[Memory], shown: Sequence[Memory], limits: ProbeLimits) -> str:
    """What a result that passed the limit left out, and how to see it."""
    advice = f"a result holds at most {limits.search_tokens} tokens; ask a narrower query or a smaller limit"
    if len(shown) < len(memories):
        return f"\n[{len(shown)} of {len(memories)} items shown: {advice}]"
    if shown[0].text != memories[0].text:
        return f"\n[the item was cut from {len(memories[0].text)} to {len(shown[0].text)} characters: {advice}]"
    return ""


def _dated(memory: Memory) -> str:
    """The memory's text, with the time it is valid for unless its text says so already."""
    bounds = [
        f"{word} {_day(moment)}"
        for word, moment in (("from", memory.valid_from), ("until", memory.valid_to))
        if moment is not None and _day(moment) not in memory.text
    ]
    return f"{memory.text} [valid {' '.join(bounds)}]" if bounds else memory.text


def _day(moment: datetime) -> str:
    return moment.date().isoformat()


def _fits(text: str, limits: ProbeLimits) -> bool:
    return len(text) <= limits.output_chars and tokens.count(text) <= limits.search_tokens


def _longest_prefix(text: str, fits: Callable[[str], bool]) -> str:
    """The longest beginning of ``text`` that fits, by bisection (more text never takes fewer tokens)."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(text[:middle]) else (low, middle - 1)
    return text[:low]
