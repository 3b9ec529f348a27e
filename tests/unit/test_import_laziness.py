"""The package and its help start without any heavy library (each costs a user seconds at every call)."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = (
    "langchain",
    "langchain_core",
    "deepagents",
    "mem0",
    "graphiti_core",
    "neo4j",
    "ifcopenshell",
    "scipy",
    "onnxruntime",
)


@pytest.mark.parametrize(
    "statement", ["import memorybench", "import memorybench.records, memorybench.memory, memorybench.plugins"]
)
def test_importing_the_package_imports_nothing_heavy(statement: str) -> None:
    assert loaded_after(statement) == []


def test_help_imports_nothing_heavy() -> None:
    statement = (
        "import sys; sys.argv = ['memorybench', '--help']\n"
        "from memorybench.cli.main import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass"
    )
    assert loaded_after(statement) == []


def loaded_after(statement: str) -> list[str]:
    code = f"{statement}\nimport sys\nprint('LOADED', *[name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=True)
    return done.stdout.strip().splitlines()[-1].split()[1:]
