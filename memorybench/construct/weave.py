"""Spread task seeds over the dated sessions of one history, between everyday questions."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from memorybench.construct.leaks import leaks_in_messages
from memorybench.construct.options import Difficulty
from memorybench.construct.probes import invited, plain
from memorybench.construct.schedule import MAX_SESSIONS, MIN_SESSIONS, place, probe_time, session_times
from memorybench.construct.seeds import Bank, Statement, TaskSeed
from memorybench.construct.talk.documents import Document, TellingRole, document_turn
from memorybench.construct.talk.replay import Replay, Shell
from memorybench.construct.talk.statements import lead_in_turn, statement_turn
from memorybench.construct.talk.topics import Ground, next_question
from memorybench.construct.talk.turns import Turn
from memorybench.errors import BadInput
from memorybench.ifc.index import ModelIndex
from memorybench.records import Fact, History, Message, Session, Task

TRIES = 40
LEAD_IN_RATE = 0.35


@dataclass(frozen=True)
class Assignment:
    """A seed with the id and the phrase bank of the task it becomes."""

    task_id: str
    seed: TaskSeed
    bank: Bank
    asked: bool = True  # False: its facts are told, and no probe asks for them

    @property
    def prefix(self) -> str:
        """Makes fact ids unique in a history."""
        return f"{self.task_id}."


@dataclass(frozen=True)
class Weaving:
    """How a history is woven."""

    project: str
    history_id: str
    model_path: str  # in the dataset
    folder: Path  # where the shell works: documents are put there
    difficulty: Difficulty


def weave(
    index: ModelIndex,
    shell: Shell,
    assignments: Sequence[Assignment],
    how: Weaving,
    rng: random.Random,
    count_tokens: Callable[[str], int],
) -> tuple[History, list[Task]]:
    """One history that tells all facts of ``assignments``, and their tasks.

    Deterministic in ``rng``. No message but its own evidence (and an echo in the same session, after it)
    holds a fact; a turn that would is replaced by another.
    """
    weaver = _Weaver(index, shell, assignments, how, rng, count_tokens)
    history, evidence = weaver.history()
    end = probe_time(rng, history.sessions[-1].started_at)
    tasks = [
        _task(assignment, how, evidence, weaver.probed(assignment, history, end), rng)
        for assignment in assignments
        if assignment.asked
    ]
    return history, tasks


Evidence = dict[str, tuple[str, ...]]  # fact id with its task's prefix -> ids of the messages that tell it
Block = tuple[list[Message], Turn | None]  # the messages of one turn, and the turn itself where it tells a fact


class _Weaver:
    """One history in the making."""

    def __init__(
        self,
        index: ModelIndex,
        shell: Shell,
        assignments: Sequence[Assignment],
        how: Weaving,
        rng: random.Random,
        count_tokens: Callable[[str], int],
    ) -> None:
        self._index, self._how, self._rng = index, how, rng
        self._hard = how.difficulty
        self._facts = [fact for assignment in assignments for fact in assignment.seed.facts]
        self._sessions = self._hard.sessions or rng.randint(MIN_SESSIONS, MAX_SESSIONS)
        self._owner: dict[int, Assignment] = {}
        self._documents: list[Document] = []
        telling = [turn for assignment in assignments for turn in self._telling(assignment)]
        self._dates = {a.task_id: 1 + number % self._hard.probe_dates for number, a in enumerate(assignments)}
        self._placed = place(rng, telling, self._sessions, self._hard.quiet_sessions, self._within)
        self._ground = Ground(index, rng)
        self._replay = Replay(index, shell, rng, count_tokens)
        self._opened: set[str] = set()

    def _telling(self, assignment: Assignment) -> list[Turn]:
        """The turns that tell an assignment's facts."""
        turns = []
        for statement in assignment.seed.statements:
            turn = self._document(assignment, statement) or statement_turn(
                self._index,
                assignment.seed,
                statement,
                assignment.bank,
                assignment.prefix,
                self._rng,
                self._hard.echo_rate,
            )
            self._owner[id(turn)] = assignment
            turns.append(turn)
        return turns

    def _document(self, assignment: Assignment, statement: Statement) -> Turn | None:
        """The turn in which a document tells the facts of ``statement``; None where a user tells them."""
        hard = self._hard
        if not statement.facts or not hard.in_answers + hard.in_tools:
            return None
        draw = self._rng.random()
        if draw >= hard.in_answers + hard.in_tools:
            return None
        role: TellingRole = "assistant" if draw < hard.in_answers else "tool"
        number = len(self._documents) + 1
        turn, document = document_turn(
            assignment.seed, statement, assignment.bank, assignment.prefix, role, number, self._rng
        )
        self._documents.append(document)
        (self._how.folder / document.name).write_text(document.text, encoding="utf-8")
        return turn

    def _within(self, turn: Turn) -> int:
        """In how many of the first sessions ``turn`` must tell its facts, to be in time for its probe."""
        return self._cut(self._dates[self._owner[id(turn)].task_id])

    def _cut(self, date: int) -> int:
        """How many sessions come before probe date ``date`` (1-based)."""
        return self._sessions * date // self._hard.probe_dates

    def probed(self, assignment: Assignment, history: History, end: datetime) -> datetime:
        """When the task is probed: at its date, or at the first later one by which all is told that bears on it.

        Inside a history that is a few hours after a session, so that all tasks of one date meet the same memory.
        """
        told = [n for n, turns in self._placed.items() for t in turns if self._owner[id(t)] is assignment]
        for date in range(self._dates[assignment.task_id], self._hard.probe_dates):
            if max(told, default=0) < self._cut(date):
                return history.sessions[self._cut(date) - 1].started_at + timedelta(hours=3)
        return end

    def history(self) -> tuple[History, Evidence]:
        """The history, and which messages tell which fact."""
        sessions: list[Session] = []
        evidence: Evidence = {}
        user_messages = 0
        for number, started in enumerate(session_times(self._rng, self._sessions, self._hard.stretch)):
            blocks = self._blocks(number, user_messages)
            session, found = _numbered(f"S{number + 1:03d}", started, blocks)
            evidence.update(found)
            user_messages += len(blocks)
            sessions.append(session)
        history = History(id=self._how.history_id, project=self._how.project, sessions=tuple(sessions))
        return history, evidence

    def _blocks(self, number: int, user_messages: int) -> list[Block]:
        """The turns of one session: what is told in it, between everyday questions."""
        told = self._placed.get(number, [])
        rate = self._hard.user_messages_per_session
        wanted = round(rate * (number + 1) - user_messages + self._rng.choice((-1, 0, 0, 1)))
        due = max(len(told), wanted, 1)
        blocks: list[Block] = []
        for turn in told:
            if due - len(blocks) > len(told) and self._rng.random() < LEAD_IN_RATE:
                blocks += self._lead_in(turn)
            blocks.append((self._replay.messages(turn), turn))
        speaker = told[0].speaker if told else self._ground.speaker()
        while len(blocks) < due:
            at = 0 if self._rng.random() < 0.6 else len(blocks)
            blocks[at:at] = [(messages, None) for messages in self._everyday(speaker)]
        return blocks

    def _lead_in(self, turn: Turn) -> list[Block]:
        """A question about the elements that ``turn`` is about to speak of, if it gives nothing away."""
        opening = lead_in_turn(self._index, self._owner[id(turn)].seed, turn.speaker, self._rng)
        if opening is None or opening.user in self._opened:
            return []
        self._opened.add(opening.user)
        messages = self._replay.messages(opening)
        return [] if leaks_in_messages(self._facts, messages) else [(messages, None)]

    def _everyday(self, speaker: str) -> list[list[Message]]:
        """One question and its answer, and what follows from it, as a list of turns."""
        for _ in range(TRIES):
            turn = next_question(self._ground)
            if turn is None:
                self._ground.asked.clear()  # a small model: people ask some things again
                continue
            blocks = []
            step: Turn | None = turn
            while step is not None:
                blocks.append(self._replay.messages(replace(step, speaker=speaker)))
                step = step.follow_up
            if not any(leaks_in_messages(self._facts, messages) for messages in blocks):
                return blocks
        raise BadInput(f"{self._index.name}: no question about this model leaves the facts to be told untold.")


