"""What memory tasks a file can carry: by fact family, label and kind of question, and why some it cannot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memorybench.construct.families import family_names, get_family, harvest
from memorybench.construct.seeds import TaskSeed
from memorybench.ifc.index import ModelIndex
from memorybench.records import Kind, Label, Record

SEEDS = (1, 2, 3)
NO_ELEMENTS = "The model holds no building elements, so nothing that everyday talk could be about."


class FamilyFit(Record):
    """One fact family on one file. ``tasks`` is how many it makes when asked alone (three at most)."""

    family: str
    about: str
    tasks: int
    labels: tuple[Label, ...]
    kinds: tuple[Kind, ...]
    reasons: tuple[str, ...]  # why there is no task


class Carrying(Record):
    """All families on one file, and the question categories that come with them: category -> families."""

    families: tuple[FamilyFit, ...]
    labels: dict[str, tuple[str, ...]]
    kinds: dict[str, tuple[str, ...]]


def carrying(index: ModelIndex, seeds: Sequence[int] = SEEDS) -> Carrying:
    """Ask each family alone, so that none is refused for what another one took; a draw that fails is repeated."""
    fits = tuple(_fit(index, name, seeds) for name in family_names())
    return Carrying(
        families=fits,
        labels={label.value: _with(fits, label, "labels") for label in Label},
        kinds={kind.value: _with(fits, kind, "kinds") for kind in Kind if kind is not Kind.MCQ},
    )


def _fit(index: ModelIndex, name: str, seeds: Iterable[int]) -> FamilyFit:
    made: tuple[TaskSeed, ...] = ()
    reasons: tuple[str, ...] = () if index.elements else (NO_ELEMENTS,)
    for seed in seeds if index.elements else ():
        found = harvest(index, seed=seed, families=[name])[name]
        made = found.seeds
        if made:
            break
        reasons = reasons or found.reasons
    return FamilyFit(
        family=name,
        about=get_family(name).about,
        tasks=len(made),
        labels=tuple(sorted({seed.label for seed in made})),
        kinds=tuple(sorted({seed.kind for seed in made})),
        reasons=() if made else tuple(dict.fromkeys(reasons)),
    )


def _with(fits: Iterable[FamilyFit], category: Label | Kind, field: str) -> tuple[str, ...]:
    return tuple(fit.family for fit in fits if category in getattr(fit, field))
