"""What follows ``mcp:`` -- the URL of a running server, or the command that starts one."""

from __future__ import annotations

import re
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from memorybench.errors import BadInput

_SECRET_FLAG = re.compile(r"^-{1,2}[\w-]*(?:key|token|secret|passw)[\w-]*(?:=.+)?$", re.IGNORECASE)
_SECRET_PARAMETER = re.compile(r"key|token|secret|passw|^sig$|signature", re.IGNORECASE)


@dataclass(frozen=True)
class Target:
    """Either ``url`` or ``command`` (program and arguments) is set."""

    url: str | None = None
    command: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.url or shlex.join(self.command)


def parse_target(text: str) -> Target:
    """Read what the user typed after the colon.

    Raises:
        BadInput: it cannot be read, or holds a secret: it is written into the run's records.
    """
    text = text.strip()
    if re.match(r"^https?://", text, re.IGNORECASE):
        _refuse_secrets_in_url(text)
        return Target(url=text)
    if re.match(r"^[a-z][a-z0-9+.-]*://", text, re.IGNORECASE):
        raise BadInput(f"mcp:{text} is neither a command nor an http(s) URL.")
    try:
        parts = tuple(shlex.split(text))
    except ValueError as error:
        raise BadInput(f"mcp:{text} cannot be read as a command: {error}.") from None
    if not parts:
        raise BadInput("mcp: needs a command or URL after the colon.")
    for part in parts[1:]:
        if _SECRET_FLAG.match(part):
            raise BadInput(
                f"mcp: the command gives {part.partition('=')[0]}, which would be written into the run's records: "
                'hand the secret over by --set \'mcp.env={"NAME": "$NAME"}\' instead.'
            )
    return Target(command=parts)


def resolved(command: tuple[str, ...]) -> tuple[str, ...]:
    """The command as it can be run from another folder: the program by its full path, files where they are now.

    Raises:
        BadInput: there is no such program.
    """
    program = shutil.which(command[0])
    if program is None:
        raise BadInput(f"mcp: there is no program {command[0]!r} here: install it, or give its path.")
    return (str(Path(program).absolute()), *(_where_it_is(part) for part in command[1:]))


def _where_it_is(part: str) -> str:
    """An argument that names a file as seen from here gets its full path; the server runs in its own folder."""
    looks_like_file = ("/" in part or "." in part) and not part.startswith(("-", "/"))
    path = Path(part)
    try:
        return str(path.absolute()) if looks_like_file and path.is_file() else part
    except OSError:  # longer than a path can be
        return part


def _refuse_secrets_in_url(url: str) -> None:
    parts = urlsplit(url)
    if not parts.hostname:
        raise BadInput(f"mcp:{url} names no server.")
    secret = next((name for name, _ in parse_qsl(parts.query) if _SECRET_PARAMETER.search(name)), None)
    if "@" in parts.netloc or secret:
        raise BadInput(
            f"mcp: the URL of {parts.hostname} holds {'a name or password' if '@' in parts.netloc else secret}, "
            "which would be written into the run's records: give a token by --set mcp.token=… instead."
        )
