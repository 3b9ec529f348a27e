"""What an error of a database client means, in one sentence a user can act on."""

from __future__ import annotations

from memorybench.errors import BackendUnreachable, BadInput, MemorybenchError
from memorybench.models.errors import chain
from memorybench_graphiti.config import Address

NEO4J_NEEDED = "5.26"


def database_fault(error: BaseException, address: Address | None, last_words: str = "") -> MemorybenchError | None:
    """The sentence for ``error`` if the database is to blame; None if it is not.

    ``last_words``: the last line in the log of the adapter's own server.
    """
    for link in chain(error):
        if isinstance(link, BackendUnreachable):
            return link
        fault = _falkordb(link, address) or _neo4j(link, address)
        if fault is not None:
            if address is None:
                said = f" (its log ends: {last_words})" if last_words else ""
                return BackendUnreachable(
                    f"graphiti: the store's own FalkorDB server does not answer any more{said}."
                )
            return fault
    return None


def no_database(address: Address) -> BackendUnreachable:
    """Something listens at the address, but no database of this kind."""
    what = "Neo4j" if address.kind == "neo4j" else "FalkorDB"
    return BackendUnreachable(
        f"graphiti: what listens at {address.host}:{address.port} is not {what}: correct --set graphiti.uri."
    )


def unreachable(address: Address, why: str = "does not answer") -> BackendUnreachable:
    """Nothing, or nothing usable, at the address."""
    what = "Neo4j" if address.kind == "neo4j" else "FalkorDB"
    return BackendUnreachable(f"graphiti: {what} at {address.uri} {why}: start it, or correct --set graphiti.uri.")


def speaks_otherwise(error: BaseException) -> bool:
    """Whether a server took the connection and then broke off over the first words, as another program does."""
    return any("closed by server" in str(link).lower() for link in chain(error))


def _falkordb(link: BaseException, address: Address | None) -> MemorybenchError | None:
    from redis import exceptions

    if address is not None and address.kind == "neo4j":
        return None
    if isinstance(link, exceptions.AuthenticationError | exceptions.AuthorizationError):
        return _refused(address)
    if isinstance(link, exceptions.InvalidResponse) and address is not None:
        return no_database(address)
    if isinstance(link, exceptions.ConnectionError | exceptions.TimeoutError):
        return BackendUnreachable(str(link)) if address is None else unreachable(address)
    text = str(link)
    if isinstance(link, exceptions.ResponseError) and address is not None:
        if text.startswith(("NOAUTH", "WRONGPASS", "NOPERM")):
            return _refused(address)
        if "unknown command" in text and "GRAPH" in text:
            return BackendUnreachable(
                f"graphiti: the server at {address.uri} is Redis without the FalkorDB module: start FalkorDB instead."
            )
    return None


def _neo4j(link: BaseException, address: Address | None) -> MemorybenchError | None:
    if address is None or address.kind != "neo4j":
        return None
    from neo4j import exceptions

    if isinstance(link, exceptions.AuthError):
        return _refused(address)
    if isinstance(link, exceptions.ClientError) and "DatabaseNotFound" in (link.code or ""):
        return BadInput(f"graphiti: Neo4j at {address.uri}: {link.message} Correct --set graphiti.database.")
    if isinstance(link, exceptions.UnsupportedServerProduct) or _handshake_failed(link):
        return no_database(address)
    if isinstance(
        link, exceptions.ServiceUnavailable | exceptions.SessionExpired | exceptions.TransientError | OSError
    ):
        return unreachable(address)
    return None


def _handshake_failed(error: BaseException) -> bool:
    """The driver knows an HTTP server and a missing answer to its first words, and says so in words alone."""
    return "handshake" in str(error).lower() or "looks like HTTP" in str(error)


def _refused(address: Address | None) -> BackendUnreachable:
    where = address.uri if address else "the store's own server"
    return BackendUnreachable(
        f"graphiti: the server at {where} refuses user or password: give them with --set graphiti.user=… and "
        "graphiti.password=…"
    )
