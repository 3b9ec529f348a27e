"""Small change of conversation: openings, thoughts before a command, remarks that end an answer."""

from __future__ import annotations

import random

SPEAKERS = (
    "architect",
    "client",
    "quantity surveyor",
    "structural engineer",
    "fire engineer",
    "MEP planner",
    "site manager",
    "facility manager",
)

OPENINGS = (
    "Morning.",
    "Quick one:",
    "One for the planning meeting:",
    "Before I forget,",
    "Sorry, another one.",
    "For my notes,",
    "While you're at it:",
    "Small question,",
    "I'm on the phone with the contractor:",
    "For the minutes:",
    "Just checking,",
    "Can you help me out?",
    "Me again.",
    "OK next.",
    "Right,",
    "Hm.",
)

THOUGHTS = (
    "I will look that up in the model.",
    "First an overview, then the details.",
    "Let me see what the file holds on this.",
    "I want the complete list before I say anything about it.",
    "One of them in full, to see which attributes are filled in.",
    "The next one, to be sure that the first was no exception.",
    "Checking how it is placed and what it belongs to.",
    "I will confirm this with a second query.",
    "That list is long, so I take a part of it.",
    "Now the same for the type that stands behind it.",
    "Looking at the relations, since the attributes do not say where it belongs.",
    "I will count them rather than trust the list's look.",
    "A short check of the spatial structure.",
    "To be safe I compare this with another element.",
    "This needs the property sets as well.",
    "Let me see whether anything else in the file bears on it.",
)

SOURCES = (
    "All of this is read from the model as it stands; I have not used any other source.",
    "Source: the IFC file in the project folder, queried just now.",
    "I took these values from the model and did not round or convert anything.",
    "This is what the current export says; a newer export may differ.",
    "The figures come straight out of the file, so they are only as good as the modelling.",
)

CAVEATS = (
    "Please note that the model gives no units next to the values; they follow the project's unit assignment.",
    "Where an attribute is empty I have left it out rather than guess.",
    "Some property sets repeat the property's own name as value, which I treat as not filled in.",
    "If you need this per storey or per type instead, the model supports both.",
    "Names are quoted as they stand in the file, including the odd spelling.",
    "I looked at occurrences only, not at types that nobody has placed.",
    "The list follows the order of the file, which has no meaning of its own.",
    "Elements that are parts of an assembly are counted on their own.",
)


def opened(rng: random.Random, text: str, chance: float = 0.4) -> str:
    """Sometimes put an opening before ``text``."""
    if rng.random() >= chance:
        return text
    opening = rng.choice(OPENINGS)
    body = text if opening.endswith((".", "?")) else text[:1].lower() + text[1:] if not text[:2].isupper() else text
    return f"{opening} {body}"


def thought(rng: random.Random) -> str:
    """What the assistant says before it runs a command."""
    return rng.choice(THOUGHTS)
