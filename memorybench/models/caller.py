"""One call from request to reply: recording, cost limit, concurrency, tries, counting. All models pass here."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from tenacity import AsyncRetrying, Retrying

from memorybench.errors import BadInput, MemorybenchError
from memorybench.models.cache import REFUSED, ResponseCache
from memorybench.models.errors import CostLimitReached, ModelError
from memorybench.models.failures import model_error, read
from memorybench.models.gate import Gate
from memorybench.models.names import ModelName
from memorybench.models.prices import Price, price
from memorybench.models.retry import policy
from memorybench.models.settings import ModelRole, ModelSettings
from memorybench.models.usage import UsageMeter

T = TypeVar("T")


@dataclass(frozen=True)
class Caller:
    """What one model in one role shares with the others of the run, and how its calls are made."""

    name: ModelName
    role: ModelRole
    settings: ModelSettings
    meter: UsageMeter
    gate: Gate
    cache: ResponseCache | None

    @property
    def price(self) -> Price | None:
        """The list price of this model; a name behind a base URL is looked up in the user's table only."""
        known = self.name.kind in ("provider", "rules")
        return price(self.name.text, self.settings.prices, bundled=known)

    @property
    def remote(self) -> bool:
        """Whether calls go over a network: only those are limited and tried again."""
        return self.name.kind in ("provider", "endpoint")

    def check_price(self) -> None:
        """Raise ``BadInput`` if a cost limit is set that could not be kept."""
        replaying = self.cache is not None and self.cache.replays_only
        if self.settings.max_cost is not None and self.price is None and not replaying:
            raise BadInput(
                f"--max-cost cannot be kept: the price of {self.name.text} (role {self.role}) is unknown; "
                "give a price table of your own (setting `prices`) or leave the limit out."
            )

    def load(self, request: dict[str, Any]) -> dict[str, Any] | None:
        """The recorded reply, not counted; a recorded refusal is raised again in a replay, else asked again."""
        reply = self.cache.load(request) if self.cache is not None else None
        if reply is None or REFUSED not in reply:
            return reply
        if self.cache is not None and self.cache.replays_only:
            raise ModelError(reply[REFUSED], reply["kind"], reply["status_code"])
        return None

    def keep_refusal(self, request: dict[str, Any], error: ModelError) -> None:
        """Record that the provider refuses this very request, so that a replay takes the same way around it."""
        if self.cache is not None and error.kind in ("bad_request", "too_long"):
            self.keep(request, {REFUSED: str(error), "kind": error.kind, "status_code": error.status_code}, 0.0)

    def recorded(self, request: dict[str, Any]) -> dict[str, Any] | None:
        """The recorded reply, counted; None if it must be asked for."""
        reply = self.load(request)
        if reply is not None:
            self.count(reply.get("usage"), cached=True)
        return reply

    def keep(self, request: dict[str, Any], reply: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Record a live reply; the reply that stands is returned."""
        if self.cache is None:
            return reply
        about = {"seconds": round(seconds, 3), "base_url": self.name.base_url}
        return self.cache.store(request, reply, {key: value for key, value in about.items() if value is not None})

    def count(self, usage: Mapping[str, Any] | None, *, cached: bool = False) -> None:
        """Count one call and its cost."""
        self.meter.record(self.role, usage, self.cost(usage), cached=cached)

    def cost(self, usage: Mapping[str, Any] | None) -> float | None:
        """USD of one call; None if the price or the usage is unknown."""
        listed = self.price
        if listed is None:
            return None
        if usage is None:
            return 0.0 if self.name.kind == "rules" else None
        return listed.cost(usage)

    def check_limit(self) -> None:
        """Raise :class:`CostLimitReached` if no further call may be paid for."""
        limit = self.settings.max_cost
        if limit is None:
            return
        if self.meter.spent >= limit:
            raise CostLimitReached(
                f"stopped before the next call of {self.name.text} (role {self.role}): the run cost "
                f"{self.meter.spent:.4f} USD, its limit is {limit:g}; resume it with a higher --max-cost."
            )
        unmetered = self.meter.by_role().get(self.role)
        if self.remote and unmetered is not None and unmetered.unmetered_calls:
            raise CostLimitReached(
                f"stopped before the next call of {self.name.text} (role {self.role}): the provider reports no "
                "usage, so --max-cost cannot be kept; leave the limit out."
            )

    def live(self, once: Callable[[], T], *, tries: int | None = None) -> tuple[T, float]:
        """Make a call with its tries; return its result and seconds. Raises one-sentence errors only."""
        self.check_limit()
        started = time.monotonic()
        try:
            if not self.remote:
                return once(), time.monotonic() - started
            return Retrying(**policy(self.settings, tries))(self._gated, once), time.monotonic() - started
        except MemorybenchError:
            raise
        except Exception as error:
            raise self._failed(error, tries) from error

    async def alive(self, once: Callable[[], Awaitable[T]], *, tries: int | None = None) -> tuple[T, float]:
        """The async twin of :meth:`live`."""
        self.check_limit()
        started = time.monotonic()
        try:
            if not self.remote:
                return await once(), time.monotonic() - started
            result: T = await AsyncRetrying(**policy(self.settings, tries))(self._agated, once)
            return result, time.monotonic() - started
        except MemorybenchError:
            raise
        except Exception as error:
            raise self._failed(error, tries) from error

    def _tries(self, error: Exception, allowed: int | None) -> int:
        """How many tries the error ended: one, if the provider asked for a longer wait than is allowed."""
        asked = read(error).retry_after or 0.0
        return 1 if asked > self.settings.max_wait_s else allowed or self.settings.tries

    def _gated(self, once: Callable[[], T]) -> T:
        with self.gate.slot():
            return once()

    async def _agated(self, once: Callable[[], Awaitable[T]]) -> T:
        async with self.gate.async_slot():
            return await once()

    def _failed(self, error: Exception, tries: int | None) -> MemorybenchError:
        return model_error(
            error, self.name, self.role, tries=self._tries(error, tries), timeout_s=self.settings.timeout_s
        )
