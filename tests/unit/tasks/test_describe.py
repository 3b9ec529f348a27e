"""A dataset in numbers, computed by hand on the small one."""

from __future__ import annotations

from pathlib import Path

import pytest

from memorybench.records import History, Task
from memorybench.tasks import tables
from memorybench.tasks.dataset import Dataset, load_dataset
from memorybench.tasks.describe import Description, describe


def words(text: str) -> int:
    return len(text.split())


@pytest.fixture
def dataset(dataset_folder: Path) -> Dataset:
    return load_dataset(str(dataset_folder))


@pytest.fixture
def numbers(dataset: Dataset) -> Description:
    return describe(dataset, words, "words")


def reshaped(dataset: Dataset, **fields: object) -> Description:
    """The description with the second task changed."""
    first, second = dataset.tasks
    changed = Task.model_validate({**second.model_dump(), **fields})
    return describe(
        Dataset(dataset.root, dataset.manifest, dataset.content_hash, dataset.histories, (first, changed)),
        words,
        "words",
    )


def test_distance_counts_what_lies_between_fact_and_probe(dataset: Dataset, numbers: Description) -> None:
    """The current price is told in the last of three sessions; the probe comes 27 days later."""
    (history,) = dataset.histories.values()
    days = (dataset.tasks[0].probe_time - history.sessions[-1].started_at).total_seconds() / 86_400
    sessions = numbers.distributions["distance_in_sessions"]
    assert (sessions.n, sessions.minimum, sessions.maximum) == (2, 0, 0)
    assert numbers.distributions["distance_in_days"].mean == round(days, 2)
    assert numbers.groups["label"]["needs_external_info"].distance_days == round(days, 2)


def test_only_sessions_before_the_probe_lie_between(dataset: Dataset) -> None:
    history: History = dataset.histories["house"]
    early = [fact.model_dump() for fact in dataset.tasks[1].facts if fact.supersedes is None]
    found = reshaped(dataset, facts=early, probe_time=history.sessions[2].started_at)
    assert found.distributions["distance_in_sessions"].maximum == 1  # told in the first, the second follows
    assert found.distributions["sessions_per_task"].minimum == 2
    assert found.distributions["sessions_per_task"].maximum == 3


def test_controls_have_no_distance_and_their_own_ability(dataset: Dataset) -> None:
    found = reshaped(dataset, control="never_told", gold=[{"type": "not_settled"}])
    assert found.distributions["distance_in_sessions"].n == 1
    assert found.abilities == {"abstention": 1, "single_session": 1, "update": 1}
    assert found.groups["ability"]["abstention"].distance_sessions is None


def test_evidence_without_facts_has_distances(dataset: Dataset) -> None:
    found = reshaped(dataset, facts=[], evidence=["S001-M01", "S001-M05", "S003-M01"])
    assert found.distributions["distance_in_sessions"].n == 3
    assert found.distributions["distance_in_sessions"].maximum == 2


def test_tokens_by_scope_and_group(dataset: Dataset, numbers: Description) -> None:
    (history,) = dataset.histories.values()
    told = [message for session in history.sessions for message in session.messages]
    user = sum(words(message.text) for message in told if message.role == "user")
    final = user + sum(words(message.text) for message in told if message.final)
    assert (numbers.tokens_per_task["user"], numbers.tokens_per_task["user+final"]) == (user, final)
    assert numbers.groups["kind"]["aggregation"].tokens["user"] == user
    assert numbers.distributions["tokens_per_task, user"].median == user


def test_the_papers_figures_stand_beside_ours(numbers: Description) -> None:
    rows = {row[0]: row[1:] for row in tables.table_one(numbers)}
    assert rows["tasks"] == ("2", "143")
    assert rows["sessions per task"] == ("3.0", "28")
    assert rows["tokens per task, full"][1] == "167,000"
    assert rows["sessions"][1] == ""
    assert rows["abilities"][0] == "single_session 2, update 2"


def test_every_row_of_a_table_has_its_columns(numbers: Description) -> None:
    for head, rows in (
        (tables.TABLE_ONE, tables.table_one(numbers)),
        (tables.DISTRIBUTIONS, tables.distributions(numbers)),
        (tables.GROUPS, tables.groups(numbers)),
    ):
        assert {len(row) for row in rows} == {len(head)}
