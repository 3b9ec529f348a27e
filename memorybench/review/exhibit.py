"""What a reviewer is shown of a task: the messages that tell its facts, the IFC elements, what code objects to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from memorybench.construct.checks import task_faults
from memorybench.facts.folding import fold
from memorybench.facts.matcher import match_fact
from memorybench.facts.sentences import split_sentences
from memorybench.ifc.index import Item, ModelIndex
from memorybench.records import Fact, History, Message, Session, Task
from memorybench.tasks.dataset import Dataset

SHOWN_ELEMENTS = 24


@dataclass(frozen=True)
class Piece:
    """A stretch of a message; ``facts`` are the ids of the facts that it tells."""

    text: str
    facts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Told:
    """A message with its pieces."""

    message: Message
    pieces: tuple[Piece, ...]
    evidence: bool  # a fact names it as its evidence


@dataclass(frozen=True)
class Chat:
    """One session; ``telling`` if any of its messages is evidence."""

    session: Session
    told: tuple[Told, ...]

    @property
    def telling(self) -> bool:
        """Whether a fact of the task is told in it."""
        return any(told.evidence for told in self.told)


@dataclass(frozen=True)
class Element:
    """An element the gold rests on, and the command that shows it."""

    item: Item
    command: str


def pieces(text: str, facts: Sequence[Fact]) -> tuple[Piece, ...]:
    """``text`` in its sentences, each with the facts that the matcher reads in it.

    A fact whose subject stands in another sentence of the message is marked where its value stands; if the matcher
    reads it in the whole message only, the whole message is marked.
    """
    cuts = _cuts(text)
    marked = [Piece(text[low:high]) for low, high in pairwise(cuts)]
    for fact in facts:
        hits = [number for number, piece in enumerate(marked) if match_fact(fact, piece.text).found]
        if not hits and match_fact(fact, text).found:
            hits = list(range(len(marked)))
        for number in hits:
            marked[number] = Piece(marked[number].text, (*marked[number].facts, fact.id))
    return tuple(marked)


def _cuts(text: str) -> list[int]:
    """Where the sentences of ``text`` begin; folding may change lengths, and then the text stays whole."""
    if len(fold(text).text) != len(text):
        lines = [place + 1 for place, char in enumerate(text) if char == "\n"]
        return sorted({0, *lines, len(text)})
    return sorted({0, *(sentence.start for sentence in split_sentences(text)), len(text)})


def chats(task: Task, history: History) -> tuple[Chat, ...]:
    """The sessions before the probe, with the facts marked in the messages that are their evidence."""
    by_message: dict[str, list[Fact]] = {}
    for fact in task.facts:
        for identifier in fact.evidence:
            by_message.setdefault(identifier, []).append(fact)
    for identifier in task.evidence:
        by_message.setdefault(identifier, [])
    return tuple(
        Chat(
            session,
            tuple(
                Told(message, pieces(message.text, by_message.get(message.id, ())), message.id in by_message)
                for message in session.messages
            ),
        )
        for session in history.up_to(task.probe_time).sessions
    )


def elements(task: Task, index: ModelIndex) -> tuple[tuple[Element, ...], int]:
    """The elements the gold rests on, at most :data:`SHOWN_ELEMENTS` of them, and how many there are."""
    keys = task.derivation.model_keys if task.derivation else ()
    found = [index.by_key[key] for key in keys if key in index.by_key]
    shown = [Element(item, f"ifcquery {index.name} info {item.step}") for item in found[:SHOWN_ELEMENTS]]
    return tuple(shown), len(found)


def objections(task: Task, dataset: Dataset, index: ModelIndex | None) -> list[str]:
    """What the checks by code find untrue about the task as it stands, or as it was corrected."""
    return list(task_faults(task, dataset, index))
