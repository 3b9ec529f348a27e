"""Turns in which no user tells the facts: they stand in a document of the project that the assistant reads.

The document is really written into the project folder while the history is made, and really read with the
agent's own commands, so that its text is the tool's output. Nobody finds it there at probe time: what it said
is in the history alone.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from memorybench.construct.seeds import Bank, Statement, TaskSeed
from memorybench.construct.talk.echo import echoed
from memorybench.construct.talk.turns import Lookup, Step, Turn
from memorybench.records import Fact

TellingRole = Literal["assistant", "tool"]

_KINDS = {
    "quantity surveyor": ("offer", "cost sheet"),
    "contractor": ("offer", "supply note"),
    "client": ("brief", "letter"),
    "architect": ("minutes", "schedule"),
    "fire engineer": ("fire concept", "comments"),
    "structural engineer": ("calculation note", "comments"),
    "MEP planner": ("data sheet", "comments"),
    "facility manager": ("handover list", "service plan"),
    "site manager": ("site report", "minutes"),
}
_ASKED: dict[Bank, tuple[str, ...]] = {
    "A": (
        "the {kind} is in the folder, {file}. have a read please.",
        "dropped {file} next to the model, that's the {kind}. take it in.",
        "can you go through {file}? the {kind} we got.",
    ),
    "B": (
        "I have saved the {kind} as {file} beside the model; please read it and keep its content in mind.",
        "There is a new {kind} in the project folder called {file}. Would you look through it?",
        "Please have a look at {file}, the {kind} that reached us by mail.",
    ),
}
_HEADINGS = ("For the project team", "To all planners", "For the file", "Distribution: project team")
_BEFORE = (
    "This paper sums up what was agreed among those present.",
    "It holds for the whole project unless said otherwise.",
    "Earlier papers on the same subject lose their force.",
    "Questions go to the author.",
)
_AFTER = (
    "Please object in writing if you see it differently.",
    "All else stays as it is.",
    "Drawings will be brought up to date with the next issue.",
    "Nothing in this paper changes the contract.",
)
_THOUGHTS = (
    "I will read the document before I answer.",
    "Opening the file that was put beside the model.",
    "Let me see what the paper says.",
)
_READ = (
    "I have read {file} to the end and have it in mind.",
    "Thank you, I went through {file}; it is clear.",
    "{file} is read. I have no questions about it.",
)
_NOT_MODELLED = (
    "The model itself says nothing on the matter, so I will go by the paper when it comes up.",
    "None of it is in the model; if you need it later, ask me.",
    "I have not changed or checked anything in the model because of it.",
)
_STATES = ("{file} says the following.", "From {file}:", "What I take from {file}:")


@dataclass(frozen=True)
class Document:
    """A text file beside the model while a history is made."""

    name: str
    text: str


def document_turn(
    seed: TaskSeed, statement: Statement, bank: Bank, prefix: str, role: TellingRole, number: int, rng: random.Random
) -> tuple[Turn, Document]:
    """The turn in which the assistant reads the statement's facts in a document, and the document.

    With ``role`` ``tool`` the facts stand in the tool's output alone; with ``assistant`` the answer repeats them.
    """
    facts = [fact for fact in seed.facts if fact.id in statement.facts]
    kind = rng.choice(_KINDS.get(statement.speaker, ("minutes", "letter")))
    document = Document(f"{kind.replace(' ', '-')}-{number:02d}.txt", _text(kind, statement.speaker, facts, rng))
    asked = rng.choice(_ASKED[bank]).format(kind=kind, file=document.name)

    def answer(lookup: Lookup) -> Sequence[str]:
        if role == "tool":
            return [rng.choice(_READ).format(file=document.name), rng.choice(_NOT_MODELLED)]
        return [
            rng.choice(_STATES).format(file=document.name) + " " + echoed(facts, rng),
            rng.choice(_NOT_MODELLED),
        ]

    turn = Turn(
        speaker=statement.speaker,
        user=asked[:1].upper() + asked[1:],
        steps=(Step(rng.choice(_THOUGHTS), f"cat {document.name}"),),
        answer=answer,
        facts=tuple(f"{prefix}{fact.id}" for fact in facts),
        after=tuple(f"{prefix}{identifier}" for identifier in statement.after),
        told_in=("tool",) if role == "tool" else ("tool", "assistant"),
    )
    return turn, document


def _text(kind: str, author: str, facts: Sequence[Fact], rng: random.Random) -> str:
    lines = [fact.sentence() for fact in facts]
    rng.shuffle(lines)
    return "\n".join(
        [
            kind.upper(),
            f"From: {author}",
            rng.choice(_HEADINGS),
            "",
            *rng.sample(_BEFORE, 2),
            "",
            *(f"- {line[:1].upper()}{line[1:]}" for line in lines),
            "",
            *rng.sample(_AFTER, 2),
            "",
        ]
    )
