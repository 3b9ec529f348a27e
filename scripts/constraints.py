"""Keep the two lists of pins equal: ``constraints.txt`` (pip) and ``[tool.uv] constraint-dependencies`` (uv).

``python scripts/constraints.py --write`` takes the versions uv resolves now; without ``--write`` it checks that
both lists are equal to the resolution, and exits 1 otherwise. The lists bind the resolution themselves: to move a
package, delete its line in ``pyproject.toml``, run ``uv lock --upgrade-package NAME``, then ``--write``.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT = ROOT / "pyproject.toml"
CONSTRAINTS = ROOT / "constraints.txt"
LIST = re.compile(r"constraint-dependencies = \[.*?\]\n", re.DOTALL)


def resolved() -> list[str]:
    """The versions of all packages for all extras and groups, without our own, as uv resolves them."""
    command = (
        "uv export --all-packages --all-groups --all-extras --no-hashes --no-emit-workspace --no-annotate --no-header"
    )
    done = subprocess.run(command.split(), cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    if done.returncode != 0:
        sys.exit(f"uv cannot resolve the dependencies:\n{done.stderr}")
    return [line for line in done.stdout.splitlines() if line and not line.startswith(("-", "#", "."))]


def declared() -> list[str]:
    """The pins in ``pyproject.toml``."""
    settings = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))
    pins: list[str] = settings["tool"]["uv"]["constraint-dependencies"]
    return pins


def write(pins: list[str]) -> None:
    """Write both lists."""
    CONSTRAINTS.write_text("".join(f"{pin}\n" for pin in pins), encoding="utf-8")
    quoted = "".join(
        f"  '{pin}',\n" if '"' in pin else f'  "{pin}",\n' for pin in (p.replace("'", '"') for p in pins)
    )
    text = LIST.sub(lambda _: f"constraint-dependencies = [\n{quoted}]\n", PYPROJECT.read_text(encoding="utf-8"))
    PYPROJECT.write_text(text, encoding="utf-8")


def normal(pins: list[str]) -> set[str]:
    """Pins with one kind of quotes."""
    return {pin.replace('"', "'").strip() for pin in pins}


def main() -> int:
    """Write or check."""
    if "--write" in sys.argv:
        write(resolved())
        return 0
    listed = CONSTRAINTS.read_text(encoding="utf-8").splitlines()
    differ = normal(listed) ^ normal(declared())
    differ |= normal(listed) ^ normal(resolved())
    for pin in sorted(differ):
        print(f"constraints.txt, pyproject.toml and the resolution differ on: {pin}", file=sys.stderr)
    if differ:
        print("mend with: python scripts/constraints.py --write", file=sys.stderr)
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
