"""A judge through the model hub and a real client, against servers on loopback that differ in what they take."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from memorybench.judging.definition import JudgeDefinition
from memorybench.judging.engine import Judge, JudgeEvidence
from memorybench.models.hub import ModelHub, ModelSettings
from memorybench.models.usage import UsageMeter
from memorybench.records import Answer, Task, Verdict

Answering = Callable[[dict[str, Any]], tuple[int, str]]


@contextmanager
def serving(answering: Answering) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """An OpenAI-compatible server; yields its base URL and the requests it has seen."""
    seen: list[dict[str, Any]] = []

    class Chat(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            seen.append(request)
            status, text = answering(request)
            message = {"role": "assistant", "content": text}
            body: dict[str, Any] = {
                "id": "1",
                "object": "chat.completion",
                "created": 0,
                "model": "judge-model",
                "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
                "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
            }
            raw = json.dumps(body if status == 200 else {"error": {"message": text}}).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, *_: object) -> None:
            """Keep the test's output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Chat)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", seen
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def judged(task: Task, answer: Answer) -> Callable[..., Any]:
    """Judge the fixture's answer with a model at a URL; returns the verdict and the meter."""

    async def judged(definition: JudgeDefinition, base_url: str) -> tuple[Verdict, UsageMeter]:
        meter = UsageMeter()
        hub = ModelHub(ModelSettings(base_url=base_url), meter=meter)
        judge = Judge(definition, hub.chat("judge-model", "answer_judge"), "judge-model")
        verdict = await judge.judge(JudgeEvidence(task, answer))
        assert verdict is not None
        return verdict, meter

    return judged


async def test_a_server_with_schemas_gets_the_judge_s_own(
    answer_judge: JudgeDefinition, reply: Callable[..., dict[str, Any]], judged: Any
) -> None:
    text = json.dumps(reply(answer_judge, "completeness"))
    with serving(lambda request: (200, text)) as (url, seen):
        verdict, meter = await judged(answer_judge, url)
    assert verdict.dimensions == {"correctness": True, "completeness": False, "relevance": True}
    assert len(seen) == 1
    schema = seen[0]["response_format"]["json_schema"]["schema"]
    assert set(schema["properties"]) == set(answer_judge.keys)
    assert meter.by_role()["answer_judge"].input_tokens == 10


async def test_a_server_that_refuses_schemas_is_asked_by_prompt(
    answer_judge: JudgeDefinition, reply: Callable[..., dict[str, Any]], judged: Any
) -> None:
    text = "```json\n" + json.dumps(reply(answer_judge)) + "\n```"

    def answering(request: dict[str, Any]) -> tuple[int, str]:
        return (400, "response_format is not supported") if "response_format" in request else (200, text)

    with serving(answering) as (url, seen):
        verdict, _ = await judged(answer_judge, url)
    assert verdict.accepted is True
    assert ["response_format" in request for request in seen] == [True, False]


async def test_a_server_that_ignores_schemas_and_chats_is_asked_once_more(
    answer_judge: JudgeDefinition, reply: Callable[..., dict[str, Any]], judged: Any
) -> None:
    text = json.dumps(reply(answer_judge))
    with serving(lambda request: (200, text if len(request["messages"]) == 3 else "Yes, all true!")) as (url, seen):
        verdict, _ = await judged(answer_judge, url)
    assert verdict.accepted is True
    assert len(seen) == 2
    with serving(lambda request: (200, "Yes, all true!")) as (url, seen):
        verdict, _ = await judged(answer_judge, url)
    assert verdict.unscored is not None and verdict.unscored.kind == "judge_error"
    assert len(seen) == 2


async def test_a_wrong_key_is_unscored_with_the_reason(answer_judge: JudgeDefinition, judged: Any) -> None:
    with serving(lambda request: (401, "bad key")) as (url, seen):
        verdict, _ = await judged(answer_judge, url)
    assert verdict.unscored is not None and verdict.unscored.kind == "judge_error"
    assert len(seen) == 1
