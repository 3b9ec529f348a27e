"""The mailbox as a model: requests wait in a folder until somebody answers."""

from __future__ import annotations

import asyncio
import io
import json
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import typer
from langchain_core.tools import tool
from pydantic import BaseModel
from typer.testing import CliRunner

from memorybench.cli.mailbox import mailbox
from memorybench.errors import BadInput
from memorybench.models.cache import ResponseCache
from memorybench.models.errors import ModelError
from memorybench.models.hub import HubChat, ModelHub, ModelRole, ModelSettings
from memorybench.models.preflight import preflight
from memorybench.models.usage import UsageMeter

app = typer.Typer()
app.command()(mailbox)
runner = CliRunner()


class Ruling(BaseModel):
    """A ruling."""

    correct: bool
    reason: str


@tool
def storey(name: str, deep: bool = False) -> str:
    """Look a storey up."""
    return name


def model(folder: Path, role: ModelRole = "probe", cache: ResponseCache | None = None, **settings: Any) -> HubChat:
    given = ModelSettings(mailbox_poll_s=0.01, **settings)
    return ModelHub(given, meter=UsageMeter(), cache=cache).chat(f"mailbox:{folder}", role)


def waiting(folder: Path, count: int = 1) -> list[dict[str, Any]]:
    """The requests once ``count`` of them are there."""
    until = time.monotonic() + 5
    while time.monotonic() < until:
        found = sorted((folder / "requests").glob("*.json"))
        if len(found) >= count:
            return [json.loads(path.read_text(encoding="utf-8")) for path in found]
        time.sleep(0.01)
    raise AssertionError("no request came")


def write(folder: Path, request: dict[str, Any], reply: str) -> Path:
    path = folder / "replies" / f"{request['id']}.json"
    path.write_text(reply, encoding="utf-8")
    return path


def asked(call: Callable[[], Any]) -> tuple[Thread, list[Any]]:
    """Run a call in a thread of its own, as mem0 does."""
    got: list[Any] = []
    thread = Thread(target=lambda: got.append(call()), daemon=True)
    thread.start()
    return thread, got


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 5
    while not condition():
        assert time.monotonic() < end, "it did not happen within 5 s"
        time.sleep(0.01)


def test_a_request_is_readable_and_waits_for_its_answer(tmp_path: Path) -> None:
    chat = model(tmp_path)
    thread, got = asked(lambda: chat.bind_tools([storey]).invoke([("system", "You are brief."), ("human", "Which?")]))
    [request] = waiting(tmp_path)
    assert request["role"] == "probe"
    assert [message["content"] for message in request["messages"]] == ["You are brief.", "Which?"]
    assert request["tools"][0]["function"]["parameters"]["required"] == ["name"]
    assert request["id"] in request["how_to_reply"]
    write(tmp_path, request, '{"tool_calls": [{"name": "storey", "args": {"name": "Level 2"}}], "text": "looking"}')
    thread.join(5)
    reply = got[0]
    assert reply.text == "looking"
    assert (reply.tool_calls[0]["name"], reply.tool_calls[0]["args"]) == ("storey", {"name": "Level 2"})
    assert reply.usage_metadata is None
    usage = chat.caller.meter.by_role()["probe"]
    assert (usage.calls, usage.unmetered_calls, usage.input_tokens, usage.cost) == (1, 1, 0, None)
    assert waiting(tmp_path) == [request], "answered requests are kept"
    again = model(tmp_path).bind_tools([storey]).invoke([("system", "You are brief."), ("human", "Which?")])
    assert again.tool_calls == reply.tool_calls, "an answer that lies there is taken at once"


async def test_many_may_wait_at_once(tmp_path: Path) -> None:
    chat = model(tmp_path, concurrency=1)
    calls = [asyncio.create_task(chat.ainvoke(f"question {number}")) for number in range(25)]
    for request in await asyncio.to_thread(waiting, tmp_path, 25):
        write(
            tmp_path, request, json.dumps({"text": request["messages"][0]["content"].replace("question", "answer")})
        )
    replies = await asyncio.wait_for(asyncio.gather(*calls), 5)
    assert [reply.text for reply in replies] == [f"answer {number}" for number in range(25)]


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("not json", "Invalid JSON"),
        ('{"txt": "x"}', "Extra inputs are not permitted"),
        ("{}", "neither text nor tool_calls nor error"),
        ('{"tool_calls": [{"name": "floor", "args": {}}]}', "there is no tool 'floor'; the tools are storey"),
        ('{"tool_calls": [{"name": "storey", "args": {}}]}', "arguments of storey lacks name"),
        ('{"tool_calls": [{"name": "storey", "args": {"name": 2}}]}', "name must be of type string"),
        ('{"tool_calls": [{"name": "storey", "args": {"name": "x", "y": 1}}]}', "unknown key 'y'"),
    ],
)
def test_an_invalid_answer_is_set_aside_and_the_request_waits_again(tmp_path: Path, reply: str, reason: str) -> None:
    thread, got = asked(lambda: model(tmp_path).bind_tools([storey]).invoke("Which?"))
    [request] = waiting(tmp_path)
    path = write(tmp_path, request, reply)
    aside = path.with_name(path.name + ".invalid")
    until(aside.exists)
    told = json.loads(aside.read_text(encoding="utf-8"))
    assert reason in told["reason"]
    assert told["reply"] == reply
    until(lambda: not path.exists())
    write(tmp_path, request, '{"text": "Level 2"}')
    thread.join(5)
    assert got[0].text == "Level 2"


