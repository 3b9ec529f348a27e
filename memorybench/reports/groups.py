"""The rates by group as a table: which groupings are worth one, and each rate with its interval."""

from __future__ import annotations

from rich import box
from rich.table import Table

from memorybench.runs.summary import Group, RateSummary, Summary

KINDS = ("label", "kind", "ability", "phrase_bank", "family", "project")
_MOST = 25  # groups of one kind in a table; all are in the JSON
# Tasks a group must have on average. Generated datasets often have one task a family, imported ones one a project.
_FEWEST = {"family": 5, "project": 2}
_WIDE = 110  # characters: room for a rate and its interval side by side


def shown_groups(summary: Summary) -> dict[str, dict[str, Group]]:
    """The groupings worth a table: two groups or more, not too many, families and projects with enough tasks."""
    shown = {}
    for kind in KINDS:
        groups = summary.groups.get(kind, {})
        tasks = sum(_tasks(group) for group in groups.values())
        if 2 <= len(groups) <= _MOST and tasks >= _FEWEST.get(kind, 1) * len(groups):
            shown[kind] = groups
    return shown


def groups_table(summary: Summary, width: int) -> Table:
    """One row a group: per cent with the Wilson interval, which stands below it where ``width`` is small."""
    between = " " if width >= _WIDE else "\n"
    table = Table(
        title="By group, % [Wilson 95 %]", title_justify="left", title_style="italic", box=box.SIMPLE, padding=(0, 1)
    )
    facts = any(group.facts.retrieved.n for groups in summary.groups.values() for group in groups.values())
    for column in ("group", "tasks", "answer", "memory", "grader", *([f"facts{between}retrieved"] if facts else [])):
        table.add_column(column, justify="left" if column == "group" else "right", overflow="fold")
    for kind, groups in shown_groups(summary).items():
        table.add_row(f"by {kind.replace('_', ' ')}", style="bold")
        for name, group in groups.items():
            rates = [group.answer_accuracy, group.memory_accuracy, group.grader_accuracy]
            rates += [group.facts.retrieved] if facts else []
            table.add_row(f"  {name}", str(_tasks(group)), *(_with_interval(rate, between) for rate in rates))
    return table


def _tasks(group: Group) -> int:
    return group.answer_accuracy.n + group.answer_accuracy.unscored


def _with_interval(rate: RateSummary, between: str) -> str:
    if rate.rate is None or rate.wilson is None:
        return "no data"
    low, high = rate.wilson
    return f"{100 * rate.rate:.1f}{between}[{100 * low:.0f}–{100 * high:.0f}]"
