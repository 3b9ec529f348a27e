"""A loopback server that speaks enough of OpenAI's API to test real clients, without a key or a network.

    with OpenAIServer(lambda request: "EI 90") as server:
        server.fail(rate_limit(retry_after=0))          # the next request gets this instead
        ChatOpenAI(base_url=server.url, api_key="x", use_responses_api=False, model="m").invoke("…")

``python -m memorybench.testing.openai_server --port 8000`` serves an echo for trying things out.
"""

from __future__ import annotations

import json
import socket
import time
from collections import deque
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from types import TracebackType
from typing import Any

from memorybench.testing.openai_wire import (
    DROP,
    EMPTY,
    MALFORMED,
    TRUNCATED,
    Embed,
    Fault,
    Recorded,
    Say,
    chunks,
    completion,
    embeddings,
    error_body,
    hang,
    hashed,
    rate_limit,
    refuses_temperature,
    server_error,
    wrong_key,
)

__all__ = [
    "DROP",
    "EMPTY",
    "MALFORMED",
    "TRUNCATED",
    "Fault",
    "OpenAIServer",
    "Recorded",
    "Say",
    "hang",
    "hashed",
    "rate_limit",
    "refuses_temperature",
    "server_error",
    "wrong_key",
]

Reply = Callable[[dict[str, Any]], "str | Say"]


def echo(request: dict[str, Any]) -> str:
    """The last message, said back."""
    return str(request["messages"][-1].get("content", ""))


class OpenAIServer:
    """Serves ``/v1/chat/completions``, ``/v1/embeddings`` and ``/v1/models`` on 127.0.0.1.

    ``reply`` scripts the chat from the request's JSON. ``key`` and ``models``, if given, are enforced with
    401 and 404; ``refuse`` may name a fault for any request, beside those queued by :meth:`fail`.
    ``requests`` holds everything received. Leaving the context ends hanging requests.
    """

    def __init__(
        self,
        reply: Reply = echo,
        *,
        embed: Embed | None = None,
        key: str | None = None,
        models: tuple[str, ...] | None = None,
        refuse: Callable[[dict[str, Any]], Fault | None] = lambda request: None,
        port: int = 0,
    ) -> None:
        self.reply = reply
        self.embed = embed or hashed(8)
        self.key = key
        self.models = models
        self.refuse = refuse
        self.requests: list[Recorded] = []
        self.most_at_once = 0
        self._faults: deque[Fault] = deque()
        self._lock = Lock()
        self._running = 0
        self._stopped = Event()
        self._http = _Http(("127.0.0.1", port), _handler(self))
        self._thread = Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)

    @property
    def url(self) -> str:
        """The base URL for clients."""
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def fail(self, *faults: Fault) -> None:
        """Answer the next requests with these faults, in order."""
        self._faults.extend(faults)

    def __enter__(self) -> OpenAIServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopped.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join(timeout=5)

    def serve(self) -> None:
        """Serve until interrupted."""
        with self:
            while self._thread.is_alive():
                time.sleep(0.2)

    def received(self, path: str, body: dict[str, Any], headers: dict[str, str]) -> tuple[int, Fault | None]:
        """Record a request; return its number and the fault it meets."""
        with self._lock:
            self.requests.append(Recorded(path, body, headers))
            self._running += 1
            self.most_at_once = max(self.most_at_once, self._running)
            return len(self.requests), self._faults.popleft() if self._faults else None

    def finished(self) -> None:
        """Note that a request was answered."""
        with self._lock:
            self._running -= 1

    def refusal(self, body: dict[str, Any], headers: dict[str, str]) -> Fault | None:
        """What the server's key, model list and ``refuse`` say of a request."""
        if self.key is not None and headers.get("authorization") != f"Bearer {self.key}":
            return wrong_key()
        if self.models is not None and body.get("model") not in self.models:
            return Fault("status", 404, f"The model `{body.get('model')}` does not exist")
        return self.refuse(body)

    def wait(self, seconds: float) -> None:
        """Hang, but not beyond the server's own end."""
        self._stopped.wait(seconds)


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is part of the tests; nothing is printed."""


def _handler(server: OpenAIServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: Any) -> None:
            """Quiet."""

        def do_GET(self) -> None:
            names = server.models or ("test-model",)
            self._send(200, {"object": "list", "data": [{"id": name, "object": "model"} for name in names]})

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            try:
                body = json.loads(raw)
            except ValueError:
                self._send(400, error_body("the body is not JSON", 400))
                return
            path = self.path.removeprefix("/v1")
            number, fault = server.received(path, body, headers)
            try:
                self._answer(path, body, number, fault or server.refusal(body, headers))
            finally:
                server.finished()

        def _answer(self, path: str, body: dict[str, Any], number: int, fault: Fault | None) -> None:
            if fault is not None and self._failed(fault):
                return
            if path == "/embeddings":
                result = embeddings(body, server.embed)
            elif path == "/chat/completions":
                said = Say(None) if fault == EMPTY else server.reply(body)
                result = completion(body, said if isinstance(said, Say) else Say(said), number)
            else:
                self._send(404, error_body(f"no such path: {path}", 404))
                return
            if fault == TRUNCATED:
                text = json.dumps(result)
                self._bytes(200, text[: len(text) // 2].encode("utf-8"), "application/json")
            elif body.get("stream"):
                self._stream(result)
            else:
                self._send(200, result)

        def _failed(self, fault: Fault) -> bool:
            """Whether the fault is the whole answer."""
            if fault.kind == "status":
                extra = {} if fault.retry_after is None else {"Retry-After": f"{fault.retry_after:g}"}
                self._send(fault.status, error_body(fault.message, fault.status), extra)
            elif fault.kind == "malformed":
                self._send(200, {"object": "chat.completion", "unexpected": True})
            elif fault.kind in ("hang", "drop"):
                server.wait(fault.seconds)
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
            else:
                return False
            return True

        def _stream(self, result: dict[str, Any]) -> None:
            events = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks(result)] + ["data: [DONE]\n\n"]
            self._bytes(200, "".join(events).encode("utf-8"), "text/event-stream")

        def _send(self, status: int, body: dict[str, Any], extra: dict[str, str] | None = None) -> None:
            self._bytes(status, json.dumps(body).encode("utf-8"), "application/json", extra)

        def _bytes(self, status: int, data: bytes, kind: str, extra: dict[str, str] | None = None) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            for name, value in (extra or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

    return Handler


def main() -> None:
    """Serve an echo until interrupted."""
    import argparse

    options = argparse.ArgumentParser(description="An OpenAI-compatible echo server on 127.0.0.1.")
    options.add_argument("--port", type=int, default=8000)
    server = OpenAIServer(port=options.parse_args().port)
    print(server.url, flush=True)
    try:
        server.serve()
    except KeyboardInterrupt:
        return


if __name__ == "__main__":
    main()
