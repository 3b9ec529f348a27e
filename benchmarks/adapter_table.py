"""Every memory adapter and variant at every scope with the `rules` stand-in: one table, its contract, what it leaves.

    python benchmarks/adapter_table.py --out runs/adapters

Prints Markdown and writes ``adapter_table.md`` and ``adapter_table.json`` into the folder. What is finished is not
run again, so the same command goes on after a stop. An adapter that needs a target is run as it is named:
``--memory "mcp:npx -y some-server" --set mcp.add_tool=add``. With the stand-in the figures say nothing about any
language model (docs/footguns.md).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import grid
import processes

from memorybench import plugins
from memorybench.errors import BadInput
from memorybench.memory import card_of

COLUMNS = (
    *("memory", "settings", "scope", "facts", "written %", "retrieved %", "used %", "memories"),
    *("ingest calls", "ingest s", "tokens read", "model tokens in / out", "sessions lost / in part"),
    *("empty stores", "probes failed", "unscored", "exit", "left running"),
)
CONTRACT = ("memory", "contract checks passed", "failed", "skipped", "seconds", "which failed")


@dataclass
class Found:
    """All that the table says."""

    runs: list[dict[str, Any]] = field(default_factory=list)
    contracts: list[dict[str, Any]] = field(default_factory=list)
    before: dict[int, str] = field(default_factory=dict)
    after: dict[int, str] = field(default_factory=dict)
    unusable: list[str] = field(default_factory=list)


def memories(asked: Sequence[str]) -> tuple[list[str], list[str]]:
    """The adapters and variants to run: those asked for, else all that are installed; and why others are left out."""
    if asked:
        return list(asked), []
    usable, left_out = [], []
    for name in sorted(plugins.registered()):
        try:
            adapter = plugins.load(name)
        except BadInput as error:
            left_out.append(str(error))
            continue
        if adapter.card.target:
            left_out.append(
                f"{name} needs a {adapter.card.target}: give it with --memory {name}:<{adapter.card.target}>"
            )
        else:
            usable += [name, *(f"{name}:{variant}" for variant in adapter.variants)]
    return usable, left_out


def settings_of(memory: str, settings: Sequence[str]) -> list[str]:
    """The settings that are this adapter's."""
    base = plugins.split_variant(memory)[0]
    return [setting for setting in settings if setting.startswith(f"{base}.")]


