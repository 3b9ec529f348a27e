"""A request's hash depends on all of its content and on nothing else."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from pydantic import BaseModel

from memorybench.models.canonical import canonical_json, content_hash, first_difference
from memorybench.models.request import ChatCall, chat_call

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-1000, 1000)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
objects = st.dictionaries(st.text(max_size=5), values, min_size=1, max_size=5)


def shuffled(value: Any) -> Any:
    """The same value with every object's keys in the opposite order."""
    if isinstance(value, dict):
        return {key: shuffled(value[key]) for key in reversed(list(value))}
    return [shuffled(item) for item in value] if isinstance(value, list) else value


@given(objects)
def test_key_order_is_irrelevant(value: dict[str, Any]) -> None:
    assert content_hash(shuffled(value)) == content_hash(value)
    assert first_difference(shuffled(value), value) is None


@given(objects)
def test_a_round_trip_through_a_file_changes_nothing(value: dict[str, Any]) -> None:
    assert content_hash(json.loads(json.dumps(value, indent=2))) == content_hash(value)


@given(objects, objects)
def test_other_content_is_another_hash_and_a_named_difference(one: dict[str, Any], two: dict[str, Any]) -> None:
    same = canonical_json(one) == canonical_json(two)
    assert (content_hash(one) == content_hash(two)) is same
    assert (first_difference(one, two) is None) is same


@given(objects, st.data())
def test_changing_any_leaf_changes_the_hash(value: dict[str, Any], data: st.DataObject) -> None:
    changed: Any = copy.deepcopy(value)
    place, key = changed, data.draw(st.sampled_from(sorted(changed)))
    while isinstance(place[key], dict | list) and place[key]:
        place = place[key]
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
    place[key] = f"{place[key]}, changed"
    assert content_hash(changed) != content_hash(value)


def call(messages: list[BaseMessage], **changes: Any) -> ChatCall:
    told: dict[str, Any] = {"role": "probe", "model": "m", "temperature": 0.0, "epoch": 0}
    arguments = changes.pop("arguments", {})
    return chat_call(messages, arguments, **{**told, **changes})


def loop(first: str, second: str, run: str) -> list[BaseMessage]:
    """A tool loop with given ids."""
    calls = [
        {"name": "execute", "args": {"command": "ifcquery m summary"}, "id": first, "type": "tool_call"},
        {"name": "execute", "args": {"command": "ifcquery m tree"}, "id": second, "type": "tool_call"},
    ]
    return [
        HumanMessage("How many doors?", id=f"{run}-1"),
        AIMessage(
            [
                {"type": "text", "text": "", "id": run},
                {"type": "tool_use", "id": first, "name": "execute", "input": {}},
            ],
            tool_calls=calls,
            id=f"run-{run}",
            response_metadata={"created": run},
        ),
        ToolMessage("14", tool_call_id=second, id=f"{run}-2"),
        ToolMessage("12", tool_call_id=first, id=f"{run}-3"),
    ]


def test_ids_and_run_data_do_not_leak_into_the_hash() -> None:
    assert call(loop("call_x", "call_y", "r1")).hash == call(loop("toolu_7", "toolu_3", "r2")).hash


def test_which_call_a_tool_result_answers_does_count() -> None:
    crossed = loop("call_x", "call_y", "r1")
    crossed[2], crossed[3] = ToolMessage("14", tool_call_id="call_x"), ToolMessage("12", tool_call_id="call_y")
    assert call(crossed).hash != call(loop("call_x", "call_y", "r1")).hash


class Ruling(BaseModel):
    """A ruling."""

    correct: bool


def test_everything_that_changes_a_reply_changes_the_hash() -> None:
    asked: list[BaseMessage] = [HumanMessage("How many doors?")]
    plain = call(asked)
    tool = {"type": "function", "function": {"name": "f", "description": "d", "parameters": {}}}
    others = [
        call([HumanMessage("How many windows?")]),
        call([HumanMessage("How many doors?", name="architect")]),
        call([AIMessage("How many doors?")]),
        call([*asked, HumanMessage("And now?")]),
        call(asked, role="memory"),
        call(asked, model="n"),
        call(asked, temperature=None),
        call(asked, epoch=1),
        call(asked, arguments={"tools": [tool]}),
        call(asked, arguments={"tools": [tool], "tool_choice": "any"}),
        call(asked, arguments={"tools": [{**tool, "function": {**tool["function"], "description": "e"}}]}),
        call(asked, arguments={"response_schema": Ruling.model_json_schema()}),
        call(asked, arguments={"stop": ["\n"]}),
        call(asked, arguments={"max_tokens": 10}),
        call(asked, arguments={"response_format": Ruling}),
    ]
    hashes = {entry.hash for entry in [plain, *others]}
    assert len(hashes) == len(others) + 1
    assert call(asked, arguments={"stop": None, "tool_choice": None}).hash == plain.hash


def test_differences_are_told_where_they_are() -> None:
    assert first_difference({"a": [1, 2]}, {"a": [1, 3]}) == "a[1] is 2, recorded 3"
    assert first_difference({"a": [1]}, {"a": [1, 3]}) == "a has 1 items, recorded 2"
    assert first_difference({"a": 1, "b": 2}, {"a": 1}) == "b is only in the request"
    assert first_difference({"a": True}, {"a": 1}) == "a is true, recorded 1"
