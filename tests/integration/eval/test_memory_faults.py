"""Faults of a memory system's backend and of its model, as users meet them: named, counted, and never a traceback."""

from __future__ import annotations

import json
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from memorybench.testing.openai_server import Fault, OpenAIServer, Say, hashed

SESSIONS = 6
TASKS = 3


@contextmanager
def web_server(status: int, body: bytes) -> Iterator[str]:
    """Another program's server: the same answer to everything."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_PUT = do_POST = do_DELETE = do_GET

        def log_message(self, format: str, *args: object) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def raw_server(greeting: bytes | None) -> Iterator[str]:
    """A program that speaks no HTTP: says ``greeting``, then hangs up, or (None) accepts and stays silent."""
    listening = socket.create_server(("127.0.0.1", 0))
    held: list[socket.socket] = []

    def serve() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            if greeting is None:
                held.append(connection)
            else:
                connection.sendall(greeting)
                connection.recv(65_536)
                connection.close()

    Thread(target=serve, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        listening.close()
        for connection in held:
            connection.close()


@contextmanager
def nobody() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    yield f"http://127.0.0.1:{port}"


UNUSABLE = [
    pytest.param(nobody(), "does not answer: start it, or correct --set mem0.url", id="nobody-listens"),
    pytest.param(raw_server(None), "does not answer", id="accepts-and-stays-silent"),
    pytest.param(raw_server(b"220 mail ready\r\n"), "does not answer", id="port-taken-by-a-mail-server"),
    pytest.param(raw_server(b"-ERR unknown command\r\n\r\n"), "not as Qdrant does", id="port-taken-by-a-cache"),
    pytest.param(web_server(200, b"<html>hello</html>"), "not as Qdrant does", id="port-taken-by-a-web-page"),
    pytest.param(web_server(200, b'{"ok": true}'), "not as Qdrant does", id="port-taken-by-another-api"),
    pytest.param(web_server(404, b"nope"), "not as Qdrant does", id="port-taken-by-a-server-without-pages"),
    pytest.param(web_server(503, b""), "fails with status 503: look at the server", id="server-fails"),
    pytest.param(web_server(401, b""), "refuses the key: give it with --set mem0.api_key", id="gateway-refuses"),
]


@pytest.mark.parametrize(("backend", "told"), UNUSABLE)
def test_a_backend_that_cannot_be_used_is_named_before_any_work(
    cli: Any, dataset: str, backend: Any, told: str
) -> None:
    with backend as url:
        started = time.monotonic()
        done = cli.in_process("eval", "--memory", "mem0", "--dataset", dataset, "--set", f"mem0.url={url}")
    assert done.code == 4
    assert done.sentence.startswith(f"memorybench: mem0: Qdrant at {url} ")
    assert told in done.sentence
    assert "Warning" not in done.err
    assert not list(cli.folder.rglob("*.jsonl"))
    assert time.monotonic() - started < 30


@pytest.mark.parametrize(
    ("options", "settings", "told"),
    [
        (("--key", "right"), ("mem0.api_key=wrong",), "refuses the key"),
        (("--key", "right"), (), "refuses the key"),
        (("--version", "1.7.4"), (), "has version 1.7.4"),
    ],
    ids=["wrong-key", "no-key", "old-version"],
)
def test_a_qdrant_that_does_not_fit_is_named_before_any_work(
    cli: Any, qdrant: Any, dataset: str, options: tuple[str, ...], settings: tuple[str, ...], told: str
) -> None:
    url = qdrant.start(*options)
    chosen = [part for setting in (f"mem0.url={url}", *settings) for part in ("--set", setting)]
    done = cli.in_process("eval", "--memory", "mem0", "--dataset", dataset, *chosen)
    assert (done.code, told in done.sentence, "Warning" in done.err) == (4, True, False)
    assert not list(cli.folder.rglob("*.jsonl"))


def evaluation(server: OpenAIServer, dataset: str, *more: str, run: str = "run") -> list[str]:
    return [
        *("eval", "--memory", "mem0", "--dataset", dataset, "--model", "m", "--base-url", server.url),
        *("--out", run, "--stores", "stores", "--concurrency", "1", "--json", *more),
    ]


def whole(memories: list[Any]) -> str:
    return json.dumps({"memory": memories})


def only_in(session: int, bad: str) -> Callable[[Any], Callable[[dict[str, Any]], str]]:
    """A memory model whose reply to one session is ``bad``; the others are what it would have said."""

    def with_script(script: Any) -> Callable[[dict[str, Any]], str]:
        def reply(request: dict[str, Any]) -> str:
            if script.counts["memory"] == session:
                return bad
            script.memory = None
            try:
                return str(script.answer(request))
            finally:
                script.memory = reply

        return reply

    return with_script


def always(reply: str | Say) -> Callable[[Any], Callable[[dict[str, Any]], str | Say]]:
    return lambda script: lambda request: reply


LOST_REPLIES = [
    # what the memory model says; sessions lost; why, in the summary; whether the store ends empty
    pytest.param(always("I have noted everything."), SESSIONS, "the reply is not JSON", True, id="always-prose"),
    pytest.param(always(""), SESSIONS, "the reply is empty", True, id="always-empty"),
    pytest.param(always(whole(["a"])), SESSIONS, 'have no "text"', True, id="memories-without-text"),
    pytest.param(always('{"facts": ["a"]}'), SESSIONS, 'no list "memory"', True, id="another-schema"),
    pytest.param(only_in(2, "Sure! Noted."), 1, "the reply is not JSON", False, id="prose-once"),
    pytest.param(only_in(3, '{"memory": [{"te'), 1, "the reply is not JSON", False, id="cut-off-once"),
]


@pytest.mark.parametrize(("memory", "lost", "why", "empty"), LOST_REPLIES)
def test_sessions_that_mem0_loses_in_silence_are_counted_with_the_reason(
    cli: Any, script: Any, server: OpenAIServer, dataset: str, memory: Any, lost: int, why: str, empty: bool
) -> None:
    script.memory = memory(script)
    done = cli.in_process(*evaluation(server, dataset))
    assert done.code == 0, done.err
    ingest = done.summary["ingest"]
    assert (ingest["sessions"], ingest["sessions_lost"], ingest["sessions_lost_in_part"]) == (SESSIONS, lost, 0)
    assert ingest["reasons"][0]["sessions"] == lost
    assert (ingest["reasons"][0]["kind"], why in ingest["reasons"][0]["message"]) == ("memory_error", True)
    assert ingest["empty_stores"] == int(empty)
    assert done.summary["counts"]["scored"]["grader"] == TASKS  # the memory system's own failure scores

    shown = cli.in_process("show", "run")
    assert f"Ingestion: of {SESSIONS} sessions {lost} were lost" in shown.out
    assert why in " ".join(shown.out.split())
    assert ("EMPTY STORE: 1 of 1 stores hold nothing at all" in shown.out) == empty
    assert "Traceback" not in done.err + shown.err


def test_a_memory_model_that_finds_nothing_is_no_failure_but_the_empty_store_is_flagged(
    cli: Any, script: Any, server: OpenAIServer, dataset: str
) -> None:
    script.memory = lambda request: whole([])
    done = cli.in_process(*evaluation(server, dataset))
    ingest = done.summary["ingest"]
    assert (done.code, ingest["failures"], ingest["sessions_left_nothing"]) == (0, 0, SESSIONS)
    assert ingest["empty_stores"] == 1
    assert "EMPTY STORE" in cli.in_process("show", "run").out


def test_a_writer_that_never_writes_leaves_an_empty_store_and_its_tokens_are_counted(
    cli: Any, script: Any, server: OpenAIServer, dataset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = type(script).answer

    def answer(self: Any, request: dict[str, Any]) -> Any:
        tools = {tool["function"]["name"] for tool in request.get("tools", [])}
        return "Only small talk." if "write_file" in tools else others(self, request)

    monkeypatch.setattr(type(script), "answer", answer)
    done = cli.in_process(*(word.replace("mem0", "markdown") for word in evaluation(server, dataset)))
    ingest = done.summary["ingest"]
    assert (done.code, ingest["failures"], ingest["sessions_left_nothing"]) == (0, 0, SESSIONS)
    assert ingest["empty_stores"] == 1
    assert ingest["usage"]["memory"]["calls"] == SESSIONS
    assert ingest["usage"]["memory"]["input_tokens"] > 0
    assert "EMPTY STORE" in cli.in_process("show", "run").out


MODEL_FAULTS = [
    pytest.param(Fault("status", 500, "internal error", retry_after=0.0), id="memory-model-500"),
    pytest.param(Fault("status", 400, "no memory today"), id="memory-model-400"),
    pytest.param(Fault("status", 401, "Incorrect API key provided"), id="memory-model-401"),
    pytest.param(Fault("malformed"), id="memory-model-malformed"),
]


@pytest.mark.parametrize("fault", MODEL_FAULTS)
def test_a_memory_model_that_fails_leaves_the_run_unscored_and_the_same_command_mends_it(
    cli: Any, script: Any, server: OpenAIServer, dataset: str, fault: Fault
) -> None:
    server.refuse = lambda body: fault if "messages" in body and script.role(body) == "memory" else None
    first = cli.in_process(*evaluation(server, dataset))
    assert first.code == 3, first.err
    assert first.summary["counts"]["unscored"]["grader"] == TASKS
    assert all(": model_error: " in failure for failure in first.summary["failures"])
    assert first.summary["ingest"]["sessions"] == 0
    server.refuse = lambda body: None
    again = cli.in_process(*evaluation(server, dataset))
    assert (again.code, again.summary["failures"]) == (0, [])


def test_an_embedder_that_fails_half_way_is_the_models_failure_and_no_memory_is_lost(
    cli: Any, server: OpenAIServer, dataset: str
) -> None:
    seen = 0

    def later(body: dict[str, Any]) -> Fault | None:
        nonlocal seen
        seen += "input" in body
        return Fault("status", 400, "too many texts") if "input" in body and seen > 8 else None

    options = ("--embedder", "openai:e", "--embedding-size", "8")
    server.refuse = later
    first = cli.in_process(*evaluation(server, dataset, *options))
    assert first.code == 3, first.err
    assert all(": model_error: " in failure for failure in first.summary["failures"])
    server.refuse = lambda body: None
    again = cli.in_process(*evaluation(server, dataset, *options))
    undisturbed = cli.in_process(*evaluation(server, dataset, *options, "--stores", "other", run="undisturbed"))
    assert again.code == undisturbed.code == 0
    assert again.summary["ingest"]["memories"] == undisturbed.summary["ingest"]["memories"]


def test_vectors_of_another_size_are_refused_and_the_store_stays(
    cli: Any, server: OpenAIServer, dataset: str
) -> None:
    options = ("--embedder", "openai:e")
    assert cli.in_process(*evaluation(server, dataset, *options)).code == 0
    server.embed = hashed(16)
    done = cli.in_process(*evaluation(server, dataset, *options, run="later"))
    assert done.code == 2
    assert "holds vectors of 8 numbers but this embedder makes 16" in done.sentence
    server.embed = hashed(8)
    assert cli.in_process(*evaluation(server, dataset, *options, run="later")).code == 0


def test_a_store_whose_index_was_removed_before_the_probes_is_unscored_and_named(
    cli: Any, server: OpenAIServer, dataset: str
) -> None:
    assert cli.in_process(*evaluation(server, dataset)).code == 0
    for collection in (cli.folder / "stores").glob("*/workspace/qdrant/collection/memories"):
        shutil.rmtree(collection)
    done = cli.in_process(*evaluation(server, dataset, run="later"))
    assert done.code == 3, done.err
    assert done.summary["counts"]["unscored"]["grader"] == TASKS
    assert all("no longer holds what was written into it" in failure for failure in done.summary["failures"])
    shutil.rmtree(cli.folder / "stores")
    assert cli.in_process(*evaluation(server, dataset, run="later")).code == 0


def test_on_a_server_the_run_is_the_same_as_embedded(
    cli: Any, qdrant: Any, server: OpenAIServer, dataset: str, without_timings: Any
) -> None:
    embedded = cli.in_process(*evaluation(server, dataset))
    url = qdrant.start("--key", "right")
    settings = ("--set", f"mem0.url={url}", "--set", "mem0.api_key=right")
    remote = cli.in_process(*evaluation(server, dataset, *settings, run="remote"))
    assert embedded.code == remote.code == 0, remote.err
    for part in ("counts", "facts", "rates", "ingest"):
        assert without_timings(remote.summary[part]) == without_timings(embedded.summary[part])
    assert not any(b"right" in path.read_bytes() for path in cli.folder.rglob("*") if path.is_file())


def test_the_contract_holds_on_a_server_that_other_checks_have_used(cli: Any, qdrant: Any) -> None:
    url = qdrant.start()
    for _ in range(2):
        done = cli.in_process("adapters", "check", "mem0", "--set", f"mem0.url={url}", "--json")
        assert [check for check in json.loads(done.out) if check["status"] == "failed"] == []
        assert done.code == 0


GOES_AWAY = [
    # when the server dies: (role, nth request); sessions written by then; probes that fail
    pytest.param("memory", 1, 0, TASKS, id="at-the-first-session"),
    pytest.param("memory", 4, 3, TASKS, id="half-way-through-ingestion"),
    pytest.param("probe", 2, SESSIONS, TASKS - 1, id="while-probing"),  # the first one has searched already
]


@pytest.mark.parametrize(("role", "number", "written", "failed"), GOES_AWAY)
def test_a_server_that_goes_away_leaves_the_run_unscored_and_is_never_mem0s_failure(
    cli: Any,
    qdrant: Any,
    script: Any,
    server: OpenAIServer,
    dataset: str,
    role: str,
    number: int,
    written: int,
    failed: int,
) -> None:
    def die(met: str, count: int) -> None:
        if (met, count) == (role, number):
            qdrant.kill()

    run = evaluation(server, dataset, "--set", f"mem0.url={qdrant.start()}")
    script.before = die
    first = cli.in_process(*run)
    assert first.code == 3, first.err
    assert first.summary["counts"]["failed"] == first.summary["counts"]["unscored"]["grader"] == failed
    assert first.summary["ingest"]["sessions"] == written
    assert first.summary["ingest"]["failures"] == 0
    assert first.summary["failures"]
    for failure in first.summary["failures"]:
        assert ": backend_unreachable: " in failure
        assert "mem0: Qdrant at http://127.0.0.1:" in failure
    script.before = None

    still_away = cli.in_process(*run)
    assert (still_away.code, "does not answer" in still_away.sentence) == (4, True)

    qdrant.start()  # comes back empty
    back = cli.in_process(*run)
    if written:  # what was written is gone: going on would make a store without its first sessions
        assert back.code == 3
        assert all("backend_unreachable" in failure for failure in back.summary["failures"])
        assert all("to ingest again" in failure for failure in back.summary["failures"])
        shutil.rmtree(cli.folder / "stores")
        back = cli.in_process(*run)
    assert back.code == 0, back.err
    assert back.summary["counts"]["scored"]["grader"] == TASKS
