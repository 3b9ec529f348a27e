"""The probe's two texts: the bare question, and the question with the paper's invitation to both sources."""

from __future__ import annotations

import random

from memorybench.construct.seeds import Bank

_INVITATIONS: dict[Bank, tuple[str, ...]] = {
    "A": (
        "{q} Use what we settled in our earlier chats together with the model.",
        "Going by our earlier conversations and the current model: {q}",
        "{q} Both the project's history with you and the IFC file may matter here.",
        "With everything we have told you so far and what the model holds: {q}",
    ),
    "B": (
        "{q} Please take the previous sessions and the IFC model into account.",
        "Think back to what was said on this project and look into the model: {q}",
        "{q} Some of it you have heard from us before, the rest is in the file.",
        "Drawing on past sessions as well as on the building model: {q}",
    ),
}


def invited(rng: random.Random, bank: Bank, question: str) -> str:
    """The question with an invitation to consult memory and model (paper, section 3.2)."""
    return rng.choice(_INVITATIONS[bank]).format(q=question)


def plain(question: str) -> str:
    """The question alone."""
    return question