def test_an_answer_that_is_just_being_written_is_waited_for(tmp_path: Path) -> None:
    for number in range(5):
        thread, got = asked(lambda number=number: model(tmp_path).invoke(f"Which? {number}"))
        request = next(
            entry for entry in waiting(tmp_path, number + 1) if str(number) in entry["messages"][0]["content"]
        )
        with (tmp_path / "replies" / f"{request['id']}.json").open("w", encoding="utf-8") as half:
            half.flush()  # an empty file, as an editor leaves it for a moment
            time.sleep(0.004)
            half.write('{"text": "Level 2"}')
        thread.join(5)
        assert got[0].text == "Level 2"
    assert not list((tmp_path / "replies").glob("*.invalid"))


def test_a_structured_answer_is_checked(tmp_path: Path) -> None:
    thread, got = asked(lambda: model(tmp_path, "answer_judge").with_structured_output(Ruling).invoke("Right?"))
    [request] = waiting(tmp_path)
    path = write(tmp_path, request, '{"text": "yes"}')
    until(path.with_name(path.name + ".invalid").exists)
    write(tmp_path, request, json.dumps({"text": '{"correct": true, "reason": "same value"}'}))
    thread.join(5)
    assert got == [Ruling(correct=True, reason="same value")]


def test_an_error_answer_ends_the_call_and_may_be_asked_again(tmp_path: Path) -> None:
    caught: list[str] = []

    def call() -> None:
        try:
            model(tmp_path).invoke("Which?")
        except ModelError as error:
            caught.append(str(error))

    thread, _ = asked(call)
    [request] = waiting(tmp_path)
    path = write(tmp_path, request, '{"error": "no idea"}')
    thread.join(5)
    assert caught[0].endswith("with an error: no idea")
    assert not path.exists()
    assert path.with_name(path.name + ".error").exists()


def test_a_timeout_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"no answer to request \w{12} in .* within 0\.05 s\."):
        model(tmp_path, mailbox_timeout_s=0.05).invoke("Which?")


def test_a_recorded_mailbox_replays_from_another_folder(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    thread, _ = asked(lambda: model(tmp_path / "a", cache=ResponseCache(cache)).invoke("Which?"))
    [request] = waiting(tmp_path / "a")
    write(tmp_path / "a", request, '{"text": "Level 2"}')
    thread.join(5)
    assert model(tmp_path / "b", cache=ResponseCache(cache, "fail")).invoke("Which?").text == "Level 2"
    assert not (tmp_path / "b").exists()


def test_preflight_makes_the_folder_and_asks_nobody(tmp_path: Path) -> None:
    result = preflight(model(tmp_path / "box"))
    assert not result.called
    assert list((tmp_path / "box").iterdir()) == []


def test_the_command_lists_shows_and_answers(tmp_path: Path) -> None:
    thread, got = asked(
        lambda: model(tmp_path, "answer_judge").with_structured_output(Ruling).invoke("Is it right? [/b]")
    )
    [request] = waiting(tmp_path)
    listed = runner.invoke(app, [str(tmp_path)])
    assert "1 open" in listed.stdout
    assert request["id"][:12] in listed.stdout
    assert "answer_judge" in listed.stdout
    shown = runner.invoke(app, [str(tmp_path), "--show", request["id"][:6]])
    assert "Is it right? [/b]" in shown.stdout
    assert '"correct"' in shown.stdout
    wrong = runner.invoke(app, [str(tmp_path), "--answer", request["id"], "--text", '{"correct": "maybe"}'])
    assert isinstance(wrong.exception, BadInput)
    assert "text lacks reason" in str(wrong.exception)
    given = json.dumps({"text": json.dumps({"correct": False, "reason": "another unit"})})
    assert runner.invoke(app, [str(tmp_path), "--answer", request["id"][:12], "--json", given]).exit_code == 0
    thread.join(5)
    assert got == [Ruling(correct=False, reason="another unit")]
    assert "no open request" in runner.invoke(app, [str(tmp_path)]).stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "is no mailbox"),
        (["--show", "abc"], "is no mailbox"),
        (["--text", "x"], "belong to --answer"),
    ],
)
def test_wrong_use_of_the_command_is_one_sentence(tmp_path: Path, arguments: list[str], says: str) -> None:
    result = runner.invoke(app, [str(tmp_path), *arguments])
    assert isinstance(result.exception, BadInput)
    assert says in str(result.exception)


def test_watching_takes_answers_from_a_person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thread, got = asked(lambda: model(tmp_path).bind_tools([storey]).invoke("Which storey?"))
    waiting(tmp_path)
    typed = '{"tool_calls": [{"name": "nothing"}]}\n.\nLevel 2,\nas agreed.\n.\n'
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    watching = Thread(target=mailbox, args=(tmp_path,), kwargs={"watch": True}, daemon=True)
    watching.start()
    thread.join(5)
    assert got[0].text == "Level 2,\nas agreed."
    asked(lambda: model(tmp_path).invoke("One more?"))
    watching.join(5)
    assert not watching.is_alive(), "the end of input ends the watch"
