"""What ingestion lost is counted by session and by reason, and an empty store is one that was told something."""

from __future__ import annotations

from memorybench.records import Failure, IngestReceipt
from memorybench.runs.ingest_cost import ingest_cost, loss_reasons
from memorybench.runs.log import IngestLine
from memorybench.runs.spec import RunSpec
from memorybench.runs.summary import IngestCost, LossReason


def receipt(session: str, memories: int, *messages: str, given: int = 2) -> IngestReceipt:
    failures = tuple(Failure(kind="memory_error", message=message, session=session) for message in messages)
    return IngestReceipt(session=session, messages=given, memories=memories, failures=failures)


def cost(spec: RunSpec, held: dict[str, int | None], *receipts: IngestReceipt) -> IngestCost:
    lines = [
        IngestLine(store="s", history="h", receipt=one, tokens=10, usage={}, seconds=1.0, run=spec.digest)
        for one in receipts
    ]
    return ingest_cost(spec, lines, {}, held)


def test_sessions_are_lost_wholly_in_part_or_left_nothing(spec: RunSpec) -> None:
    found = cost(
        spec,
        {"s": 5},
        receipt("S001", 3),
        receipt("S002", 0, "the reply is not JSON"),
        receipt("S003", 2, "1 of 3 items have no text", "the vector was refused"),
        receipt("S004", 0),
        receipt("S005", 0, given=0),  # the scope left nothing of it
    )
    assert (found.sessions, found.sessions_lost, found.sessions_lost_in_part) == (5, 1, 1)
    assert found.sessions_left_nothing == 1
    assert found.failures == 3
    assert found.empty_stores == 0


def test_reasons_that_differ_in_numbers_are_one_and_the_commonest_stands_first() -> None:
    found = loss_reasons(
        [
            receipt("S001", 0, "the reply is not JSON"),
            receipt("S002", 2, "1 of 3 items have no text"),
            receipt("S003", 4, "2 of 6 items have no text", "1 of 6 items have no text"),
        ]
    )
    assert found == (
        LossReason(kind="memory_error", message="1 of 3 items have no text", sessions=2),
        LossReason(kind="memory_error", message="the reply is not JSON", sessions=1),
    )


def test_a_store_is_empty_if_it_was_told_something_and_holds_nothing(spec: RunSpec) -> None:
    told, silent = receipt("S001", 0), receipt("S001", 0, given=0)
    assert cost(spec, {"s": 0}, told).empty_stores == 1
    assert cost(spec, {"s": 0}, silent).empty_stores == 0
    assert cost(spec, {"s": None}, told).empty_stores == 0  # it cannot be listed
    assert cost(spec, {}, told).empty_stores == 0  # it is not to keep anything, or was never finished
