"""What a fact family hands to the weaver: a task's content, before it is spread over sessions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from memorybench.records import Control, Derivation, Fact, GoldPart, Kind, Label

Bank = Literal["A", "B"]
BANKS: tuple[Bank, ...] = ("A", "B")


@dataclass(frozen=True)
class Statement:
    """One user message that tells one or more facts, in several wordings per phrase bank.

    ``facts`` are ids of :class:`Fact`; an empty tuple marks a *distractor statement*: talk of the same
    subject that tells no fact of this task (a sibling's value, for the wrong-element controls).
    ``texts[bank]`` holds at least two wordings. ``after`` names facts that must have been told in an
    earlier session (a correction comes after what it corrects).
    """

    facts: tuple[str, ...]
    speaker: str  # a role: architect, client, quantity surveyor, ...
    texts: dict[Bank, tuple[str, ...]]
    after: tuple[str, ...] = ()
    settled_by_model: bool = False  # True: the assistant can check the statement in the model


@dataclass(frozen=True)
class TaskSeed:
    """A task without its history. ``facts`` have no evidence yet; the weaver fills it in.

    ``probes[bank]`` holds wordings of the probe without the invitation to use memory and model (the weaver
    adds it for ``Task.probe`` and leaves it off for ``Task.probe_plain``). ``commands`` are ifcquery
    pipelines (file name as ``{model}``) that show the model's part of the gold. ``contradiction_terms`` are
    words under which the model could already hold the facts; ``contradiction_keys`` the elements to look at.
    ``lead_ins`` are questions about the same elements that a session with a statement opens with.
    """

    family: str
    kind: Kind
    label: Label
    facts: tuple[Fact, ...]
    statements: tuple[Statement, ...]
    probes: dict[Bank, tuple[str, ...]]
    gold: tuple[GoldPart, ...]
    gold_answer: str
    extra_information: str
    derivation: Derivation
    commands: tuple[str, ...] = ()
    contradiction_terms: tuple[str, ...] = ()
    contradiction_keys: tuple[str, ...] = ()
    lead_ins: tuple[str, ...] = ()
    control: Control | None = None
