"""A run's folder: append-only, one record a line, every line on disk before the next step.

::

    spec.json                  the RunSpec
    ingest.jsonl               one IngestLine per store and session; a later line replaces an earlier one
    samples.jsonl              one Sample per task and epoch; a later line replaces an earlier one
    verdicts.<judges>.jsonl    one ScoreLine per sample, per set of judges
    summary.<judges>.json      one Summary per set of judges
    summary.json               the newest of them, which names its judges
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from filelock import FileLock, Timeout
from pydantic import AwareDatetime, ValidationError

from memorybench.errors import BadInput
from memorybench.records import Answer, IngestReceipt, Record, Usage, Verdict
from memorybench.runs.spec import RunSpec, differences

R = TypeVar("R", bound=Record)
SampleKey = tuple[str, int]


class IngestLine(Record):
    """One session written into one store."""

    store: str  # the store's digest
    history: str
    receipt: IngestReceipt
    tokens: int  # read by the memory system, in the bundled tokenizer
    usage: dict[str, Usage]  # by model role
    seconds: float
    run: str  # digest of the run that wrote it


class Sample(Record):
    """One probe's outcome."""

    task: str
    epoch: int
    store: str
    started: AwareDatetime
    answer: Answer
    usage: dict[str, Usage]
    ingest_failures: int = 0  # sessions of the store whose receipt reports a failure
    memory_changed: bool = False  # the store's dump differed after the probe

    @property
    def key(self) -> SampleKey:
        """(task id, epoch)."""
        return self.task, self.epoch


class FactLine(Record):
    """How far one fact came."""

    fact: str
    written: bool | None  # None: the memory system cannot list what it holds
    retrieved: bool
    used: bool


class ScoreLine(Record):
    """All verdicts on one sample."""

    task: str
    epoch: int
    sampled: AwareDatetime  # when the sample that is scored was started
    verdicts: tuple[Verdict, ...]
    facts: tuple[FactLine, ...]
    chance: tuple[int, int] = (0, 0)  # foreign facts found, foreign facts looked for
    usage: dict[str, Usage]

    @property
    def key(self) -> SampleKey:
        """(task id, epoch)."""
        return self.task, self.epoch


class RunLog:
    """Read and append one run's folder. Hold :meth:`owned` while writing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def owned(self) -> FileLock:
        """Claim the folder for this process; raise ``BadInput`` when another run has it."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self.folder / ".lock")
            lock.acquire(timeout=0)
        except Timeout:
            raise BadInput(
                f"another run is writing to {self.folder}: wait for it, or choose another folder with --out."
            ) from None
        except OSError as error:
            raise BadInput(
                f"cannot write to {self.folder}: {error.strerror or error}; choose another with --out."
            ) from None
        return lock

    def check(self, spec: RunSpec) -> None:
        """Raise ``BadInput`` if the folder holds records of a run with another identity."""
        if not (self.folder / "spec.json").exists() or self._untouched():
            return
        held = self.spec()
        if held.identity() != spec.identity():
            told = "; ".join(differences(spec.identity(), held.identity()))
            raise BadInput(
                f"{self.folder} holds another run ({told}): resume it with its own options, or choose another --out."
            )

    def claim(self, spec: RunSpec) -> RunSpec:
        """Write ``spec.json`` unless a run of the same identity is there; return the one that holds."""
        self.check(spec)
        path = self.folder / "spec.json"
        if path.exists() and not self._untouched():
            return self.spec()  # the first part's, with the surroundings it was begun in
        write_whole(path, spec.model_dump(mode="json"))
        return spec

    def _untouched(self) -> bool:
        """Whether nothing was recorded yet: then nothing is lost when another run takes the folder."""
        return not any(self.folder.glob("*.jsonl"))

    def spec(self) -> RunSpec:
        """The run's spec; raise ``BadInput`` when the folder holds none or it is torn."""
        path = self.folder / "spec.json"
        try:
            return RunSpec.model_validate_json(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise BadInput(f"{self.folder} is not a run: it has no spec.json.") from None
        except (ValidationError, UnicodeDecodeError) as error:
            raise BadInput(f"{path} is damaged or of another version of memorybench: {_first_line(error)}.") from None

    def ingest_lines(self) -> list[IngestLine]:
        """The newest line per store and session: one that was tried again at the end has two."""
        lines = read_lines(self.folder / "ingest.jsonl", IngestLine)
        return list({(line.store, line.receipt.session): line for line in lines}.values())

    def samples(self) -> dict[SampleKey, Sample]:
        """The newest sample per task and epoch."""
        return {sample.key: sample for sample in read_lines(self.folder / "samples.jsonl", Sample)}

    def scores(self, judges: str) -> dict[SampleKey, ScoreLine]:
        """The newest scores per task and epoch for one set of judges."""
        return {score.key: score for score in read_lines(self.verdicts_path(judges), ScoreLine)}

    def verdicts_path(self, judges: str) -> Path:
        """The verdict file of one set of judges."""
        return self.folder / f"verdicts.{judges}.jsonl"

    def write_summary(self, judges: str, summary: Record) -> None:
        """Write ``summary.<judges>.json`` and ``summary.json``."""
        for name in (f"summary.{judges}.json", "summary.json"):
            write_whole(self.folder / name, summary.model_dump(mode="json"))


def append(path: Path, record: Record) -> None:
    """Append one line and return when it is on disk; a torn line before it is cut off first."""
    line = json.dumps(record.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False) + "\n"
    with path.open("ab+") as stream:
        _cut_torn_line(stream)
        stream.write(line.encode("utf-8"))
        stream.flush()
        os.fsync(stream.fileno())


def _cut_torn_line(stream: Any) -> None:
    end = stream.seek(0, os.SEEK_END)
    if end == 0:
        return
    stream.seek(end - 1)
    if stream.read(1) == b"\n":
        return
    keep = end
    while keep > 0:
        step = min(65_536, keep)
        stream.seek(keep - step)
        place = stream.read(step).rfind(b"\n")
        if place >= 0:
            keep = keep - step + place + 1
            break
        keep -= step
    stream.truncate(keep)


def read_lines(path: Path, record: type[R]) -> Iterator[R]:
    """Read a record per line. A torn last line (no line end) is left out; any other fault is an error."""
    if not path.exists():
        return
    with path.open("rb") as stream:
        for number, line in enumerate(stream, start=1):
            if not line.endswith(b"\n"):
                return
            try:
                yield record.model_validate_json(line)
            except ValidationError as error:
                raise BadInput(f"{path}:{number}: damaged record: {_first_line(error)}.") from None


def write_whole(path: Path, value: Any) -> None:
    """Replace a JSON file in one step, so that no reader meets half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.new")
    with fresh.open("w", encoding="utf-8") as stream:
        json.dump(value, stream, ensure_ascii=False, indent=1)
        stream.write("\n")
        stream.flush()
        os.fsync(stream.fileno())
    fresh.replace(path)


def _first_line(error: Exception) -> str:
    if isinstance(error, ValidationError):
        detail = error.errors()[0]
        return f"{'.'.join(map(str, detail['loc'])) or 'record'}: {detail['msg']}"
    return str(error).splitlines()[0]
