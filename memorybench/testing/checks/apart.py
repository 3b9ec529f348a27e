"""What must not be reachable: other stores' memories, and messages outside the scope."""

from __future__ import annotations

import asyncio
from pathlib import Path

from memorybench.records import Scope
from memorybench.scopes import filter_session
from memorybench.testing.bench import Bench, reachable, shown
from memorybench.testing.checks.registry import check, demand, only_for_memories
from memorybench.testing.told import DOORS, HARBOUR, PLASTER, told, worked

RAMP = "How high is the handrail of the west ramp? It must be at least 95 cm high."
OUTPUT = "tool output marked OUT-4471-KESTREL: 12 railings"
ANSWER = "The model has 12 railings; my note is marked FIN-9926-HERON."


@check("two namespaces know nothing of each other, both open or not")
async def namespaces_apart(bench: Bench) -> None:
    one, _ = await bench.filled(told(1, PLASTER), namespace="one")
    two, _ = await bench.filled(told(1, HARBOUR), namespace="two")
    demand(
        "73 tonnes" not in await reachable(one, "harbour crane lifts"),
        "what was told in one namespace is found in another",
    )
    if bench.keeps_messages:
        demand(
            "73 tonnes" in await reachable(two, "harbour crane lifts"), "the second namespace lost what it was told"
        )


@check("of twenty facts of a neighbouring project none is shown at probe time")
async def neighbour_unreachable(bench: Bench) -> None:
    only_for_memories(bench)
    cranes = {f"D{number:02d}": f"{100 + number} tonnes" for number in range(1, 21)}
    facts = [f"The crane at dock {dock} lifts {load}." for dock, load in cranes.items()]
    for namespace, texts in (("neighbour", facts), ("own", [PLASTER, DOORS])):
        adapter, _ = await bench.filled(told(1, *texts), namespace=namespace)
        await bench.close(adapter)
    own = await bench.open("own", read_only=True)
    leaked = [
        dock for dock, load in cranes.items() if load in await shown(own, f"What does the crane at dock {dock} lift?")
    ]
    demand(
        not leaked,
        f"{len(leaked)} of {len(cranes)} facts of a neighbouring project are shown (leak rate "
        f"{len(leaked) / len(cranes):.2f})",
    )


@check("what the scope leaves out is nowhere: not shown, not dumped, not in the workspace's files")
async def scope_kept(bench: Bench) -> None:
    only_for_memories(bench)
    session = worked(1, RAMP, output=OUTPUT, answer=ANSWER)
    whole, _ = await bench.filled(session, namespace="full")  # the same chat, told whole to another store before
    await bench.close(whole)
    for scope, hidden in (
        (Scope.USER, ("OUT-4471-KESTREL", "FIN-9926-HERON")),
        (Scope.USER_FINAL, ("OUT-4471-KESTREL",)),
    ):
        namespace = scope.value.replace("+", "-")
        adapter, _ = await bench.filled(filter_session(session, scope), namespace=namespace)
        found = await reachable(adapter, "railings and the handrail of the west ramp, marked")
        await bench.close(adapter)
        in_files = _files_with(bench.workspace(namespace), hidden)
        for marker in hidden:
            demand(marker not in found, f"under scope {scope} a message that it leaves out can be reached")
        demand(not in_files, f"under scope {scope} a message that it leaves out stands in {', '.join(in_files[:3])}")
        demand("95 cm" in found, f"under scope {scope} what the user said is lost")


def _files_with(folder: Path, markers: tuple[str, ...]) -> list[str]:
    """The files below ``folder`` that hold a marker, in one of the encodings that programs write."""
    wanted = [marker.encode(encoding) for marker in markers for encoding in ("utf-8", "utf-16-le", "utf-16-be")]
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            content = path.read_bytes()
            if any(part in content for part in wanted):
                found.append(path.relative_to(folder).as_posix())
    return found


@check("two stores can be open and be filled at the same time")
async def two_stores_at_once(bench: Bench) -> None:
    one, two = await bench.open("one"), await bench.open("two")
    for number in (1, 2):
        told_one, told_two = ((PLASTER, HARBOUR), (DOORS, "The quay is 212 metres long."))[number - 1]
        await asyncio.gather(one.ingest(told(number, told_one)), two.ingest(told(number, told_two)))
    await asyncio.gather(one.ready(), two.ready())
    if not bench.keeps_messages:
        return
    for adapter, own, other in (
        (one, ("41.50", "EI 60"), ("73 tonnes", "212")),
        (two, ("73 tonnes", "212"), ("41.50",)),
    ):
        found = await reachable(adapter, "plaster of the stair, doors of the lobby, crane of the harbour, quay")
        lost, alien = [part for part in own if part not in found], [part for part in other if part in found]
        demand(not lost, f"a store that was filled beside another one lost {lost}")
        demand(not alien, f"a store that was filled beside another one holds the other's {alien}")
