"""A run's plan and summary as tables on a terminal."""

from __future__ import annotations

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from memorybench.records import Usage
from memorybench.reports.groups import groups_table, shown_groups
from memorybench.runs.estimate import Estimate
from memorybench.runs.spec import RunSpec
from memorybench.runs.summary import RateSummary, Summary

STAND_IN = (
    "The `rules` stand-in played at least one role, and the matcher judged where it says so: these figures show "
    "that the plumbing works. They say nothing about any language model, nor about how well a memory system "
    "would do with one; read "
)
NO_FACTS = "Facts by stage: no data, for this dataset has no facts to look for; read evidence_sessions_retrieved."
ANSWER = ("correctness", "completeness", "relevance")
MEMORY = ("retrieval_relevant", "retrieval_covers_key_facts", "answer_uses_memory")
CONTROL = ("control_answer_accuracy", "abstention", "false_memory")
SHOWN = 5  # ways to fail; all are in the summary
NAMED = 3  # tasks of one way to fail


def console(*, stderr: bool = False) -> Console:
    """A console that does not squeeze tables into 80 columns where there is no terminal."""
    found = Console(stderr=stderr, highlight=False)
    return found if found.is_terminal else Console(stderr=stderr, highlight=False, width=118)


def print_plan(console: Console, spec: RunSpec, plan: Estimate, folder: str) -> None:
    """What is about to happen, and what it could show."""
    table = _plain(title="Plan")
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    partial = " (partial: not the whole dataset)" if spec.partial else ""
    table.add_row("run", f"{spec.adapter} ({spec.system}) at scope {spec.scope.value} on {spec.dataset}")
    table.add_row("tasks", f"{plan.tasks}{partial}, {spec.epochs} epoch(s), {spec.probe_style} probes")
    table.add_row("models", _models(spec))
    table.add_row(
        "to ingest",
        f"{plan.sessions} sessions, {plan.messages} messages, {plan.ingest_tokens:,} tokens in "
        f"{plan.stores - plan.stores_ready} stores ({plan.stores_ready} ready from earlier runs)",
    )
    table.add_row(
        "model calls",
        f"about {plan.ingest_calls} to ingest, at most {plan.probe_calls_at_most} to probe, "
        f"{plan.judge_calls} to judge",
    )
    if plan.not_judged:
        table.add_row(
            "not judged",
            f"{plan.not_judged} of {plan.tasks} answers will be unscored: their golds are text, which the stand-in "
            "cannot judge; name a model with --judge-model",
        )
    table.add_row("can detect", _detectable(plan))
    table.add_row("folder", folder)
    console.print(table)


def _models(spec: RunSpec) -> str:
    roles = [
        ("probe", spec.model),
        ("memory", spec.memory_model),
        ("judges", spec.judge_model),
        ("embedder", spec.embedder),
    ]
    return ", ".join(f"{role} {name}" for role, name in roles if name)


def _detectable(plan: Estimate) -> str:
    if plan.detectable is None:
        return f"{plan.tasks} tasks are too few to show any difference between two systems"
    return (
        f"a difference of {100 * plan.detectable:.0f} points between two systems (80 % power, 30 % discordant tasks)"
    )


def print_summary(console: Console, summary: Summary) -> None:
    """The result of a run."""
    run = summary.run
    title = f"{run['adapter']} · {run['scope']} · {run['dataset']}"
    facts = has_facts(summary)
    parts: list[RenderableType] = [
        Text(title, style="bold"),
        _facts_table(summary) if facts else Text(f"\n{NO_FACTS}\n"),
        _rates_table(summary),
        _counts_table(summary),
        _cost_table(summary),
    ]
    if shown_groups(summary):
        parts.append(groups_table(summary, console.width))
    console.print(Group(*parts))
    for line in lost_in_ingestion(summary):
        console.print(line, style="yellow", markup=False, highlight=False)
    for line in failed_probes(summary):
        console.print(line, style="yellow", markup=False, highlight=False)
    if run["partial"]:
        console.print("This run is partial: it did not use the whole dataset.", style="yellow")
    if run["epochs"] > 1:
        console.print(
            f"Each task was probed {run['epochs']} times: n counts probes, which are not independent, so the "
            "intervals are too narrow.",
            style="yellow",
        )
    if summary.judge_same_family:
        console.print("The judge is of the probe agent's model family and might favour its answers.", style="yellow")
    if summary.stand_in:
        told = "the facts written / retrieved / used." if facts else "evidence_sessions_retrieved."
        console.print(STAND_IN + told, style="yellow", markup=False)


