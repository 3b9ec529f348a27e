"""What differs between two versions of a dataset, task by task."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memorybench.records import History, Record, Task
from memorybench.tasks.dataset import Dataset
from memorybench.tasks.layout import MODELS

_SHOWN = 60  # characters of a value


class ChangedField(Record):
    """One field with another value; long values are cut."""

    field: str  # with its path: `gold.0.value`
    before: str
    after: str


class ChangedTask(Record):
    """One task of both versions. ``history`` and ``model`` say whether what it refers to has changed, too."""

    task: str
    fields: tuple[ChangedField, ...]
    history: bool
    model: bool


class ChangedHistory(Record):
    """One history of both versions: sessions that came, went, or read differently."""

    history: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[str, ...]


class DatasetDiff(Record):
    """``equal`` is by content hash: card, errata and manifest do not count."""

    before: str
    after: str
    before_hash: str
    after_hash: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[ChangedTask, ...]
    histories_added: tuple[str, ...]
    histories_removed: tuple[str, ...]
    histories_changed: tuple[ChangedHistory, ...]
    models_added: tuple[str, ...]
    models_removed: tuple[str, ...]
    models_changed: tuple[str, ...]
    reordered: bool  # the same tasks in another order

    @property
    def equal(self) -> bool:
        """Whether results on both may be compared."""
        return self.before_hash == self.after_hash


def diff(before: Dataset, after: Dataset) -> DatasetDiff:
    """Compare by task id, history id and model path."""
    old, new = ({task.id: task for task in dataset.tasks} for dataset in (before, after))
    models = _changes(_files(before, MODELS), _files(after, MODELS))
    histories = _changes(before.histories, after.histories)
    common = [name for name in old if name in new]
    changed = [_task(old[name], new[name], set(histories[2]), set(models[2])) for name in common]
    return DatasetDiff(
        before=f"{before.name} {before.manifest.version}",
        after=f"{after.name} {after.manifest.version}",
        before_hash=before.content_hash,
        after_hash=after.content_hash,
        added=tuple(name for name in new if name not in old),
        removed=tuple(name for name in old if name not in new),
        changed=tuple(task for task in changed if task.fields or task.history or task.model),
        histories_added=histories[0],
        histories_removed=histories[1],
        histories_changed=tuple(_history(before.histories[name], after.histories[name]) for name in histories[2]),
        models_added=models[0],
        models_removed=models[1],
        models_changed=models[2],
        reordered=common != [name for name in new if name in old],
    )


def _files(dataset: Dataset, folder: str) -> dict[str, str]:
    return {path: digest for path, digest in dataset.manifest.files.items() if path.startswith(f"{folder}/")}


def _changes(
    old: Mapping[str, Any], new: Mapping[str, Any]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Names added, removed, and with another value."""
    added, removed = sorted(new.keys() - old.keys()), sorted(old.keys() - new.keys())
    changed = sorted(name for name in old.keys() & new.keys() if old[name] != new[name])
    return tuple(added), tuple(removed), tuple(changed)


def _task(old: Task, new: Task, histories: set[str], models: set[str]) -> ChangedTask:
    fields = _fields("", old.model_dump(mode="json"), new.model_dump(mode="json"))
    return ChangedTask(task=old.id, fields=tuple(fields), history=new.history in histories, model=new.model in models)


def _fields(path: str, old: Any, new: Any) -> list[ChangedField]:
    """The innermost fields that differ; a list that became longer or shorter differs as a whole."""
    if old == new:
        return []
    pairs: list[tuple[str, Any, Any]] = []
    if isinstance(old, dict) and isinstance(new, dict):
        pairs = [(key, old.get(key), new.get(key)) for key in dict.fromkeys([*old, *new])]
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = [(str(number), one, other) for number, (one, other) in enumerate(zip(old, new, strict=True))]
    if not pairs:
        return [ChangedField(field=path or "task", before=_shown(old), after=_shown(new))]
    return [found for key, one, other in pairs for found in _fields(f"{path}.{key}".lstrip("."), one, other)]


def _history(old: History, new: History) -> ChangedHistory:
    added, removed, changed = _changes(
        {session.id: session for session in old.sessions}, {session.id: session for session in new.sessions}
    )
    return ChangedHistory(history=old.id, added=added, removed=removed, changed=changed)


def _shown(value: Any) -> str:
    text = str(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
