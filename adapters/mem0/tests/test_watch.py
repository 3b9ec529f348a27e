"""What the watch sees in a model's reply, against what Mem0 itself would read from it."""

from __future__ import annotations

import json

import pytest
from memorybench_mem0.watch import look_at, plain_text, set_day


@pytest.mark.parametrize(
    ("reply", "memories"),
    [
        ('{"memory": []}', 0),
        ('{"memory": [{"id": "0", "text": "A wall costs 3."}]}', 1),
        ('```json\n{"memory": [{"text": "one"}, {"text": "two"}]}\n```', 2),
        ('Here you are: {"memory": [{"text": "one"}]} — done.', 1),
        ('{"memory": [{"text": ""}]}', 0),
    ],
)
def test_replies_that_mem0_reads(reply: str, memories: int) -> None:
    assert look_at(reply) == (memories, None)


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("", "empty"),
        ("  \n", "empty"),
        ("I have noted it.", "not JSON"),
        ('{"memory": [{"text": "cut o', "not JSON"),
        ('{"facts": ["a"]}', 'no list "memory"'),
        ('[{"text": "a"}]', 'no list "memory"'),
        ('{"memory": "a"}', 'no list "memory"'),
        ('{"memory": ["a"]}', '1 of 1 items of "memory" have no "text"'),
    ],
)
def test_replies_that_mem0_loses(reply: str, why: str) -> None:
    fault = look_at(reply)[1]
    assert fault is not None
    assert why in fault


def test_both_dates_of_the_prompt_become_the_sessions_day() -> None:
    prompt = (
        "## New Messages\nuser: by 2026-12-01\n\n## Observation Date\n2026-12-01\n\n## Current Date\n2026-12-01\n\n#"
    )
    dated = set_day(prompt, "2025-03-02")
    assert "## Observation Date\n2025-03-02\n\n## Current Date\n2025-03-02" in dated
    assert "user: by 2026-12-01" in dated


def test_a_prompt_without_dates_is_another_mem0() -> None:
    with pytest.raises(RuntimeError, match=r"not mem0ai 2\.2\.1"):
        set_day("## New Messages\n", "2025-03-02")


def test_content_blocks_are_joined() -> None:
    assert json.loads(plain_text([{"type": "text", "text": '{"memory"'}, ": []}"])) == {"memory": []}
