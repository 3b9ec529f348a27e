"""Opens Graphiti's driver for one store and makes sure that the database behind it can serve it."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from graphiti_core.driver.driver import GraphDriver
from graphiti_core.driver.falkordb_driver import FalkorDriver
from graphiti_core.driver.neo4j_driver import Neo4jDriver

from memorybench.errors import BackendUnreachable, BadInput
from memorybench_graphiti.config import Address, GraphitiConfig
from memorybench_graphiti.faults import NEO4J_NEEDED, database_fault, no_database, speaks_otherwise, unreachable
from memorybench_graphiti.server import EmbeddedServer

CONNECT_SECONDS = 15.0
ANSWER_SECONDS = 5.0  # for a server that accepts connections and says nothing
QUERY_SECONDS = 120.0
INDEX_SECONDS = 60
_STATUS = "CALL db.indexes() YIELD status RETURN status"
# The full-text indexes that Graphiti's search asks: by name on Neo4j, by label on FalkorDB.
_SEARCHED = {"neo4j": ("node_name_and_summary", "edge_name_and_fact"), "falkordb": ("Entity", "RELATES_TO")}


async def open_driver(
    config: GraphitiConfig, group: str, server: EmbeddedServer | None, *, read_only: bool = False
) -> GraphDriver:
    """A driver on the store's graph, with its indexes there and up to date; ``read_only`` builds none.

    Raises:
        BackendUnreachable: no server, a wrong password, a server of another kind, or no index.
        BadInput: a database that does not exist, or a Neo4j too old for Graphiti.
    """
    address = config.address
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            driver = await _connected(config, group, server)
    except TimeoutError:
        assert address is not None  # the adapter's own server has answered already
        raise unreachable(address, "does not answer in time") from None
    except Exception as error:
        if address is not None and speaks_otherwise(error):
            raise no_database(address) from error
        raise _explained(error, address) from error
    try:
        if not read_only:
            await driver.build_indices_and_constraints()
        await check_indexes(driver)
        await await_indexes(driver)
    except BaseException as error:
        await driver.close()  # type: ignore[no-untyped-call]
        raise _explained(error, address) from error
    return driver


async def check_indexes(driver: GraphDriver) -> None:
    """Raise ``BackendUnreachable`` if an index is missing that Graphiti's search needs."""
    kind = _kind(driver)
    if kind == "neo4j":
        rows = await records(driver, "SHOW FULLTEXT INDEXES YIELD name, state RETURN name, state")
        present = {row["name"] for row in rows if row["state"] in ("ONLINE", "POPULATING")}
    else:
        rows = await records(driver, "CALL db.indexes() YIELD label, types RETURN label, types")
        present = {row["label"] for row in rows if "FULLTEXT" in str(row["types"])}
    missing = [name for name in _SEARCHED[kind] if name not in present]
    if missing:
        raise BackendUnreachable(
            f"graphiti: the database has no full-text index {' and '.join(missing)}, without which Graphiti finds "
            "nothing: was it emptied, is it a full Neo4j or FalkorDB, and may this user create indexes?"
        )


async def await_indexes(driver: GraphDriver) -> None:
    """Return when the indexes hold everything that was written; FalkorDB builds them anew as it loads a graph."""
    if _kind(driver) == "neo4j":
        await records(driver, f"CALL db.awaitIndexes({INDEX_SECONDS})")
        return
    async with asyncio.timeout(INDEX_SECONDS):
        while any(row["status"] != "OPERATIONAL" for row in await records(driver, _STATUS)):
            await asyncio.sleep(0.05)


async def records(driver: GraphDriver, query: str, **parameters: Any) -> list[dict[str, Any]]:
    """The rows of a Cypher query as dicts."""
    found = await driver.execute_query(query, **parameters)
    return [dict(row) for row in found[0]] if found else []


async def _connected(config: GraphitiConfig, group: str, server: EmbeddedServer | None) -> GraphDriver:
    address = config.address
    if address is None:
        assert server is not None
        return await _falkordb(group, host="127.0.0.1", port=server.port, password=server.password)
    if address.kind == "falkordb":
        return await _falkordb(
            group,
            host=address.host,
            port=address.port,
            username=config.user,
            password=config.secret(address) or None,
            ssl=address.tls,
        )
    return await _neo4j(config, address)


async def _falkordb(group: str, **where: Any) -> GraphDriver:
    """On FalkorDB a group is a graph of its own; bound to it, the driver is never cloned by Graphiti."""
    from falkordb.asyncio import FalkorDB  # type: ignore[import-untyped]

    await _ask_falkordb(**where)

    def built() -> GraphDriver:
        # The client asks the server a question, blocking, and the driver would start a task to build its indexes
        # behind our back if it found a running loop.
        client = FalkorDB(socket_connect_timeout=ANSWER_SECONDS, socket_timeout=QUERY_SECONDS, **where)
        return FalkorDriver(falkor_db=client, database=group)

    return await asyncio.to_thread(built)


async def _ask_falkordb(**where: Any) -> None:
    """One harmless command, without the client's tries: any server that is not a usable FalkorDB raises here."""
    from redis.asyncio import Redis
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    limits: dict[str, Any] = {"socket_connect_timeout": ANSWER_SECONDS, "socket_timeout": ANSWER_SECONDS}
    client: Any = Redis(**where, **limits, retry=Retry(NoBackoff(), 0))
    try:
        await client.execute_command("GRAPH.LIST")
    finally:
        await client.aclose()


async def _neo4j(config: GraphitiConfig, address: Address) -> GraphDriver:
    driver = Neo4jDriver(address.uri, config.user or "neo4j", config.secret(address), config.database)
    try:
        if driver._init_task is not None:  # its own building of indexes: ours follows, after the checks
            driver._init_task.cancel()
        await driver.client.verify_connectivity()
        rows = await records(driver, "CALL dbms.components() YIELD name, versions RETURN name, versions")
        _check_version(address, rows)
    except BaseException:
        await driver.close()
        raise
    return driver


def _explained(error: BaseException, address: Address | None) -> BaseException:
    """The sentence for ``error`` if the database is to blame, else the error itself."""
    return database_fault(error, address) or error


def _check_version(address: Address, components: list[dict[str, Any]]) -> None:
    kernel = next((row for row in components if "Kernel" in str(row["name"])), None)
    version = str(kernel["versions"][0]) if kernel else ""
    numbers = tuple(int(number) for number in re.findall(r"\d+", version)[:2])
    if numbers and numbers < tuple(int(number) for number in NEO4J_NEEDED.split(".")):
        raise BadInput(
            f"graphiti: Neo4j at {address.uri} is version {version}, Graphiti needs {NEO4J_NEEDED} or later: "
            "use docker-compose.yml's."
        )


def _kind(driver: GraphDriver) -> str:
    return "neo4j" if isinstance(driver, Neo4jDriver) else "falkordb"
