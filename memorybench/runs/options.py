"""What a user asks of an evaluation, before names are resolved."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from memorybench.errors import BadInput
from memorybench.records import Record
from memorybench.runs.spec import ProbeStyle


class EvalOptions(Record):
    """The options of ``memorybench eval``; names are as typed."""

    memory: str
    scope: str = "user+final"
    dataset: str = "ifcmemory-mini"
    model: str = "rules"
    memory_model: str | None = None  # None: as `model`
    judge_model: str | None = None
    embedder: str = "minilm"
    base_url: str | None = None
    temperature: float = 0.0
    settings: tuple[str, ...] = ()  # ADAPTER.KEY=VALUE
    limit: int | None = None
    seed: int = 0
    tasks: tuple[str, ...] = ()
    epochs: int = 1
    concurrency: int = 4
    max_cost: float | None = None
    prices: Path | None = None
    timeout: float = 120.0
    ingest_seconds: float | None = None  # None: 600 a session, or as long as it takes where people answer
    probe_seconds: float | None = None  # None: 600, or as long as it takes where people answer
    embedding_size: int | None = None
    cache: Path | None = None
    on_miss: Literal["call", "fail"] = "call"
    out: Path | None = None
    stores: Path | None = None
    probe_style: ProbeStyle = "invited"
    allow_damaged: bool = False


def adapter_settings(adapter: str, settings: tuple[str, ...]) -> dict[str, Any]:
    """``("mem0.url=http://…",)`` -> ``{"url": "http://…"}`` for adapter ``mem0``.

    Raises:
        BadInput: a setting that is not ADAPTER.KEY=VALUE or is for another adapter.
    """
    chosen: dict[str, Any] = {}
    for setting in settings:
        place, equals, value = setting.partition("=")
        owner, dot, key = place.partition(".")
        if not (equals and dot and owner and key):
            raise BadInput(
                f"--set {setting!r} is not of the form ADAPTER.KEY=VALUE, e.g. mem0.url=http://localhost:6333."
            )
        if owner != adapter:
            raise BadInput(f"--set {setting}: this run's memory adapter is {adapter!r}, not {owner!r}.")
        chosen[key.replace("-", "_")] = value
    return chosen
