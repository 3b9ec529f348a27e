"""Graphiti's facts and entity summaries as memories: one line of text each, with the dates a fact is valid for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from graphiti_core.edges import EntityEdge
from graphiti_core.nodes import EntityNode

from memorybench.records import Memory


@dataclass(frozen=True)
class Told:
    """The session that an episode holds, and when it began, in its own time zone."""

    session: str | None
    started_at: datetime | None


def fact_memory(edge: EntityEdge, episodes: Mapping[str, Told], score: float | None = None) -> Memory:
    """``The doors are EI 60. [valid from 2026-03-02 until 2026-03-09: no longer valid]``.

    The session is the one that told the fact first.
    """
    told = next((episodes[uuid] for uuid in edge.episodes if uuid in episodes), Told(None, None))
    valid_from = _local(edge.valid_at, told)
    valid_to = _in_zone_of_its_session(edge.invalid_at, episodes)
    return Memory(
        text=f"{edge.fact}{_validity(valid_from, valid_to)}",
        score=score,
        session=told.session,
        valid_from=valid_from,
        valid_to=valid_to,
        id=edge.uuid,
    )


def summary_memory(node: EntityNode, told_in: tuple[str, ...], score: float | None = None) -> Memory:
    """``lobby doors: …``; of a session only if just one speaks of the entity. A summary has no dates of its own."""
    summary = " ".join(node.summary.split())
    return Memory(
        text=f"{node.name}: {summary}",
        score=score,
        session=told_in[0] if len(told_in) == 1 else None,
        id=node.uuid,
    )


def says_something(node: EntityNode) -> bool:
    """Whether an entity has a summary; without one it is a bare name."""
    return bool(node.summary.strip())


def _validity(valid_from: datetime | None, valid_to: datetime | None) -> str:
    """An ended fact is marked, not hidden."""
    since = f"from {_day(valid_from)}" if valid_from else ""
    if valid_to is None:
        return f" [valid {since}]" if since else ""
    return f" [valid {f'{since} ' if since else ''}until {_day(valid_to)}: no longer valid]"


def _local(moment: datetime | None, told: Told) -> datetime | None:
    """A moment that is a session's start is told in the session's zone: its day there is the one people know.

    Any other is left in UTC: Graphiti's prompts have a day without an hour begin at midnight UTC.
    """
    if moment is None:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return told.started_at if told.started_at is not None and moment == told.started_at else moment


def _in_zone_of_its_session(moment: datetime | None, episodes: Mapping[str, Told]) -> datetime | None:
    """The end of a fact is the start of the session that ended it, if it is the start of any."""
    for told in episodes.values():
        local = _local(moment, told)
        if local is told.started_at and local is not None:
            return local
    return _local(moment, Told(None, None))


def _day(moment: datetime) -> str:
    return moment.date().isoformat()
