"""What a run's models share: the roles that call them and the settings that hold for every call."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, get_args

from pydantic import Field

from memorybench.records import Record

ModelRole = Literal["probe", "memory", "answer_judge", "memory_judge", "construct"]
ROLES: tuple[ModelRole, ...] = get_args(ModelRole)


class ModelSettings(Record):
    """Settings of every model of a run. Only ``temperature`` is part of a request's hash."""

    base_url: str | None = None  # an OpenAI-compatible endpoint that answers for any model name
    temperature: float = Field(default=0.0, ge=0.0, le=2.0)  # omitted where the provider refuses it
    concurrency: int = Field(default=4, ge=1)  # calls at once from async code, and as many from threads
    max_cost: float | None = Field(default=None, gt=0.0)  # USD of this run's live calls
    timeout_s: float = Field(default=120.0, gt=0.0)  # seconds without a byte from the provider
    tries: int = Field(default=5, ge=1)  # per call, the first one included
    max_wait_s: float = Field(default=60.0, ge=0.0)  # longest pause between two tries; a longer Retry-After ends them
    mailbox_timeout_s: float | None = Field(default=None, gt=0.0)  # None: wait for ever
    mailbox_poll_s: float = Field(default=0.5, gt=0.0)
    prices: Path | None = None  # a TOML file like prices.toml, read before the bundled table
    embedding_size: int | None = Field(default=None, ge=1)  # expected size of a remote embedder's vectors
