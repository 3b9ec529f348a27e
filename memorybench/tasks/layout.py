"""What a dataset folder holds, and the hash that is its identity.

::

    dataset.json            name, version, licence, language, description, created, files {path: sha256}
    card.md  errata.md      for people; not part of the identity
    tasks.jsonl             one Task a line
    histories/<id>.json     one History a file
    models/*.ifc
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, Field

from memorybench.records import History, Record, Task

MANIFEST = "dataset.json"
TASKS = "tasks.jsonl"
HISTORIES = "histories"
MODELS = "models"


class Manifest(Record):
    """``dataset.json``. Keys that a builder adds for people (counts, seed, generator) are kept in ``extra``."""

    model_config = ConfigDict(frozen=True, extra="allow")

    name: str
    version: str
    licence: str
    language: str = "en"
    description: str
    created: str
    files: dict[str, str] = Field(default_factory=dict)


def file_hash(path: Path) -> str:
    """The sha256 of a file's bytes, in hex."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def identity_files(root: Path) -> list[Path]:
    """The files whose bytes are the dataset's identity, sorted by path."""
    parts = [root / TASKS, *(root / HISTORIES).glob("*.json"), *(root / MODELS).glob("*")]
    return sorted(path for path in parts if path.is_file())


def hash_files(root: Path) -> dict[str, str]:
    """Relative POSIX path -> sha256 of every identity file."""
    return {path.relative_to(root).as_posix(): file_hash(path) for path in identity_files(root)}


def content_hash(files: Mapping[str, str]) -> str:
    """One hash over all identity files: the dataset's identity."""
    lines = "".join(f"{digest}  {path}\n" for path, digest in sorted(files.items()))
    return hashlib.sha256(lines.encode("utf-8")).hexdigest()


def write_dataset(
    root: Path,
    *,
    histories: Iterable[History],
    tasks: Iterable[Task],
    manifest: Mapping[str, Any],
) -> Manifest:
    """Write histories, tasks and manifest into ``root``, where ``models/`` already lies; return the manifest.

    Writes the same bytes for the same records.
    """
    (root / HISTORIES).mkdir(parents=True, exist_ok=True)
    for history in histories:
        path = root / HISTORIES / f"{history.id}.json"
        path.write_text(_readable(history.model_dump(mode="json", exclude_defaults=True)), encoding="utf-8")
    lines = [json.dumps(task.model_dump(mode="json"), ensure_ascii=False, sort_keys=False) for task in tasks]
    (root / TASKS).write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    written = Manifest.model_validate({**manifest, "files": hash_files(root)})
    (root / MANIFEST).write_text(_readable(written.model_dump(mode="json")), encoding="utf-8")
    return written


def _readable(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
