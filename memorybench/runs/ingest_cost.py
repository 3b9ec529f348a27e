"""What ingestion took and what it lost, from the receipts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from memorybench.records import IngestReceipt, Usage
from memorybench.runs.log import IngestLine
from memorybench.runs.spec import RunSpec
from memorybench.runs.summary import IngestCost, LossReason


def ingest_cost(
    spec: RunSpec, lines: Sequence[IngestLine], usage: dict[str, Usage], held: Mapping[str, int | None]
) -> IngestCost:
    """Sum up the receipts; ``held`` says how many memories each complete store holds, by digest."""
    receipts = [line.receipt for line in lines]
    failed = [receipt for receipt in receipts if receipt.failures]
    given = {line.store for line in lines if line.receipt.messages}
    return IngestCost(
        stores=len({line.store for line in lines}),
        reused_stores=len({line.store for line in lines if line.run != spec.digest}),
        sessions=len(lines),
        messages=sum(receipt.messages for receipt in receipts),
        memories=sum(receipt.memories for receipt in receipts),
        tokens_read=sum(line.tokens for line in lines),
        failures=sum(len(receipt.failures) for receipt in receipts),
        recovered=sum(len(receipt.recovered) for receipt in receipts),
        notes=sum(len(receipt.notes) for receipt in receipts),
        usage=usage,
        seconds=round(sum(line.seconds for line in lines), 2),
        sessions_lost=sum(not receipt.memories for receipt in failed),
        sessions_lost_in_part=sum(bool(receipt.memories) for receipt in failed),
        sessions_left_nothing=sum(
            bool(receipt.messages) and not receipt.memories and not receipt.failures for receipt in receipts
        ),
        reasons=loss_reasons(failed),
        empty_stores=sum(held.get(store) == 0 for store in given),
    )


def loss_reasons(receipts: Sequence[IngestReceipt]) -> tuple[LossReason, ...]:
    """The reasons for losses, by how many sessions met them; messages that differ in numbers alone are one reason."""
    told: dict[tuple[str, str], tuple[str, set[int]]] = {}
    for place, receipt in enumerate(receipts):
        for failure in receipt.failures:
            alike = failure.kind, re.sub(r"\d+", "#", failure.message)
            told.setdefault(alike, (failure.message, set()))[1].add(place)
    reasons = [
        LossReason(kind=kind, message=message, sessions=len(met)) for (kind, _), (message, met) in told.items()
    ]
    return tuple(sorted(reasons, key=lambda reason: (-reason.sessions, reason.message)))
