"""Memory adapters as text for people: the list, a card, and how a check of the contract ended."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memorybench.memory import AdapterCard
    from memorybench.testing.contract import CheckResult

_LEAST_COLUMNS = 60  # narrower, and words stand one below the other
_IN_THE_HEAD = ("name", "tuned", "summary")


def columns() -> int:
    """The terminal's width; 80 where the output goes elsewhere and ``COLUMNS`` says nothing."""
    return max(shutil.get_terminal_size((80, 24)).columns, _LEAST_COLUMNS)


def settings_of(card: AdapterCard) -> str:
    """Whether the system runs as its makers ship it."""
    return "tuned" if card.tuned else "default settings"


def list_lines(rows: Sequence[Mapping[str, Any]], width: int) -> Iterator[str]:
    """A heading, then one line an adapter, with system, backend and variants below it."""
    if not rows:
        yield "No adapter is installed: add the distribution ifc-memorybench-baselines (or another)."
        return
    heads = [("NAME", "VERSION", "DISTRIBUTION", "SURFACES", "SETTINGS"), *(_head(row) for row in rows)]
    widths = [max(len(head[place]) for head in heads) for place in range(4)]
    indent = " " * (widths[0] + 2)
    for head, row in zip(heads, ({}, *rows), strict=True):
        yield "  ".join((*(word.ljust(size) for word, size in zip(head, widths, strict=False)), head[4])).rstrip()
        if "error" in row:
            yield from _wrapped(row["error"], indent, indent, width)
        elif row:
            yield from _wrapped(f"{row['system']}; {row['backend']}", indent, indent, width)
            for variant, settings in row["variants"].items():
                yield f"{indent}variant {row['name']}:{variant}, {settings}"


def card_lines(
    title: str, card: AdapterCard, variants: Mapping[str, str], options: Mapping[str, str], width: int
) -> Iterator[str]:
    """The card's fields that say something, then the variants and the options."""
    yield title
    yield from _wrapped(card.summary, "  ", "  ", width)
    for label, values in [*_fields(card), ("variants", _pairs(variants)), ("options", _pairs(options))]:
        for place, value in enumerate(values):
            first = f"  {label if place == 0 else '':<14} " + ("- " if len(values) > 1 else "")
            yield from _wrapped(value, first, " " * len(first), width)


def check_lines(result: CheckResult, width: int) -> Iterator[str]:
    """How one check ended: what it demands, and why it failed or was skipped."""
    first = f"{result.status:<8}{result.name:<26}"
    yield from _wrapped(result.what, first, " " * len(first), width)
    if result.detail:
        yield from _wrapped(result.detail, " " * len(first) + "-> ", " " * (len(first) + 3), width)


def _head(row: Mapping[str, Any]) -> tuple[str, ...]:
    surfaces, settings = (
        ("", "CANNOT BE USED") if "error" in row else (", ".join(row["surfaces"]), row["settings"].split()[0])
    )
    return str(row["name"]), str(row["version"]), str(row["distribution"]), surfaces, settings


def _fields(card: AdapterCard) -> list[tuple[str, list[str]]]:
    said = {key: value for key, value in card.model_dump(mode="json").items() if value not in ("", [])}
    return [(key.replace("_", " "), _said(key, value)) for key, value in said.items() if key not in _IN_THE_HEAD]


def _said(key: str, value: Any) -> list[str]:
    if key == "surfaces":
        return [", ".join(value)]
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    return [str(part) for part in value] if isinstance(value, list) else [str(value)]


def _pairs(texts: Mapping[str, str]) -> list[str]:
    return [f"{name} ({text})" for name, text in texts.items()]


def _wrapped(text: str, first: str, further: str, width: int) -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=further,
        break_long_words=False,
        break_on_hyphens=False,
    )
