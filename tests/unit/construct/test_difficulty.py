"""What makes remembering hard: revised and withdrawn facts, documents, probe dates, untested talk, distance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memorybench.construct.checks import truth_faults
from memorybench.construct.from_ifc import construct
from memorybench.construct.options import Difficulty, Options
from memorybench.errors import BadInput
from memorybench.facts.matcher import match_fact
from memorybench.records import Control, Message, NotSettledGold, Scope, Task
from memorybench.scopes import filter_history
from memorybench.tasks.dataset import Dataset, check_dataset, load_dataset

WITHDRAWALS = (
    "nothing is agreed",
    "no new decision",
    "start over",
    "open again",
    "withdrawn without",
    "undecided again",
)


@pytest.fixture(scope="module")
def model(model_paths: dict[str, Path]) -> Path:
    return model_paths["harbour-office.ifc"]


def made(model: Path, out: Path, tasks: int = 6, **difficulty: Any) -> Dataset:
    construct([model], out, Options(tasks_per_model=tasks, seed=4, name="hard", difficulty=Difficulty(**difficulty)))
    assert not check_dataset(str(out)).faults
    dataset = load_dataset(str(out))
    assert truth_faults(dataset) == []
    return dataset


def messages(dataset: Dataset, task: Task) -> dict[str, Message]:
    history = dataset.histories[task.history]
    return {message.id: message for session in history.sessions for message in session.messages}


def session_number(message: str) -> int:
    return int(message[1:].partition("-")[0])


def test_a_revised_fact_is_told_again_and_again_and_the_last_value_holds(model: Path, tmp_path: Path) -> None:
    dataset = made(model, tmp_path / "d", sessions=20, chain=2, chain_rate=1.0)
    chained = [task for task in dataset.tasks if any(fact.id.endswith(".2") for fact in task.facts)]
    assert len(chained) >= 3
    for task in chained:
        facts = {fact.id: fact for fact in task.facts}
        last = next(fact for fact in task.facts if (fact.supersedes or "").endswith(".2"))
        line = [last, facts[last.supersedes or ""]]
        line.append(facts[line[1].supersedes or ""])
        assert len({fact.value for fact in line}) == 3
        told = [session_number(fact.evidence[0]) for fact in line]
        assert told == sorted(told, reverse=True) and len(set(told)) == 3
        assert {fact.id for fact in line[1:]}.isdisjoint(fact.id for fact in task.current_facts())


def test_people_who_disagree_are_different_people(model: Path, tmp_path: Path) -> None:
    dataset = made(model, tmp_path / "d", sessions=20, chain=1, chain_rate=1.0, disagreement_rate=1.0)
    pairs = 0
    for task in dataset.tasks:
        facts, told = {fact.id: fact for fact in task.facts}, messages(dataset, task)
        for fact in task.facts:
            if (fact.supersedes or "").endswith(".1"):
                pairs += 1
                earlier = told[facts[fact.supersedes or ""].evidence[0]]
                assert earlier.speaker != told[fact.evidence[0]].speaker
    assert pairs >= 3


def test_a_withdrawn_fact_makes_a_control_whose_value_must_not_be_claimed(model: Path, tmp_path: Path) -> None:
    dataset = made(model, tmp_path / "d", withdrawn_rate=1.0)
    taken_back = [task for task in dataset.tasks if task.control is Control.WITHDRAWN]
    assert len(taken_back) >= 3
    for task in taken_back:
        (gold,) = task.gold
        assert isinstance(gold, NotSettledGold) and gold.distractor_values
        last_told = max(session_number(name) for fact in task.facts for name in fact.evidence)
        later = [
            m.text for m in messages(dataset, task).values() if session_number(m.id) > last_told or m.role == "user"
        ]
        assert any(phrase in text for phrase in WITHDRAWALS for text in later)


def test_documents_make_the_scope_a_choice(model: Path, tmp_path: Path) -> None:
    dataset = made(model, tmp_path / "d", tasks=8, in_tools=0.5, in_answers=0.5)
    seen = dict.fromkeys(Scope, 0)
    facts = [(task, fact) for task in dataset.tasks for fact in task.facts]
    for task, fact in facts:
        roles = {messages(dataset, task)[name].role for name in fact.evidence}
        assert roles in ({"tool"}, {"tool", "assistant"})
        for scope in seen:
            kept = filter_history(dataset.histories[task.history].up_to(task.probe_time), scope)
            texts = [message.text for session in kept.sessions for message in session.messages]
            seen[scope] += any(match_fact(fact, text).found for text in texts)
    assert seen[Scope.USER] == 0 < seen[Scope.USER_FINAL] < seen[Scope.FULL] == len(facts)


def test_a_document_is_read_by_a_command_and_not_left_in_the_dataset(model: Path, tmp_path: Path) -> None:
    dataset = made(model, tmp_path / "d", in_tools=1.0)
    task = next(task for task in dataset.tasks if task.facts)
    told = list(messages(dataset, task).values())
    place = next(number for number, message in enumerate(told) if message.id == task.facts[0].evidence[0])
    assert (told[place - 1].command or "").startswith("cat ")
    assert not list((tmp_path / "d").rglob("*.txt"))


def test_probe_dates_spread_the_tasks_over_the_history(model: Path, tmp_path: Path) -> None:
    dataset = made(model, tmp_path / "d", tasks=8, sessions=36, probe_dates=3)
    assert len({task.probe_time for task in dataset.tasks}) > len(dataset.histories)
    for task in dataset.tasks:
        seen = dataset.histories[task.history].up_to(task.probe_time)
        assert all(session_number(name) <= len(seen.sessions) for fact in task.facts for name in fact.evidence)


def test_the_distance_between_last_fact_and_probe_is_kept(model: Path, tmp_path: Path) -> None:
    near, far = (
        made(model, tmp_path / name, sessions=30, quiet_sessions=quiet, stretch=stretch)
        for name, quiet, stretch in (("near", 2, 1), ("far", 15, 3))
    )
    for task in far.tasks:
        sessions = far.histories[task.history].sessions
        for fact in task.facts:
            assert len(sessions) - max(map(session_number, fact.evidence)) >= 15
    days = [
        (dataset.tasks[0].probe_time - dataset.histories[dataset.tasks[0].history].sessions[0].started_at).days
        for dataset in (near, far)
    ]
    assert days[1] > 2 * days[0]


def test_untested_facts_are_told_and_no_probe_asks_for_them(model: Path, tmp_path: Path) -> None:
    plain, more = made(model, tmp_path / "a", tasks=4), made(model, tmp_path / "b", tasks=4, untested=2.0)
    assert [task.family for task in plain.tasks] == [task.family for task in more.tasks]
    told = [
        {message.text for history in dataset.histories.values() for session in history.sessions
         for message in session.messages if message.role == "user" and any(c.isdigit() for c in message.text)}
        for dataset in (plain, more)
    ]  # fmt: skip
    assert len(told[1]) > len(told[0])


def test_plain_wording_and_one_bank(model: Path, tmp_path: Path) -> None:
    plain = made(model, tmp_path / "p", tasks=4, wording="plain", facts_per_task=(1, 2))
    found = [
        fact.sentence().casefold() in messages(plain, task)[fact.evidence[0]].text.casefold()
        for task in plain.tasks
        for fact in task.facts
    ]
    assert sum(found) >= 0.7 * len(found)
    assert all(len(task.facts) <= 2 for task in plain.tasks)
    only = made(model, tmp_path / "b", tasks=4, wording="B")
    assert {task.phrase_bank for task in only.tasks} == {"B"}


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"withdrawn_rate": 0.6, "chain_rate": 0.6, "chain": 1}, "one or the other"),
        ({"in_answers": 0.7, "in_tools": 0.7}, "stands in one place"),
        ({"chain_rate": 0.5}, "give --chain 1"),
        ({"sessions": 8, "probe_dates": 4}, "raise --sessions"),
    ],
)
def test_settings_that_do_not_go_together_are_refused(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        Difficulty(**settings).check()
