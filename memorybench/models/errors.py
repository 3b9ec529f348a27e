"""Errors of models: each one sentence, and each found again behind a library's own exception."""

from __future__ import annotations

from collections.abc import Iterator

from memorybench.errors import MemorybenchError, ModelUnavailable


class ModelError(ModelUnavailable):
    """A call that failed for good after its tries. ``kind`` names the cause, e.g. ``rate_limit``.

    ``status_code`` is the provider's HTTP status, if there was one. The runner logs the error as an unscored
    ``model_error``.
    """

    def __init__(self, message: str, kind: str = "other", status_code: int | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.status_code = status_code


class RecordingMiss(ModelUnavailable):
    """A replay met a request that was never recorded, or a recording that is damaged."""


class CostLimitReached(MemorybenchError):
    """The run's known cost reached ``max_cost``: stop, keep what is done, resume with a higher limit."""

    exit_code = 3


def chain(error: BaseException) -> Iterator[BaseException]:
    """The error, then what caused it, outermost first; safe against cycles."""
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        current = current.__cause__ or current.__context__


def model_error_behind(error: BaseException) -> ModelUnavailable | CostLimitReached | None:
    """The model's error behind ``error``, e.g. behind mem0's ``LLMError``; None if no model failed."""
    for link in chain(error):
        if isinstance(link, ModelUnavailable | CostLimitReached):
            return link
    return None
