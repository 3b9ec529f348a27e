"""Spread task seeds over the dated sessions of one history, between everyday questions."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from memorybench.construct.leaks import leaks_in_messages
from memorybench.construct.probes import invited, plain
from memorybench.construct.schedule import MAX_SESSIONS, MIN_SESSIONS, place, probe_time, session_times
from memorybench.construct.seeds import Bank, TaskSeed
from memorybench.construct.talk.replay import Replay, Shell
from memorybench.construct.talk.statements import lead_in_turn, statement_turn
from memorybench.construct.talk.topics import Ground, next_question
from memorybench.construct.talk.turns import Turn
from memorybench.errors import BadInput
from memorybench.ifc.index import ModelIndex
from memorybench.records import Fact, History, Message, Session, Task

USER_MESSAGES_PER_SESSION = 2.36  # the paper's Table 1: 66 user messages in 28 sessions
TRIES = 40
LEAD_IN_RATE = 0.35


@dataclass(frozen=True)
class Assignment:
    """A seed with the id and the phrase bank of the task it becomes."""

    task_id: str
    seed: TaskSeed
    bank: Bank

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
    echo_rate: float = 0.3
    sessions: int | None = None


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
    probed = probe_time(rng, history.sessions[-1].started_at)
    return history, [_task(assignment, how, evidence, probed, rng) for assignment in assignments]


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
        self._facts = [fact for assignment in assignments for fact in assignment.seed.facts]
        self._sessions = how.sessions or rng.randint(MIN_SESSIONS, MAX_SESSIONS)
        self._owner: dict[int, Assignment] = {}
        telling = [turn for assignment in assignments for turn in self._telling(assignment)]
        self._placed = place(rng, telling, self._sessions)
        self._ground = Ground(index, rng)
        self._replay = Replay(index, shell, rng, count_tokens)
        self._opened: set[str] = set()

    def _telling(self, assignment: Assignment) -> list[Turn]:
        """The turns that tell an assignment's facts."""
        turns = []
        for statement in assignment.seed.statements:
            turn = statement_turn(
                self._index,
                assignment.seed,
                statement,
                assignment.bank,
                assignment.prefix,
                self._rng,
                self._how.echo_rate,
            )
            self._owner[id(turn)] = assignment
            turns.append(turn)
        return turns

    def history(self) -> tuple[History, dict[str, str]]:
        """The history, and which message tells which fact."""
        sessions: list[Session] = []
        evidence: dict[str, str] = {}
        user_messages = 0
        for number, started in enumerate(session_times(self._rng, self._sessions)):
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
        wanted = round(USER_MESSAGES_PER_SESSION * (number + 1) - user_messages + self._rng.choice((-1, 0, 0, 1)))
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


def _numbered(identifier: str, started: object, blocks: Sequence[Block]) -> tuple[Session, dict[str, str]]:
    """The session with message ids, and which message tells which fact."""
    messages: list[Message] = []
    evidence: dict[str, str] = {}
    for block, turn in blocks:
        for message in block:
            name = f"{identifier}-M{len(messages) + 1:02d}"
            messages.append(message.model_copy(update={"id": name}))
            if message.role == "user" and turn is not None:
                evidence.update(dict.fromkeys(turn.facts, name))
    return Session.model_validate({"id": identifier, "started_at": started, "messages": tuple(messages)}), evidence


def _task(assignment: Assignment, how: Weaving, evidence: dict[str, str], probed: object, rng: random.Random) -> Task:
    seed, bank = assignment.seed, assignment.bank
    question = rng.choice(seed.probes[bank])
    facts: tuple[Fact, ...] = tuple(
        fact.model_copy(update={"evidence": (evidence[f"{assignment.prefix}{fact.id}"],)}) for fact in seed.facts
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
