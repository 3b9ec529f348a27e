"""Sessions and store contexts that the Mem0 tests share."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from memorybench_mem0.config import Mem0Config

from memorybench.memory import MemoryModels, StoreContext
from memorybench.records import Message, Session
from memorybench.testing.fakes import fake_models

CET = timezone(timedelta(hours=1))


@pytest.fixture
def make_session() -> Callable[..., Session]:
    """Build session ``number`` (one a week from 2 March 2026) in which an architect says ``texts``."""

    def make(number: int, *texts: str) -> Session:
        name = f"S{number:03d}"
        messages: list[Message] = []
        for text in texts:
            place = len(messages) + 1
            messages.append(Message(id=f"{name}-M{place:02d}", role="user", speaker="architect", text=text))
            messages.append(Message(id=f"{name}-M{place + 1:02d}", role="assistant", text="Noted.", final=True))
        started = datetime(2026, 3, 2, 9, 30, tzinfo=CET) + timedelta(weeks=number - 1)
        return Session(id=name, started_at=started, messages=tuple(messages))

    return make


@pytest.fixture
def make_context(tmp_path: Path) -> Callable[..., StoreContext]:
    """Build a store context in this test's own folder."""

    def make(
        *,
        models: MemoryModels | None = None,
        read_only: bool = False,
        namespace: str = "p1",
        variant: str | None = None,
        **options: Any,
    ) -> StoreContext:
        return StoreContext(
            namespace=namespace,
            workspace=tmp_path / namespace,
            models=models or fake_models(),
            config=Mem0Config(**options),
            variant=variant,
            read_only=read_only,
        )

    return make
