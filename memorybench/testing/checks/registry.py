"""How a check is registered, and what it says when an adapter does not hold to it.

A check is a function over a :class:`~memorybench.testing.bench.Bench`. It returns when the adapter holds to it,
raises ``AssertionError`` with one sentence when not, and raises :class:`NotApplicable` when it has no meaning for
this adapter.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from memorybench.testing.bench import Bench

CheckFunction = Callable[[Bench], Awaitable[None]]


class NotApplicable(Exception):
    """The check has no meaning for this adapter; the text says why."""


@dataclass(frozen=True)
class ContractCheck:
    """One named check."""

    name: str
    what: str
    run: CheckFunction


CHECKS: list[ContractCheck] = []


def check(what: str) -> Callable[[CheckFunction], CheckFunction]:
    """Register a check; its name is the function's."""

    def register(function: CheckFunction) -> CheckFunction:
        CHECKS.append(ContractCheck(function.__name__, what, function))
        return function

    return register


def demand(holds: bool, otherwise: str) -> None:
    """Raise ``AssertionError`` with the sentence unless ``holds`` (also under ``python -O``)."""
    if not holds:
        raise AssertionError(otherwise)


def only_for_memories(bench: Bench) -> None:
    """Raise :class:`NotApplicable` for gold baselines and for no memory at all."""
    if not bench.keeps_messages:
        raise NotApplicable("keeps no messages")


def only_for_search(bench: Bench) -> None:
    """Raise :class:`NotApplicable` where there is nothing to search."""
    if "search" not in bench.card.surfaces:
        raise NotApplicable("has no search surface")
