"""How a server is started: in the store's folder, with an environment that holds nothing of the user's."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mcp import StdioServerParameters

OWN_FOLDER = ".memorybench"  # in the store's folder: what is the adapter's and not the server's
_GUARD = Path(__file__).with_name("guard.py")
_RUNNERS = {"npx", "npm", "uvx", "uv"}


def server_parameters(command: tuple[str, ...], workspace: Path, env: Mapping[str, str]) -> StdioServerParameters:
    """Parameters for the SDK's ``stdio_client``; ``command`` starts with the full path of a program."""
    from mcp import StdioServerParameters

    guarded = command
    if os.name == "posix":  # elsewhere the SDK puts the server into a job that ends with this process
        guarded = (sys.executable, "-I", "-S", str(_GUARD), str(os.getpid()), *command)
    return StdioServerParameters(
        command=guarded[0], args=list(guarded[1:]), cwd=workspace, env=environment(command, workspace, env)
    )


def environment(command: tuple[str, ...], workspace: Path, env: Mapping[str, str]) -> dict[str, str]:
    """``PATH``, a home and a temporary folder inside the store's, and what the user set."""
    home, temporary = workspace / "home", workspace / "tmp"
    for folder in (home, temporary):
        folder.mkdir(parents=True, exist_ok=True)
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "PATHEXT", "COMSPEC") if name in os.environ}
    places = {"HOME": str(home), "USERPROFILE": str(home), "TMPDIR": str(temporary), "TEMP": str(temporary)}
    return {**kept, **places, "LANG": "C.UTF-8", **_package_cache(command), **env}


def _package_cache(command: tuple[str, ...]) -> dict[str, str]:
    """Package runners keep using the user's cache: with a home of its own every store would download again."""
    if Path(command[0]).stem not in _RUNNERS:
        return {}
    home = Path.home()
    return {
        "npm_config_cache": str(home / ".npm"),
        "npm_config_userconfig": str(home / ".npmrc"),
        "npm_config_prefer_offline": "true",
        "npm_config_update_notifier": "false",
        "UV_CACHE_DIR": os.environ.get("UV_CACHE_DIR", str(home / ".cache" / "uv")),
    }
