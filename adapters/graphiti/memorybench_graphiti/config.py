"""The adapter's options, and what an address means."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator

from memorybench.memory import AdapterConfig

COMPOSE_PASSWORD = "memorybench-local"  # the documented default of docker-compose.yml
_NEO4J = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
_FALKOR = ("falkor", "falkors")


@dataclass(frozen=True)
class Address:
    """A database server by URI."""

    kind: Literal["neo4j", "falkordb"]
    uri: str
    host: str
    port: int
    tls: bool


class GraphitiConfig(AdapterConfig):
    """``--set graphiti.uri=…`` and friends; without a URI the adapter starts a FalkorDB server of its own."""

    uri: str | None = Field(None, description="a server, bolt://HOST:7687 or falkor://HOST:6379; else one is started")
    user: str | None = Field(None, description="else neo4j on Neo4j, the default user on FalkorDB")
    password: SecretStr | None = Field(
        None, description="else NEO4J_PASSWORD or FALKORDB_PASSWORD, else docker-compose.yml's"
    )
    database: str = Field("neo4j", description="of Neo4j; on FalkorDB every store is a graph of its own")
    max_coroutines: int | None = Field(None, ge=1, description="calls at once in each gathering; Graphiti's: 20")

    @field_validator("uri")
    @classmethod
    def _known_scheme(cls, uri: str | None) -> str | None:
        if uri is not None:
            parse_address(uri)
        return uri

    @property
    def address(self) -> Address | None:
        """The server's address; None for the adapter's own server."""
        return None if self.uri is None else parse_address(self.uri)

    def secret(self, address: Address) -> str:
        """The password for the server at ``address``; empty for none."""
        if self.password is not None:
            return self.password.get_secret_value()
        name = "NEO4J_PASSWORD" if address.kind == "neo4j" else "FALKORDB_PASSWORD"
        return os.environ.get(name, COMPOSE_PASSWORD)


def parse_address(uri: str) -> Address:
    """Read ``bolt://``, ``neo4j://``, ``falkor://`` and their encrypted forms; raise ``ValueError`` otherwise."""
    parts = urlsplit(uri)
    if parts.scheme not in (*_NEO4J, *_FALKOR):
        raise ValueError("start it with bolt://, neo4j:// (neo4j+s://) or falkor:// (falkors://)")
    if parts.username or parts.password:
        raise ValueError("leave user and password out of it: --set graphiti.user=… and graphiti.password=…")
    if not parts.hostname:
        raise ValueError("it names no host")
    if parts.path.strip("/"):
        raise ValueError("it ends after host and port; a Neo4j database is --set graphiti.database=…")
    falkor = parts.scheme in _FALKOR
    return Address(
        kind="falkordb" if falkor else "neo4j",
        uri=uri,
        host=parts.hostname,
        port=parts.port or (6379 if falkor else 7687),
        tls=parts.scheme == "falkors" or "+s" in parts.scheme,
    )
