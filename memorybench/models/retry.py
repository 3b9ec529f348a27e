"""How often a call is tried, and how long it waits in between."""

from __future__ import annotations

import logging
import random
from typing import Any

from tenacity import RetryCallState, retry_if_exception, stop_after_attempt

from memorybench.models.failures import read
from memorybench.models.settings import ModelSettings

_LOG = logging.getLogger(__name__)


def policy(settings: ModelSettings, tries: int | None = None) -> dict[str, Any]:
    """Arguments for tenacity's ``Retrying`` and ``AsyncRetrying``.

    Retried: rate limits, 5xx, timeouts, broken connections, replies that are not JSON. The wait is the
    provider's Retry-After, else exponential with jitter; a Retry-After above ``max_wait_s`` ends the tries.
    """
    longest = settings.max_wait_s

    def worth_it(error: BaseException) -> bool:
        if not isinstance(error, Exception):
            return False
        trouble = read(error)
        return trouble.retried and (trouble.retry_after or 0.0) <= longest

    def pause(state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        asked = read(error).retry_after if error else None
        if asked is not None:
            return asked
        return min(longest, 2.0 ** (state.attempt_number - 1) * random.uniform(0.5, 1.0))

    def tell(state: RetryCallState) -> None:
        error = state.outcome.exception() if state.outcome else None
        kind = read(error).kind if error else "unknown"
        _LOG.info("try %d failed (%s), the next in %.1f s", state.attempt_number, kind, state.upcoming_sleep)

    return {
        "before_sleep": tell,
        "stop": stop_after_attempt(tries or settings.tries),
        "wait": pause,
        "retry": retry_if_exception(worth_it),
        "reraise": True,
    }
