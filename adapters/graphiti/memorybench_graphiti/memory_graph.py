"""The graph of one store, opened: add an episode, search, list everything. All that asks Graphiti for content."""

from __future__ import annotations

import copy

from graphiti_core import Graphiti
from graphiti_core.driver.driver import GraphDriver
from graphiti_core.edges import EntityEdge
from graphiti_core.errors import GroupsEdgesNotFoundError
from graphiti_core.nodes import EntityNode, EpisodeType
from graphiti_core.search.search_config_recipes import COMBINED_HYBRID_SEARCH_RRF

from memorybench.records import Memory, Session
from memorybench_graphiti.clients import ChatClient, Embedder, NoReranker
from memorybench_graphiti.connect import records
from memorybench_graphiti.episodes import about_episode, episode_about, episode_body, reference_time
from memorybench_graphiti.rendering import Told, fact_memory, says_something, summary_memory

_EPISODES = (
    "MATCH (e:Episodic) WHERE e.group_id = $group "
    "RETURN e.uuid AS uuid, e.name AS name, e.source_description AS about"
)
_MENTIONS = (
    "MATCH (e:Episodic)-[:MENTIONS]->(n:Entity) WHERE n.group_id = $group RETURN n.uuid AS entity, e.uuid AS episode"
)
_DELETE = "MATCH (n) WHERE n.group_id = $group DETACH DELETE n"


class MemoryGraph:
    """One group of a database, through Graphiti. Episodes are added one after the other, searches may be many."""

    def __init__(
        self, driver: GraphDriver, group: str, *, chat: ChatClient, embedder: Embedder, max_coroutines: int | None
    ) -> None:
        self.driver = driver
        self.group = group
        self._graphiti = Graphiti(
            graph_driver=driver,
            llm_client=chat,
            embedder=embedder,
            cross_encoder=NoReranker(),
            max_coroutines=max_coroutines,
        )

    async def add(self, session: Session) -> None:
        """Give one session to Graphiti as an episode."""
        await self._graphiti.add_episode(
            name=session.id,
            episode_body=episode_body(session),
            source_description=episode_about(session),
            reference_time=reference_time(session),
            source=EpisodeType.message,
            group_id=self.group,
        )

    async def remove(self, session: str) -> None:
        """Delete the session's episodes as Graphiti does: what they ended stays ended."""
        rows = await records(self.driver, _EPISODES, group=self.group)
        for row in rows:
            if row["name"] == session:
                await self._graphiti.remove_episode(row["uuid"])

    async def search(self, query: str, limit: int) -> list[Memory]:
        """Facts and entity summaries by Graphiti's fused ranks, a fact before a summary of the same score.

        Both are ranked by the same two searches, so their scores are on one scale.
        """
        config = copy.deepcopy(COMBINED_HYBRID_SEARCH_RRF)  # shared by the whole process, and not constant
        config.limit = limit
        config.episode_config = config.community_config = None
        found = await self._graphiti.search_(query, config=config, group_ids=[self.group])
        episodes, mentions = await self._told(), await self._mentions()
        memories = [
            fact_memory(edge, episodes, score)
            for edge, score in zip(found.edges, found.edge_reranker_scores, strict=True)
        ]
        memories += [
            summary_memory(node, self._sessions(node, episodes, mentions), score)
            for node, score in zip(found.nodes, found.node_reranker_scores, strict=True)
            if says_something(node)
        ]
        memories.sort(key=lambda memory: -(memory.score or 0.0))  # stable: facts stay first
        return memories[:limit]

    async def everything(self) -> list[Memory]:
        """All facts and entity summaries, by session, text and id."""
        episodes, mentions = await self._told(), await self._mentions()
        memories = [fact_memory(edge, episodes) for edge in await self._facts()]
        memories += [
            summary_memory(node, self._sessions(node, episodes, mentions))
            for node in await EntityNode.get_by_group_ids(self.driver, [self.group])
            if says_something(node)
        ]
        return sorted(memories, key=lambda memory: (memory.session or "", memory.text, memory.id or ""))

    async def delete(self) -> None:
        """Delete the group's nodes and edges, and nothing else."""
        if self.driver.provider.value != "falkordb":
            await records(self.driver, _DELETE, group=self.group)
            return
        client = self.driver.client  # type: ignore[attr-defined]
        # A graph is one key; the server keeps its log of queries under another.
        await client.execute_command("DEL", self.group, f"telemetry{{{self.group}}}")

    async def close(self) -> None:
        """Close the connections."""
        await self._graphiti.close()  # type: ignore[no-untyped-call]

    async def _facts(self) -> list[EntityEdge]:
        try:
            facts: list[EntityEdge] = await EntityEdge.get_by_group_ids(self.driver, [self.group])
        except GroupsEdgesNotFoundError:
            return []
        return facts

    async def _told(self) -> dict[str, Told]:
        rows = await records(self.driver, _EPISODES, group=self.group)
        return {row["uuid"]: Told(*about_episode(row["about"])) for row in rows}

    async def _mentions(self) -> dict[str, list[str]]:
        mentions: dict[str, list[str]] = {}
        for row in await records(self.driver, _MENTIONS, group=self.group):
            mentions.setdefault(row["entity"], []).append(row["episode"])
        return mentions

    @staticmethod
    def _sessions(node: EntityNode, episodes: dict[str, Told], mentions: dict[str, list[str]]) -> tuple[str, ...]:
        told = {episodes[uuid].session for uuid in mentions.get(node.uuid, ()) if uuid in episodes}
        return tuple(sorted(session for session in told if session))
