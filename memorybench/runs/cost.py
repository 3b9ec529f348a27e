"""Add usages and costs up; an unknown price stays unknown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from memorybench.records import Usage


def merge_usage(tables: Iterable[Mapping[str, Usage]]) -> dict[str, Usage]:
    """Add usages up by role; a cost is known only if all its parts are."""
    total: dict[str, Usage] = {}
    for table in tables:
        for role, usage in table.items():
            total[role] = add_usage(total[role], usage) if role in total else usage
    return dict(sorted(total.items()))


def add_usage(one: Usage, other: Usage) -> Usage:
    """The sum of two usages."""
    cost = None if one.cost is None or other.cost is None else one.cost + other.cost
    return Usage(
        calls=one.calls + other.calls,
        input_tokens=one.input_tokens + other.input_tokens,
        output_tokens=one.output_tokens + other.output_tokens,
        unmetered_calls=one.unmetered_calls + other.unmetered_calls,
        cached_calls=one.cached_calls + other.cached_calls,
        cost=cost,
    )


def total_cost(tables: Iterable[Mapping[str, Usage]]) -> tuple[float | None, tuple[str, ...]]:
    """The sum of the known costs (None if none is known) and the roles whose cost is unknown."""
    known: list[float] = []
    unknown: set[str] = set()
    for table in tables:
        for role, usage in table.items():
            if usage.cost is not None:
                known.append(usage.cost)
            elif usage.calls:
                unknown.add(role)
    return (round(sum(known), 6) if known else None), tuple(sorted(unknown))
