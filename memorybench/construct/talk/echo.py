"""How the assistant repeats a fact it was just told: as people write minutes, not as a record prints itself."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from memorybench.construct.numbers import written
from memorybench.facts.matcher import match_fact
from memorybench.records import Fact

# Forms by the start of a relation; {s} the subject, {t} with its article, {v} value and unit, {r} the relation,
# {o} what the relation is about beyond its first words ("price per piece for the doors": "the doors").
_FORMS: dict[str, tuple[str, ...]] = {
    "is the name for": (
        "When you say {s}, you mean {v}.",
        "{s} and {v} are the same place, then.",
        "So {s} stands for {v}.",
        "{v} goes by the name of {s}.",
    ),
    "wanted": ("So there will be no {b}.", "That settles it: no {b}.", "I will plan without {s}."),
    "amount instead": ("{v} will take its place: {s}.", "So the substitute is {s}, {v}.", "Instead, {s}: {v}."),
    "new type": ("{s} becomes a {v}.", "So {s} is to be a {v}.", "I will count {s} as a {v}."),
    "also comprises": ("{v} counts as {s}.", "So {v} belongs to {s}.", "{v} is {s}, whatever its label says."),
    "room left out": ("{v} stays out of the {s}.", "So the {s} leaves out {v}.", "No {v} in the {s}."),
    "goes into": ("{s} goes into the rooms used as {v}.", "So {v} gets {s}.", "{v} is to have {s}."),
    "accepted on": ("{t} were accepted on {v}.", "So {v} was the acceptance of {t}.", "Acceptance of {t}: {v}."),
    "scope of work": ("{s} has {v}.", "So {v} are with {s}.", "{v} go to {s}, then."),
    "price per piece": ("{s} asks {v} apiece for {o}.", "So it is {v} from {s} for each of {o}."),
    "lump sum": ("{s} would do {o} for a lump sum of {v}.", "So a flat {v} from {s} for {o}."),
    "checks per year": ("{t} are checked {v}.", "So {t} have a check {v}.", "{v} somebody looks at {t}."),
    "time per check": ("A check takes {v} on {t}.", "So {v} per check for each of {t}.", "{t}: {v} a check."),
    "room area needed": ("{v} for {s}, then.", "So I reckon with {v} for {s}.", "{s} needs {v}."),
    "deduction": ("{v} come off the modelled width to get the {s}.", "So the {s} is the modelled width less {v}."),
    "minimum": ("The {s} must be at least {v}.", "So nothing under {v} of {s}.", "{v} is the least {s}."),
    "samples": ("{v} of {t} go to the showroom.", "So the showroom gets {v} of {t}.", "{v} of {t} as samples."),
    "reserve": ("{t} are ordered with {v} in reserve.", "So {v} on top for {t}.", "A reserve of {v} for {t}."),
    "delivery day": ("{t} come on {v}.", "So {t} arrive on {v}.", "{v} is the day for {t}."),
    "make": ("{t} are by {v}.", "So {v} makes {t}.", "{v} was picked for {t}."),
    "product": ("{t} are {v}.", "So the product for {t} is {v}.", "{v} was picked for {t}."),
    "embodied carbon": ("{t} carry {v} of CO2.", "So I calculate {t} with {v} of CO2.", "{v} of CO2 for {t}."),
    "warranty": ("{v} of warranty on {t}.", "So the warranty of {t} is {v}.", "{t} are covered for {v}."),
    "agreed unit price": ("{t} cost {v} apiece.", "So {t} come at {v} each.", "{v} for each of {t}."),
}
_EXTRA = ("{v} more for {w} on each of {t}.", "So {w} adds {v} to each of {t}.", "{w} comes to {v} each for {t}.")
_ANY = ("{r} {v} for {t}.", "So {v} is the {r} of {t}.", "The {r} of {t} is {v}.")
_OPENINGS = ("Noted.", "All right.", "Understood.", "I have written that down.", "Thank you, that is clear.", "Good.")


def echoed(facts: Sequence[Fact], rng: random.Random) -> str:
    """An acknowledgement that repeats the facts, each in a form from which the fact matcher reads it."""
    return " ".join([rng.choice(_OPENINGS), *(_echo(fact, rng) for fact in facts)])


def _echo(fact: Fact, rng: random.Random) -> str:
    forms = [_capital(form.format(**_slots(fact))) for form in _forms(fact.relation)]
    rng.shuffle(forms)
    return next((form for form in forms if match_fact(fact, form).found), fact.sentence())


def _forms(relation: str) -> tuple[str, ...]:
    if relation.endswith(" each"):
        return _EXTRA
    return next((forms for start, forms in _FORMS.items() if relation.startswith(start)), _ANY)


def _slots(fact: Fact) -> dict[str, str]:
    subject, relation = fact.subject, fact.relation
    bare = re.sub(r"^(an?|the) ", "", subject)
    fixed = re.match(r"(an?|the|all|each) ", subject)
    return {
        "s": subject,
        "b": bare,
        "t": subject if fixed else f"the {subject}",
        "v": _value(fact),
        "r": relation,
        "w": relation.removesuffix(" each"),
        "o": relation.partition(" for ")[2],
    }


def _value(fact: Fact) -> str:
    value = fact.value if isinstance(fact.value, (bool, str)) else written(float(fact.value))
    return f"{value} {fact.unit}" if fact.unit else str(value)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