def has_facts(summary: Summary) -> bool:
    """Whether any task of the run has facts; imported chat benchmarks have none."""
    stages = summary.facts
    return any(rate.n + rate.unscored for rate in (stages.written, stages.retrieved, stages.used))


def failed_probes(summary: Summary) -> list[str]:
    """One line for each way in which probes or verdicts failed, with the tasks that it befell."""
    tasks: dict[str, list[str]] = {}
    for failure in summary.probe_failures:
        task, _, why = failure.partition(": ")
        tasks.setdefault(why, []).append(task)
    lines = []
    for why, befell in list(tasks.items())[:SHOWN]:
        more = f" and {len(befell) - NAMED} more" if len(befell) > NAMED else ""
        lines.append(f"  failure: {why} ({', '.join(befell[:NAMED])}{more})")
    if len(tasks) > SHOWN:
        lines.append(f"  … and {len(tasks) - SHOWN} other failures in the log")
    return lines


def lost_in_ingestion(summary: Summary) -> list[str]:
    """What did not get into memory, and why: a loss that nobody sees would pass for a bad memory system."""
    ingest = summary.ingest
    lines = []
    if ingest.reasons:
        lines.append(
            f"Ingestion: of {ingest.sessions} sessions {ingest.sessions_lost} were lost and "
            f"{ingest.sessions_lost_in_part} lost in part:"
        )
        lines += [
            f"  {reason.sessions} sessions: {reason.kind}: {reason.message}" for reason in ingest.reasons[:SHOWN]
        ]
        if len(ingest.reasons) > SHOWN:
            lines.append(f"  … and {len(ingest.reasons) - SHOWN} more reasons in the log")
    if ingest.empty_stores:
        lines.append(
            f"EMPTY STORE: {ingest.empty_stores} of {ingest.stores} stores hold nothing at all, "
            "though messages went in."
        )
    return lines


def _plain(title: str) -> Table:
    return Table(
        title=title, title_justify="left", title_style="italic", box=box.SIMPLE, show_header=False, padding=(0, 1)
    )


def _with_header(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="italic", box=box.SIMPLE, padding=(0, 1))
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number == 0 else "right", no_wrap=number > 0, overflow="fold")
    return table


def percent(rate: float | None) -> str:
    """``0.324`` -> ``32.4``; no data -> ``no data``."""
    return "no data" if rate is None else f"{100 * rate:.1f}"


def interval(rate: RateSummary) -> str:
    """The Wilson interval in per cent."""
    return "" if rate.wilson is None else f"[{100 * rate.wilson[0]:.1f}, {100 * rate.wilson[1]:.1f}]"


def _rate_row(table: Table, name: str, rate: RateSummary, *, indent: bool = False) -> None:
    bounds = ""
    if rate.unscored and rate.low_bound is not None and rate.high_bound is not None:
        bounds = f"{rate.unscored} ({100 * rate.low_bound:.1f} to {100 * rate.high_bound:.1f})"
    label = ("  " if indent else "") + name
    table.add_row(label, percent(rate.rate), interval(rate), f"{rate.k}/{rate.n}", bounds or "0", rate.by or "")


