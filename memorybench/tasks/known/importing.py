"""A benchmark's file becomes a dataset folder: whole, with the published counts, or not at all."""

from __future__ import annotations

import contextlib
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from filelock import FileLock, Timeout

from memorybench import __version__
from memorybench.errors import BadInput, unknown_name
from memorybench.records import History, Task
from memorybench.tasks.known.benchmark import Benchmark, Oddities
from memorybench.tasks.known.locomo import LOCOMO
from memorybench.tasks.known.longmemeval import LONGMEMEVAL
from memorybench.tasks.layout import file_hash, write_dataset

BENCHMARKS = {benchmark.name: benchmark for benchmark in (LONGMEMEVAL, LOCOMO)}
_TELL_EVERY = 50


def known_benchmark(name: str) -> Benchmark:
    """The benchmark of that name; raises ``BadInput`` with the known ones otherwise."""
    if name not in BENCHMARKS:
        raise unknown_name("benchmark", name, BENCHMARKS)
    return BENCHMARKS[name]


@dataclass
class Imported:
    """What was read."""

    histories: int = 0
    sessions: int = 0
    messages: int = 0
    characters: int = 0
    tasks: list[Task] = field(default_factory=list)
    oddities: Oddities = field(default_factory=Oddities)

    @property
    def categories(self) -> Counter[str]:
        """Tasks by category."""
        return Counter(task.family for task in self.tasks)

    @property
    def abstentions(self) -> int:
        """Tasks whose answer is that it was not mentioned."""
        return sum(task.control is not None for task in self.tasks)


