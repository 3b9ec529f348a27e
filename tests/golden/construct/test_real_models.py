"""Families on public files nobody tuned them to: enough tasks, all computable again, all commands working."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memorybench.construct.families import harvest, recompute
from memorybench.ifc.index import ModelIndex, open_index
from memorybench.ifc.pipeline import CommandShell
from memorybench.ifc.warm import WarmQuery

MODELS = ("duplex-electrical", "fzk-haus-ac20", "large-building", "niedrihaus", "sample-house")


@pytest.fixture(scope="module", params=MODELS)
def model(request: pytest.FixtureRequest, shared_ifc: Path) -> tuple[Path, ModelIndex]:
    path = shared_ifc / "real" / f"{request.param}.ifc"
    return path, open_index(path)


def test_enough_tasks_and_working_commands(model: tuple[Path, ModelIndex]) -> None:
    path, index = model
    seeds = [seed for result in harvest(index).values() for seed in result.seeds]
    assert len(seeds) >= 15
    assert sum(seed.control is not None for seed in seeds) * 10 >= len(seeds)
    assert len({seed.label for seed in seeds}) == 3
    assert len({seed.family for seed in seeds}) >= 10
    shell = CommandShell(path.parent, warm={path.name: WarmQuery(path)})
    for seed in seeds:
        assert recompute(index, seed) == seed.gold
        for command in seed.commands:
            result = shell.execute(command.replace("{model}", path.name))
            assert result.exit_code == 0, (command, result.stderr)
            if command.endswith("jq length"):
                assert json.loads(result.stdout) >= 1
            else:
                assert result.stdout.strip(), command
