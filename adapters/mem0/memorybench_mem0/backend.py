"""What concerns Qdrant alone: who owns an embedded store, and what an error of the client means."""

from __future__ import annotations

import sqlite3
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from memorybench.errors import BackendUnreachable
from memorybench.models.errors import chain


def own(workspace: Path) -> FileLock:
    """Claim the store for this object alone; raise ``BackendUnreachable`` when it is open elsewhere."""
    lock = FileLock(workspace / "owner.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise BackendUnreachable(
            f"the mem0 store in {workspace} is already open: close it, or wait for the run that uses it."
        ) from None
    return lock


@contextmanager
def quiet_server() -> Iterator[None]:
    """Without the client's warnings on versions and on keys sent without TLS: what matters becomes an error."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=UserWarning)
        yield


def unreachable(error: BaseException) -> str | None:
    """Why the backend is to blame for ``error``; None if it is not."""
    import httpx
    from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse

    for link in chain(error):
        if isinstance(link, UnexpectedResponse) and link.status_code in (401, 403):
            return "refuses the key: give it with --set mem0.api_key"
        if isinstance(link, UnexpectedResponse) and link.status_code is not None and link.status_code >= 500:
            return f"fails with status {link.status_code}: look at the server"
        if isinstance(link, ResponseHandlingException | httpx.TransportError | ConnectionError):
            return "does not answer: start it, or correct --set mem0.url"
        if isinstance(link, sqlite3.OperationalError) and "locked" in str(link):
            return "is locked by another process: close it"
    return None
