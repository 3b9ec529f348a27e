"""Load a dataset by name or path: whole and without a fault, or not at all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from memorybench.errors import BadInput, unknown_name
from memorybench.records import History, Record, Task
from memorybench.resources import bundled
from memorybench.tasks.faults import Fault
from memorybench.tasks.layout import MANIFEST, Manifest, content_hash, hash_files
from memorybench.tasks.reading import read_folder
from memorybench.tasks.structure import check_structure


@dataclass(frozen=True)
class Dataset:
    """A loaded dataset. ``content_hash`` is its identity: results across two hashes are not compared."""

    root: Path
    manifest: Manifest
    content_hash: str
    histories: dict[str, History]
    tasks: tuple[Task, ...]

    @property
    def name(self) -> str:
        """The dataset's name."""
        return self.manifest.name

    def model_path(self, task: Task) -> Path | None:
        """Where the task's IFC file lies; None for a task without one."""
        return None if task.model is None else self.root / task.model

    def select(self, ids: Iterable[str]) -> tuple[Task, ...]:
        """The tasks with those ids, in dataset order; raise ``BadInput`` for an unknown id."""
        wanted = list(ids)
        known = {task.id for task in self.tasks}
        for identifier in wanted:
            if identifier not in known:
                raise unknown_name(f"task of {self.name}", identifier, known)
        return tuple(task for task in self.tasks if task.id in set(wanted))


class DatasetCheck(Record):
    """The outcome of validating a folder."""

    root: str
    tasks: int
    histories: int
    content_hash: str
    faults: tuple[Fault, ...]


def find_dataset(name_or_path: str) -> Path:
    """The folder of a bundled dataset's name or of a path; raise ``BadInput`` when there is none."""
    known = bundled("datasets")
    if name_or_path in known:
        return known[name_or_path]
    path = Path(name_or_path)
    if (path / MANIFEST).is_file() or path.is_dir():
        return path
    if path.exists():
        raise BadInput(f"{path} is a file; a dataset is a folder with {MANIFEST}.")
    raise unknown_name("dataset (neither a bundled name nor a folder)", name_or_path, known)


def check_dataset(name_or_path: str) -> DatasetCheck:
    """Read everything and list every structural fault."""
    root = find_dataset(name_or_path)
    reading = read_folder(root)
    check_structure(reading)
    return DatasetCheck(
        root=str(root),
        tasks=len(reading.tasks),
        histories=len(reading.histories),
        content_hash=content_hash(hash_files(root)),
        faults=tuple(reading.faults),
    )


def load_dataset(name_or_path: str) -> Dataset:
    """Load a dataset.

    Raises:
        BadInput: no such dataset, or it has faults; the first is named, with how to see the rest.
    """
    root = find_dataset(name_or_path)
    reading = read_folder(root)
    if not reading.faults:
        check_structure(reading)
    if reading.faults or reading.manifest is None:
        more = f" (and {len(reading.faults) - 1} more)" if len(reading.faults) > 1 else ""
        raise BadInput(
            f"the dataset {root} cannot be used: {reading.faults[0]}{more}; "
            f"`memorybench datasets validate {name_or_path}` lists every fault."
        )
    return Dataset(
        root=root,
        manifest=reading.manifest,
        content_hash=content_hash(hash_files(root)),
        histories=reading.histories,
        tasks=tuple(reading.tasks),
    )
