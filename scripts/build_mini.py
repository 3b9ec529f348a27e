"""Build the bundled dataset ``ifcmemory-mini`` from the authored models.

``python scripts/build_mini.py`` replaces ``datasets/ifcmemory-mini``; ``--check`` builds into a temporary folder
and compares bytes: exit 1 with the differing files named. ``--out DIR`` builds into another folder.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from memorybench.construct.authored import LICENCE, Authored, author_models
from memorybench.construct.from_ifc import Built, construct
from memorybench.construct.options import Options
from memorybench.ifc.index import ModelIndex, open_index
from memorybench.models import tokens
from memorybench.tasks.card import generated_part
from memorybench.tasks.dataset import Dataset, load_dataset
from memorybench.tasks.describe import describe

ROOT = Path(__file__).resolve().parents[1]
NAME = "ifcmemory-mini"
TARGET = ROOT / "datasets" / NAME
OPTIONS = Options(
    tasks_per_model=4,
    seed=18,
    name=NAME,
    licence=LICENCE,
    description="Sixteen memory tasks over four authored IFC models: small enough to run in minutes.",
)


def build(out: Path) -> Built:
    """Write the whole dataset into the new folder ``out``; raise ``SystemExit`` when tasks are missing."""
    with tempfile.TemporaryDirectory(prefix="memorybench-mini-") as folder:
        models = author_models(Path(folder))
        built = construct([model.path for model in models], out, OPTIONS)
        if built.tasks < built.wanted:
            sys.exit(f"only {built.tasks} of {built.wanted} tasks could be made: {'; '.join(built.reasons)}")
        (out / "card.md").write_text(card(models, load_dataset(str(out))), encoding="utf-8", newline="\n")
    return built


def card(models: Sequence[Authored], dataset: Dataset) -> str:
    """The dataset card: origin, licence, models with their faults, statistics, what nobody has done yet."""
    numbers = describe(dataset, tokens.count, tokens.TOKENIZER_NAME)
    sections = "\n".join(_model_section(model) for model in models)
    return (
        f"# {NAME}\n\n{OPTIONS.description}\n\n"
        "## Origin and licence\n\n"
        "The IFC models were written for this project by `memorybench/construct/authored` and describe no real "
        f"building or person. The histories, facts and golds were generated from them by "
        f"`scripts/build_mini.py` (seed {OPTIONS.seed}) without a language model; tool outputs come from running "
        f"`ifcquery` on the models. Models, histories and tasks: {LICENCE}. Running the script again gives the same "
        "bytes; `--check` proves it.\n\n"
        "**Not reviewed by people.** Report mistakes in `errata.md`.\n\n"
        "## Models\n\n"
        "Each model carries faults on purpose, because real files do.\n\n"
        f"{sections}\n"
        f"{generated_part(dataset, numbers)}"
    )


def _model_section(model: Authored) -> str:
    index = open_index(model.path)
    faults = "\n".join(f"| {fault.kind} | {fault.where} | {fault.what} |" for fault in model.faults)
    return (
        f"### {model.path.name}\n\n{model.about.replace('``', '`')}\n\n{_size(index, model.path)}\n\n"
        f"| Fault | Where | What |\n|---|---|---|\n{faults}\n"
    )


def _size(index: ModelIndex, path: Path) -> str:
    doors, windows = (len(index.of_class(name)) for name in ("IfcDoor", "IfcWindow"))
    return (
        f"{index.schema}, {len(index.elements)} elements ({doors} doors, {windows} windows), "
        f"{len(index.spaces)} spaces, {len(index.storeys)} storeys, {path.stat().st_size // 1000} kB."
    )


def differences(ours: Path, theirs: Path) -> list[str]:
    """Relative paths of files that one folder lacks or that differ in bytes."""
    names = {path.relative_to(root) for root in (ours, theirs) for path in root.rglob("*") if path.is_file()}
    return sorted(
        name.as_posix()
        for name in names
        if not (ours / name).is_file()
        or not (theirs / name).is_file()
        or (ours / name).read_bytes() != (theirs / name).read_bytes()
    )


def replace(target: Path) -> Built:
    """Build beside ``target`` and move into its place; its errata, which people write, are kept."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent) as folder:
        fresh = Path(folder) / target.name
        built = build(fresh)
        if (target / "errata.md").is_file():
            shutil.copyfile(target / "errata.md", fresh / "errata.md")
        if target.exists():
            target.rename(Path(folder) / "replaced")
        fresh.rename(target)
    return built


def check(target: Path) -> int:
    """Build anew and compare with ``target``, errata aside."""
    with tempfile.TemporaryDirectory(prefix="memorybench-mini-") as folder:
        fresh = Path(folder) / NAME
        build(fresh)
        differ = [name for name in differences(target, fresh) if name != "errata.md"]
    for name in differ:
        print(f"{target.name}: {name} differs from what the recipes give", file=sys.stderr)
    if differ:
        print("mend with: python scripts/build_mini.py", file=sys.stderr)
    return 1 if differ else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check."""
    parser = argparse.ArgumentParser(description="Build the bundled dataset ifcmemory-mini.")
    parser.add_argument("--check", action="store_true", help="compare with the folder instead of writing it")
    parser.add_argument("--out", type=Path, default=TARGET, help="the dataset's folder")
    options = parser.parse_args(arguments)
    if options.check:
        return check(options.out)
    built = replace(options.out)
    manifest = json.loads((options.out / "dataset.json").read_text(encoding="utf-8"))
    print(f"{options.out}: {built.tasks} tasks, {built.histories} histories, {len(manifest['files'])} hashed files.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
