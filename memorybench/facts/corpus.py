"""Sentences built around facts, for measuring the matcher: tellings it must accept and traps it must refuse."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from memorybench.records import Fact

_THINGS = (
    ("door type", "D-{n}"), ("window type", "W{n}"), ("room", "A{r}"), ("wall type",
    "AW{n}"), ("air handling unit", "AHU-{n}"),
    ("slab", "SL-{n}"), ("column", "C{n}"), ("facade panel", "FP-{n}"),
)  # fmt: skip
_RELATIONS = (  # relation, unit, lowest and highest value, decimals, a unit it is not
    ("unit cost", "EUR", 90, 4000, 2, "m²"), ("U-value", "W/m²K", 0.1, 1.6, 2, "W/mK"),
    ("weight", "kg", 20, 900, 1, "EUR"), ("sound insulation", "dB", 30, 62, 0, "minutes"),
    ("emission factor", "kgCO2e/m²", 20, 400, 1, "kg/m²"), ("clear height", "m", 2.1, 6.0, 2, "m²"),
    ("cost rate", "EUR/m²", 20, 300, 2, "EUR/m"), ("airflow", "m³/h", 150, 4200, 0, "m³"),
    ("number of seats", None, 3, 95, 0, "m²"), ("service interval", "months", 2, 35, 0, "weeks"),
    ("illuminance", "lux", 150, 900, 0, "W"), ("cooling load", "kW", 2, 60, 1, "kWh"),
)  # fmt: skip

_TELLINGS = (
    "{s}: {r} {v} {u}.", "The {r} of {s} is {v} {u}.", "{s} has a {r} of {v} {u}.",
    "Please note {v} {u} as {r} for {s}.",
    "For {s} we take {v} {u} ({r}).", "{r} ({s}): {v} {u}", "{s} was {o} {u}, it is now {v} {u}.",
    "Correction: {s} is {v} {u}, not {o} {u}.", "{r} of {s} changed from {o} to {v} {u}.",
    "{s} is {v} {u}, {x} is {o} {u}.", "{x} gets {o} {u} and {s} gets {v} {u}.",
    "We talked about {s}. Its {r} is {v} {u}.", "- {s}\n  - {r}: {v} {u}",
    "[2026-03-02 14:30] quantity surveyor: the {r} of {s} has been agreed at {v} {u}.",
)  # fmt: skip
_TRAPS: dict[str, tuple[str, ...]] = {
    "wrong unit": ("{s}: {v} {w}.", "{s} has {v} {w} of it, the {r} is open.", "We noted {v} {w} for {s}."),
    "sibling subject": (
        "The {r} of {x} is {v} {u}.", "{x} is {v} {u}, {s} is {o} {u}.", "{s} gets {o} {u} and {x} gets {v} {u}.",
        "{v} {u} for {x}; {s} is still open.", "Unlike {s}, {x} has a {r} of {v} {u}.",
        "{s} is open. {x} has {v} {u}.",
        "We agreed {v} {u} for {x} and {o} {u} for {s}.", "- {s}: {o} {u}\n- {x}: {v} {u}",
    ),
    "superseded": (
        "{s} was {v} {u} and is now {o} {u}.", "{s}: {o} {u} instead of {v} {u}.",
        "{r} of {s} changed from {v} to {o} {u}.",
        "Formerly {v} {u}, {s} is {o} {u} today.", "The {v} {u} for {s} no longer apply.", "{s}: {v} {u} -> {o} {u}",
        "{s} had {v} {u}. It has been changed to {o} {u}.", "{s} is {o} {u}, replacing the {v} {u} noted earlier.",
    ),
    "negated": (
        "{s} is not {v} {u}.", "The {r} of {s} isn't {v} {u}.", "{s} never had {v} {u}.",
        "We did not agree on {v} {u} for {s}.",
        "{s}: not {v} {u} but {o} {u}.",
    ),
    "no subject": ("The {r} is {v} {u}.", "They told us {v} {u}.", "{v} {u} was agreed with the client."),
    "global id": ("{s} is the element 2O2Fr$t4X7Zf8NOew3{t}.", "{s} (GlobalId 1hqIFTRjfV6AWq_bMtI{t}) has no {r}."),
    "step id": ("{s} is #{i} in the file; {r} open.", "See #{i} for {s}."),
    "date": ("{s} was discussed on 2026-03-{d}; {r} open.", "On {d} March 2026 we spoke about {s}.",
    "{s}, {d}.03.2026: open."),
    "file name": ("{s} is in model_{i}.ifc, {r} open.", "See report-{i}.pdf on {s}."),
    "other value": ("The {r} of {s} is {o} {u}.", "{s}: {o} {u}"),
    "question": ("Is the {r} of {s} {v} {u}?", "Should {s} get {v} {u}?"),
}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A fact, a text, whether the text tells the fact, and what kind of telling or trap it is."""

    fact: Fact
    text: str
    told: bool
    kind: str


def tellings(count: int, seed: int) -> Iterator[Case]:
    """``count`` texts that tell their fact."""
    draw = random.Random(seed)
    for _ in range(count):
        fact, words = _fact(draw)
        template = draw.choice(_TELLINGS)
        yield Case(fact, template.format(**words), True, template)


def traps(count: int, seed: int) -> Iterator[Case]:
    """``count`` texts that do not tell their fact, spread evenly over the kinds of trap."""
    draw = random.Random(seed)
    kinds = sorted(_TRAPS)
    for number in range(count):
        fact, words = _fact(draw)
        kind = kinds[number % len(kinds)]
        yield Case(fact, draw.choice(_TRAPS[kind]).format(**words), False, kind)


def _fact(draw: random.Random) -> tuple[Fact, dict[str, str]]:
    noun, code = draw.choice(_THINGS)
    own, other = draw.sample(range(2, 60), 2)
    subject, sibling = (f"{noun} {code.format(n=n, r=100 + n)}" for n in (own, other))
    relation, unit, low, high, decimals, wrong = draw.choice(_RELATIONS)
    value = round(draw.uniform(low, high), decimals)
    old = value
    while abs(old - value) <= 0.1 * value:
        old = round(draw.uniform(low, high), decimals)
    fact = Fact(
        id="f", subject=subject, relation=relation, value=value, unit=unit, evidence=("S001-M01",),
        siblings=draw.choice(((), (sibling,))),
    )  # fmt: skip
    shown = f"{value:.{decimals}f}"
    digits = f"{int(value) % 1000:03d}"
    words = {
        "s": subject, "x": sibling, "r": relation, "v": shown, "o": f"{old:.{decimals}f}", "u": unit or "",
        "w": wrong, "t": digits, "i": str(int(value)), "d": f"{int(value) % 28 + 1:02d}",
    }  # fmt: skip
    return fact, words
