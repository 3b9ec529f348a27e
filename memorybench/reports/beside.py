"""The stand-in on each set of wordings: the generator's two phrase banks, and the handwritten dataset.

The rules were written without sight of any of the three. The handwritten dataset shows what the same rules do
with other people's words; the gap says how far a generator's wordings flatter.
"""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table

from memorybench.records import Record
from memorybench.reports.console import percent
from memorybench.runs.summary import StageCounts, Summary


class BesideRow(Record):
    """The facts' stages on one set of wordings; ``gap`` is retrieved here minus retrieved on bank A, in points."""

    wordings: str
    facts: StageCounts
    gap: float | None


def beside_rows(generated: Summary, handwritten: Summary | None) -> list[BesideRow]:
    """Bank A, bank B and the handwritten dataset, as far as there are any."""
    banks = generated.groups["phrase_bank"]
    dataset = str(generated.run["dataset"])
    named = [(f"{dataset}, bank {bank}", banks[bank].facts) for bank in ("A", "B") if bank in banks]
    if handwritten is not None:
        named.append(("handwritten", handwritten.facts))
    seen = banks["A"].facts.retrieved.rate if "A" in banks else None
    return [BesideRow(wordings=name, facts=facts, gap=_gap(facts, seen)) for name, facts in named]


def _gap(facts: StageCounts, seen: float | None) -> float | None:
    here = facts.retrieved.rate
    return None if here is None or seen is None else round(100 * (here - seen), 1)


def print_beside(console: Console, rows: list[BesideRow]) -> None:
    """The rows as a table."""
    table = Table(
        title="The stand-in on other wordings (its rules saw none)",
        title_justify="left",
        title_style="italic",
        box=box.SIMPLE,
        padding=(0, 1),
    )
    for number, column in enumerate(("wordings", "facts", "written", "retrieved", "used", "gap to bank A")):
        table.add_column(column, justify="left" if number == 0 else "right")
    for row in rows:
        table.add_row(
            row.wordings,
            str(row.facts.facts),
            percent(row.facts.written.rate),
            percent(row.facts.retrieved.rate),
            percent(row.facts.used.rate),
            "no data" if row.gap is None else f"{row.gap:+.1f}",
        )
    console.print(table)
