"""Realistic IFC models written from scratch, same bytes everywhere: the ground of the bundled datasets.

Each recipe is a module with ``NAME``, ``FAULTS`` (what is wrong on purpose) and ``author()``.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from memorybench.construct.authored.faults import Fault

_MODULES = ("reihenhaus", "office", "school", "dental")
LICENCE = "CC0-1.0"


@dataclass(frozen=True)
class Authored:
    """One written model: its file, what it is, and the faults it carries."""

    path: Path
    about: str
    faults: tuple[Fault, ...]


def author_models(folder: Path) -> tuple[Authored, ...]:
    """Write all authored models into ``folder`` as ``<name>.ifc``."""
    made = []
    for name in _MODULES:
        recipe = import_module(f"{__name__}.{name}")
        path = folder / f"{recipe.NAME}.ifc"
        recipe.author().save(path)
        made.append(Authored(path, (recipe.__doc__ or "").split("\n")[0], recipe.FAULTS))
    return tuple(made)
