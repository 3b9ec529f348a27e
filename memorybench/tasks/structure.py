"""Checks that hold between records: order of sessions and messages, evidence, supersession, controls."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from memorybench.records import Fact, History, Message, NotSettledGold, Session, Task
from memorybench.tasks.faults import line_of_text
from memorybench.tasks.layout import MANIFEST, TASKS, hash_files
from memorybench.tasks.reading import Reading


def check_structure(reading: Reading) -> None:
    """Add to ``reading.faults`` whatever is wrong between the records and with the file hashes."""
    chats = _plain_chats(reading)
    for history in reading.histories.values():
        _check_history(reading, history, plain=history.id in chats)
    for task in reading.tasks:
        _check_task(reading, task)
    _check_hashes(reading)


def _plain_chats(reading: Reading) -> set[str]:
    """Histories that no building model belongs to: chats of other benchmarks, whose turns keep no order of ours."""
    with_model = {task.history for task in reading.tasks if task.model is not None}
    return {task.history for task in reading.tasks} - with_model


def _check_hashes(reading: Reading) -> None:
    if reading.manifest is None:
        return
    found = hash_files(reading.root)
    listed = {path: digest for path, digest in reading.manifest.files.items() if path in found or _is_data(path)}
    for path in sorted(listed.keys() - found.keys()):
        reading.blame(path, None, f"{MANIFEST} lists this file, but it is missing")
    for path in sorted(found.keys() - listed.keys()):
        reading.blame(path, None, f"{MANIFEST} does not list this file")
    for path in sorted(found.keys() & listed.keys()):
        if found[path] != listed[path]:
            reading.blame(path, None, f"the file's sha256 is not the one in {MANIFEST}: it was changed or is torn")


def _is_data(path: str) -> bool:
    return path == TASKS or path.startswith(("histories/", "models/"))


def _check_history(reading: Reading, history: History, *, plain: bool) -> None:
    file, text = reading.history_texts[history.id]

    def blame(identifier: str, message: str) -> None:
        reading.blame(file, line_of_text(text, f'"{identifier}"'), message)

    earlier: datetime | None = None
    for number, session in enumerate(history.sessions, start=1):
        if session.id != f"S{number:03d}":
            blame(session.id, f"session {session.id} stands where S{number:03d} is due")
        if earlier is not None and session.started_at <= earlier:
            blame(session.id, f"session {session.id} does not start after the one before it")
        earlier = session.started_at
        for identifier, message in [*_message_faults(session), *([] if plain else _turn_faults(session))]:
            blame(identifier, message)
    if not history.sessions:
        reading.blame(file, 1, "the history has no session")


def _message_faults(session: Session) -> list[tuple[str, str]]:
    """Ids out of order, empty messages, a session without any: wrong in every history."""
    faults: list[tuple[str, str]] = []
    for number, message in enumerate(session.messages, start=1):
        due = f"{session.id}-M{number:02d}"
        if message.id != due:
            faults.append((message.id, f"message {message.id} stands where {due} is due"))
        if (
            not message.text.strip()
            and not (message.role == "assistant" and message.command)
            and message.role != "tool"
        ):
            faults.append((message.id, f"message {message.id} is empty"))
    if not session.messages:
        faults.append((session.id, f"session {session.id} has no message"))
    return faults


def _turn_faults(session: Session) -> list[tuple[str, str]]:
    """Whether users and the assistant with its tool take their turns."""
    faults: list[tuple[str, str]] = []
    previous: Message | None = None
    for message in session.messages:
        follows_call = previous is not None and previous.role == "assistant" and previous.command is not None
        if (message.role == "tool") != follows_call:
            faults.append(
                (message.id, f"message {message.id}: a tool message follows exactly an assistant's command")
            )
        if message.role == "assistant" and message.final == (message.command is not None):
            faults.append(
                (message.id, f"message {message.id}: an assistant message either has a command or is final")
            )
        previous = message
    if not session.messages:
        return faults
    if session.messages[0].role != "user":
        faults.append((session.messages[0].id, f"session {session.id} does not begin with a user message"))
    elif not session.messages[-1].final:
        faults.append((session.messages[-1].id, f"session {session.id} does not end with a final assistant message"))
    return faults


def _check_task(reading: Reading, task: Task) -> None:
    line = reading.task_lines[task.id]

    def blame(message: str) -> None:
        reading.blame(TASKS, line, f"task {task.id}: {message}")

    if task.model is not None and not (reading.root / task.model).is_file():
        blame(f"its model {task.model!r} is missing")
    history = reading.histories.get(task.history)
    if history is None:
        blame(f"its history {task.history!r} is missing or faulty")
        return
    if history.project != task.project:
        blame(f"its project is {task.project!r}, its history's is {history.project!r}")
    if not history.up_to(task.probe_time).sessions:
        blame("its probe time lies before the first session")
    _check_facts(task, history, blame)
    settled = not any(isinstance(part, NotSettledGold) for part in task.gold)
    if (task.control is not None) == settled:
        blame("a control task has the gold `not_settled`, and only a control task")
    if not task.facts and task.control is None and task.model is not None:
        blame("it has no fact")


def _check_facts(task: Task, history: History, blame: Callable[[str], None]) -> None:
    messages = {message.id: (message, session) for session in history.sessions for message in session.messages}
    facts = {fact.id: fact for fact in task.facts}
    if len(facts) != len(task.facts):
        blame("two of its facts have one id")
    for identifier in task.evidence:
        if identifier not in messages:
            blame(f"evidence {identifier} is no message of history {history.id}")
        elif messages[identifier][1].started_at >= task.probe_time:
            blame(f"evidence {identifier} is later than the probe")
    for fact in task.facts:
        if not fact.evidence:
            blame(f"fact {fact.id} has no evidence message")
        for identifier in fact.evidence:
            if identifier not in messages:
                blame(f"fact {fact.id}: evidence {identifier} is no message of history {history.id}")
            elif messages[identifier][0].role == "assistant" and not messages[identifier][0].final:
                blame(f"fact {fact.id}: evidence {identifier} is the assistant on its way, not its answer")
            elif messages[identifier][1].started_at >= task.probe_time:
                blame(f"fact {fact.id}: evidence {identifier} is later than the probe")
        if fact.supersedes is not None:
            stale = facts.get(fact.supersedes)
            if stale is None:
                blame(f"fact {fact.id} supersedes {fact.supersedes}, which is no fact of the task")
            elif _first(fact) <= _first(stale):
                blame(f"fact {fact.id} supersedes {stale.id} but is told before it")


def _first(fact: Fact) -> tuple[int, str]:
    first = min(fact.evidence, default="", key=lambda identifier: (len(identifier), identifier))
    return len(first), first
