"""LongMemEval (Wu et al., ICLR 2025): 500 questions, each with its own user-assistant history."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from memorybench.errors import BadInput
from memorybench.records import Ability, Control, History, Kind, Label, NotSettledGold, Task
from memorybench.tasks.known.benchmark import Benchmark, Category, Chat, Oddities
from memorybench.tasks.known.chats import Chats, Turn, asked_after, chats, quoted
from memorybench.tasks.known.source_file import SourceEntry, entries

_ABSTENTION = "_abs"  # ends the question_id
_CATEGORIES = (
    Category("single-session-user", 70, (Ability.SINGLE_SESSION,), ""),
    Category("single-session-assistant", 56, (Ability.SINGLE_SESSION, Ability.ASSISTANT_TURN), ""),
    Category(
        "single-session-preference",
        30,
        (Ability.SINGLE_SESSION, Ability.PREFERENCE),
        "This is a rubric: the answer is right if it uses what the person told of themselves; it need not touch "
        "every point.",
    ),
    Category("multi-session", 133, (Ability.MULTI_SESSION,), ""),
    Category(
        "temporal-reasoning",
        133,
        (Ability.TEMPORAL,),
        "A count of days, weeks or months that is off by one is right.",
    ),
    Category(
        "knowledge-update",
        78,
        (Ability.UPDATE,),
        "An answer that names the former value, too, is right as long as it gives this one as the present one.",
    ),
)
_BY_NAME = {category.name: category for category in _CATEGORIES}


class _Turn(SourceEntry):
    role: Literal["user", "assistant"]
    content: str
    has_answer: bool = False


class _Entry(SourceEntry):
    question_id: str
    question_type: str
    question: str
    answer: str | int | float
    question_date: str
    haystack_session_ids: list[str]
    haystack_dates: list[str]
    haystack_sessions: list[list[_Turn]]
    answer_session_ids: list[str]


def read(path: Path, oddities: Oddities) -> Iterator[Chat]:
    """One chat per question of ``longmemeval_oracle``, ``_s`` or ``_m``."""
    for entry in entries(path, _Entry, "LongMemEval"):
        yield _chat(path, entry, oddities)


def _chat(path: Path, entry: _Entry, oddities: Oddities) -> Chat:
    name = entry.question_id
    if entry.question_type not in _BY_NAME:
        known = ", ".join(_BY_NAME)
        raise BadInput(f"{path}: question {name} has the type {entry.question_type!r}; known: {known}.")
    lengths = {len(entry.haystack_dates), len(entry.haystack_session_ids), len(entry.haystack_sessions)}
    if len(lengths) > 1 or not entry.haystack_sessions:
        raise BadInput(f"{path}: question {name} has no sessions, or not as many as dates and ids.")
    dated = [
        (_date(path, name, date), [Turn(f"{at}/{n}", turn.role, turn.content) for n, turn in enumerate(session)])
        for at, (date, session) in enumerate(zip(entry.haystack_dates, entry.haystack_sessions, strict=True))
    ]
    found = chats(dated, oddities)
    if not found.sessions:
        raise BadInput(f"{path}: question {name} has no turn with text.")
    history = History(id=_file_name(name), project=_file_name(name), sessions=found.sessions)
    return Chat(history, (_task(path, entry, history, found, oddities),))


def _task(path: Path, entry: _Entry, history: History, found: Chats, oddities: Oddities) -> Task:
    category = _BY_NAME[entry.question_type]
    asked = _date(path, entry.question_id, entry.question_date)
    abstain = entry.question_id.endswith(_ABSTENTION)
    evidence = () if abstain else _evidence(entry, found)
    if not abstain and not evidence:
        oddities.note("questions whose evidence is not marked")
    probe = f"(Asked on {asked:%A}, {asked:%Y-%m-%d}, at {asked:%H:%M}.) {entry.question.strip()}"
    return Task(
        id=history.id,
        history=history.id,
        project=history.project,
        model=None,
        probe=probe,
        probe_plain=probe,
        probe_time=asked_after(asked, found.sessions, oddities),
        label=Label.NOT_IN_IFC,
        kind=Kind.LOOKUP,
        family=category.name,
        control=Control.NEVER_TOLD if abstain else None,
        gold_answer=_gold_answer(entry, category, abstain),
        gold=(NotSettledGold(),) if abstain else (),
        extra_information=quoted(found.sessions, evidence) or "Nothing of it was ever said.",
        facts=(),
        evidence=evidence,
        abilities=(*category.abilities, Ability.ABSTENTION) if abstain else category.abilities,
    )


def _gold_answer(entry: _Entry, category: Category, abstain: bool) -> str:
    answer = str(entry.answer).strip()
    if abstain:
        return f"It was not mentioned. ({answer})"
    return f"{answer} ({category.rule})" if category.rule else answer


def _evidence(entry: _Entry, found: Chats) -> tuple[str, ...]:
    """Turns marked ``has_answer``; of an answer session in which none is marked, every turn."""
    keys: list[str] = []
    for at, (identifier, session) in enumerate(zip(entry.haystack_session_ids, entry.haystack_sessions, strict=True)):
        marked = [f"{at}/{n}" for n, turn in enumerate(session) if turn.has_answer]
        if not marked and identifier in entry.answer_session_ids:
            marked = [f"{at}/{n}" for n in range(len(session))]
        keys += marked
    return tuple(sorted(found.message_of[key] for key in keys if key in found.message_of))


def _date(path: Path, question: str, text: str) -> datetime:
    """``2023/05/20 (Sat) 02:21``, without a time zone: taken as UTC."""
    plain = re.sub(r"\s*\(\w+\)\s*", " ", text).strip()
    for form in ("%Y/%m/%d %H:%M", "%Y/%m/%d"):
        try:
            return datetime.strptime(plain, form).replace(tzinfo=UTC)
        except ValueError:
            continue
    raise BadInput(f"{path}: question {question}: {text!r} is no date of LongMemEval's form, 2023/05/20 (Sat) 02:21.")


def _file_name(identifier: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "-", identifier)


LONGMEMEVAL = Benchmark(
    name="longmemeval",
    title="LongMemEval",
    licence="MIT (c) 2024 Di Wu, for questions and histories as published by the authors of LongMemEval",
    source="https://github.com/xiaowu0162/LongMemEval (data: https://huggingface.co/datasets/xiaowu0162/longmemeval-cleaned)",
    paper="Wu et al., LongMemEval, ICLR 2025, arXiv 2410.10813",
    histories=500,
    categories=_CATEGORIES,
    abstentions=30,
    conversions=(
        "Each question has a history and a project of its own.",
        "Sessions are put in order of time and numbered anew; times are taken as UTC.",
        "Every assistant turn closes a turn, so the scopes `user+final` and `full` are the same.",
        "The question carries its date, as the authors' prompt does.",
        "All sessions count as told before the question, also those dated later on the question's day.",
        "Evidence are the turns marked `has_answer`; of an answer session in which none is marked, all turns.",
        "Ids ending in `_abs` are abstention: controls of the kind `never_told`, whatever their category.",
        "The authors' rule for a category stands in brackets behind the gold answer, in our words.",
    ),
    comparing=(
        "Say which file it was: `oracle` (evidence sessions only), `_s` (about 115k tokens a question) or `_m` "
        "(about 500 sessions a question), original or cleaned (September 2025, without sessions that changed an "
        "answer). Their counts are the same; the sha256 above tells them apart.",
        "Published accuracies count all 500 questions, abstention among them: add `answer_accuracy` (470 told) and "
        "`control_answer_accuracy` (30). `abstention` is the code grader's view of the same 30.",
        "The judge here is another one (three dimensions, one prompt for all categories) than the published "
        "yes-or-no judge with a prompt per category, so compare systems within this harness, and with published "
        "figures only with that in mind.",
        "Published session-level recall leaves out abstention, as `evidence_sessions_retrieved` does; ours counts "
        "every session that any search of the agent returned, not the best five or ten of one search.",
    ),
    read=read,
)
