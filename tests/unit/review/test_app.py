"""The pages behind the token: what they show, what they refuse, and what is on disk afterwards."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from memorybench.review.app import application
from memorybench.review.desk import Desk
from memorybench.review.records import REVIEWS

Reviewer = Callable[[str], TestClient]


@pytest.fixture
def as_reviewer(desk: Desk) -> Reviewer:
    def enter(name: str) -> TestClient:
        client = TestClient(application(desk, "secret"), base_url="http://127.0.0.1")
        if name:
            assert client.post("/secret/reviewer", json={"name": name}).json() == {"next": "/secret/"}
        return client

    return enter


def test_without_the_token_there_is_nothing(as_reviewer: Reviewer) -> None:
    client = as_reviewer("")
    for address in ("/", "/tasks/x", "/wrong/", "/static/review.js"):
        assert client.get(address).status_code == 404


def test_another_host_name_is_refused(desk: Desk) -> None:
    client = TestClient(application(desk, "secret"), base_url="http://evil.example")
    assert client.get("/secret/").status_code == 400


def test_a_form_of_another_site_is_refused(as_reviewer: Reviewer, desk: Desk) -> None:
    client = as_reviewer("AB")
    answer = client.post("/secret/undo", content="{}", headers={"content-type": "text/plain"})
    assert answer.status_code == 422


def test_the_first_page_asks_who_reviews(as_reviewer: Reviewer) -> None:
    assert "Your name or initials" in as_reviewer("").get("/secret/").text
    assert "reviewing as <b>J. Ørsted</b>" in as_reviewer("  J.  Ørsted ").get("/secret/").text


def test_a_name_is_shown_as_text(as_reviewer: Reviewer) -> None:
    assert "<b>&lt;script&gt;</b>" in as_reviewer("<script>").get("/secret/").text


def test_a_decision_leads_on_and_is_on_disk(as_reviewer: Reviewer, desk: Desk) -> None:
    client = as_reviewer("AB")
    first, second = desk.dataset.tasks[:2]
    answer = client.post(f"/secret/tasks/{first.id}/decision", json={"decision": "accept", "reason": ""})
    followed = client.get(answer.json()["next"], follow_redirects=False)
    assert followed.headers["location"] == f"/secret/tasks/{second.id}"
    assert f'"task": "{first.id}"' in (desk.dataset.root / REVIEWS).read_text(encoding="utf-8")


def test_the_second_reviewer_is_not_shown_the_first_ones_word(as_reviewer: Reviewer, desk: Desk) -> None:
    task = desk.dataset.tasks[0]
    first = as_reviewer("First Person")
    first.post(f"/secret/tasks/{task.id}/decision", json={"decision": "reject", "reason": "an odd question"})
    second = as_reviewer("Second Person")
    page = second.get(f"/secret/tasks/{task.id}").text
    assert "First Person" not in page and "an odd question" not in page
    second.post(f"/secret/tasks/{task.id}/decision", json={"decision": "accept", "reason": ""})
    page = second.get(f"/secret/tasks/{task.id}").text
    assert "First Person" in page and "an odd question" in page and "The reviewers differ." in page


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"decision": "reject", "reason": " "}, "a rejection needs its reason"),
        ({"decision": "correct", "reason": ""}, "a correction changes something"),
        ({"decision": "maybe"}, "decide on one of"),
        ({"decision": "correct", "probe": ""}, "is empty"),
    ],
)
def test_a_half_decision_is_refused_and_nothing_written(
    as_reviewer: Reviewer, desk: Desk, body: dict[str, str], sentence: str
) -> None:
    answer = as_reviewer("AB").post(f"/secret/tasks/{desk.dataset.tasks[0].id}/decision", json=body)
    assert answer.status_code == 422 and sentence in answer.json()["error"]
    assert not (desk.dataset.root / REVIEWS).exists()


def test_a_correction_is_checked_before_it_is_saved(as_reviewer: Reviewer, desk: Desk) -> None:
    task = next(task for task in desk.dataset.tasks if task.family == "emission_factor")
    answer = as_reviewer("AB").post(f"/secret/tasks/{task.id}/check", json={"gold-0": "7"}).json()
    assert answer["changed"] == ["gold"] and "not what the family computes" in answer["objections"][0]
    assert not (desk.dataset.root / REVIEWS).exists()


def test_undo_goes_back_to_the_task(as_reviewer: Reviewer, desk: Desk) -> None:
    client, task = as_reviewer("AB"), desk.dataset.tasks[0]
    client.post(f"/secret/tasks/{task.id}/decision", json={"decision": "accept"})
    assert client.post("/secret/undo", json={}).json() == {"next": f"/secret/tasks/{task.id}"}
    assert desk.journal.standing(task).state == "open"


def test_an_unknown_task_is_told(as_reviewer: Reviewer) -> None:
    answer = as_reviewer("AB").get("/secret/tasks/no-such-task")
    assert answer.status_code == 422 and "no task 'no-such-task'" in answer.json()["error"]


def test_every_page_of_the_dataset_can_be_drawn(as_reviewer: Reviewer, desk: Desk) -> None:
    client = as_reviewer("AB")
    for task in desk.dataset.tasks:
        page = client.get(f"/secret/tasks/{task.id}")
        assert page.status_code == 200
        assert all(f'id="{place}"' in page.text for fact in task.facts for place in fact.evidence)
