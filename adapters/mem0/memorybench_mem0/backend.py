"""What concerns Qdrant alone: connecting to a server, and what the client's errors mean."""

from __future__ import annotations

import sqlite3
import warnings
from typing import TYPE_CHECKING

from memorybench.errors import BackendUnreachable
from memorybench.models.errors import chain

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

_OLDEST = (1, 10)  # the first with the query interface that Mem0 searches by
_SILENT = "does not answer: start it, or correct --set mem0.url"
_FOREIGN = "answers, but not as Qdrant does: another program may have that port; correct --set mem0.url"
_LOST = (
    "no longer has the store's collection: it was emptied, or the collection deleted; "
    "delete the store's folder to ingest again"
)


def connect(url: str, api_key: str | None) -> QdrantClient:
    """A client for the server at ``url``, once the server has said which Qdrant it is.

    The client's own check of versions runs in a thread and prints warnings nobody asked for: it is off.

    Raises:
        BackendUnreachable: nobody answers, something else than Qdrant does, or a Qdrant that is too old.
    """
    from qdrant_client import QdrantClient

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=UserWarning)  # on keys sent without TLS
        client = QdrantClient(url=url, api_key=api_key, check_compatibility=False)
    try:
        version = client.info().version
    except Exception as error:
        client.close()
        reason = unreachable(error)
        raise BackendUnreachable(
            f"mem0: Qdrant at {url} {_FOREIGN if reason in (None, _LOST) else reason}."
        ) from error
    if _numbers(version) < _OLDEST:
        client.close()
        raise BackendUnreachable(
            f"mem0: Qdrant at {url} has version {version}, but Mem0 searches by an interface that came with "
            f"{'.'.join(map(str, _OLDEST))}: start the version of docker-compose.yml."
        )
    return client


def check_collection(client: QdrantClient, url: str, name: str) -> None:
    """Raise ``BackendUnreachable`` if a store that is to be read is gone: Mem0 would make an empty one instead."""
    if not client.collection_exists(name):
        raise BackendUnreachable(f"mem0: Qdrant at {url} {_LOST}.")


def unreachable(error: BaseException) -> str | None:
    """Why the backend is to blame for ``error``; None if it is not."""
    from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse

    for link in chain(error):
        if isinstance(link, UnexpectedResponse):
            return _refused(link.status_code or 0)
        if isinstance(link, ResponseHandlingException) and not _transport(link.source):
            return _FOREIGN
        if isinstance(link, ResponseHandlingException) or _transport(link):
            return _SILENT
        if isinstance(link, ValueError) and str(link).startswith("Collection ") and str(link).endswith(" not found"):
            return _LOST  # an embedded Qdrant's own error
        if isinstance(link, sqlite3.OperationalError) and "locked" in str(link):
            return "is locked by another process: close it"
    return None


def _refused(status: int) -> str | None:
    if status in (401, 403):
        return "refuses the key: give it with --set mem0.api_key"
    if status == 404:
        return _LOST
    return f"fails with status {status}: look at the server" if status >= 500 else None


def _transport(error: BaseException) -> bool:
    """Whether no whole reply came back; one that breaks the protocol is another program's."""
    import httpx

    if isinstance(error, httpx.RemoteProtocolError):
        return "disconnected" in str(error)
    return isinstance(error, httpx.TransportError | ConnectionError)


def _numbers(version: str) -> tuple[int, ...]:
    """``1.19.1`` -> (1, 19); a version that is not numbers counts as new."""
    parts = version.split(".")[:2]
    return tuple(map(int, parts)) if all(part.isdigit() for part in parts) else _OLDEST
