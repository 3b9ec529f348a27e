"""The warm query against the real ``ifcquery`` command: same bytes on standard output, same exit code.

Each real call costs more than a second, so this is a seeded sample over public and construct files; the real
``main`` runs in forked children of one process that has imported it already.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from memorybench.ifc.warm import WarmQuery

FILES = [
    ("real/duplex-arc.ifc", 22),
    ("real/sample-house.ifc", 12),
    ("real/duplex-electrical.ifc", 8),
    ("constructs/aggregates.ifc", 25),
    ("constructs/psets.ifc", 25),
    ("constructs/materials.ifc", 15),
    ("constructs/enc.ifc", 15),
    ("constructs/wallsc23.ifc", 15),
    ("constructs/h_add2.ifc", 12),
]
QUERIES = [
    "IfcWall",
    "IfcElement, ! IfcWall",
    "IfcDoor, Name=/.*1.*/",
    "IfcNope",
    "! IfcWall",
    "))",
    "",
    "IfcElement, material=/.*on.*/",
    "IfcWall + IfcDoor",
    'IfcElement, location="L1"',
    "IfcTypeProduct",
]
FORKING_CLI = """
import json, os, sys, traceback
import ifcquery.__main__ as cli
out, err = sys.argv[1:3]
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        for target, number in ((out, 1), (err, 2)):
            os.dup2(os.open(target, os.O_CREAT | os.O_TRUNC | os.O_WRONLY), number)
        sys.argv = ["ifcquery", *json.loads(line)]
        code = 0
        try:
            cli.main()
        except SystemExit as stop:
            code = int(stop.code or 0)
        except BaseException:
            traceback.print_exc()
            code = 1
        sys.stdout.flush()
        os._exit(code)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


class RealCli:
    """The real command, in children of one process."""

    def __init__(self, folder: Path) -> None:
        self.out, self.err = folder / "out", folder / "err"
        self.process = subprocess.Popen(
            [sys.executable, "-c", FORKING_CLI, str(self.out), str(self.err)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUTF8": "1"},
        )

    def run(self, argv: list[str]) -> tuple[bytes, int]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(argv) + "\n")
        self.process.stdin.flush()
        code = int(self.process.stdout.readline())
        return self.out.read_bytes(), code


@pytest.fixture(scope="module")
def real_cli(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealCli]:
    cli = RealCli(tmp_path_factory.mktemp("cli"))
    yield cli
    cli.process.kill()
    cli.process.wait()


def commands(warm: WarmQuery, amount: int) -> list[list[str]]:
    """Each subcommand once, then a seeded sample of arguments and formats."""
    chance = random.Random(warm.path.name)
    elements = [element.id() for element in warm.model.by_type("IfcElement")] or [1]
    everything = [entity.id() for entity in warm.model]

    def one(name: str) -> list[str]:
        step = str(chance.choice(elements if chance.random() < 0.7 else everything))
        more = {
            "info": [step],
            "relations": [f"#{step}", *chance.choice([[], ["--traverse", "up"]])],
            "clash": [str(chance.choice(elements))],
            "select": [chance.choice(QUERIES)],
            "schema": [chance.choice(["IfcWall", "IfcDoor", "IfcNope"])],
            "schedule": chance.choice([[], ["--depth", "1"]]),
            "cost": chance.choice([[], ["--depth", "x"]]),
        }
        layout = chance.choice([[], [], ["--format", "text"], ["--format", "ids"]])
        return [*layout, name, *more.get(name, [])]

    each = ["summary", "tree", "info", "select", "relations", "clash", "validate", "schedule", "cost", "contexts"]
    each += ["materials", "schema"]
    if (
        "real" in warm.path.parts and "arc" not in warm.path.name
    ):  # seconds of geometry and rules a call: once will do
        each = [name for name in each if name not in {"clash", "validate"}]
    often = ["info", "info", "relations", "relations", "select", "tree", "nonsense"]
    return [one(name) for name in each] + [one(chance.choice(often)) for _ in range(max(amount - len(each), 0))]


@pytest.mark.parametrize(("name", "amount"), FILES)
def test_same_bytes_and_code_as_the_command(shared_ifc: Path, real_cli: RealCli, name: str, amount: int) -> None:
    path = shared_ifc / name
    warm = WarmQuery(path)
    before = hash(warm.model.to_string())
    for argv in commands(warm, amount):
        ours = warm.run(argv)
        assert (argv, (ours.stdout.encode(), ours.exit_code)) == (argv, real_cli.run([str(path), *argv]))
        assert "Traceback" not in ours.stderr
    assert hash(warm.model.to_string()) == before


def test_the_console_script_itself_agrees(shared_ifc: Path) -> None:
    path = shared_ifc / "real" / "duplex-arc.ifc"
    warm = WarmQuery(path)
    for argv in (["select", "IfcDoor"], ["materials"]):
        done = subprocess.run(
            [sys.executable, "-m", "ifcquery", str(path), *argv], capture_output=True, check=False, timeout=120
        )
        ours = warm.run(argv)
        assert (ours.stdout.encode(), ours.exit_code) == (done.stdout, done.returncode)
