"""A session that is stored at the last try is not lost; what it took is counted once."""

from __future__ import annotations

from memorybench.records import Failure, IngestReceipt, Usage
from memorybench.runs.ingest_cost import ingest_cost
from memorybench.runs.ingesting import lines_after_ready
from memorybench.runs.log import IngestLine
from memorybench.runs.spec import RunSpec

TORN = Failure(kind="memory_error", message="the reply is not JSON", session="S001")
USED = {"memory": Usage(calls=2, input_tokens=100, output_tokens=10)}


def line(session: str, memories: int, *failures: Failure) -> IngestLine:
    receipt = IngestReceipt(session=session, messages=2, memories=memories, calls=2, failures=failures)
    return IngestLine(store="s", history="h", receipt=receipt, tokens=9, usage=USED, seconds=1.0, run="r")


WRITTEN = {"S001": line("S001", 0, TORN), "S002": line("S002", 3)}


def test_what_failed_before_is_recovered_and_both_tries_are_paid_for(spec: RunSpec) -> None:
    again = IngestReceipt(session="S001", messages=2, memories=4, calls=1, notes=("stored at the last try",))
    (mended,) = lines_after_ready(WRITTEN, [again], {"memory": Usage(calls=1, input_tokens=50, output_tokens=5)}, 0.5)
    assert (mended.receipt.failures, mended.receipt.recovered) == ((), (TORN,))
    assert (mended.receipt.memories, mended.receipt.calls, mended.seconds) == (4, 3, 1.5)
    assert mended.usage == {"memory": Usage(calls=3, input_tokens=150, output_tokens=15)}
    cost = ingest_cost(spec, [mended, WRITTEN["S002"]], {}, {"s": 7})
    assert (cost.failures, cost.recovered, cost.sessions_lost, cost.memories) == (0, 1, 0, 7)


def test_a_session_that_fails_again_stays_lost() -> None:
    again = IngestReceipt(session="S001", messages=2, memories=0, failures=(TORN,))
    (still,) = lines_after_ready(WRITTEN, [again], {}, 0.5)
    assert (still.receipt.failures, still.receipt.recovered) == ((TORN,), ())


def test_calls_without_a_new_receipt_are_counted_with_the_last_session() -> None:
    (last,) = lines_after_ready(WRITTEN, [], USED, 2.0)
    assert last.receipt == WRITTEN["S002"].receipt
    assert (last.usage["memory"].calls, last.seconds) == (4, 3.0)
    assert lines_after_ready(WRITTEN, [], {}, 2.0) == []