def import_benchmark(
    benchmark: Benchmark,
    file: Path,
    out: Path,
    *,
    name: str,
    allow_partial: bool = False,
    tell: Callable[[str], None] = lambda text: None,
) -> Imported:
    """Write the dataset ``name`` into the new folder ``out``.

    Raises:
        BadInput: ``out`` is not empty or being written, the file is of another form, or (without ``allow_partial``)
            its counts are not the published ones. Nothing is written then.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise BadInput(f"{out} exists already: give --out a new folder, or empty this one first.")
    imported = Imported()
    if not file.is_file():
        raise BadInput(f"there is no file {file}; {benchmark.title} is published at {benchmark.source}.")
    digest = file_hash(file)
    out.parent.mkdir(parents=True, exist_ok=True)
    with _work_folder(out) as root:
        write_dataset(
            root,
            histories=_histories(benchmark, file, imported, tell),
            tasks=_tasks(benchmark, file, imported, allow_partial),
            manifest={
                "name": name,
                "version": "1.0.0",
                "licence": benchmark.licence,
                "language": "en",
                "description": f"{benchmark.title}, imported: histories without a building model.",
                "created": f"by memorybench {__version__} datasets import {benchmark.name}",
                "source": benchmark.source,
                "source_file": file.name,
                "source_sha256": digest,
            },
        )
        (root / "card.md").write_text(card(benchmark, imported, name, file.name, digest), encoding="utf-8")
        (root / "errata.md").write_text("# Errata\n\nNone known.\n", encoding="utf-8")
        if out.exists():
            out.rmdir()
        root.rename(out)
    return imported


@contextlib.contextmanager
def _work_folder(out: Path) -> Iterator[Path]:
    """A folder beside ``out`` to write in, gone afterwards. What a killed import left in it is removed first."""
    work = out.with_name(f".{out.name}-importing")
    lock = FileLock(work.with_name(f"{work.name}.lock"), timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise BadInput(f"another import is writing {out}: wait for it, or give --out another folder.") from None
    try:
        shutil.rmtree(work, ignore_errors=True)
        (work / "dataset").mkdir(parents=True)
        yield work / "dataset"
    finally:
        shutil.rmtree(work, ignore_errors=True)
        Path(lock.lock_file).unlink(missing_ok=True)
        lock.release()


def _histories(
    benchmark: Benchmark, file: Path, imported: Imported, tell: Callable[[str], None]
) -> Iterator[History]:
    """The histories one by one; tasks and counts are kept on the way."""
    seen: set[str] = set()
    for chat in benchmark.read(file, imported.oddities):
        if chat.history.id in seen:
            raise BadInput(f"{file}: {chat.history.id} stands twice.")
        seen.add(chat.history.id)
        messages = [message for session in chat.history.sessions for message in session.messages]
        imported.histories += 1
        imported.sessions += len(chat.history.sessions)
        imported.messages += len(messages)
        imported.characters += sum(len(message.text) for message in messages)
        imported.tasks += chat.tasks
        if imported.histories % _TELL_EVERY == 0:
            tell(f"{imported.histories} of {benchmark.histories} histories read")
        yield chat.history


def _tasks(benchmark: Benchmark, file: Path, imported: Imported, allow_partial: bool) -> Iterator[Task]:
    """The tasks, once the histories have been read and the counts hold."""
    wrong = differences(benchmark, imported)
    if not imported.tasks:
        raise BadInput(f"{file} holds no question.")
    if wrong and not allow_partial:
        raise BadInput(
            f"{file} is not the published {benchmark.title}: {'; '.join(wrong)}; "
            "--allow-partial imports what is there, and the card says so."
        )
    yield from imported.tasks


def differences(benchmark: Benchmark, imported: Imported) -> list[str]:
    """Where the counts are not the published ones."""
    found = imported.categories
    pairs = [
        ("histories", imported.histories, benchmark.histories),
        *((f"{category.name} questions", found[category.name], category.count) for category in benchmark.categories),
        ("abstention questions", imported.abstentions, benchmark.abstentions),
    ]
    return [f"{here:,} {what}, published {there:,}" for what, here, there in pairs if here != there]


def card(benchmark: Benchmark, imported: Imported, name: str, file: str, digest: str) -> str:
    """``card.md``: origin, licence, what was converted how, what to know before comparing."""
    wrong = differences(benchmark, imported)
    counts = imported.categories
    rows = [
        f"| {category.name} | {counts[category.name]:,} | {category.count:,} | "
        f"{', '.join(category.abilities)} | {category.rule} |"
        for category in benchmark.categories
    ]
    oddities = [f"- {count:,} {sentence}" for sentence, count in sorted(imported.oddities.counts.items())]
    complete = "All counts are the published ones." if not wrong else f"**Partial**: {'; '.join(wrong)}."
    return "\n".join(
        [
            f"# {name}",
            "",
            f"{benchmark.title}, imported by `memorybench datasets import {benchmark.name}`. There is no building "
            "model: memory is the only source, and the probe agent has a prompt without IFC.",
            "",
            "## Origin and licence",
            "",
            f"- Paper: {benchmark.paper}.",
            f"- Published at {benchmark.source}.",
            f"- Licence: {benchmark.licence}.",
            f"- File: `{file}`, sha256 `{digest}`.",
            "",
            "Do not pass this folder on except as that licence allows. Questions and answers were written and "
            "reviewed by the benchmark's authors, not by this project.",
            "",
            "## Categories",
            "",
            complete,
            "",
            "| Category | Questions | Published | Abilities | Rule |",
            "|---|---|---|---|---|",
            *rows,
            "",
            f"{imported.abstentions:,} questions are abstention: the right answer is that it was not mentioned.",
            "",
            "## What was converted, and how",
            "",
            *(f"- {sentence}" for sentence in benchmark.conversions),
            *oddities,
            "",
            "## Comparing with published figures",
            "",
            *(f"- {sentence}" for sentence in benchmark.comparing),
            "- Golds are text: the answer judge scores them, the code grader has no data but on abstention. Facts "
            "written, retrieved and used are no data; `evidence_sessions_retrieved` says how many of the sessions "
            "that hold the answer stand behind what was retrieved, for systems whose memories name their session.",
            "",
            "## Statistics",
            "",
            "| Measure | Value |",
            "|---|---|",
            f"| tasks | {len(imported.tasks):,} |",
            f"| histories | {imported.histories:,} |",
            f"| sessions | {imported.sessions:,} |",
            f"| messages | {imported.messages:,} |",
            f"| characters | {imported.characters:,} |",
            "",
            "`memorybench datasets describe` counts tokens by scope; `datasets card --write` adds its tables here.",
            "",
        ]
    )
