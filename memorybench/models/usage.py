"""The one place where calls, tokens and cost are counted: by role, and by task.

Recorded calls count their recorded tokens and cost, so that a replay reports what the run reported;
``cached_calls`` says how many there were. Only live calls add to :attr:`UsageMeter.spent`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

from memorybench.models.settings import ModelRole
from memorybench.records import Usage


@dataclass(frozen=True)
class Tally:
    """Counts with the known cost apart from the number of calls whose cost is unknown."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    known_cost: float = 0.0
    unpriced_calls: int = 0
    unmetered_calls: int = 0
    cached_calls: int = 0

    def plus(self, other: Tally, sign: int = 1) -> Tally:
        """The sum, or with ``sign=-1`` the difference."""
        return Tally(
            **{name: getattr(self, name) + sign * getattr(other, name) for name in self.__dataclass_fields__}
        )

    def usage(self) -> Usage:
        """The record: a cost is known only if every call's is."""
        return Usage(
            calls=self.calls,
            input_tokens=self.input_tokens,
            output_tokens=self.output_tokens,
            cost=None if self.unpriced_calls else self.known_cost,
            unmetered_calls=self.unmetered_calls,
            cached_calls=self.cached_calls,
        )


@dataclass(frozen=True)
class UsageSnapshot:
    """A role's counts at one moment; give it to :meth:`UsageMeter.since`."""

    role: ModelRole
    tally: Tally


@dataclass
class TaskUsage:
    """What was called within one task scope."""

    key: str
    tallies: dict[ModelRole, Tally] = field(default_factory=dict)

    def by_role(self) -> dict[ModelRole, Usage]:
        """Usage per role, roles without a call left out."""
        return {role: tally.usage() for role, tally in self.tallies.items()}

    def total(self) -> Usage:
        """Usage of all roles together."""
        total = Tally()
        for tally in self.tallies.values():
            total = total.plus(tally)
        return total.usage()

    def role(self, role: ModelRole) -> Usage:
        """Usage of one role; zero calls if it made none."""
        return self.tallies.get(role, Tally()).usage()


_SCOPES: ContextVar[tuple[tuple[int, TaskUsage], ...]] = ContextVar("memorybench_task_scopes", default=())


class UsageMeter:
    """Counts of one run. Safe across threads and asyncio tasks.

    A task scope follows ``asyncio`` tasks and ``asyncio.to_thread``; a thread that a library starts itself
    has no context: wrap its function with ``contextvars.copy_context().run``.
    """

    def __init__(self, *, spent: float = 0.0) -> None:
        """``spent``: USD that an earlier part of the same run already cost, counted against ``max_cost``."""
        self._lock = Lock()
        self._whole = TaskUsage("run")
        self._spent = spent

    @property
    def spent(self) -> float:
        """Known USD of the live calls so far."""
        with self._lock:
            return self._spent

    def record(
        self, role: ModelRole, usage: Mapping[str, Any] | None, cost: float | None, *, cached: bool = False
    ) -> None:
        """Count one call. ``usage`` is LangChain's ``usage_metadata``, or None if the provider gave none."""
        tokens = usage or {}
        call = Tally(
            calls=1,
            input_tokens=int(tokens.get("input_tokens", 0)),
            output_tokens=int(tokens.get("output_tokens", 0)),
            known_cost=cost or 0.0,
            unpriced_calls=int(cost is None),
            unmetered_calls=int(usage is None),
            cached_calls=int(cached),
        )
        with self._lock:
            if not cached:
                self._spent += cost or 0.0
            for scope in (self._whole, *(scope for owner, scope in _SCOPES.get() if owner == id(self))):
                scope.tallies[role] = scope.tallies.get(role, Tally()).plus(call)

    def spend(self, cost: float | None) -> None:
        """Count money that belongs to no role's usage: preflight calls."""
        with self._lock:
            self._spent += cost or 0.0

    def by_role(self) -> dict[ModelRole, Usage]:
        """Usage per role since the meter began."""
        with self._lock:
            return self._whole.by_role()

    def total(self) -> Usage:
        """Usage of all roles together."""
        with self._lock:
            return self._whole.total()

    def snapshot(self, role: ModelRole) -> UsageSnapshot:
        """A role's counts now."""
        with self._lock:
            return UsageSnapshot(role, replace(self._whole.tallies.get(role, Tally())))

    def since(self, snapshot: UsageSnapshot) -> Usage:
        """What the snapshot's role used since it was taken (by all tasks; see :meth:`task_scope`)."""
        now = self.snapshot(snapshot.role).tally
        return now.plus(snapshot.tally, sign=-1).usage()

    @contextmanager
    def task_scope(self, key: str) -> Iterator[TaskUsage]:
        """Count the calls made inside the block, by this task and whatever it awaits or starts."""
        scope = TaskUsage(key)
        token = _SCOPES.set((*_SCOPES.get(), (id(self), scope)))
        try:
            yield scope
        finally:
            _SCOPES.reset(token)
