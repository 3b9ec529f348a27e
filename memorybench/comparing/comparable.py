"""Whether runs may be compared at all, and what differs between them beside the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from memorybench.comparing.result import Difference
from memorybench.comparing.scored_run import RunFolder
from memorybench.errors import BadInput


def check_comparable(runs: Sequence[RunFolder]) -> None:
    """Raise ``BadInput`` with the reason where two runs do not measure the same thing on the same questions."""
    if len(runs) < 2:
        raise BadInput("a comparison needs at least two runs: memorybench compare RUN_A RUN_B.")
    first = runs[0]
    for place, other in enumerate(runs):
        for earlier in runs[:place]:
            if earlier.folder.resolve() == other.folder.resolve():
                raise BadInput(f"{other.folder} is given twice; a run has no difference to itself.")
        _same_questions(first, other)
        _same_judges(first, other)


def _same_questions(first: RunFolder, other: RunFolder) -> None:
    ours, theirs = first.spec, other.spec
    if ours.dataset_hash != theirs.dataset_hash:
        raise BadInput(
            f"not comparable: {first.folder} was run on {ours.dataset} {ours.dataset_hash[:12]}, {other.folder} on "
            f"{theirs.dataset} {theirs.dataset_hash[:12]}. Other content is another dataset: run both on one."
        )
    if ours.probe_style != theirs.probe_style:
        raise BadInput(
            f"not comparable: {first.folder} has {ours.probe_style} probes, {other.folder} {theirs.probe_style} "
            "ones, which are other questions. Run both with one --probe-style."
        )


def _same_judges(first: RunFolder, other: RunFolder) -> None:
    if first.judges == other.judges:
        return
    both = sorted(set(first.judge_sets) & set(other.judge_sets))
    how = (
        f"Both hold verdicts of {', '.join(both)}: choose with --judges."
        if both
        else "Judge both alike: memorybench rejudge RUN --judge-model MODEL."
    )
    raise BadInput(
        f"not comparable: {first.folder} was judged by {first.judges} ({first.judge_model}), {other.folder} by "
        f"{other.judges} ({other.judge_model}), which are two measures. {how}"
    )


def differences(runs: Sequence[RunFolder]) -> tuple[Difference, ...]:
    """The settings in which the runs differ, one value a run, in the runs' order."""
    rows = {name: [_setting(run, name) for run in runs] for name in _SETTINGS}
    if len(set(rows["memory"])) > 1:  # other systems have other options and versions: that is one difference
        del rows["memory version"], rows["memory options"]
    return tuple(
        Difference(setting=name, values=tuple(values)) for name, values in rows.items() if len(_known(values)) > 1
    )


_SETTINGS = (
    "memory",
    "memory version",
    "memory options",
    "scope",
    "probe model",
    "memory model",
    "embedder",
    "base url",
    "temperature",
    "prompts",
    "budgets",
    "epochs",
)


def _known(values: Sequence[str]) -> set[str]:
    return {value for value in values if value != "-"}  # a system without a model does not differ in its model


def _setting(run: RunFolder, name: str) -> str:
    spec = run.spec
    found: dict[str, Any] = {
        "memory": spec.adapter,
        "memory version": f"{spec.system}, {spec.distribution} {spec.adapter_version}",
        "memory options": _options(spec.config) if spec.config else None,
        "scope": spec.scope.value,
        "probe model": spec.model,
        "memory model": spec.memory_model,
        "embedder": spec.embedder,
        "base url": spec.base_url,
        "temperature": spec.temperature,
        "prompts": _options(spec.prompts),
        "budgets": _options(spec.limits),
        "epochs": spec.epochs,
    }
    return "-" if found[name] is None else str(found[name])


def _options(values: dict[str, Any]) -> str:
    return ", ".join(f"{key}={value}" for key, value in sorted(values.items()) if value is not None) or "none"
