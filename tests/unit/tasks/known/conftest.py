"""Small files of exactly the published forms, written here; no line of the benchmarks' data."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Entry = dict[str, Any]
WriteFile = Callable[..., Path]


@pytest.fixture
def question() -> Entry:
    """A question of LongMemEval: two sessions in the wrong order, one of them dated after the question."""
    return {
        "question_id": "q1",
        "question_type": "knowledge-update",
        "question": "How many bicycles do I own now?",
        "answer": 4,
        "question_date": "2024/03/08 (Fri) 09:30",
        "haystack_session_ids": ["answer_b", "answer_a"],
        "haystack_dates": ["2024/03/08 (Fri) 18:00", "2024/02/01 (Thu) 10:00"],
        "haystack_sessions": [
            [
                {"role": "user", "content": "I bought a fourth bicycle today.", "has_answer": True},
                {"role": "assistant", "content": "Nice!", "has_answer": False},
            ],
            [
                {"role": "assistant", "content": "Hello.", "has_answer": False},
                {"role": "user", "content": "  ", "has_answer": False},
                {"role": "user", "content": "My three bicycles need a shed.", "has_answer": True},
            ],
        ],
        "answer_session_ids": ["answer_a", "answer_b"],
    }


@pytest.fixture
def conversation() -> Entry:
    """A conversation of LoCoMo with one question of each category."""
    return {
        "sample_id": "conv-1",
        "conversation": {
            "speaker_a": "Ada",
            "speaker_b": "Ben",
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ada", "dia_id": "D1:1", "text": "I adopted a cat yesterday."},
                {
                    "speaker": "Ben",
                    "dia_id": "D1:2",
                    "text": "Look at mine!",
                    "blip_caption": "a photo of a grey dog",
                    "img_url": ["https://example.org/x.jpg"],
                    "query": "grey dog",
                },
            ],
            "session_2_date_time": "12:05 am on 1 June, 2023",
            "session_2": [{"speaker": "Ada", "dia_id": "D2:1", "text": "The cat is called Mara."}],
            "session_3_date_time": "9:00 am on 2 June, 2023",
        },
        "qa": [
            {"question": "What pets are there?", "answer": "cat; dog", "category": 1, "evidence": ["D1:1; D1:2"]},
            {"question": "When did Ada adopt the cat?", "answer": "7 May 2023", "category": 2, "evidence": ["D1:01"]},
            {"question": "Would Ada like a vet?", "answer": "Yes; she has a cat", "category": 3, "evidence": []},
            {"question": "How old is it?", "answer": 2, "category": 4, "evidence": ["D:2:1", "D9:9"]},
            {
                "question": "What is Ben's cat called?",
                "category": 5,
                "adversarial_answer": "Mara",
                "evidence": ["D2:1"],
            },
        ],
        "observation": {},
        "event_summary": {},
        "session_summary": {},
    }


@pytest.fixture
def write_file(tmp_path: Path) -> WriteFile:
    """Write entries as a JSON array; returns the path."""

    def write(*entries: Entry, name: str = "file.json") -> Path:
        path = tmp_path / name
        path.write_text(json.dumps(list(entries), ensure_ascii=False, indent=1), encoding="utf-8")
        return path

    return write