def run(memory: str, scope: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """One cell: evaluate, and look at what is left running."""
    command = grid.evaluation(
        arguments.dataset, memory, scope, arguments.out, settings_of(memory, arguments.set or [])
    )
    path = arguments.out / "cells" / f"{grid.slug(Path(arguments.dataset).name, memory, scope)}.json"
    ended = grid.kept(path, lambda: grid.memorybench(*command, limit_s=arguments.limit))
    return {"memory": memory, "scope": scope, **asdict(ended), "left": processes.left_behind()}


def contract(memory: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """The contract suite on one adapter or variant."""
    chosen = [part for one in settings_of(memory, arguments.set or []) for part in ("--set", one)]
    path = arguments.out / "cells" / f"{grid.slug('contract', memory)}.json"
    ended = grid.kept(
        path, lambda: grid.memorybench("adapters", "check", memory, "--json", *chosen, limit_s=arguments.limit)
    )
    return {"memory": memory, **asdict(ended), "left": processes.left_behind()}


def run_row(found: dict[str, Any]) -> list[str]:
    """The table's row of one cell."""
    adapter, variant = plugins.load(found["memory"]), plugins.split_variant(found["memory"])[1]
    head = [found["memory"], "tuned" if card_of(adapter, variant).tuned else "default", found["scope"]]
    tail = [_code(found), str(len(found["left"]))]
    summary = found["result"]
    if summary is None:
        return [*head, found["sentence"], *[""] * (len(COLUMNS) - len(head) - len(tail) - 1), *tail]
    facts, ingest, counts = summary["facts"], summary["ingest"], summary["counts"]
    usage = list(ingest["usage"].values())
    tokens = [sum(role[key] for role in usage) for key in ("input_tokens", "output_tokens")]
    return [
        *head,
        str(facts["facts"]),
        *(grid.percent(facts[stage]) for stage in ("written", "retrieved", "used")),
        str(ingest["memories"]),
        str(sum(role["calls"] for role in usage)),
        f"{ingest['seconds']:.1f}",
        f"{ingest['tokens_read']:,}",
        f"{tokens[0]:,} / {tokens[1]:,}",
        f"{ingest['sessions_lost']} / {ingest['sessions_lost_in_part']} of {ingest['sessions']}",
        f"{ingest['empty_stores']} of {ingest['stores']}",
        f"{counts['failed']} of {counts['planned']}",
        str(sum(counts["unscored"].values())),
        *tail,
    ]


def contract_row(found: dict[str, Any]) -> list[str]:
    """The contract table's row of one adapter or variant."""
    if found["result"] is None:
        return [found["memory"], found["sentence"], "", "", f"{found['seconds']:.0f}", _code(found)]
    by_status = {
        status: [check["name"] for check in found["result"] if check["status"] == status]
        for status in ("passed", "failed", "skipped")
    }
    return [
        found["memory"],
        f"{len(by_status['passed'])} of {len(found['result'])}",
        *(str(len(by_status[status])) for status in ("failed", "skipped")),
        f"{found['seconds']:.0f}",
        ", ".join(by_status["failed"]) or "none",
    ]


def _code(found: dict[str, Any]) -> str:
    return "time limit" if found["code"] is None else str(found["code"])


def markdown(found: Found, dataset: str) -> str:
    """The whole page."""
    left = {pid: command for cell in (*found.runs, *found.contracts) for pid, command in cell["left"].items()}
    new = {pid: command for pid, command in found.after.items() if pid not in found.before}
    lines = [
        f"Dataset `{dataset}`, `rules` stand-in in every role: plumbing, not language models.\n",
        grid.heading(COLUMNS),
        *(grid.line(run_row(one)) for one in found.runs),
        "",
        grid.heading(CONTRACT),
        *(grid.line(contract_row(one)) for one in found.contracts),
        "",
        f"Left running by a run or a check: {len(left)}. Servers of anybody by name: {len(found.before)} before, "
        f"{len(found.after)} after, {len(new)} of them new.",
        *(f"- left running: {pid} `{command}`" for pid, command in left.items()),
        *(f"- new, of anybody: {pid} `{command}`" for pid, command in new.items() if pid not in left),
        *(f"- not run: {reason}" for reason in found.unusable),
    ]
    return "\n".join(lines) + "\n"


def write(found: Found, out: Path, dataset: str) -> None:
    """Both files, as far as the grid has come."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "adapter_table.md").write_text(markdown(found, dataset), encoding="utf-8")
    (out / "adapter_table.json").write_text(
        json.dumps({"dataset": dataset, **asdict(found)}, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--dataset", default="ifcmemory-mini")
    parser.add_argument(
        "--memory", action="append", help="only this one, NAME, NAME:VARIANT or NAME:TARGET; repeatable"
    )
    parser.add_argument("--scope", action="append", choices=grid.SCOPES)
    parser.add_argument("--set", action="append", help="ADAPTER.KEY=VALUE; repeatable")
    parser.add_argument("--limit", type=float, default=3600.0, help="seconds for one run or check")
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


def main() -> None:
    """Run the grid, checks first; the files are written anew after each cell."""
    arguments = options()
    adopted = processes.adopt_orphans()
    chosen, left_out = memories(arguments.memory or [])
    found = Found(before=processes.named(processes.table()), unusable=left_out)
    if not adopted:
        found.unusable.append(
            "the check for left processes: this system cannot adopt them, so only children are seen"
        )

    def note(told: str) -> None:
        found.after = processes.named(processes.table())
        write(found, arguments.out, arguments.dataset)
        print(told, file=sys.stderr, flush=True)

    for memory in chosen:
        found.contracts.append(contract(memory, arguments))
        note(grid.line(contract_row(found.contracts[-1])))
    for memory in chosen:
        for scope in arguments.scope or grid.SCOPES:
            found.runs.append(run(memory, scope, arguments))
            note(grid.line(run_row(found.runs[-1])))
    print(markdown(found, arguments.dataset))


if __name__ == "__main__":
    main()
