"""A description as rows of words, for the card and for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from memorybench.tasks.describe import PAPER, PAPER_TOKENS, Description

_IDENTITY = {"name", "version", "content_hash"}
_NESTED = {"distributions", "groups"}
_COUNTS = {"labels", "kinds", "families", "controls", "phrase_banks", "abilities"}
Row = tuple[str, ...]

TABLE_ONE = ("Measure", "This dataset", "The paper's")
DISTRIBUTIONS = ("Measure", "n", "mean", "min", "25 %", "median", "75 %", "max")
GROUPS = (
    "Group", "tasks", "facts", "distance in sessions", "in days", "tokens: user", "user+final", "full",
)  # fmt: skip


def table_one(numbers: Description) -> Iterator[Row]:
    """Measure, value, and the paper's value where its Table 1 has one."""
    for key, value in numbers.model_dump(mode="json", exclude=_IDENTITY | _NESTED | _COUNTS).items():
        if key == "tokens_per_task":
            for scope, count in value.items():
                yield f"tokens per task, {scope}", _shown(count), _shown(PAPER_TOKENS.get(scope, ""))
        else:
            yield key.replace("_", " "), _shown(value), _shown(PAPER.get(key, ""))
    for key in ("labels", "kinds", "controls", "phrase_banks", "abilities", "families"):
        counts = getattr(numbers, key)
        yield key.replace("_", " "), ", ".join(f"{name} {_shown(n)}" for name, n in counts.items()) or "none", ""


def distributions(numbers: Description) -> Iterator[Row]:
    """Each measure in five numbers and its mean."""
    for name, found in numbers.distributions.items():
        yield name.replace("_", " "), *(_shown(value) for value in found.model_dump().values())


def groups(numbers: Description) -> Iterator[Row]:
    """The tasks by label, kind, family and ability; a single group says nothing and is left out."""
    for kind, members in numbers.groups.items():
        for name, group in members.items() if len(members) > 1 else ():
            yield (
                f"{kind}: {name}",
                _shown(group.tasks),
                _shown(group.facts),
                _shown(group.distance_sessions),
                _shown(group.distance_days),
                *(_shown(count) for count in group.tokens.values()),
            )


def _shown(value: object) -> str:
    if value is None:
        return "no data"
    return f"{value:,}" if isinstance(value, int | float) else str(value)
