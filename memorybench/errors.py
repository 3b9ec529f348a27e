"""Errors that reach a user as one sentence.

Every error a user can cause or mend derives from :class:`MemorybenchError`. The command line prints its
text on stderr, without a traceback, and exits with :attr:`MemorybenchError.exit_code`.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class MemorybenchError(Exception):
    """One clear sentence: what is wrong, where, and how to mend it."""

    exit_code = 2


class BadInput(MemorybenchError):
    """A name, option, file or dataset that cannot be used as it is."""


class DamagedModel(BadInput):
    """An IFC file that preflight found damaged or unsupported."""


class BackendUnreachable(MemorybenchError):
    """A memory system's server or store cannot be reached; the harness is at fault, not the memory system."""

    exit_code = 4


class ModelUnavailable(MemorybenchError):
    """A chat model or embedder cannot be used: missing key, unknown name, refused or exhausted requests."""

    exit_code = 4


class IncompleteResult(MemorybenchError):
    """The work ended, but something in it is unscored, missing or fewer than asked for."""

    exit_code = 3


def did_you_mean(wrong: str, known: Iterable[str]) -> str:
    """Return ``' Did you mean X?'`` for the nearest known names, or an empty string."""
    near = get_close_matches(wrong.lower(), list(known), n=2, cutoff=0.5)
    return f" Did you mean {' or '.join(repr(name) for name in near)}?" if near else ""


def unknown_name(kind: str, wrong: str, known: Iterable[str]) -> BadInput:
    """Build the error for a name that is not registered, with the known ones listed."""
    names = sorted(known)
    listed = ", ".join(names) if names else "none"
    return BadInput(f"unknown {kind} {wrong!r}.{did_you_mean(wrong, names)} Known: {listed}.")
