"""What a user sees of a run in which memories were lost."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from memorybench.records import Failure, IngestReceipt
from memorybench.reports.console import print_summary
from memorybench.runs.log import IngestLine
from memorybench.runs.spec import RunSpec
from memorybench.runs.summarise import summarise


def shown(spec: RunSpec, receipts: list[IngestReceipt], held: dict[str, int | None]) -> str:
    lines = [
        IngestLine(store="s", history="h", receipt=receipt, tokens=10, usage={}, seconds=1.0, run=spec.digest)
        for receipt in receipts
    ]
    out = io.StringIO()
    print_summary(Console(file=out, width=118), summarise(spec, "j", (), {}, {}, lines, "words", held))
    return out.getvalue()


def lost(number: int, message: str, memories: int = 0) -> IngestReceipt:
    failure = Failure(kind="memory_error", message=message)
    return IngestReceipt(session=f"S{number:03d}", messages=2, memories=memories, failures=(failure,))


def test_losses_are_summed_up_with_their_reasons_and_not_listed_one_by_one(spec: RunSpec) -> None:
    receipts = [lost(number, "the reply is not JSON") for number in range(1, 9)] + [lost(9, "refused", memories=2)]
    text = shown(spec, receipts, {"s": 2})
    assert "Ingestion: of 9 sessions 8 were lost and 1 lost in part:" in text
    assert "8 sessions: memory_error: the reply is not JSON" in text
    assert "1 sessions: memory_error: refused" in text
    assert "failure: h S001" not in text
    assert "EMPTY STORE" not in text


def test_an_empty_store_is_called_so(spec: RunSpec) -> None:
    text = shown(spec, [IngestReceipt(session="S001", messages=2, memories=0)], {"s": 0})
    assert "EMPTY STORE: 1 of 1 stores hold nothing at all, though messages went in." in text
    assert "Ingestion:" not in text


@pytest.mark.parametrize("count", [1, 5, 6, 30])
def test_at_most_five_reasons_are_shown_and_the_rest_counted(spec: RunSpec, count: int) -> None:
    text = shown(spec, [lost(number, "why " + "x" * number) for number in range(1, count + 1)], {"s": 1})
    assert text.count("memory_error: why") == min(count, 5)
    assert (f"{count - 5} more reasons" in text) == (count > 5)
