"""The models of ``ifcmemory-synth``: one module each, which states what is particular about it.

Each module has ``RECIPE``, ``FAULTS`` (what is wrong on purpose) and ``author()``; :func:`recipes` lists them all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from memorybench.construct.authored import Authored
from memorybench.construct.authored.faults import Fault
from memorybench.construct.authored.model_file import ModelFile
from memorybench.construct.authored.recipe import Recipe

# The order of the dataset. A model that comes later goes to the end, so that the others keep their seeds.
_MODULES = (
    "lindenhof",
    "canal_court",
    "szkola",
    "olivar",
    "energiezentrale",
    "staalhal",
    "brownstone",
    "kaki",
    "laboratorium",
    "otel",
    "slunecnice",
    "autorimessa",
    "tilleuls",
    "ponte",
    "stathmos",
    "svommehall",
    "biblioteka",
    "townhouses",
    "ward_mep",
)


@dataclass(frozen=True)
class SynthModel:
    """One model that can be written: what it is, the faults it carries on purpose, and how it is made."""

    recipe: Recipe
    about: str
    faults: tuple[Fault, ...]
    author: Callable[[], ModelFile]

    @property
    def name(self) -> str:
        """The file's name without its suffix."""
        return self.recipe.name

    def build(self, path: Path) -> Authored:
        """Write the model to ``path``: the same bytes every time, but for the file name in the header."""
        self.author().save(path)
        return Authored(path, self.about, self.faults)


def recipes() -> tuple[SynthModel, ...]:
    """All models in the order of the dataset; nothing is built yet."""
    made = []
    for name in _MODULES:
        module = import_module(f"{__name__}.{name}")
        about = (module.__doc__ or "").split("\n")[0]
        made.append(SynthModel(module.RECIPE, about, module.FAULTS, module.author))
    return tuple(made)
