"""What a session changed in the graph, taken back: for a session that is given again, and for one that failed.

Graphiti deletes an episode, but neither revives the facts that the episode ended nor forgets what it appended to
summaries. So before a session is written, the graph's state is noted in the workspace: which nodes and edges there
are, and those of their properties that Graphiti may change. To take the session back, what is new is deleted, and
what changed is put back. The same Cypher serves FalkorDB and Neo4j.
"""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from graphiti_core.driver.driver import GraphDriver

from memorybench_graphiti.connect import records


def _listed(element: str, names: tuple[str, ...]) -> str:
    return ", ".join(f"{element}.{name} AS {name}" for name in names)


# What Graphiti changes in nodes and edges that are there; vectors and raw messages are not among it.
_NODE_CHANGES = ("name", "summary")
_EDGE_CHANGES = ("name", "fact", "episodes", "valid_at", "invalid_at", "expired_at", "reference_time")
_NODES = f"MATCH (n) WHERE n.group_id = $group RETURN n.uuid AS uuid, {_listed('n', _NODE_CHANGES)}"
_EDGES = f"MATCH ()-[e]->() WHERE e.group_id = $group RETURN e.uuid AS uuid, {_listed('e', _EDGE_CHANGES)}"
_FACTS = "MATCH (:Entity)-[e:RELATES_TO]->(:Entity) WHERE e.group_id = $group RETURN e.uuid AS uuid"
_ENTITIES = "MATCH (n:Entity) WHERE n.group_id = $group RETURN n.uuid AS uuid"
_DELETE_NODES = "UNWIND $uuids AS uuid MATCH (n {uuid: uuid}) WHERE n.group_id = $group DETACH DELETE n"
_DELETE_EDGES = "UNWIND $uuids AS uuid MATCH ()-[e {uuid: uuid}]->() WHERE e.group_id = $group DELETE e"
_SET_NODE = "MATCH (n {uuid: $uuid}) WHERE n.group_id = $group SET n += $changes"
_SET_EDGE = "MATCH ()-[e {uuid: $uuid}]->() WHERE e.group_id = $group SET e += $changes"

Elements = dict[str, dict[str, Any]]  # uuid -> properties


class UndoNote:
    """The graph as it was before the latest session, in one file of the workspace."""

    def __init__(self, path: Path, group: str) -> None:
        self._path = path
        self._group = group

    @property
    def session(self) -> str | None:
        """The session that the note was made for."""
        noted = self._noted()
        return str(noted["session"]) if noted else None

    async def write(self, driver: GraphDriver, session: str) -> None:
        """Note the present state as the one before ``session``."""
        state = {
            "session": session,
            "nodes": await self._elements(driver, _NODES),
            "edges": await self._elements(driver, _EDGES),
        }
        part = self._path.with_suffix(".part")
        part.write_text(json.dumps(state, ensure_ascii=False), encoding="utf-8")
        part.replace(self._path)

    async def take_back(self, driver: GraphDriver) -> None:
        """Make the graph what it was when the note was written."""
        noted = self._noted()
        if noted is None:
            return
        for match, delete, put_back, before in (
            (_EDGES, _DELETE_EDGES, _SET_EDGE, noted["edges"]),
            (_NODES, _DELETE_NODES, _SET_NODE, noted["nodes"]),
        ):
            now = await self._elements(driver, match)
            if new := sorted(now.keys() - before.keys()):
                await records(driver, delete, uuids=new, group=self._group)
            for uuid, properties in before.items():
                changes = _changes(now.get(uuid, {}), properties)
                if uuid in now and changes:
                    await records(driver, put_back, uuid=uuid, group=self._group, changes=_dated(changes))

    async def news(self, driver: GraphDriver) -> tuple[int, int]:
        """How many facts and entities there are now that were not there when the note was written."""
        noted = self._noted() or {"nodes": {}, "edges": {}}
        facts = await records(driver, _FACTS, group=self._group)
        entities = await records(driver, _ENTITIES, group=self._group)
        return (
            sum(row["uuid"] not in noted["edges"] for row in facts),
            sum(row["uuid"] not in noted["nodes"] for row in entities),
        )

    async def _elements(self, driver: GraphDriver, query: str) -> Elements:
        rows = await records(driver, query, group=self._group)
        return {row["uuid"]: {name: _json(row[name]) for name in row if name != "uuid"} for row in rows}

    def _noted(self) -> dict[str, Any] | None:
        try:
            noted: dict[str, Any] = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        return noted


def _json(value: Any) -> Any:
    if hasattr(value, "to_native"):  # Neo4j's own DateTime
        value = value.to_native()
    if isinstance(value, datetime):
        return {"datetime": value.isoformat()}
    return value


def _changes(now: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    """The properties to set; None removes one."""
    return {name: value for name, value in before.items() if now.get(name) != value}


def _dated(changes: dict[str, Any]) -> dict[str, Any]:
    return {
        name: datetime.fromisoformat(value["datetime"]) if isinstance(value, dict) and "datetime" in value else value
        for name, value in changes.items()
    }
