"""What is asked of the construction of a dataset."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from memorybench.errors import BadInput
from memorybench.records import Record

Wording = Literal["both", "A", "B", "plain"]
Rate = Field(default=0.0, ge=0.0, le=1.0)


class Difficulty(Record):
    """How hard the histories make it to remember. The defaults give the paper's shape."""

    echo_rate: float = Field(default=0.3, ge=0.0, le=1.0)  # the assistant repeats what it was just told
    sessions: int | None = Field(default=None, ge=4)  # per history; None: 25 to 31
    user_messages_per_session: float = Field(default=2.36, ge=1.0)  # 66 in 28 sessions; most tell no fact
    quiet_sessions: int = Field(default=2, ge=0)  # between the last told fact and the probe, at least
    stretch: int = Field(default=1, ge=1)  # how many times longer the days between two sessions are
    probe_dates: int = Field(default=1, ge=1)  # at how many dates of a history its tasks are probed
    tasks_per_history: int = Field(default=4, ge=1)
    facts_per_task: tuple[int, int] | None = None  # fewest and most facts that a task rests on
    untested: float = Field(default=0.0, ge=0.0)  # facts told that no probe asks for, as a multiple of the tasks
    chain: int = Field(default=0, ge=0)  # how many former values a revised fact has
    chain_rate: float = Rate  # the share of tasks of which one fact is revised
    disagreement_rate: float = Rate  # the share of revised facts whose former values others told
    withdrawn_rate: float = Rate  # the share of tasks whose fact is taken back: controls
    in_answers: float = Rate  # the share of statements that stand in a document and in the assistant's answer
    in_tools: float = Rate  # the share of statements that stand in a document, and nowhere but in its text
    wording: Wording = "both"  # phrase banks A and B in turn, one of them, or each fact as one plain sentence

    def check(self) -> None:
        """Raise ``BadInput`` where two settings do not go together."""
        if self.withdrawn_rate + self.chain_rate > 1:
            raise BadInput("--chain-rate and --withdrawn-rate together are above 1: a task is one or the other.")
        if self.in_answers + self.in_tools > 1:
            raise BadInput("--in-answers and --in-tools together are above 1: a statement stands in one place.")
        if self.chain_rate and not self.chain:
            raise BadInput("--chain-rate says how many tasks have a revised fact: give --chain 1 or more with it.")
        if self.sessions is not None and self.sessions // self.probe_dates <= self.quiet_sessions + self.chain:
            raise BadInput(
                f"{self.sessions} sessions are too few for {self.probe_dates} probe dates with {self.quiet_sessions} "
                f"quiet sessions each and {self.chain} former values: raise --sessions."
            )


class Options(Record):
    """What is asked of the construction."""

    tasks_per_model: int = 8
    seed: int = 1
    difficulty: Difficulty = Difficulty()
    name: str
    version: str = "1.0.0"
    licence: str = "the licence of the IFC files it was made from"
    description: str = "Memory tasks generated from IFC files."
