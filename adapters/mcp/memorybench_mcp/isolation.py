"""Two stores must not meet: what is asked of the options and of the server before anything is stored.

What only shows once the server has been used is the set-up's fault and not the memory's: unscored.
"""

from __future__ import annotations

import json
from pathlib import Path

from memorybench.errors import BackendUnreachable, BadInput
from memorybench.records import Memory
from memorybench_mcp import templates
from memorybench_mcp.config import McpConfig
from memorybench_mcp.launch import OWN_FOLDER
from memorybench_mcp.target import Target
from memorybench_mcp.tools import ToolSet

_NOT_DATA = {OWN_FOLDER, "tmp", ".npm", ".cache", "_logs"}
_MEMORY_FILE = json.dumps({"MEMORY_FILE_PATH": "{workspace}/memory.json"})


def check_calls_name_the_store(target: Target, tools: ToolSet) -> None:
    """A server at a URL serves all stores: raise ``BadInput`` unless each call says which one it means."""
    if target.url is None or "{namespace}" in target.url:
        return
    for what, call, enough in (
        ("add", tools.add, {"namespace"}),
        ("search", tools.search, {"namespace"}),
        ("dump", tools.dump, {"namespace"}),
        ("delete", tools.delete, {"namespace", "id"}),
    ):
        if call is not None and not enough & call.placeholders:
            raise BadInput(
                f"mcp:{target.url} serves all stores of a run, and {call.tool} is not told which one: give it by "
                f'--set \'mcp.{what}_arguments={{"ARGUMENT": "{{namespace}}"}}\', or put {{namespace}} into the URL.'
            )


def check_new_store_is_empty(found: list[Memory], tool: str) -> None:
    """Raise ``BackendUnreachable`` if a store that was never written to holds something."""
    if found:
        raise BackendUnreachable(
            f"mcp: a new store should be empty, but {tool} lists {len(found)} memories, the first being "
            f"{found[0].text[:80]!r}: the server keeps its data outside the store's folder (name the place with "
            f"--set 'mcp.env={_MEMORY_FILE}' or the variable that the server reads), or what the tool returns for an "
            "empty store has to be read with --set mcp.dump_path=…."
        )


def check_kept_in_workspace(target: Target, tools: ToolSet, config: McpConfig, workspace: Path) -> None:
    """Raise ``BackendUnreachable`` if a started server was told something and left no file in the store's folder."""
    named = "namespace" in templates.placeholders([config.env, *target.command]) or tools.names_the_store()
    if target.url is None and not named and not _holds_files(workspace):
        raise BackendUnreachable(
            f"mcp: the server {target} was given memories and wrote no file into its folder: it forgets, or keeps "
            f"them where other stores' servers do. Name the place with --set 'mcp.env={_MEMORY_FILE}' (or the "
            "variable that the server reads), or the store by {namespace}."
        )


def _holds_files(workspace: Path) -> bool:
    return any(
        path.is_file() and not _NOT_DATA & set(path.relative_to(workspace).parts) for path in workspace.rglob("*")
    )
