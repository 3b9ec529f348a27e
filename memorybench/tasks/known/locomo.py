"""LoCoMo (Maharana et al., ACL 2024): ten very long conversations of two people, 1,986 questions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from memorybench.errors import BadInput
from memorybench.records import Ability, Control, History, Kind, Label, NotSettledGold, Task
from memorybench.tasks.known.benchmark import Benchmark, Category, Chat, Oddities
from memorybench.tasks.known.chats import Chats, Turn, asked_after, chats, quoted
from memorybench.tasks.known.source_file import SourceEntry, entries

_ADVERSARIAL = 5
# The numbers do not follow the order in which the paper names the categories; the authors' evaluation code decides.
_CATEGORIES = {
    1: Category("multi-hop", 282, (Ability.MULTI_SESSION,), ""),
    2: Category("temporal", 321, (Ability.TEMPORAL,), "An approximate date is right."),
    3: Category(
        "open-domain",
        96,
        (Ability.WORLD_KNOWLEDGE,),
        "What stands after a semicolon is another wording or the reason; the first part decides.",
    ),
    4: Category("single-hop", 841, (Ability.SINGLE_SESSION,), ""),
    _ADVERSARIAL: Category("adversarial", 446, (Ability.ABSTENTION,), ""),
}
_TEMPORAL_HINT = "Go by the dates of the conversations; an approximate date will do."
_SESSION = re.compile(r"session_(\d+)")
_EVIDENCE = re.compile(r"D:?(\d+):0*(\d+)")


class _Turn(SourceEntry):
    speaker: str
    dia_id: str
    text: str
    blip_caption: str | None = None


class _Question(SourceEntry):
    question: str
    category: int
    answer: str | int | float | None = None
    adversarial_answer: str | int | float | None = None
    evidence: list[str] = Field(default_factory=list)


class _Entry(SourceEntry):
    sample_id: str
    conversation: dict[str, Any]
    qa: list[_Question]


def read(path: Path, oddities: Oddities) -> Iterator[Chat]:
    """One chat per conversation of ``locomo10.json``."""
    for entry in entries(path, _Entry, "LoCoMo"):
        found = chats(_dated(path, entry, oddities), oddities)
        if not found.sessions:
            raise BadInput(f"{path}: conversation {entry.sample_id} has no session with a date and a turn.")
        name = re.sub(r"[^A-Za-z0-9_-]", "-", entry.sample_id)
        history = History(id=name, project=name, sessions=found.sessions)
        tasks = (_task(path, history, found, n, question, oddities) for n, question in enumerate(entry.qa, start=1))
        yield Chat(history, tuple(tasks))


def _dated(path: Path, entry: _Entry, oddities: Oddities) -> Iterator[tuple[datetime, list[Turn]]]:
    numbers = sorted(int(m[1]) for key in entry.conversation if (m := _SESSION.fullmatch(key)))
    for number in numbers:
        date = entry.conversation.get(f"session_{number}_date_time")
        if not isinstance(date, str):
            raise BadInput(f"{path}: conversation {entry.sample_id}, session_{number} has no date.")
        try:
            turns = [_Turn.model_validate(turn) for turn in entry.conversation[f"session_{number}"]]
        except (ValidationError, TypeError):
            raise BadInput(
                f"{path}: conversation {entry.sample_id}, session_{number}: a turn needs speaker, dia_id and text."
            ) from None
        oddities.note("turns with an image, told by its caption", sum(bool(turn.blip_caption) for turn in turns))
        yield (
            _date(path, f"{entry.sample_id}, session_{number}", date),
            [Turn(_plain(turn.dia_id), "user", _text(turn), turn.speaker) for turn in turns],
        )


def _text(turn: _Turn) -> str:
    return f"{turn.text} [shares an image: {turn.blip_caption}]".strip() if turn.blip_caption else turn.text


def _task(path: Path, history: History, found: Chats, number: int, question: _Question, oddities: Oddities) -> Task:
    category = _CATEGORIES.get(question.category)
    if category is None:
        raise BadInput(
            f"{path}: {history.id}, question {number} has the category {question.category}; known: 1 to 5."
        )
    adversarial = question.category == _ADVERSARIAL
    if question.answer is None and not adversarial:
        raise BadInput(f"{path}: {history.id}, question {number} has no answer.")
    evidence = () if adversarial else _evidence(question, found, oddities)
    hint = f" {_TEMPORAL_HINT}" if Ability.TEMPORAL in category.abilities else ""
    probe = question.question.strip() + hint
    return Task(
        id=f"{history.id}-q{number:03d}",
        history=history.id,
        project=history.project,
        model=None,
        probe=probe,
        probe_plain=probe,
        probe_time=asked_after(None, found.sessions, oddities),
        label=Label.NOT_IN_IFC,
        kind=Kind.LOOKUP,
        family=category.name,
        control=Control.NEVER_TOLD if adversarial else None,
        gold_answer=_gold_answer(question, category, oddities),
        gold=(NotSettledGold(distractor_values=_told_of_the_other(question)),) if adversarial else (),
        extra_information=quoted(found.sessions, evidence) or "Nothing that would answer it was ever said.",
        facts=(),
        evidence=evidence,
        abilities=category.abilities,
    )


def _gold_answer(question: _Question, category: Category, oddities: Oddities) -> str:
    answer = "" if question.answer is None else str(question.answer).strip()
    if question.category == _ADVERSARIAL:
        oddities.note("adversarial questions with an answer of their own, which is accepted, too", bool(answer))
        return f"It was not mentioned.{f' ({answer} is right, too.)' if answer else ''}"
    return f"{answer} ({category.rule})" if category.rule else answer


def _told_of_the_other(question: _Question) -> tuple[str, ...]:
    """What the adversarial question lures into: true of the other person, or of nobody."""
    lure = str(question.adversarial_answer or "").strip()
    return (lure,) if lure and lure.casefold() not in ("yes", "no") else ()


def _evidence(question: _Question, found: Chats, oddities: Oddities) -> tuple[str, ...]:
    """The messages of the dialogue ids; several in one string and stray zeros or colons are read, others dropped."""
    keys = []
    for text in question.evidence:
        named = [f"D{session}:{turn}" for session, turn in _EVIDENCE.findall(text)]
        known = [key for key in named if key in found.message_of]
        oddities.note("evidence ids that name no turn, left out", max(len(named), 1) - len(known))
        keys += known
    if not keys:
        oddities.note("questions without evidence")
    return tuple(dict.fromkeys(found.message_of[key] for key in keys))


def _plain(dialogue_id: str) -> str:
    match = _EVIDENCE.fullmatch(dialogue_id.strip())
    return f"D{match[1]}:{match[2]}" if match else dialogue_id


def _date(path: Path, where: str, text: str) -> datetime:
    """``1:56 pm on 8 May, 2023``, without a time zone: taken as UTC."""
    try:
        return datetime.strptime(" ".join(text.split()), "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
    except ValueError:
        raise BadInput(f"{path}: {where}: {text!r} is no date of LoCoMo's form, 1:56 pm on 8 May, 2023.") from None


LOCOMO = Benchmark(
    name="locomo",
    title="LoCoMo",
    licence="CC BY-NC 4.0 (Maharana et al., LoCoMo): not for commercial use",
    source="https://github.com/snap-research/locomo (data/locomo10.json)",
    paper="Maharana et al., Evaluating Very Long-Term Conversational Memory of LLM Agents, ACL 2024 (2402.17753)",
    histories=10,
    categories=tuple(_CATEGORIES.values()),
    abstentions=446,
    conversions=(
        "Each conversation is a history and a project; its questions are put after the last session.",
        "There is no assistant: both people have the role `user`, told apart by `speaker`, so that the three scopes "
        "are the same.",
        "Images are not published; a turn with one ends with `[shares an image: …]` and the published caption. The "
        "search words and addresses of images are left out.",
        "Times are taken as UTC.",
        "Categories by the authors' evaluation code: 1 multi-hop, 2 temporal, 3 open-domain, 4 single-hop, "
        "5 adversarial.",
        "Adversarial questions suppose something that was said by or of the other person: controls of the kind "
        "`never_told`; the lure counts as a false memory.",
        "Temporal questions ask for the conversations' dates, as the authors' prompt does.",
        "Observations, session summaries and event summaries of the file are not used.",
    ),
    comparing=(
        "Figures of memory systems usually leave out the 446 adversarial questions and are over 1,540: that is "
        "`answer_accuracy` here. The adversarial ones are `control_answer_accuracy`, `abstention`, `false_memory`.",
        "The original metric is token F1, most memory papers use a judge of their own; ours is another one. Some "
        "papers swap the names of categories 1, 3 and 4: compare by count (282, 321, 96, 841, 446).",
        "The published answers hold mistakes: an audit (https://github.com/dial481/locomo-audit, not ours, not "
        "checked here) counts 99 wrong ones among the 1,540, so a memory without a fault would be marked about 94 %.",
        'The original adversarial questions are multiple choice between the lure and "not mentioned"; here they are '
        "put openly.",
    ),
    read=read,
)
