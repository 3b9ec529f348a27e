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
from memorybench.ifc.index import ModelIndex
from memorybench.records import Fact, History, Message, Session, Task

USER_MESSAGES_PER_SESSION = 2.36  # the paper's Table 1: 66 user messages in 28 sessions
TRIES = 40


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
    facts = [fact for assignment in assignments for fact in assignment.seed.facts]
    sessions_wanted = how.sessions or rng.randint(MIN_SESSIONS, MAX_SESSIONS)
    telling = {
        id(turn): (turn, assignment, statement)
        for assignment in assignments
        for statement in assignment.seed.statements
        for turn in [
            statement_turn(index, assignment.seed, statement, assignment.bank, assignment.prefix, rng, how.echo_rate)
        ]
    }
    placed = place(rng, [turn for turn, _, _ in telling.values()], sessions_wanted)
    ground = Ground(index, rng)
    replay = Replay(index, shell, rng, count_tokens)
    asked: set[str] = set()

    def everyday(speaker: str) -> list[list[Message]]:
        """One question and its answer, and what follows from it, as a list of turns."""
        for _ in range(TRIES):
            turn = next_question(ground)
            if turn is None:
                ground.asked.clear()  # a small model: people ask some things again
                continue
            blocks = []
            step: Turn | None = turn
            while step is not None:
                blocks.append(replay.messages(replace(step, speaker=speaker)))
                step = step.follow_up
            if not any(leaks_in_messages(facts, messages) for messages in blocks):
                return blocks
        raise ValueError(f"{index.name}: no question can be asked that does not give a fact away")

    sessions: list[Session] = []
    evidence: dict[str, str] = {}
    user_messages = 0
    for number, started in enumerate(session_times(rng, sessions_wanted)):
        told = placed.get(number, [])
        due = max(
            len(told), round(USER_MESSAGES_PER_SESSION * (number + 1) - user_messages + rng.choice((-1, 0, 0, 1))), 1
        )
        blocks: list[tuple[list[Message], Turn | None]] = []
        for turn in told:
            _, assignment, _ = telling[id(turn)]
            if due - len(blocks) > len(told) and rng.random() < 0.35:
                opening = lead_in_turn(index, assignment.seed, turn.speaker, rng)
                if opening is not None and opening.user not in asked:
                    asked.add(opening.user)
                    messages = replay.messages(opening)
                    if not leaks_in_messages(facts, messages):
                        blocks.append((messages, None))
            blocks.append((replay.messages(turn), turn))
        speaker = told[0].speaker if told else ground.speaker()
        while len(blocks) < due:
            at = 0 if rng.random() < 0.6 else len(blocks)
            blocks[at:at] = [(messages, None) for messages in everyday(speaker)]
        session, found = _numbered(f"S{number + 1:03d}", started, blocks)
        evidence.update(found)
        user_messages += len(blocks)
        sessions.append(session)
    history = History(id=how.history_id, project=how.project, sessions=tuple(sessions))
    probed = probe_time(rng, sessions[-1].started_at)
    return history, [_task(assignment, how, evidence, probed, rng) for assignment in assignments]


def _numbered(
    identifier: str, started: object, blocks: Sequence[tuple[list[Message], Turn | None]]
) -> tuple[Session, dict[str, str]]:
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
