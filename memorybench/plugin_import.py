"""Import what a plug-in registers, so that whatever goes wrong in it is one sentence.

A plug-in that raises, exits the interpreter or never returns while it is imported costs those who ask for it
one clear message, and nobody else anything.
"""

from __future__ import annotations

import os
import threading
from importlib.metadata import EntryPoint
from typing import Any

from memorybench import __version__
from memorybench.errors import BadInput

IMPORT_SECONDS = 60.0
_CORE = "ifc-memorybench"
_hung: list[str] = []


def left_behind() -> bool:
    """Whether an import that hangs is left in this process: it could keep the interpreter from ending."""
    return bool(_hung)


def import_guarded(entry_point: EntryPoint, who: str) -> Any:
    """Import and return what ``entry_point`` names; ``who`` begins the sentence when that fails.

    Raises:
        BadInput: the import raised, ended the program, or took more than a minute
            (``MEMORYBENCH_IMPORT_SECONDS`` sets another limit).
    """
    seconds = _limit()
    outcome: dict[str, Any] = {}

    def work() -> None:
        try:
            outcome["found"] = entry_point.load()
        except BaseException as error:  # SystemExit, too: a plug-in must not end the program
            outcome["error"] = error

    thread = threading.Thread(target=work, name=f"import of {entry_point.value}", daemon=True)
    thread.start()
    thread.join(seconds)
    if "error" in outcome:
        raise BadInput(f"{who} cannot be imported: {_reason(outcome['error'], entry_point)}") from outcome["error"]
    if "found" not in outcome:
        _hung.append(who)
        raise BadInput(f"{who} cannot be imported: importing {entry_point.module} did not end within {seconds:g} s.")
    return outcome["found"]


def made_for_another_release(entry_point: EntryPoint) -> str | None:
    """What the plug-in's distribution requires of memorybench, if this release is not that; else None."""
    from packaging.requirements import InvalidRequirement, Requirement
    from packaging.utils import canonicalize_name

    for line in (entry_point.dist.requires if entry_point.dist else None) or []:
        try:
            requirement = Requirement(line)
        except InvalidRequirement:
            continue
        if canonicalize_name(requirement.name) != _CORE or not (
            requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        ):
            continue
        if not requirement.specifier.contains(__version__, prereleases=True):
            return f"{_CORE}{requirement.specifier}, and this is {_CORE} {__version__}."
    return None


def _limit() -> float:
    text = os.environ.get("MEMORYBENCH_IMPORT_SECONDS", "")
    try:
        return float(text) if text else IMPORT_SECONDS
    except ValueError:
        raise BadInput(f"MEMORYBENCH_IMPORT_SECONDS={text!r} is no number of seconds.") from None


def _reason(error: BaseException, entry_point: EntryPoint) -> str:
    """The import's error in one sentence."""
    message = " ".join(str(error).split())
    if isinstance(error, SystemExit):
        return f"importing {entry_point.module} ends the program (exit {error.code})."
    if isinstance(error, ImportError | AttributeError):
        return message
    return f"{type(error).__name__}: {message}" if message else f"{type(error).__name__}."
