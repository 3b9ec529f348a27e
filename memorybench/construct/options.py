"""What is asked of the construction of a dataset."""

from __future__ import annotations

from memorybench.records import Record


class Options(Record):
    """What is asked of the construction."""

    tasks_per_model: int = 8
    seed: int = 1
    echo_rate: float = 0.3
    sessions: int | None = None  # per history; None: 25 to 31, the paper's shape
    name: str
    version: str = "1.0.0"
    licence: str = "the licence of the IFC files it was made from"
    description: str = "Memory tasks generated from IFC files."
