"""An imported chat benchmark, from the authors' file to the summary, as a user does it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memorybench.testing.openai_server import OpenAIServer

CONVERSATION = {
    "sample_id": "conv-1",
    "conversation": {
        "speaker_a": "Ada",
        "speaker_b": "Ben",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Ada", "dia_id": "D1:1", "text": "I adopted a cat yesterday."},
            {"speaker": "Ben", "dia_id": "D1:2", "text": "My dog will be jealous."},
        ],
        "session_2_date_time": "12:05 am on 1 June, 2023",
        "session_2": [{"speaker": "Ada", "dia_id": "D2:1", "text": "The cat is called Mara."}],
    },
    "qa": [
        {"question": "What pets are there?", "answer": "cat; dog", "category": 1, "evidence": ["D1:1", "D1:2"]},
        {"question": "What is Ada's cat called?", "answer": "Mara", "category": 4, "evidence": ["D2:1"]},
        {"question": "What is Ben's cat called?", "category": 5, "adversarial_answer": "Mara", "evidence": ["D2:1"]},
    ],
}


@pytest.fixture
def imported(cli: Any) -> str:
    (cli.folder / "locomo10.json").write_text(json.dumps([CONVERSATION]), encoding="utf-8")
    refused = cli.in_process("datasets", "import", "locomo", "locomo10.json", "--out", "chats")
    assert refused.code == 2
    assert "1 histories, published 10" in refused.sentence
    assert not Path(cli.folder / "chats").exists()
    done = cli.in_process("datasets", "import", "locomo", "locomo10.json", "--out", "chats", "--allow-partial")
    assert done.code == 0
    assert "3 tasks over 1 histories, 2 sessions" in done.out
    assert cli.in_process("datasets", "validate", "chats").code == 0
    return "chats"


def test_a_model_in_every_role(cli: Any, imported: str, server: OpenAIServer) -> None:
    done = cli(
        "eval", "--memory", "bm25", "--dataset", imported, "--model", "m", "--base-url", server.url, "--out", "run",
        "--json",
    )  # fmt: skip
    assert done.code == 0, done.err
    summary = done.summary
    assert summary["counts"]["unscored"] == {"answer": 0, "memory": 0, "grader": 0}
    assert (summary["rates"]["answer_accuracy"]["n"], summary["rates"]["control_answer_accuracy"]["n"]) == (2, 1)
    assert summary["rates"]["grader_accuracy"]["n"] == 0
    assert summary["evidence_sessions_retrieved"]["n"] == 2
    assert set(summary["groups"]["ability"]) == {"multi_session", "single_session", "abstention"}
    assert list(summary["run"]["prompts"]) == ["probe_chat"]
    assert summary["beside"] == []


def test_the_stand_in_leaves_text_unscored_and_says_so(cli: Any, imported: str) -> None:
    done = cli("eval", "--memory", "files", "--dataset", imported, "--out", "run", "--json")
    assert done.code == 3, done.err
    summary = done.summary
    assert summary["counts"]["answered"] == 3
    assert (summary["rates"]["answer_accuracy"]["n"], summary["rates"]["abstention"]["n"]) == (0, 1)
    assert any("has no typed gold" in failure for failure in summary["failures"])
    assert summary["beside"] == []
    assert cli("doctor", "--memory", "files", "--dataset", imported).code == 0


def test_the_gold_memory_is_refused_where_there_are_no_facts(cli: Any, imported: str) -> None:
    refused = cli.in_process("eval", "--memory", "gold-memory", "--dataset", imported, "--dry-run")
    assert refused.code == 2
    assert "gold-memory gives each task its own facts, and the tasks of chats have none" in refused.sentence
