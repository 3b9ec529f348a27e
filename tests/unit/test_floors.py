"""Imports go down only, and the core never imports an adapter (docs/design.md, section 2)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FLOORS: list[set[str]] = [
    {"errors", "records", "stats", "resources", "__init__"},
    {"scopes", "tasks", "ifc", "facts", "models", "memory", "plugin_import", "plugins", "rendering"},
    {"probe", "judging", "construct", "testing"},
    {"runs"},
    {"comparing", "sweeping"},
    {"reports", "review"},
    {"cli"},
]


def floor_of(part: str) -> int:
    return next(number for number, parts in enumerate(FLOORS) if part in parts)


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module)
            found |= {f"{node.module}.{name.name}" for name in node.names}
    return found


MODULES = sorted((ROOT / "memorybench").rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=[str(path.relative_to(ROOT)) for path in MODULES])
def test_a_module_imports_only_from_its_own_floor_or_below(path: Path) -> None:
    part = path.relative_to(ROOT / "memorybench").parts[0].removesuffix(".py")
    wrong = []
    for name in imports(path):
        pieces = name.split(".")
        if pieces[0].startswith("memorybench_"):
            wrong.append(f"{name} (an adapter)")
        if pieces[0] != "memorybench" or len(pieces) < 2:
            continue
        target = pieces[1]
        known = any(target in parts for parts in FLOORS)
        if known and floor_of(target) > floor_of(part):
            wrong.append(name)
    assert wrong == []


def test_every_part_of_the_package_has_a_floor() -> None:
    parts = {path.name.removesuffix(".py") for path in (ROOT / "memorybench").iterdir() if path.suffix in ("", ".py")}
    parts -= {"__pycache__", "_data"}
    assert parts <= set.union(*FLOORS), parts - set.union(*FLOORS)


@pytest.mark.parametrize("folder", ["datasets", "judges"])
def test_data_folders_are_no_packages(folder: str) -> None:
    """``datasets/__init__.py`` would shadow the package of that name that many people have installed."""
    assert list((ROOT / folder).rglob("*.py")) == []
