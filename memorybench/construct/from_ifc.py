"""A dataset of memory tasks from nothing but IFC files. No language model; same file and seed, same bytes."""

from __future__ import annotations

import random
import re
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from memorybench import __version__
from memorybench.construct.card import card
from memorybench.construct.clean import weave_cleanly
from memorybench.construct.families import harvest
from memorybench.construct.guessing import GuessRate, guess_rate, joined
from memorybench.construct.hardening import fitting, in_words, reluctance, revised, untested
from memorybench.construct.options import Difficulty, Options
from memorybench.construct.packing import Packed, pack, shortfalls
from memorybench.construct.seeds import TaskSeed
from memorybench.construct.talk.replay import OUTPUT_LIMIT, RememberingShell
from memorybench.construct.weave import Assignment, Weaving
from memorybench.errors import BadInput
from memorybench.records import History, Task
from memorybench.tasks.layout import MODELS, write_dataset

TellProgress = Callable[[str], None]


@dataclass(frozen=True)
class Built:
    """What came of it. ``reasons`` say, per model and family, why there is no task."""

    histories: int
    tasks: int
    wanted: int
    reasons: tuple[str, ...]


def construct(models: Sequence[Path], out: Path, options: Options, tell: TellProgress = lambda _: None) -> Built:
    """Write a dataset into the new folder ``out``; nothing is written when no task can be made.

    Raises:
        BadInput: ``out`` exists and is not empty, two models have one name, or a model cannot be used.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise BadInput(f"{out} exists already: give --out a new folder, or empty this one first.")
    names = [project_name(path) for path in models]
    if len(set(names)) < len(names):
        raise BadInput("two of the models have the same file name: rename one, it becomes the project's name.")
    histories: list[History] = []
    tasks: list[Task] = []
    reasons: list[str] = []
    guesses: list[tuple[GuessRate, int]] = []
    for number, path in enumerate(models):
        made = construct_model(path, options, tell, first_bank=number % 2)
        histories += made.histories
        tasks += made.tasks
        reasons += made.reasons
        guesses.append((made.guess, len(made.tasks)))
    wanted = options.tasks_per_model * len(models)
    if tasks:
        _write(models, out, options, histories, tasks, joined(guesses))
    return Built(len(histories), len(tasks), wanted, tuple(reasons))


def project_name(path: Path) -> str:
    """``Duplex Arc.ifc`` -> ``duplex-arc``."""
    return re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-") or "model"


@dataclass(frozen=True)
class FromModel:
    """What came of one model."""

    histories: tuple[History, ...]
    tasks: tuple[Task, ...]
    reasons: tuple[str, ...]
    guess: GuessRate


def construct_model(path: Path, options: Options, tell: TellProgress, first_bank: int = 0) -> FromModel:
    """Histories and tasks from one model, and why some families have none."""
    from memorybench.ifc.index import open_index
    from memorybench.ifc.pipeline import CommandShell
    from memorybench.ifc.warm import WarmQuery
    from memorybench.models import tokens

    tell(f"{path.name}: reading")
    index = open_index(path)
    if not index.elements:  # nothing that everyday talk could be about
        reason = f"{path.name}: the model holds no building elements."
        return FromModel((), (), (reason,), GuessRate(declared=0.0, hits=0, guesses=0))
    tell(f"{path.name}: looking for facts")
    hard = options.difficulty
    harvests = fitting(harvest(index, seed=options.seed), hard)
    project = project_name(path)
    rng = random.Random(f"{options.seed}|{path.name}|pack")
    packed = pack(harvests, options.tasks_per_model, rng, hard.tasks_per_history, reluctance(hard))
    assigned = _assign(packed, project, first_bank, hard, random.Random(f"{options.seed}|{path.name}|revise"))
    more = untested(packed, harvests, hard, random.Random(f"{options.seed}|{path.name}|untested"))
    histories: list[History] = []
    tasks: list[Task] = []
    dropped: list[str] = []
    with tempfile.TemporaryDirectory(prefix="memorybench-") as folder:
        shutil.copyfile(path, Path(folder) / path.name)
        with CommandShell(Path(folder), warm={path.name: WarmQuery(path)}, output_limit=OUTPUT_LIMIT) as shell:
            remembering = RememberingShell(shell)
            for number, assignments in enumerate(map(_with_untested, assigned, more), start=1):
                tell(f"{path.name}: history {number} of {len(packed.histories)}")
                how = Weaving(
                    project=project,
                    history_id=f"{project}-{number}",
                    model_path=f"{MODELS}/{path.name}",
                    folder=Path(folder),
                    difficulty=hard,
                )
                made = weave_cleanly(
                    index, remembering, assignments, how, f"{options.seed}|{path.name}|{number}", tokens.count
                )
                histories.append(made.history)
                tasks += made.tasks
                dropped += made.dropped
    tell(f"{path.name}: measuring what a guesser would get")
    reasons = tuple(f"{path.name}: {reason}" for reason in (*dropped, *shortfalls(harvests, packed)))
    return FromModel(tuple(histories), tuple(tasks), reasons, guess_rate(index, tasks))


def _assign(
    packed: Packed, project: str, first_bank: int, hard: Difficulty, rng: random.Random
) -> list[list[Assignment]]:
    """Ids and alternating phrase banks; every other model begins with the other bank, as controls come first."""
    number = 0
    made: list[list[Assignment]] = []
    for seeds in packed.histories:
        group: list[Assignment] = []
        for seed in seeds:
            told, bank = in_words(revised(seed, hard, rng), number + first_bank, hard)
            group.append(Assignment(_task_id(project, number + 1, seed), told, bank))
            number += 1
        made.append(group)
    return made


def _with_untested(assigned: list[Assignment], more: list[TaskSeed]) -> list[Assignment]:
    """The assignments of one history, and those that are told only."""
    bank = assigned[0].bank
    return assigned + [
        Assignment(f"{assigned[0].task_id}-untested-{number}", seed, bank, asked=False)
        for number, seed in enumerate(more, start=1)
    ]


def _task_id(project: str, number: int, seed: TaskSeed) -> str:
    return f"{project}-{number:02d}-{seed.family.replace('_', '-')}"


def _write(
    models: Sequence[Path],
    out: Path,
    options: Options,
    histories: Sequence[History],
    tasks: Sequence[Task],
    guess: GuessRate,
) -> None:
    """Write beside ``out`` and move into place, so that no half dataset is ever seen."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as folder:
        root = Path(folder) / "dataset"
        (root / MODELS).mkdir(parents=True)
        for path in models:
            shutil.copyfile(path, root / MODELS / path.name)
        write_dataset(
            root,
            histories=histories,
            tasks=tasks,
            manifest={
                "name": options.name,
                "version": options.version,
                "licence": options.licence,
                "language": "en",
                "description": options.description,
                "created": f"by memorybench {__version__} construct from-ifc, seed {options.seed}",
            },
        )
        (root / "card.md").write_text(card(root, options, models, guess), encoding="utf-8", newline="\n")
        (root / "errata.md").write_text("# Errata\n\nNone known.\n", encoding="utf-8")
        if out.exists():
            out.rmdir()
        root.rename(out)
