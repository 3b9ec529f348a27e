"""A dataset's description and the difference of two datasets on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from memorybench.tasks import tables
from memorybench.tasks.describe import Description
from memorybench.tasks.diff import ChangedTask, DatasetDiff


def print_description(console: Console, numbers: Description) -> None:
    """Table 1 beside the paper's, distributions, and the tasks by group."""
    title = f"{numbers.name} {numbers.version}, {numbers.content_hash[:12]}"
    console.print(_table(title, tables.TABLE_ONE, tables.table_one(numbers)))
    console.print(_table("Distributions", tables.DISTRIBUTIONS, tables.distributions(numbers)))
    console.print(_table("By group (means)", tables.GROUPS, tables.groups(numbers)))
    console.print("Distance: what lies between the session that told a fact last and the probe.", highlight=False)


def _table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    table = Table(title=title, title_justify="left", title_style="italic", box=box.SIMPLE, padding=(0, 1))
    for number, column in enumerate(head):
        left = number == 0 or len(head) == len(tables.TABLE_ONE)
        table.add_column(column, justify="left" if left else "right", overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def diff_lines(found: DatasetDiff) -> Iterator[str]:
    """One line a change, tasks first."""
    yield f"{found.before}, {found.before_hash[:12]} -> {found.after}, {found.after_hash[:12]}"
    if found.equal:
        yield "equal: the same tasks, histories and models to the byte"
        return
    yield from (f"task {name}: added" for name in found.added)
    yield from (f"task {name}: removed" for name in found.removed)
    for task in found.changed:
        yield from _task_lines(task)
    if found.reordered:
        yield "tasks: in another order"
    yield from (f"history {name}: added" for name in found.histories_added)
    yield from (f"history {name}: removed" for name in found.histories_removed)
    for history in found.histories_changed:
        parts = (("added", history.added), ("removed", history.removed), ("changed", history.changed))
        told = [f"sessions {word}: {', '.join(names)}" for word, names in parts if names]
        yield f"history {history.history}: {'; '.join(told) or 'another project'}"
    yield from (f"{name}: added" for name in found.models_added)
    yield from (f"{name}: removed" for name in found.models_removed)
    yield from (f"{name}: changed" for name in found.models_changed)
    yield (
        f"{len(found.added)} tasks added, {len(found.removed)} removed, {len(found.changed)} changed: "
        "results on the two are not compared"
    )


def _task_lines(task: ChangedTask) -> Iterator[str]:
    for field in task.fields:
        yield f"task {task.task}: {field.field}: {field.before!r} -> {field.after!r}"
    around = [word for word, changed in (("history", task.history), ("model", task.model)) if changed]
    if around:
        yield f"task {task.task}: its {' and its '.join(around)} changed"
