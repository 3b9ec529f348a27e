"""The adapter's options: which tools of the server are used, and with which arguments."""

from __future__ import annotations

import json
import os
import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr

from memorybench.errors import BadInput
from memorybench.memory import AdapterConfig

_SECRET_NAME = re.compile(r"key|token|secret|passw|credential", re.IGNORECASE)
_PARAMETER = re.compile(r"^\$([A-Za-z_][A-Za-z0-9_]*)$")


def _from_json(value: Any) -> Any:
    """An option typed on the command line is text: read it as a JSON object."""
    if not isinstance(value, str):
        return value
    try:
        read = json.loads(value)
    except json.JSONDecodeError as error:
        raise ValueError(
            f"is not JSON ({error.msg} at character {error.pos + 1}); write it as '{{\"name\": …}}'"
        ) from None
    if not isinstance(read, dict):
        raise ValueError("is not a JSON object")
    return read


def _no_secret_in_plain(env: dict[str, str]) -> dict[str, str]:
    for name, value in env.items():
        if _SECRET_NAME.search(name) and value and not _PARAMETER.match(value):
            raise BadInput(
                f"--set mcp.env: the value of {name} would be written into the run's records: set the variable in "
                f'your shell and write "{name}": "${name}".'
            )
    return env


Template = Annotated[dict[str, Any], BeforeValidator(_from_json)]
Environment = Annotated[dict[str, str], BeforeValidator(_from_json), AfterValidator(_no_secret_in_plain)]


class McpConfig(AdapterConfig):
    """``--set mcp.add_tool=…`` and so on; placeholders in arguments are listed in ``templates.py``."""

    add_tool: str | None = None  # None: found by its name and arguments, if there is only one
    add_arguments: Template = Field(default_factory=dict)  # laid over what is filled in from the tool's schema
    one_call_per: Literal["message", "session"] | None = None  # None: session if {messages} is used, else message
    search_tool: str | None = None
    search_arguments: Template = Field(default_factory=dict)
    result_path: str | None = None  # a jq filter that gives the memories of a result
    dump_tool: str | None = None  # lists everything stored; without it the write stage is 'no data'
    dump_arguments: Template = Field(default_factory=dict)
    dump_path: str | None = None  # as result_path, for the dump
    delete_tool: str | None = None  # clears a store; needed to drop one on a server reached by URL
    delete_arguments: Template = Field(default_factory=dict)
    env: Environment = Field(default_factory=dict)  # of the started server; "$NAME" takes it from your shell
    token: SecretStr | None = None  # bearer token for a URL; never written into a run's records
    timeout_s: float = Field(120.0, gt=0)  # one tool call


def from_shell(value: str, option: str) -> str:
    """``$NAME`` as the shell has it, any other text as it is; raise ``BadInput`` where it is not set."""
    parameter = _PARAMETER.match(value)
    if parameter is None:
        return value
    found = os.environ.get(parameter.group(1))
    if found is None:
        raise BadInput(f"--set {option}: ${parameter.group(1)} is not set in your shell.")
    return found
