"""How a probe ends early: one exception that carries the failure record."""

from __future__ import annotations

from typing import Literal

from memorybench.errors import MemorybenchError
from memorybench.records import Failure

FailureKind = Literal["memory_error", "backend_unreachable", "model_error", "tool_error"]

_LONGEST = 400  # characters of an error text that a record keeps


class ProbeFailed(Exception):
    """Ends the probe at once; :attr:`failure` says why and whether it scores."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


def failure_of(kind: FailureKind, where: str, error: Exception) -> Failure:
    """The record of ``error``: what was being done, then the error, on one line."""
    text = " ".join(str(error).split())[:_LONGEST]
    # Our own errors are whole sentences; of a foreign one the type is half the message.
    cause = text if isinstance(error, MemorybenchError) and text else f"{type(error).__name__}: {text}".rstrip(": ")
    return Failure(kind=kind, message=f"{where}: {cause}")
