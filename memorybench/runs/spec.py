"""The frozen description of a run, and the part of it that is its identity."""

from __future__ import annotations

import hashlib
import json
import platform
import re
import subprocess
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal

from pydantic import AwareDatetime

from memorybench import __version__
from memorybench.models.names import family
from memorybench.records import Record, Scope

ProbeStyle = Literal["invited", "plain"]

SYSTEMS_UNDER_TEST = (
    "mem0ai",
    "qdrant-client",
    "deepagents",
    "ifcopenshell",
    "ifcquery",
    "langchain",
    "langchain-core",
)


class Surroundings(Record):
    """What is recorded beside a run and does not change its identity."""

    created: AwareDatetime
    dataset_path: str
    concurrency: int
    max_cost: float | None
    memorybench: str
    git_commit: str | None
    python: str
    packages: dict[str, str]


class RunSpec(Record):
    """Everything that decides a run's result (DESIGN, section 3), frozen before the first call."""

    adapter: str  # with its variant: `mem0`, `mem0:domain`
    distribution: str
    adapter_version: str
    system: str  # the memory system and its pinned version, from the card
    config: dict[str, Any]
    scope: Scope
    model: str
    memory_model: str | None  # None: the adapter calls no chat model
    judge_model: str
    embedder: str | None
    base_url: str | None
    temperature: float
    probe_style: ProbeStyle
    prompts: dict[str, str]  # prompt name -> fingerprint
    dataset: str
    dataset_hash: str
    judges: dict[str, str]  # judge name -> fingerprint
    limits: dict[str, float]
    tasks: tuple[str, ...]
    partial: bool  # fewer tasks than the dataset has
    epochs: int
    surroundings: Surroundings

    def identity(self) -> dict[str, Any]:
        """The fields that a resumed run must share."""
        return self.model_dump(mode="json", exclude={"surroundings"})

    @property
    def digest(self) -> str:
        """64 hex characters over the identity."""
        return digest(self.identity())

    @property
    def stand_in(self) -> bool:
        """Whether any role is played by the `rules` stand-in, so that quality is not measured."""
        return "rules" in (self.model, self.memory_model, self.judge_model)

    @property
    def judge_same_family(self) -> bool:
        """Whether the judge is of the probe agent's model family, which it might favour (paper, section 5)."""
        models = (self.model, self.judge_model)
        return "rules" not in models and family(models[0]) == family(models[1])

    def folder_name(self) -> str:
        """``<adapter>-<scope>-<dataset>-<hash8>``; of an adapter with a command or URL, a short safe beginning."""
        adapter = re.sub(r"[^A-Za-z0-9._-]+", "_", self.adapter)[:40].strip("._-")
        return "-".join((adapter, self.scope.value, self.dataset, self.digest[:8]))


def digest(value: Any) -> str:
    """The sha256 of a JSON value in its canonical form."""
    canonical = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("utf-8")).hexdigest()


def differences(ours: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    """Say, field by field, how two identities differ."""
    lines = []
    for field in sorted(ours.keys() | theirs.keys()):
        mine, other = ours.get(field), theirs.get(field)
        if mine == other:
            continue
        if isinstance(mine, (list, tuple)) and isinstance(other, (list, tuple)):
            lines.append(f"{field}: {len(other)} there, {len(mine)} here")
        elif isinstance(mine, dict) and isinstance(other, dict):
            lines += [f"{field}.{line}" for line in differences(mine, other)]
        else:
            lines.append(f"{field}: {_short(other)} there, {_short(mine)} here")
    return lines


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 40 else text[:12] + "…"


def surroundings(dataset_path: str, concurrency: int, max_cost: float | None) -> Surroundings:
    """Look up commit, interpreter and package versions."""
    return Surroundings(
        created=datetime.now(UTC).replace(microsecond=0),
        dataset_path=dataset_path,
        concurrency=concurrency,
        max_cost=max_cost,
        memorybench=__version__,
        git_commit=_git_commit(),
        python=platform.python_version(),
        packages={name: found for name in SYSTEMS_UNDER_TEST if (found := _version(name))},
    )


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _git_commit() -> str | None:
    """The commit of the checkout the package runs from, with ``+dirty``; None outside a checkout."""
    root = Path(__file__).resolve().parents[2]
    if not (root / ".git").exists():
        return None
    try:
        commit = _git(root, "rev-parse", "HEAD")
        return f"{commit}+dirty" if _git(root, "status", "--porcelain", "--untracked-files=no") else commit
    except (OSError, subprocess.SubprocessError):
        return None


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "--no-optional-locks", "-C", str(root), *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=10,
        check=True,
    )
    return done.stdout.strip()
