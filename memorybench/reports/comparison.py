"""A comparison of runs as tables on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from memorybench.comparing.gate import GateResult
from memorybench.comparing.measures import ANSWER, HEADLINES, LOWER_IS_BETTER, MEMORY
from memorybench.comparing.result import Comparison, ComparisonReport, MeasureComparison, Posterior

STAND_IN = (
    "The `rules` stand-in played at least one role: these differences show that the plumbing works. They say nothing "
    "about any language model, nor about which memory system is better with one."
)
METHODS = {
    "paired": "Δ = A - B in points, paired by task; decisive: the interval excludes 0",
    "pooled-pg": "Δ = A - B in points, arms pooled as in the published comparison: the pairs are NOT used",
}
SHOWN = 12  # discordant tasks a line; all are in the JSON


def print_comparison(console: Console, report: ComparisonReport) -> None:
    """The whole comparison: two runs in full, more as a matrix and a list of pairs."""
    print_runs(console, report)
    if len(report.comparisons) == 1:
        [only] = report.comparisons
        console.print(_differences(only, METHODS[report.method]))
        console.print(_counts(only))
        for line in _remarks(only):
            console.print(line, markup=False)
    else:
        for measure in _matrix_measures(report):
            console.print(f"{measure}: row minus column, in points (* decisive)", style="italic", markup=False)
            console.print(_matrix(report, measure))
        console.print(_all_pairs(report))
        _many(console, report)
    for note in report.notes:
        console.print(note, style="yellow", markup=False)
    if report.stand_in:
        console.print(STAND_IN, style="yellow", markup=False)


def print_runs(console: Console, report: ComparisonReport) -> None:
    """Which run has which letter, and what they share and differ in."""
    for run in report.runs:
        console.print(f"{run.letter}  {run.name}", style="bold", markup=False)
        console.print(f"   {run.folder}", style="dim", markup=False, soft_wrap=True)
    console.print(
        f"{report.comparisons[0].shared} shared tasks of {report.dataset} {report.dataset_hash[:12]}, "
        f"{report.probe_style} probes, judged by {report.judge_model} ({report.judges})",
        markup=False,
    )
    if report.differences:
        table = _table("What differs in the settings", "setting", *(run.letter for run in report.runs), wrap=True)
        for difference in report.differences:
            table.add_row(difference.setting, *difference.values)
        console.print(table)


def _table(title: str, *columns: str, wrap: bool = False) -> Table:
    table = Table(
        title=title or None,
        title_justify="left",
        title_style="italic",
        box=box.SIMPLE,
        padding=(0, 1),
        pad_edge=False,
    )
    for number, column in enumerate(columns):
        left = number == 0 or wrap
        table.add_column(column, justify="left" if left else "right", no_wrap=not wrap, overflow="fold")
    return table


def _differences(found: Comparison, title: str) -> Table:
    table = _table(title, "rate", "Δ", "95 %", "P(A>B)", "verdict")
    for measure in found.measures:
        table.add_row(_name(measure), *posterior_cells(measure.posterior), verdict(measure))
    return table


def posterior_cells(posterior: Posterior | None) -> tuple[str, str, str]:
    """Δ, interval and P(A>B) as shown; a dash where there is no pair."""
    if posterior is None:
        return "-", "-", "-"
    return (
        _points(posterior.delta),
        f"[{_points(posterior.low)}, {_points(posterior.high)}]",
        chance(posterior.p_a_greater),
    )


def chance(probability: float) -> str:
    """A probability with three digits; the ends are claimed only where they are exact."""
    if probability > 0.9995:
        return "1" if probability == 1.0 else ">.999"
    return "<.001" if probability < 0.0005 else f"{probability:.3f}".lstrip("0")


def _points(share: float) -> str:
    shown = f"{100 * share:+.1f}"
    return "0.0" if shown in ("+0.0", "-0.0") else shown


def verdict(measure: MeasureComparison, first: str = "A", second: str = "B") -> str:
    """The verdict in words, with the letter of the run whose rate is higher."""
    if measure.verdict in ("A ahead", "B ahead"):
        return f"decisive: {first if measure.verdict == 'A ahead' else second}"
    return measure.verdict


def _name(measure: MeasureComparison) -> str:
    return f" {measure.measure}" if measure.measure in (*ANSWER, *MEMORY) else measure.measure


def _counts(found: Comparison) -> Table:
    title = "The pairs: rates in %, tasks ahead, smallest difference they can find in points"
    table = _table(title, "rate", "pairs", "A", "B", "only A/B", "mid-p", "finds")
    for measure in found.measures:
        table.add_row(
            _name(measure),
            str(measure.pairs),
            _percent(measure.a_rate),
            _percent(measure.b_rate),
            f"{len(measure.a_ahead)}/{len(measure.b_ahead)}",
            "-" if measure.mid_p is None else chance(measure.mid_p),
            "-" if measure.detectable is None else f"{100 * measure.detectable:.0f}",
        )
    return table


def _percent(rate: float | None) -> str:
    return "-" if rate is None else f"{100 * rate:.1f}"


def _remarks(found: Comparison) -> Iterator[str]:
    """What the tables cannot hold: discordant tasks, unscored ones, projects."""
    for name in HEADLINES:
        measure = found.measure(name)
        if measure is not None:
            for who, tasks in (("A", measure.a_ahead), ("B", measure.b_ahead)):
                if tasks:
                    yield f"{name}, {who} ahead on: {listed(tasks)}"
    for measure in found.measures:
        if measure.unscored and measure.lowest is not None and measure.highest is not None:
            yield (
                f"{measure.measure}: {measure.unscored} of {measure.unscored + measure.pairs} tasks unscored in A or "
                f"B; with them the observed Δ lies between {_points(measure.lowest)} and {_points(measure.highest)}."
            )
    for measure in found.measures:
        if measure.depends_on_prior:
            yield f"{measure.measure}: undecided, for the verdict would be another with prior weight 1 instead of ½."
        if measure.measure in LOWER_IS_BETTER and measure.verdict in ("A ahead", "B ahead"):
            yield f"{measure.measure}: lower is better."
    yield from _by_project(found)
    for who, tasks in (("A", found.only_in_a), ("B", found.only_in_b)):
        if tasks:
            yield f"Only in {who}, in no pair: {listed(tasks)}"


def _by_project(found: Comparison) -> Iterator[str]:
    headlines = [measure for name in HEADLINES if (measure := found.measure(name)) is not None]
    clustered = [measure for measure in headlines if measure.by_project is not None]
    for measure in clustered:
        delta, interval, p = posterior_cells(measure.by_project)
        yield f"{measure.measure} by whole projects ({measure.projects}): Δ {delta} {interval}, P(A>B) {p}"
    if headlines and not clustered and headlines[0].projects is not None:
        yield f"No interval by whole projects: the pairs come from {headlines[0].projects}, 10 are needed."


def listed(tasks: Sequence[str]) -> str:
    """Task ids, the first dozen."""
    more = f" … and {len(tasks) - SHOWN} more (--json lists all)" if len(tasks) > SHOWN else ""
    return ", ".join(tasks[:SHOWN]) + more


def _matrix_measures(report: ComparisonReport) -> list[str]:
    names = [*HEADLINES, *(("facts_retrieved",) if report.stand_in else ())]
    return [name for name in names if any(found.measure(name) for found in report.comparisons)]


def _matrix(report: ComparisonReport, name: str) -> Table:
    """Row minus column; a star where the interval excludes 0."""
    letters = [run.letter for run in report.runs]
    table = _table("", "", *letters)
    cells = {(found.a, found.b): found.measure(name) for found in report.comparisons}
    for run in report.runs:
        row = [_cell(cells.get((run.letter, other)), cells.get((other, run.letter))) for other in letters]
        table.add_row(f"{run.letter}  {run.name}", *row)
    return table


def _cell(forward: MeasureComparison | None, backward: MeasureComparison | None) -> str:
    found, sign = (forward, 1) if forward is not None else (backward, -1)
    if found is None or found.posterior is None:
        return "·"
    star = "*" if found.verdict in ("A ahead", "B ahead") else ""
    return _points(sign * found.posterior.delta) + star


def _all_pairs(report: ComparisonReport) -> Table:
    table = _table(
        METHODS[report.method].replace("A - B", "first - second"), "rate", "", "pairs", "Δ", "95 %", "P(>)", ""
    )
    for name in _matrix_measures(report):
        for found in report.comparisons:
            measure = found.measure(name)
            if measure is not None:
                cells = posterior_cells(measure.posterior)
                table.add_row(
                    name, f"{found.a} - {found.b}", str(measure.pairs), *cells, verdict(measure, found.a, found.b)
                )
    return table


def _many(console: Console, report: ComparisonReport) -> None:
    """Many comparisons find something by chance."""
    number = len(report.comparisons)
    console.print(
        f"{number} pairs of runs were compared: if no two of them differed, about {0.05 * number:.1g} a rate would "
        "still be called decisive. Compare two runs at a time for their tasks, dimensions and bounds.",
        style="yellow",
        markup=False,
    )


def print_gate(console: Console, result: GateResult) -> None:
    """The gate's outcome, in one line, and what it rests on."""
    style = {"pass": "bold green", "fail": "bold red", "undecided": "bold yellow"}[result.outcome]
    console.print(f"{result.outcome.upper()}: {result.reason}", style=style, markup=False)
    console.print(
        f"{result.rule.rate}: {_percent(result.run_rate)} % in the run, {_percent(result.baseline_rate)} % in the "
        f"baseline on {result.pairs} shared tasks; Δ {_points(result.delta)} "
        f"[{_points(result.low)}, {_points(result.high)}] points, 95 %; {result.unscored} unscored",
        markup=False,
    )
    for who, tasks in (("run", result.run_ahead), ("baseline", result.baseline_ahead)):
        if tasks:
            console.print(f"{who} ahead on: {listed(tasks)}", markup=False)
    if result.stand_in:
        console.print(STAND_IN, style="yellow", markup=False)
