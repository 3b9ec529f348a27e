"""Where the bundled datasets and judges lie: in a checkout beside the package, in a wheel inside it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

_PACKAGE = Path(__file__).resolve().parent


def data_root() -> Path:
    """The folder that holds ``datasets/`` and ``judges/``."""
    checkout = _PACKAGE.parent
    if (checkout / "datasets").is_dir() and (checkout / "pyproject.toml").is_file():
        return checkout
    return _PACKAGE / "_data"


def bundled(kind: Literal["datasets", "judges"]) -> dict[str, Path]:
    """The bundled datasets or judges by name."""
    folder = data_root() / kind
    return {path.name: path for path in sorted(folder.iterdir()) if path.is_dir()} if folder.is_dir() else {}