def _numbered(identifier: str, started: object, blocks: Sequence[Block]) -> tuple[Session, Evidence]:
    """The session with message ids, and which messages tell which fact."""
    messages: list[Message] = []
    evidence: Evidence = {}
    for block, turn in blocks:
        first = len(messages)
        messages += [
            message.model_copy(update={"id": f"{identifier}-M{first + place:02d}"})
            for place, message in enumerate(block, start=1)
        ]
        if turn is not None:
            evidence.update(dict.fromkeys(turn.facts, _telling_messages(messages[first:], turn)))
    return Session.model_validate({"id": identifier, "started_at": started, "messages": tuple(messages)}), evidence


def _telling_messages(messages: Sequence[Message], turn: Turn) -> tuple[str, ...]:
    """The ids of the messages of ``turn`` that tell its facts: a document is read by the first command."""
    speaking = {
        "user": [message.id for message in messages if message.role == "user"],
        "tool": [message.id for message in messages if message.role == "tool"][:1],
        "assistant": [message.id for message in messages if message.final],
    }
    return tuple(name for role in turn.told_in for name in speaking[role])


def _task(assignment: Assignment, how: Weaving, evidence: Evidence, probed: datetime, rng: random.Random) -> Task:
    seed, bank = assignment.seed, assignment.bank
    question = rng.choice(seed.probes[bank])
    facts: tuple[Fact, ...] = tuple(
        fact.model_copy(update={"evidence": evidence[f"{assignment.prefix}{fact.id}"]}) for fact in seed.facts
    )
    inputs = {
        **seed.derivation.inputs,
        "contradiction_terms": list(seed.contradiction_terms),
        "contradiction_keys": list(seed.contradiction_keys),
    }
    return Task.model_validate(
        {
            "id": assignment.task_id,
            "history": how.history_id,
            "project": how.project,
            "model": how.model_path,
            "probe": invited(rng, bank, question),
            "probe_plain": plain(question),
            "probe_time": probed,
            "label": seed.label,
            "kind": seed.kind,
            "family": seed.family,
            "control": seed.control,
            "gold_answer": seed.gold_answer,
            "gold": seed.gold,
            "extra_information": seed.extra_information,
            "facts": facts,
            "phrase_bank": bank,
            "derivation": seed.derivation.model_copy(update={"inputs": inputs}),
        }
    )
