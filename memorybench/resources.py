"""Where the bundled datasets, judges and experiments lie: in a checkout beside the package, in a wheel inside it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

_PACKAGE = Path(__file__).resolve().parent


def data_root() -> Path:
    """The folder that holds ``datasets/``, ``judges/`` and ``experiments/``."""
    installed = _PACKAGE / "_data"
    return installed if installed.is_dir() else _PACKAGE.parent


def bundled(kind: Literal["datasets", "judges"]) -> dict[str, Path]:
    """The bundled datasets or judges by name."""
    folder = data_root() / kind
    if not folder.is_dir():
        return {}
    return {path.name: path for path in sorted(folder.iterdir()) if path.is_dir() and path.name[0] != "."}


def bundled_experiments() -> dict[str, Path]:
    """The bundled experiments' files by name."""
    return {path.stem: path for path in sorted((data_root() / "experiments").glob("*.toml"))}
