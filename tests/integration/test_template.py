"""What ``docs/adapters.md`` tells a third party to type, typed: from the copy of the template to a run of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
UV = os.environ.get("UV") or shutil.which("uv")
FOLDERS, FILES = ("adapters", "datasets", "judges", "memorybench"), ("LICENSE", "README.md", "constraints.txt")

pytestmark = [
    pytest.mark.skipif(UV is None, reason="uv is not installed: run the tests with `uv run pytest`"),
    pytest.mark.skipif(os.name == "nt", reason="the documented commands are for a POSIX shell"),
    pytest.mark.skipif(not (ROOT / "adapters" / "template").is_dir(), reason="not in a checkout"),
]


def block(page: Path, heading: str) -> list[str]:
    """The commands of the first shell block below ``heading``."""
    section = page.read_text(encoding="utf-8").partition(f"\n{heading}\n")[2]
    found = re.search(r"```bash\n(.*?)```", section, re.DOTALL)
    assert found is not None
    return found.group(1).strip().splitlines()


@dataclass(frozen=True)
class Shell:
    """A shell in a folder, in whose environment nothing of this test's own environment is found."""

    folder: Path

    def type(self, *lines: str, offline: bool = True) -> subprocess.CompletedProcess[str]:
        """Run the lines as typed one after the other; stop at the first that fails."""
        assert UV is not None
        hidden = ("VIRTUAL_ENV", "PYTHON", "PYTEST_", "MEMORYBENCH_", "MEM0_", "UV_PRO", "UV_PYTHON", "UV_SYS")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
        interpreter = Path(sys.executable).resolve()  # not this environment's: that one is not to be written to
        places = [str(Path(UV).parent), str(interpreter.parent), os.environ.get("PATH", os.defpath)]
        more = {"PATH": os.pathsep.join(places), "UV_NO_PROGRESS": "1", "COLUMNS": "200"}
        return subprocess.run(
            ["bash", "-euc", "\n".join(lines)],
            cwd=self.folder,
            env=kept | more | ({"UV_OFFLINE": "1"} if offline else {}),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=300,
        )


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    """A shell in a checkout: what it writes there, runs and all, is not written into this one."""
    folder = tmp_path_factory.mktemp("template")
    checkout = folder / "memorybench"
    checkout.mkdir()
    for name in (*FOLDERS, *FILES, "pyproject.toml"):
        (checkout / name).symlink_to(ROOT / name)
    yield Shell(checkout)
    shutil.rmtree(folder)  # an environment of hundreds of megabytes, which pytest would keep


def test_the_documented_way_from_the_copy_to_a_run(shell: Shell) -> None:
    lines = block(ROOT / "docs" / "adapters.md", "## 1. From the template to a run")
    began = time.monotonic()
    done = shell.type(*lines)
    if done.returncode and "offline" in done.stderr.lower():  # uv's cache lacks something: ask the index
        shutil.rmtree(shell.folder.parent / "memorybench-my-memory")
        done = shell.type(*lines, offline=False)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    print(f"{len(lines)} documented commands in {time.monotonic() - began:.0f} s")
    assert re.search(r"my-memory +0\.1\.0 +memorybench-my-memory", done.stdout)
    assert re.search(r"my-memory: \d+ passed, 0 failed, 1 skipped", done.stdout)
    assert re.search(r"\d+ passed, 1 skipped", done.stdout)
    (run,) = (shell.folder / "runs").glob("my-memory-*")
    summary = json.loads((run / "summary.json").read_text(encoding="utf-8"))
    assert summary["counts"]["answered"] == 4
    assert summary["ingest"]["memories"] > 0


def test_the_template_is_renamed_by_the_commands_of_its_readme(shell: Shell) -> None:
    template, copy = ROOT / "adapters" / "template", shell.folder.parent / "memorybench-acme-notes"
    shutil.copytree(template, copy, ignore=shutil.ignore_patterns("__pycache__"))
    done = Shell(copy).type(*block(template / "README.md", "## Give it its name"))
    assert done.returncode == 0, done.stderr
    texts = [path.read_text(encoding="utf-8") for path in copy.rglob("*") if path.is_file()]
    assert not [text for text in texts if re.search(r"my[-_]memory|MyMemory", text)]
    assert (copy / "memorybench_acme_notes" / "adapter.py").is_file()
    code = (
        "from memorybench_acme_notes.adapter import AcmeNotes as A; print(A.card.name, *A.config_type.model_fields)"
    )
    imported = subprocess.run(
        [sys.executable, "-c", code], cwd=copy, capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert imported.stdout.split() == ["acme-notes", "min_words"]
    pyproject = (copy / "pyproject.toml").read_text(encoding="utf-8")
    assert 'acme-notes = "memorybench_acme_notes.adapter:AcmeNotes"' in pyproject