def _facts_table(summary: Summary) -> Table:
    table = _with_header("Facts by stage (matcher, no model)", "stage", "%", "Wilson 95 %", "k/n")
    stages = summary.facts
    for name, rate in (("written", stages.written), ("retrieved", stages.retrieved), ("used", stages.used)):
        table.add_row(name, percent(rate.rate), interval(rate), f"{rate.k}/{rate.n}")
    table.add_row(
        "by chance (other projects' facts)",
        percent(stages.chance.rate),
        interval(stages.chance),
        f"{stages.chance.k}/{stages.chance.n}",
    )
    return table


def _rates_table(summary: Summary) -> Table:
    table = _with_header("Rates", "rate", "%", "Wilson 95 %", "k/n", "unscored", "by")
    rates = summary.rates
    for headline, dimensions in (("answer_accuracy", ANSWER), ("memory_accuracy", MEMORY)):
        _rate_row(table, headline, rates[headline])
        for dimension in dimensions:
            if dimension in rates:
                _rate_row(table, dimension, rates[dimension], indent=True)
    _rate_row(table, "grader_accuracy", rates["grader_accuracy"])
    if summary.evidence_sessions_retrieved is not None:  # not in summaries of earlier versions
        _rate_row(table, "evidence_sessions_retrieved", summary.evidence_sessions_retrieved)
    for name in CONTROL:
        _rate_row(table, name if name.startswith("control") else f"{name} (controls)", rates[name])
    return table


def _counts_table(summary: Summary) -> Table:
    counts = summary.counts
    table = _plain("Probes")
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    ends = {
        "answered": counts.answered,
        "no answer": counts.no_answer,
        "step limit": counts.step_limit,
        "timeout": counts.timeout,
        "failed": counts.failed,
        "not run": counts.missing,
    }
    told = ", ".join(f"{number} {name}" for name, number in ends.items() if number or name == "answered")
    table.add_row("ends", f"{counts.planned} planned: {told}")
    table.add_row("scored", ", ".join(f"{judge} {number}" for judge, number in counts.scored.items()))
    table.add_row("unscored", ", ".join(f"{judge} {number}" for judge, number in counts.unscored.items()))
    return table


def _cost_table(summary: Summary) -> Table:
    ingest, probe = summary.ingest, summary.probe
    table = _plain("Cost")
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    table.add_row(
        "ingest",
        f"{ingest.sessions} sessions, {ingest.messages} messages, {ingest.tokens_read:,} tokens read "
        f"({summary.tokenizer}) -> {ingest.memories} memories in {ingest.seconds:.1f} s; {ingest.failures} failures"
        + (f" and {ingest.recovered} made good by a later try" if ingest.recovered else "")
        + (f"; {ingest.sessions_left_nothing} sessions left nothing" if ingest.memories else ""),
    )
    if ingest.usage:
        table.add_row("", _usage(ingest.usage))
    table.add_row(
        "probe",
        f"{_number(probe.memory_queries_per_task)} memory queries, {_number(probe.tool_calls_per_task)} tool calls "
        f"a task; p50 {_number(probe.seconds_p50)} s, p95 {_number(probe.seconds_p95)} s",
    )
    if probe.usage:
        table.add_row("", _usage(probe.usage))
    if summary.judging:
        table.add_row("judges", _usage(summary.judging))
    table.add_row("USD", _cost(summary))
    return table


def _number(value: float | None) -> str:
    return "no data" if value is None else f"{value:g}"


def _usage(usage: dict[str, Usage]) -> str:
    return "; ".join(
        f"{role}: {used.calls} calls, {used.input_tokens:,} in / {used.output_tokens:,} out"
        + (f", {used.cached_calls} recorded" if used.cached_calls else "")
        + (f", {used.unmetered_calls} without usage" if used.unmetered_calls else "")
        for role, used in usage.items()
    )


def _cost(summary: Summary) -> str:
    known = "unknown" if summary.cost_usd is None else f"{summary.cost_usd:.4f}"
    if summary.cost_unknown_roles and summary.cost_usd is not None:
        return f"{known} known, plus an unknown price for: {', '.join(summary.cost_unknown_roles)}"
    return known
