"""Which of a server's tools are used, and with which arguments: the user's word first, then the tool's schema."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from memorybench.errors import BadInput, did_you_mean
from memorybench_mcp import templates
from memorybench_mcp.config import McpConfig

# Names that servers give to the same thing; the first that a tool has is filled in.
_TEXT = ("text", "content", "memory", "fact", "data", "information", "message", "observation", "note", "document")
_QUERY = ("query", "q", "search_query", "question", "text", "keywords", "search")
_LIMIT = (
    "limit",
    "top_k",
    "topK",
    "k",
    "n_results",
    "num_results",
    "max_results",
    "maxResults",
    "page_size",
    "count",
)
_NAMESPACE = ("namespace", "user_id", "userId", "group_id")
_SESSION = ("session", "session_id")
_TIME = ("timestamp", "started_at", "occurred_at", "valid_from", "date")

_ADD_VERBS = {"add", "store", "save", "remember", "memorize", "write", "insert", "put", "retain"}
_SEARCH_VERBS = {"search", "recall", "query", "find", "retrieve"}


@dataclass(frozen=True)
class Tool:
    """What a server says of one of its tools."""

    name: str
    schema: dict[str, Any]  # JSON schema of its arguments

    @property
    def properties(self) -> dict[str, Any]:
        """The schema of each argument."""
        found = self.schema.get("properties")
        return found if isinstance(found, dict) else {}

    @property
    def required(self) -> list[str]:
        """Arguments that must be given."""
        found = self.schema.get("required")
        return [str(name) for name in found] if isinstance(found, list) else []

    def signature(self) -> str:
        """``remember(content, type, entity?)``."""
        names = [*self.required, *(f"{name}?" for name in self.properties if name not in self.required)]
        return f"{self.name}({', '.join(names)})"


@dataclass(frozen=True)
class ToolCall:
    """A tool with the template of its arguments."""

    tool: str
    arguments: dict[str, Any]

    @property
    def placeholders(self) -> set[str]:
        """What its arguments depend on."""
        return templates.placeholders(self.arguments)


@dataclass(frozen=True)
class ToolSet:
    """The tools that a store works with."""

    add: ToolCall
    search: ToolCall
    dump: ToolCall | None
    delete: ToolCall | None

    def names_the_store(self) -> bool:
        """Whether both adding and searching say which store they mean."""
        return all("namespace" in call.placeholders for call in (self.add, self.search))


def choose(config: McpConfig, tools: Sequence[Tool]) -> ToolSet:
    """The tools to use.

    Raises:
        BadInput: a named tool or argument does not exist, an argument that must be given is not, or the tools to
            add and search by were not named and cannot be told from the others.
    """
    for option, template, allowed in (
        ("mcp.add_arguments", config.add_arguments, templates.ADDING),
        ("mcp.search_arguments", config.search_arguments, templates.SEARCHING),
        ("mcp.dump_arguments", config.dump_arguments, templates.ANYWHERE),
        ("mcp.delete_arguments", config.delete_arguments, templates.DELETING),
        ("mcp.env", config.env, templates.ANYWHERE),
    ):
        templates.check(option, template, allowed)
    add = _named(tools, "add", config.add_tool) or _found(tools, "add", _ADD_VERBS, _add, config.add_arguments)
    search = _named(tools, "search", config.search_tool) or _found(
        tools, "search", _SEARCH_VERBS, _search, config.search_arguments
    )
    dump, delete = _named(tools, "dump", config.dump_tool), _named(tools, "delete", config.delete_tool)
    return ToolSet(
        add=_checked("add", add, _add(add, config.add_arguments), {"text", "words", "messages"}),
        search=_checked("search", search, _search(search, config.search_arguments), {"query"}),
        dump=_checked("dump", dump, _common(dump, config.dump_arguments), set()) if dump else None,
        delete=_checked("delete", delete, _common(delete, config.delete_arguments), set()) if delete else None,
    )


def _named(tools: Sequence[Tool], what: str, name: str | None) -> Tool | None:
    if name is None:
        return None
    for tool in tools:
        if tool.name == name:
            return tool
    names = [tool.name for tool in tools]
    raise BadInput(
        f"--set mcp.{what}_tool={name}: the server has no such tool.{did_you_mean(name, names)} "
        f"It has: {', '.join(names) or 'none'}."
    )


Filler = Callable[[Tool, dict[str, Any]], dict[str, Any]]


def _found(tools: Sequence[Tool], what: str, verbs: set[str], filler: Filler, given: dict[str, Any]) -> Tool:
    """The one tool whose name begins or ends with such a verb and whose arguments can all be filled in."""
    wanted = {"add": {"text", "words", "messages"}, "search": {"query"}}[what]
    fit = []
    for tool in tools:
        words = [word.lower() for word in re.findall(r"[A-Z]?[a-z]+", tool.name)]
        arguments = filler(tool, given)
        if (
            words
            and verbs & {words[0], words[-1]}
            and set(tool.required) <= set(arguments)
            and templates.placeholders(arguments) & wanted
        ):
            fit.append(tool)
    if len(fit) == 1:
        return fit[0]
    which = f"{len(fit)} tools could be meant" if fit else "none of the server's tools could be meant for sure"
    raise BadInput(
        f"name the tool to {what} by with --set mcp.{what}_tool=…: {which}. "
        f"The server has: {'; '.join(tool.signature() for tool in tools) or 'no tools'}."
    )


def _add(tool: Tool, given: dict[str, Any]) -> dict[str, Any]:
    filled = _common(tool, given)
    if not templates.placeholders(given) & {"text", "words", "messages"}:
        if _takes_messages(tool) and "messages" not in given:
            filled["messages"] = "{messages}"
        else:
            _fill_first(filled, tool, _TEXT, "{text}")
    _fill_first(filled, tool, _SESSION, "{session}")
    _fill_first(filled, tool, _TIME, "{time}")
    return filled


def _search(tool: Tool, given: dict[str, Any]) -> dict[str, Any]:
    filled = _common(tool, given)
    if "query" not in templates.placeholders(given):
        _fill_first(filled, tool, _QUERY, "{query}")
    if "limit" not in templates.placeholders(given):
        _fill_first(filled, tool, _LIMIT, "{limit}")
    return filled


def _common(tool: Tool, given: dict[str, Any]) -> dict[str, Any]:
    filled = dict(given)
    if "namespace" not in templates.placeholders(given):
        _fill_first(filled, tool, _NAMESPACE, "{namespace}")
    return filled


def _fill_first(filled: dict[str, Any], tool: Tool, names: Iterable[str], value: str) -> None:
    """Set the first argument of ``names`` that the tool has; leave it where the user set any of them."""
    has = [name for name in names if name in tool.properties]
    if has and not any(name in filled for name in has):
        filled[has[0]] = value


def _takes_messages(tool: Tool) -> bool:
    schema = tool.properties.get("messages")
    return isinstance(schema, dict) and "content" in str(schema.get("items", {}))


def _checked(what: str, tool: Tool, arguments: dict[str, Any], needs: set[str]) -> ToolCall:
    """Raise ``BadInput`` unless the arguments are those of the tool and carry what they are for."""
    option = f"mcp.{what}_arguments"
    for name in arguments:
        if tool.properties and name not in tool.properties and tool.schema.get("additionalProperties") is not True:
            near = did_you_mean(name, tool.properties)
            raise BadInput(f"--set {option}: {tool.signature()} takes no {name!r}.{near}")
    missing = [name for name in tool.required if name not in arguments]
    lacks = needs and not needs & templates.placeholders(arguments)
    if missing or lacks:
        wants = ", ".join(missing) or "the place for " + " or ".join(f"{{{name}}}" for name in sorted(needs))
        raise BadInput(
            f"--set {option} must give {wants}: the server's tool is {tool.signature()}. "
            f'Give them as JSON: --set \'{option}={{"{(missing or ["content"])[0]}": "{{{_example(what)}}}"}}\'.'
        )
    return ToolCall(tool.name, arguments)


def _example(what: str) -> str:
    return {"add": "text", "search": "query", "dump": "namespace", "delete": "namespace"}[what]
