"""Memory stores on disk: built once per adapter, scope, model and history, probed by any number of runs.

A store's key says all that its content depends on; a run refers to stores by it, so a second probe model
meets the memory verbatim (paper, section 4.7). A folder holds::

    store.json        the key
    receipts.jsonl    one IngestLine per session
    ready.json        written when all sessions are in: the dump's hash
    dump.jsonl        everything stored, one Memory a line (not where the memory system cannot list it)
    workspace/        the adapter's own
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from pydantic import ValidationError

from memorybench.errors import BadInput
from memorybench.records import Fact, History, Memory, Record, Scope
from memorybench.runs.log import IngestLine, append, read_lines, write_whole
from memorybench.runs.spec import RunSpec, digest


class StoreKey(Record):
    """All that the content of a store depends on (DESIGN, section 3.3)."""

    adapter: str
    distribution: str
    version: str
    system: str
    config: dict[str, Any]
    scope: Scope
    memory_model: str | None
    embedder: str | None
    base_url: str | None
    temperature: float | None
    history: str
    sessions: int
    content: str  # hash of the sessions in scope, and of the facts for a gold baseline

    @property
    def digest(self) -> str:
        """16 hex characters."""
        return digest(self.model_dump(mode="json"))[:16]

    @property
    def namespace(self) -> str:
        """A name for this store on a shared backend: [A-Za-z0-9_-] only."""
        return f"mb-{re.sub(r'[^A-Za-z0-9_-]', '-', self.history)[:32]}-{self.digest}"


def store_key(spec: RunSpec, history: History, gold: tuple[Fact, ...] = ()) -> StoreKey:
    """The key for ``history``, which is already cut at the probe time and filtered to the scope."""
    told = history.model_dump(mode="json")["sessions"]
    content: Any = [told, [fact.model_dump(mode="json") for fact in gold]] if gold else told
    return StoreKey(
        adapter=spec.adapter,
        distribution=spec.distribution,
        version=spec.adapter_version,
        system=spec.system,
        config=spec.config,
        scope=spec.scope,
        memory_model=spec.memory_model,
        embedder=spec.embedder,
        base_url=spec.base_url if spec.memory_model or spec.embedder else None,
        temperature=spec.temperature if spec.memory_model else None,
        history=history.id,
        sessions=len(history.sessions),
        content=digest(content),
    )


class Ready(Record):
    """A complete store's proof."""

    dump_hash: str | None  # None: the memory system cannot list what it holds
    memories: int | None


def dump_hash(dump: list[Memory] | None) -> str | None:
    """One hash over everything stored, independent of order; None where it cannot be listed."""
    if dump is None:
        return None
    return digest(sorted(digest(memory.model_dump(mode="json", exclude={"score"})) for memory in dump))


class StoreFolder:
    """One store's folder."""

    def __init__(self, root: Path, key: StoreKey) -> None:
        self.key = key
        self.folder = root / f"{key.namespace}"
        self.workspace = self.folder / "workspace"
        self._receipts = self.folder / "receipts.jsonl"
        self._ready = self.folder / "ready.json"
        self._dump = self.folder / "dump.jsonl"

    def owned(self) -> FileLock:
        """Claim the store for this process; raise ``BadInput`` when another run has it."""
        self.workspace.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self.folder / ".lock")
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise BadInput(
                f"another run is using the store {self.folder}: wait for it, or give --stores another folder."
            ) from None
        if not (self.folder / "store.json").exists():
            write_whole(self.folder / "store.json", self.key.model_dump(mode="json"))
        return lock

    def receipts(self) -> dict[str, IngestLine]:
        """The sessions already written, by session id."""
        return {line.receipt.session: line for line in read_lines(self._receipts, IngestLine)}

    def record(self, line: IngestLine) -> None:
        """Note that a session is written."""
        append(self._receipts, line)

    def ready(self) -> Ready | None:
        """The proof of a complete store, or None."""
        try:
            return Ready.model_validate_json(self._ready.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except ValidationError:
            raise BadInput(f"{self._ready} is damaged: delete the folder {self.folder} to ingest again.") from None

    def finish(self, dump: list[Memory] | None) -> Ready:
        """Write down what the complete store holds, if it can be listed."""
        self._dump.unlink(missing_ok=True)
        if dump is not None:
            self._dump.write_text(
                "".join(memory.model_dump_json(exclude_defaults=True) + "\n" for memory in dump), encoding="utf-8"
            )
        ready = Ready(dump_hash=dump_hash(dump), memories=None if dump is None else len(dump))
        write_whole(self._ready, ready.model_dump(mode="json"))
        return ready

    def dump(self) -> list[Memory] | None:
        """Everything stored, as written down by :meth:`finish`; None where it cannot be listed."""
        ready = self.ready()
        if ready is not None and ready.dump_hash is None:
            return None
        return list(read_lines(self._dump, Memory))
