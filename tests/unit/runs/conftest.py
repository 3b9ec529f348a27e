"""Hand-made records of a run."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memorybench.records import Scope
from memorybench.runs.spec import RunSpec, surroundings

NOW = datetime(2026, 12, 1, tzinfo=UTC)


@pytest.fixture
def spec() -> RunSpec:
    """Four tasks, the last one a control, judged by two judges."""
    return RunSpec(
        adapter="mem0",
        distribution="ifc-memorybench-mem0",
        adapter_version="0.1.0",
        system="mem0ai",
        config={},
        scope=Scope.USER,
        model="m",
        memory_model="m",
        judge_model="m",
        embedder="minilm",
        base_url=None,
        temperature=0.0,
        probe_style="invited",
        prompts={"probe": "p"},
        dataset="tiny",
        dataset_hash="d" * 64,
        judges={"answer": "a", "memory": "b"},
        limits={"model_calls": 30},
        tasks=("t1", "t2", "t3", "c1"),
        partial=False,
        epochs=1,
        surroundings=surroundings("tiny", 4, None),
    )
