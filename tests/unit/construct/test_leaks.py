"""The leak check flags a fact wherever it is planted, and nothing in what is allowed to hold it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memorybench.construct.leaks import leaks, leaks_in_messages, missing_evidence
from memorybench.records import Fact, History, Kind, Label, Message, Session, Task

FACTS = {
    "price": (
        Fact(id="price", subject="bedroom doors", relation="unit price", value=412, unit="€", evidence=("S002-M01",)),
        "The bedroom doors are 412 € each.",
    ),
    "rating": (
        Fact(id="rating", subject="party wall", relation="fire rating", value="EI 90", evidence=("S002-M01",)),
        "Make the party wall EI 90, please.",
    ),
    "sprinklers": (
        Fact(id="sprinklers", subject="sprinklers", relation="planned", value=False, evidence=("S002-M01",)),
        "There will be no sprinklers in this house.",
    ),
    "factor": (
        Fact(
            id="factor",
            subject="insulation",
            relation="emission factor",
            value=48.5,
            unit="kg/m²",
            evidence=("S002-M01",),
        ),
        "Our insulation comes with an emission factor of 48.5 kg/m².",
    ),
    "alias": (
        Fact(id="alias", subject="the studio", relation="is the name for", value="B203", evidence=("S002-M01",)),
        "By the studio we mean B203.",
    ),
}
PLACES = ("S001-M01", "S001-M03", "S001-M04", "S002-M00", "S003-M01", "S003-M03", "S003-M04", "probe", "probe_plain")


def history(planted: dict[str, str], told: str) -> History:
    """Three sessions; the fact is told in the second one, after an opening turn."""
    texts = {"S002-M01": told, **planted}
    sessions = []
    for number in (1, 2, 3):
        first = f"S{number:03d}"
        rows = [
            ("01", "user", "How many storeys are there?"),
            ("02", "assistant", ""),
            ("03", "tool", '{"storeys": 2}'),
            ("04", "assistant", "There are two storeys."),
        ]
        messages = [
            Message(
                id=f"{first}-M{place}",
                role=role,
                text=texts.get(f"{first}-M{place}", text),
                command="ifcquery m.ifc summary" if place == "02" else None,
                final=place == "04",
            )
            for place, role, text in rows
        ]
        if number == 2 and "S002-M00" in planted:
            messages.insert(0, Message(id="S002-M00", role="user", text=planted["S002-M00"]))
        start = datetime(2026, 3, number, 9, tzinfo=UTC)
        sessions.append(Session(id=first, started_at=start, messages=tuple(messages)))
    return History(id="h", project="p", sessions=tuple(sessions))


def task(fact: Fact, planted: dict[str, str]) -> Task:
    return Task(
        id="t",
        history="h",
        project="p",
        model="models/m.ifc",
        probe=f"Using what we said: {planted.get('probe', 'what follows?')}",
        probe_plain=planted.get("probe_plain", "What follows?"),
        probe_time=datetime(2026, 3, 9, tzinfo=UTC) + timedelta(days=1),
        label=Label.NEEDS_EXTERNAL_INFO,
        kind=Kind.LOOKUP,
        family="x",
        gold_answer="x",
        extra_information="x",
        facts=(fact,),
    )


@pytest.mark.parametrize("name", FACTS)
def test_a_clean_history_has_no_leak_and_tells_its_fact(name: str) -> None:
    fact, told = FACTS[name]
    assert leaks(task(fact, {}), history({}, told)) == []
    assert missing_evidence(task(fact, {}), history({}, told)) == []
    assert missing_evidence(task(fact, {}), history({}, "Something else entirely.")) == [fact.id]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", FACTS)
def test_a_fact_planted_anywhere_is_found(name: str, place: str) -> None:
    fact, told = FACTS[name]
    planted = {place: f"By the way. {told}"}
    found = leaks(task(fact, planted), history(planted, told))
    assert [leak.where for leak in found] == [place]


@pytest.mark.parametrize("name", FACTS)
def test_an_echo_in_the_same_session_is_no_leak(name: str) -> None:
    fact, told = FACTS[name]
    assert leaks(task(fact, {}), history({"S002-M04": f"Noted: {told}"}, told)) == []


def test_a_siblings_value_is_no_leak() -> None:
    fact, told = FACTS["price"]
    planted = {"S003-M01": "The bathroom doors are 380 € each, the windows 412 €."}
    assert leaks(task(fact, planted), history(planted, told)) == []


def test_facts_in_messages_are_found_before_they_are_used() -> None:
    fact, told = FACTS["rating"]
    message = Message(id="S001-M01", role="user", text=told)
    assert [leak.where for leak in leaks_in_messages([fact], [message])] == ["S001-M01"]
    assert leaks_in_messages([fact], [message.model_copy(update={"text": "The party wall needs a rating."})]) == []
