"""``memorybench review``: people review the tasks of a dataset on a local web page."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from memorybench.review.outcome import ReviewSummary
    from memorybench.tasks.dataset import Dataset


def review_command(
    dataset: Annotated[str, typer.Argument(help="A dataset's folder; its reviews are written there.")],
    port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="Port on 127.0.0.1; default: the folder's own, or a free one."),
    ] = None,
    status: Annotated[bool, typer.Option("--status", help="Print how far the review has come, and end.")] = False,
    apply: Annotated[
        Path | None,
        typer.Option("--apply", help="Write the reviewed tasks as a new dataset into this folder, and end."),
    ] = None,
    version: Annotated[str | None, typer.Option(help="Version of the dataset that --apply writes.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="With --status: print JSON.")] = False,
) -> int:
    """Accept, correct or reject each task on a local page; two people, neither seeing the other's decision first.

    The page is served on this machine alone, under an address that holds a secret. Stop with Ctrl-C: every decision
    is in `reviews.jsonl` beside the tasks, and the same command goes on.
    """
    from memorybench.errors import BadInput
    from memorybench.resources import bundled
    from memorybench.review.journal import ReviewJournal
    from memorybench.review.outcome import apply_reviews, summarise
    from memorybench.tasks.dataset import load_dataset

    if dataset in bundled("datasets") and not Path(dataset).is_dir():
        raise BadInput(f"{dataset} is bundled with memorybench: copy its folder and review the copy.")
    loaded = load_dataset(dataset)
    if apply is not None:
        if version is None or version == loaded.manifest.version:
            raise BadInput(f"--apply needs --version with another version than {loaded.manifest.version}.")
        kept, rejected = apply_reviews(loaded, ReviewJournal(loaded.root).lines(), apply, version)
        typer.echo(f"{apply}: {len(kept)} tasks as version {version}; {len(rejected)} rejected.")
        for line in rejected:
            typer.echo(f"  rejected {line}")
        return 0
    if status:
        found = summarise(loaded, ReviewJournal(loaded.root).lines())
        sys.stdout.write(found.model_dump_json(indent=1) + "\n" if as_json else _lines(found))
        return 0
    return _serve(loaded, port)


def _serve(loaded: Dataset, port: int | None) -> int:
    from memorybench.review.desk import Desk
    from memorybench.review.server import serve

    serve(Desk(loaded), port, lambda address: typer.echo(f"Review at {address} (Ctrl-C ends)"))
    return 0


def _lines(found: ReviewSummary) -> str:
    states = ", ".join(f"{count} {state}" for state, count in sorted(found.states.items()))
    decided = ", ".join(f"{count} {decision}" for decision, count in sorted(found.decisions.items())) or "none yet"
    lines = [
        f"{found.tasks} tasks: {states}",
        f"Decided: {decided}",
        f"Reviewers: {', '.join(found.reviewers) or 'none'}",
    ]
    if found.both_rounds:
        kappa = "not defined" if found.kappa is None else f"{found.kappa:.2f}"
        low, high = found.kappa_interval or (-1.0, 1.0)
        lines.append(
            f"Two reviewers on {found.both_rounds} tasks: the same decision on {found.same_decision}; Cohen's kappa "
            f"(accepted as it is, or not) {kappa} [{low:.2f}, {high:.2f}]"
        )
    if found.outdated:
        lines.append(f"{found.outdated} decisions are on a text that has changed since, and do not count.")
    return "\n".join(lines) + "\n"
