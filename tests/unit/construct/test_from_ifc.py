"""What ``construct from-ifc`` writes: same bytes, the paper's shape, told facts, honest tool outputs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from memorybench.construct.from_ifc import construct
from memorybench.construct.options import Difficulty, Options
from memorybench.facts.matcher import match_fact
from memorybench.ifc.index_placeholders import is_placeholder
from memorybench.ifc.pipeline import CommandShell
from memorybench.ifc.warm import WarmQuery
from memorybench.models import tokens
from memorybench.records import Message, Task
from memorybench.tasks.dataset import Dataset
from memorybench.tasks.describe import describe

_AGAIN = """
import sys, pathlib
from memorybench.construct.from_ifc import construct
from memorybench.construct.options import Difficulty, Options
construct([pathlib.Path(sys.argv[1])], pathlib.Path(sys.argv[2]),
          Options(tasks_per_model=3, seed=int(sys.argv[3]), name="again", difficulty=Difficulty(sessions=8)))
"""


def files(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def build(model: Path, out: Path, hash_seed: str, seed: int = 5) -> dict[str, bytes]:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    subprocess.run([sys.executable, "-c", _AGAIN, str(model), str(out), str(seed)], check=True, env=environment)
    return files(out)


def test_same_seed_same_bytes_in_any_process_and_another_seed_differs(
    model_paths: dict[str, Path], tmp_path: Path
) -> None:
    model = model_paths["mill-lane-dental.ifc"]
    one, same = build(model, tmp_path / "one", "1"), build(model, tmp_path / "two", "4242")
    assert one == same
    other = build(model, tmp_path / "three", "1", seed=6)
    assert other["tasks.jsonl"] != one["tasks.jsonl"]
    assert other["models/mill-lane-dental.ifc"] == one["models/mill-lane-dental.ifc"]


def test_the_shape_is_within_a_quarter_of_the_papers(built: Dataset) -> None:
    numbers = describe(built, tokens.count, tokens.TOKENIZER_NAME)
    wanted = {
        "sessions_per_task": 28,
        "user_messages_per_task": 66,
        "tokens_per_user_message": 14,
        "tokens_per_final_message": 140,
        "tokens_per_other_message": 295,
    }
    for name, paper in wanted.items():
        assert getattr(numbers, name) == pytest.approx(paper, rel=0.25), name
    for scope, paper in {"user": 900, "user+final": 10_200, "full": 167_000}.items():
        assert numbers.tokens_per_task[scope] == pytest.approx(paper, rel=0.25), scope


def where(dataset: Dataset, task: Task) -> dict[str, tuple[int, int, Message]]:
    """Message id -> session number from 0, place in it, message."""
    sessions = dataset.histories[task.history].sessions
    return {m.id: (s, at, m) for s, session in enumerate(sessions) for at, m in enumerate(session.messages)}


def test_every_fact_is_told_by_a_user_before_the_last_two_sessions(built: Dataset) -> None:
    told = 0
    for task in built.tasks:
        messages, last = where(built, task), len(built.histories[task.history].sessions) - 1
        for fact in task.facts:
            told += 1
            (identifier,) = fact.evidence
            session, _, message = messages[identifier]
            assert message.role == "user"
            assert match_fact(fact, message.text).found, (fact, message.text)
            assert session <= last - 2
            if fact.supersedes:
                stale = next(other for other in task.facts if other.id == fact.supersedes)
                assert messages[stale.evidence[0]][0] < session
    assert told >= 10


def test_one_speaker_a_session_unless_two_tell_something(built: Dataset) -> None:
    evidence = {identifier for task in built.tasks for fact in task.facts for identifier in fact.evidence}
    for history in built.histories.values():
        for session in history.sessions:
            speakers = {m.speaker for m in session.messages if m.role == "user"}
            telling = {m.speaker for m in session.messages if m.id in evidence}
            assert None not in speakers
            assert len(speakers) == 1 or len(speakers) <= len(telling) + 1, session.id
        everyone = {m.speaker for session in history.sessions for m in session.messages if m.speaker}
        assert len(everyone) >= 3


def test_tool_messages_are_what_the_command_really_gives(built: Dataset) -> None:
    checked = Counter[str]()
    for history in built.histories.values():
        task = next(task for task in built.tasks if task.history == history.id)
        path = built.model_path(task)
        with CommandShell(path.parent, warm={path.name: WarmQuery(path)}, output_limit=6_000) as shell:
            pairs = [
                (call, output)
                for session in history.sessions
                for call, output in zip(session.messages, session.messages[1:], strict=False)
                if call.command
            ]
            for call, output in pairs[::9]:
                assert output.role == "tool"
                assert call.command is not None
                assert shell.execute(call.command).text == output.text
                checked[history.id] += 1
    assert min(checked.values()) >= 10


def test_the_assistant_never_quotes_a_placeholder(built: Dataset) -> None:
    finals = [m.text for h in built.histories.values() for s in h.sessions for m in s.messages if m.final]
    quoted = [part for text in finals for part in text.split(". ") if " is " in part and len(part) < 80]
    assert quoted
    for part in quoted:
        name, _, value = part.partition(" is ")
        assert not is_placeholder(name, value.rstrip(".")), part


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_echoes_follow_the_rate_and_stay_in_their_session(
    model_paths: dict[str, Path], tmp_path: Path, rate: float
) -> None:
    from memorybench.tasks.dataset import load_dataset

    options = Options(tasks_per_model=4, seed=2, name="echo", difficulty=Difficulty(echo_rate=rate, sessions=10))
    construct([model_paths["harbour-office.ifc"]], tmp_path / "echo", options)
    echoed, told, elsewhere = echoes(load_dataset(str(tmp_path / "echo")))
    assert told >= 3
    assert echoed == round(rate * told)
    assert elsewhere == 0


def test_echoes_at_the_usual_rate_lie_within_binomial_bounds(built: Dataset) -> None:
    from scipy.stats import binomtest

    echoed, told, elsewhere = echoes(built)
    assert binomtest(echoed, told, 0.3).pvalue > 0.001
    assert elsewhere == 0


def echoes(dataset: Dataset) -> tuple[int, int, int]:
    """Facts that the answer right after repeats, all facts, facts that another session's answer holds."""
    echoed = told = elsewhere = 0
    for task in dataset.tasks:
        messages = list(where(dataset, task).values())
        for fact in task.facts:
            told += 1
            home, at, _ = where(dataset, task)[fact.evidence[0]]
            after = next(m for s, place, m in messages if s == home and place > at and m.final)
            echoed += match_fact(fact, after.text).found
            elsewhere += sum(m.final and s != home and match_fact(fact, m.text).found for s, _, m in messages)
    return echoed, told, elsewhere


def test_the_card_says_where_the_data_come_from_and_how_far_guessing_gets(built: Dataset) -> None:
    text = (built.root / "card.md").read_text(encoding="utf-8")
    for words in ("Not reviewed by people", "echo rate", "Blind guesses", "controls", "| tokens per task, full |"):
        assert words in text, words
    assert "mill-lane-dental.ifc" in text
