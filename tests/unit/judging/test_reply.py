"""Reading replies: only an object that fits the schema is a verdict."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memorybench.judging.definition import JudgeDefinition, load_judge
from memorybench.judging.reply import UnreadableReply, read_reply

Reply = Callable[..., dict[str, Any]]


@pytest.mark.parametrize("frame", ["{}", "```json\n{}\n```", "Here you go:\n{}\nHope {{this}} helps.", "{}\n\n{}"])
def test_text_around_the_object_does_not_matter(frame: str, answer_judge: JudgeDefinition, reply: Reply) -> None:
    text = frame.replace("{{", "\0").replace("{}", json.dumps(reply(answer_judge, "relevance"))).replace("\0", "{")
    verdicts, reasons = read_reply(answer_judge, text)
    assert verdicts == {"correctness": True, "completeness": True, "relevance": False}
    assert reasons["relevance"] == "about relevance"


@pytest.mark.parametrize("value", ["yes", "true", 1, None, "False"])
def test_only_a_json_boolean_is_a_verdict(value: Any, answer_judge: JudgeDefinition, reply: Reply) -> None:
    wrong = reply(answer_judge)
    wrong["correctness"]["verdict"] = value
    with pytest.raises(UnreadableReply, match=r"correctness\.verdict"):
        read_reply(answer_judge, json.dumps(wrong))


@pytest.mark.parametrize(
    "text", ["", "yes", "correctness: yes, completeness: yes, relevance: yes", "{not json}", "[]"]
)
def test_a_reply_without_an_object_is_never_guessed(text: str, answer_judge: JudgeDefinition) -> None:
    with pytest.raises(UnreadableReply):
        read_reply(answer_judge, text)


def test_missing_and_additional_dimensions_are_refused(answer_judge: JudgeDefinition, reply: Reply) -> None:
    for change in ({"relevance": None}, {"beauty": {"reason": "", "verdict": True}}):
        wrong = {key: value for key, value in {**reply(answer_judge), **change}.items() if value is not None}
        with pytest.raises(UnreadableReply):
            read_reply(answer_judge, wrong)


def test_two_verdicts_that_disagree_are_no_verdict(answer_judge: JudgeDefinition, reply: Reply) -> None:
    text = json.dumps(reply(answer_judge)) + " or rather " + json.dumps(reply(answer_judge, "correctness"))
    with pytest.raises(UnreadableReply, match="disagree"):
        read_reply(answer_judge, text)


@given(st.text() | st.text(alphabet='{}[]":,truefalse '))
def test_arbitrary_text_never_breaks_the_reader(text: str) -> None:
    with pytest.raises(UnreadableReply):
        read_reply(load_judge("answer"), text)
