"""An experiment's file: TOML with a title and one or more grids, each the product of its lists."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError, field_validator

from memorybench.errors import BadInput, unknown_name
from memorybench.plugins import split_variant
from memorybench.records import Record
from memorybench.resources import bundled_experiments
from memorybench.runs.options import EvalOptions

# Said by the grid, or by the sweep itself.
_NOT_AN_OPTION = {"memory", "scope", "model", "epochs", "out", "stores"}


class Grid(Record):
    """The product of these lists is run; a single value stands for a list of one."""

    memory: tuple[str, ...] = Field(min_length=1)
    scope: tuple[str, ...] = ("user+final",)
    model: tuple[str, ...] = ()  # empty: the experiment's
    epochs: tuple[int, ...] = (1,)

    @field_validator("*", mode="before")
    @classmethod
    def _one_is_a_list(cls, value: Any) -> Any:
        return value if isinstance(value, (list, tuple)) else (value,)


class Experiment(Record):
    """What a file under ``experiments/`` says. ``options`` are those of ``eval``, by their names with underscores."""

    title: str
    about: str = ""
    model: tuple[str, ...] = ()  # probe models of every grid that names none; empty: `rules`
    models_wanted: int = 1
    grid: tuple[Grid, ...] = Field(min_length=1)
    options: dict[str, Any] = Field(default_factory=dict)

    @field_validator("model", mode="before")
    @classmethod
    def _one_is_a_list(cls, value: Any) -> Any:
        return value if isinstance(value, (list, tuple)) else (value,)

    def cells(self, models: tuple[str, ...] = (), **overrides: Any) -> tuple[EvalOptions, ...]:
        """The evaluations, in the file's order, each once.

        ``models`` replaces every model of the file, ``overrides`` any other option. Where several models probe, the
        first one plays the memory system's model and the judges in all cells unless others are named: the memory and
        the measure stay the same.

        Each cell gets the settings (``ADAPTER.KEY=VALUE``) of its own adapter.

        Raises:
            BadInput: an option that does not exist or has a value of another kind, a setting of no cell's adapter.
        """
        found: dict[EvalOptions, None] = {}
        for grid in self.grid:
            probing = models or grid.model or self.model or ("rules",)
            for model, memory, scope, epochs in product(probing, grid.memory, grid.scope, grid.epochs):
                fixed = {"memory_model": probing[0], "judge_model": probing[0]} if len(probing) > 1 else {}
                cell = {"memory": memory, "scope": scope, "model": model, "epochs": epochs}
                found[_own_settings(_options(fixed | self.options | overrides | cell))] = None
        _check_settings(overrides.get("settings", self.options.get("settings", ())), found)
        return tuple(found)


def _options(values: dict[str, Any]) -> EvalOptions:
    try:
        return EvalOptions.model_validate(values)
    except ValidationError as error:
        raise BadInput(f"an experiment's option cannot be used: {_first(error)}.") from None


def _own_settings(options: EvalOptions) -> EvalOptions:
    base = split_variant(options.memory)[0]
    return options.model_copy(
        update={"settings": tuple(setting for setting in options.settings if _adapter(setting) == base)}
    )


def _adapter(setting: str) -> str:
    return setting.partition("=")[0].partition(".")[0]


def _check_settings(settings: Iterable[str], cells: Iterable[EvalOptions]) -> None:
    adapters = {split_variant(cell.memory)[0] for cell in cells}
    for setting in settings:
        if _adapter(setting) not in adapters:
            raise BadInput(
                f"--set {setting}: no run of this experiment is of the memory adapter {_adapter(setting)!r}; "
                f"they are of {', '.join(sorted(adapters))}."
            )


def load_experiment(name_or_path: str) -> tuple[str, Experiment]:
    """The experiment's name and content, from a bundled name or a file.

    Raises:
        BadInput: there is none, or it is damaged or says what no experiment may say.
    """
    known = bundled_experiments()
    path = known.get(name_or_path.removesuffix(".toml")) or Path(name_or_path)
    if not path.is_file():
        raise unknown_name("experiment (neither a bundled name nor a file)", name_or_path, known)
    try:
        found = Experiment.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} is no TOML: {error}.") from None
    except ValidationError as error:
        raise BadInput(f"{path} is no experiment: {_first(error)}.") from None
    wrong = sorted(set(found.options) & _NOT_AN_OPTION)
    if wrong:
        raise BadInput(
            f"{path}: {', '.join(wrong)} cannot stand under [options]; memory, scope, model and epochs are "
            "lists of a [[grid]], folders are chosen by the sweep."
        )
    return path.stem, found


def bundled_titles() -> Iterator[tuple[str, str]]:
    """Name and title of each bundled experiment."""
    for name in bundled_experiments():
        yield name, load_experiment(name)[1].title


def _first(error: ValidationError) -> str:
    detail = error.errors()[0]
    return f"{'.'.join(map(str, detail['loc'])) or 'file'}: {detail['msg']}"
