"""How a probe ends early: one exception that carries the failure record."""

from __future__ import annotations

from typing import Literal

from memorybench.errors import BackendUnreachable, MemorybenchError
from memorybench.models.errors import CostLimitReached, chain, model_error_behind
from memorybench.records import Failure

FailureKind = Literal["memory_error", "backend_unreachable", "model_error", "tool_error"]

_LONGEST = 400  # characters of an error text that a record keeps


class ProbeFailed(Exception):
    """Ends the probe at once; :attr:`failure` says why and whether it scores."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


def failure_of(kind: FailureKind, where: str, error: BaseException) -> Failure:
    """The record of ``error``: what was being done, then the error, on one line.

    Raises:
        CostLimitReached: the run's money is spent, which ends the run and is nobody's failure.
    """
    spent = model_error_behind(error)
    if isinstance(spent, CostLimitReached):
        raise spent
    text = " ".join(str(error).split())[:_LONGEST]
    # Our own errors are whole sentences; of a foreign one the type is half the message.
    cause = text if isinstance(error, MemorybenchError) and text else f"{type(error).__name__}: {text}".rstrip(": ")
    return Failure(kind=kind, message=f"{where}: {cause}")


def memory_failure(where: str, error: Exception) -> Failure:
    """The record of an exception that came out of an adapter, by whose fault it is.

    A model or embedder that the memory system called, or its backend being down, is not its own failure.

    Raises:
        CostLimitReached: as :func:`failure_of`.
    """
    model = model_error_behind(error)
    if model is not None:
        return failure_of("model_error", where, model)
    for link in chain(error):
        if isinstance(link, BackendUnreachable):
            return failure_of("backend_unreachable", where, link)
    return failure_of("memory_error", where, error)
