"""The memory role: what of a conversation is kept."""

from __future__ import annotations

import json

import pytest
from mem0.configs.prompts import generate_additive_extraction_prompt

from memorybench.models.rules.language import is_statement, keywords, sentences
from memorybench.models.rules.remember import extract, messages_in, statements


@pytest.mark.parametrize(
    "said",
    [
        "The plaster comes to 41.50 per square metre.",
        "We agreed on oak for the stair treads.",
        "There will be no sprinklers in the basement.",
        "Use 2.65 for the room height in that estimate.",
        "The electrician is responsible for the fire stopping.",
        "Let's go with the triple glazing instead.",
        "Where doors are glazed, the frame is steel.",
    ],
)
def test_statements_are_kept(said: str) -> None:
    assert is_statement(said)


@pytest.mark.parametrize(
    "said",
    [
        "How many doors are there?",
        "Can you list the windows on the ground floor",
        "Show me all walls.",
        "what is the area of the kitchen",
        "Thanks, great.",
        "Good morning!",
        "Please check the storeys.",
    ],
)
def test_questions_orders_and_small_talk_are_not(said: str) -> None:
    assert not is_statement(said)


def test_numbers_and_abbreviations_do_not_end_a_sentence() -> None:
    assert sentences("The slab is approx. 0.25 thick. Use C30.") == ["The slab is approx. 0.25 thick.", "Use C30."]


def test_a_sentence_that_points_back_takes_its_antecedent_along() -> None:
    kept = statements([("user", "The lobby door is on order. It is rated for 42 minutes.")])
    assert kept[1] == "The lobby door is on order. It is rated for 42 minutes."
    asked = statements([("user", "How wide is the lobby door? That one must be 1.2 m.")])
    assert asked == ["How wide is the lobby door? That one must be 1.2 m."]


def test_date_and_speaker_stay_with_every_statement() -> None:
    text = "[2026-03-02 S003-M02 user (architect)] The hall is 4.2 m high. The studio is 3.1 m high."
    assert statements(messages_in(text)) == [
        "[2026-03-02] The hall is 4.2 m high.",
        "[2026-03-02] The studio is 3.1 m high.",
    ]
    assert statements([("user", "architect: The hall is 4.2 m high.")]) == ["architect: The hall is 4.2 m high."]


def test_only_new_user_messages_of_mem0s_prompt_are_extracted() -> None:
    prompt = generate_additive_extraction_prompt(
        existing_memories=[{"id": "x", "text": "The roof costs 900 EUR."}],
        last_k_messages=[{"role": "user", "content": "The old price was 700 EUR."}],
        new_messages="user: surveyor: The hatch costs 812 EUR.\nassistant: There are 3.\nuser: How many?\n",
        custom_instructions="Keep prices, they are 100 percent important.",
    )
    reply = json.loads(extract(["a system prompt with 1 number", prompt]))
    assert reply == {"memory": [{"id": "0", "text": "surveyor: The hatch costs 812 EUR.", "attributed_to": "user"}]}


def test_nothing_worth_keeping_is_an_empty_list() -> None:
    prompt = generate_additive_extraction_prompt(new_messages="user: Hello!\n")
    assert json.loads(extract([prompt])) == {"memory": []}


def test_an_unknown_prompt_gets_facts() -> None:
    body = json.dumps(
        [{"role": "user", "content": "The hatch costs 812 EUR."}, {"role": "assistant", "content": "Ok."}]
    )
    assert json.loads(extract([body])) == {"facts": ["The hatch costs 812 EUR."]}
    assert json.loads(extract([])) == {"facts": []}


def test_keywords_meet_across_number_and_case() -> None:
    assert keywords("The Doors of the lobbies") == ["door", "lobby"]
