"""A stand-in for a Qdrant server: the REST calls that Mem0 makes, answered by the client's own in-memory engine.

Run as a process of its own, so that tests can kill it, start it again empty, or have it refuse a key::

    python qdrant_server.py --port 0 --key secret     # prints its URL

It is no Qdrant: it proves that our path by URL sends what Qdrant's API takes, not that a real server would behave.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import Any

from pydantic import BaseModel
from qdrant_client import QdrantClient
from qdrant_client.http import models

Body = dict[str, Any]
Call = Callable[[QdrantClient, str, Body], Any]
DONE = {"operation_id": 0, "status": "completed"}


def _create(engine: QdrantClient, name: str, body: Body) -> bool:
    asked = models.CreateCollection.model_validate(body)
    return engine.create_collection(name, asked.vectors, asked.sparse_vectors)


def _upsert(engine: QdrantClient, name: str, body: Body) -> Body:
    engine.upsert(name, models.PointsList.model_validate(body).points)
    return DONE


def _delete(engine: QdrantClient, name: str, body: Body) -> Body:
    selector = models.PointIdsList if "points" in body else models.FilterSelector
    engine.delete(name, selector.model_validate(body))
    return DONE


def _query(engine: QdrantClient, name: str, body: Body) -> Any:
    asked = models.QueryRequest.model_validate(body)
    return engine.query_points(
        name,
        query=asked.query,
        using=asked.using,
        query_filter=asked.filter,
        limit=asked.limit or 10,
        with_payload=asked.with_payload if asked.with_payload is not None else False,
    )


def _scroll(engine: QdrantClient, name: str, body: Body) -> Body:
    asked = models.ScrollRequest.model_validate(body)
    points, after = engine.scroll(name, scroll_filter=asked.filter, limit=asked.limit or 10, with_payload=True)
    return {"points": [point.model_dump(mode="json") for point in points], "next_page_offset": after}


def _retrieve(engine: QdrantClient, name: str, body: Body) -> Any:
    asked = models.PointRequest.model_validate(body)
    return [point.model_dump(mode="json") for point in engine.retrieve(name, asked.ids, with_payload=True)]


ROUTES: list[tuple[str, str, Call]] = [
    ("GET", r"/collections", lambda engine, name, body: engine.get_collections()),
    ("GET", r"/collections/(?P<name>[^/]+)", lambda engine, name, body: engine.get_collection(name)),
    (
        "GET",
        r"/collections/(?P<name>[^/]+)/exists",
        lambda engine, name, body: {"exists": engine.collection_exists(name)},
    ),
    ("PUT", r"/collections/(?P<name>[^/]+)", _create),
    ("DELETE", r"/collections/(?P<name>[^/]+)", lambda engine, name, body: engine.delete_collection(name)),
    ("PUT", r"/collections/(?P<name>[^/]+)/index", lambda engine, name, body: DONE),
    ("PUT", r"/collections/(?P<name>[^/]+)/points", _upsert),
    ("POST", r"/collections/(?P<name>[^/]+)/points", _retrieve),
    ("POST", r"/collections/(?P<name>[^/]+)/points/delete", _delete),
    ("POST", r"/collections/(?P<name>[^/]+)/points/query", _query),
    ("POST", r"/collections/(?P<name>[^/]+)/points/scroll", _scroll),
    ("POST", r"/collections/(?P<name>[^/]+)/points/count", lambda engine, name, body: engine.count(name, exact=True)),
]


def serve(port: int, key: str | None, version: str) -> None:
    """Print the URL, then serve until killed."""
    engine, lock = QdrantClient(":memory:"), Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            """Quiet."""

        def do_GET(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length", 0)))
            path = self.path.partition("?")[0]
            if path == "/":
                self._send(200, {"title": "qdrant - vector search engine", "version": version})
            elif key is not None and self.headers.get("api-key") != key:
                self._send(401, {"status": {"error": "Must provide an API key"}})
            else:
                with lock:
                    self._send(*answer(engine, self.command, path, json.loads(raw) if raw else {}))

        do_PUT = do_POST = do_DELETE = do_GET

        def _send(self, status: int, body: Any) -> None:
            data = json.dumps(body).encode("utf-8")
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


def answer(engine: QdrantClient, method: str, path: str, body: Body) -> tuple[int, Body]:
    """Status and JSON of one request, in Qdrant's envelope."""
    for known, pattern, call in ROUTES:
        found = re.fullmatch(pattern, path)
        if known != method or found is None:
            continue
        name = found.groupdict().get("name", "")
        needed = call is not _create and method != "DELETE" and not path.endswith("/exists")
        if name and needed and not engine.collection_exists(name):
            return 404, {"status": {"error": f"Not found: Collection `{name}` doesn't exist!"}, "time": 0.0}
        result = call(engine, name, body)
        plain = result.model_dump(mode="json") if isinstance(result, BaseModel) else result
        return 200, {"result": plain, "status": "ok", "time": 0.0}
    return 501, {"status": {"error": f"the stand-in has no {method} {path}"}}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--key")
    parser.add_argument("--version", default="1.19.1")
    options = parser.parse_args()
    serve(options.port, options.key, options.version)
