"""Sessions that the baselines' tests share."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from memorybench.memory import AdapterConfig, MemoryModels, StoreContext
from memorybench.records import Message, Session

CET = timezone(timedelta(hours=1))


@pytest.fixture
def sessions() -> list[Session]:
    """Three dated sessions: one with a tool call, one without messages in scope."""
    return [
        Session(
            id="S001",
            started_at=datetime(2026, 3, 2, 9, 0, tzinfo=CET),
            messages=(
                Message(id="S001-M01", role="user", speaker="architect", text="The plaster costs 41.50 per m²."),
                Message(id="S001-M02", role="assistant", text="", command="ifcquery select IfcWall"),
                Message(id="S001-M03", role="tool", text="[]"),
                Message(id="S001-M04", role="assistant", text="Noted.", final=True),
            ),
        ),
        Session(id="S002", started_at=datetime(2026, 3, 9, 9, 0, tzinfo=CET), messages=()),
        Session(
            id="S003",
            started_at=datetime(2026, 3, 16, 9, 0, tzinfo=CET),
            messages=(
                Message(id="S003-M01", role="user", text="Lobby doors are EI 60."),
                Message(id="S003-M02", role="user", text="Stair doors are EI 30."),
            ),
        ),
    ]


@pytest.fixture
def make_context(tmp_path: Path) -> Callable[..., StoreContext]:
    """Build a store context in this test's own folder."""

    def make(config: AdapterConfig | None = None, *, read_only: bool = False) -> StoreContext:
        return StoreContext(
            namespace="p1",
            workspace=tmp_path / "store",
            models=MemoryModels(),
            config=config or AdapterConfig(),
            read_only=read_only,
        )

    return make
