"""What a user sees of a run in which memories were lost."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from memorybench.records import Failure, IngestReceipt
from memorybench.reports.console import failed_probes, print_summary
from memorybench.runs.log import IngestLine
from memorybench.runs.spec import RunSpec
from memorybench.runs.summarise import summarise
from memorybench.runs.summary import Group, RateSummary, StageCounts


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


@pytest.mark.parametrize("width", [80, 120])
def test_rates_by_group_have_their_intervals_on_any_terminal(spec: RunSpec, width: int) -> None:
    whole = RateSummary(k=3, n=4, rate=0.75, wilson=(0.301, 0.954))
    none = RateSummary(k=0, n=0, rate=None, wilson=None)
    facts = StageCounts(facts=4, written=whole, retrieved=whole, used=none, chance=none)
    group = Group(answer_accuracy=whole, memory_accuracy=none, grader_accuracy=whole, facts=facts)
    summary = summarise(spec, "j", (), {}, {}, (), "words", {})
    names = ("partially_answerable_from_ifc", "needs_external_info")
    out = io.StringIO()
    print_summary(
        Console(file=out, width=width),
        summary.model_copy(update={"groups": {"label": dict.fromkeys(names, group)}}),
    )
    text = out.getvalue()
    assert max(map(len, text.splitlines())) <= width
    for word in (*(names if width > 80 else ("partially_answerable",)), "by label", "75.0", "[30–95]", "no data"):
        assert word in text


def test_one_way_to_fail_is_one_line_with_its_tasks(spec: RunSpec) -> None:
    summary = summarise(spec, "j", (), {}, {}, (), "words", {})
    failures = (*(f"t{n}: answer judge: no gold" for n in range(5)), "t9: timeout: slow")
    assert failed_probes(summary.model_copy(update={"failures": failures})) == [
        "  failure: answer judge: no gold (t0, t1, t2 and 2 more)",
        "  failure: timeout: slow (t9)",
    ]


def test_a_dataset_without_facts_shows_no_table_of_them(spec: RunSpec) -> None:
    text = shown(spec, [], {})
    assert "Facts by stage: no data" in text
    assert "Facts by stage (matcher" not in text
