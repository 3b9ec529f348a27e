"""The agent's tools from end to end: pipelines over a model, limits, and what it is told."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from memorybench.errors import BadInput
from memorybench.ifc.pipeline import CommandShell
from memorybench.ifc.result import CommandResult
from memorybench.ifc.warm import WarmQuery

WriteIfc = Callable[..., Path]


@pytest.mark.parametrize(
    ("command", "stdout"),
    [
        ("ifcquery model.ifc select IfcWall | jq length", "2\n"),
        ("ifcquery model.ifc select 'IfcWall, Name=\"W1\"' | jq -r '.[].id'", "20\n"),
        ("ifcquery ./model.ifc --format ids select IfcWall", "20,21\n"),
        (
            "ifcquery model.ifc select IfcWall | jq .[].id | xargs -n1 ifcquery model.ifc info | jq .attributes.Name",
            '"W1"\n"W2"\n',
        ),
        (
            "ifcquery model.ifc select IfcWall | jq .[].id | xargs -I{} sh -c 'ifcquery model.ifc info {} | jq .id'",
            "20\n21\n",
        ),
        (
            "ifcquery model.ifc select IfcWall | jq -r '.[].type' | sort | uniq -c | sort -rn | head -1",
            "      2 IfcWall\n",
        ),
        ("cat model.ifc | head -1", "ISO-10303-21;\n"),
        ("ifcquery model.ifc relations 20 \\\n  | jq -r '.hierarchy.container.name'", "L1\n"),
    ],
)
def test_pipelines_over_a_model(project: Path, command: str, stdout: str) -> None:
    with CommandShell(project) as shell:
        assert shell.execute(command) == CommandResult(stdout, "", 0)


def test_the_last_stage_gives_the_code_and_all_stages_their_messages(project: Path) -> None:
    with CommandShell(project) as shell:
        failed_first = shell.execute("ifcquery model.ifc info 999 | wc -l")
        assert failed_first == CommandResult("0\n", "Error: Element #999 not found\n", 0)
        failed_last = shell.execute("ifcquery model.ifc select IfcWal | jq .x")
        assert failed_last.exit_code == 5
        assert failed_last.stderr.startswith("Warning: IfcWal is not a class of IFC4")
        assert "jq: error" in failed_last.stderr
        assert failed_last.text.endswith("[exit code 5]")


def test_long_output_is_cut_and_says_how_much(project: Path) -> None:
    with CommandShell(project, output_limit=100) as shell:
        result = shell.execute("jq -nr '\"x\" * 1000'")
    assert result.stdout.startswith(
        "x" * 100 + "\n[cut: 100 of 1,001 characters shown, 901 left out; narrow it with jq"
    )
    assert len(result.stdout) < 300


def test_output_at_the_limit_is_not_cut(project: Path) -> None:
    with CommandShell(project, output_limit=100) as shell:
        assert shell.execute("jq -nj '\"x\" * 100'").stdout == "x" * 100


def test_long_messages_are_cut_too(project: Path) -> None:
    with CommandShell(project) as shell:
        result = shell.execute("jq -nr '[range(2000)] | .[]' | xargs -n1 cat")
    assert len(result.stderr) < 2_200
    assert "characters of messages left out" in result.stderr


def test_endless_commands_stop_at_the_limit(project: Path) -> None:
    with CommandShell(project, timeout_s=0.5) as shell:
        started = time.monotonic()
        result = shell.execute("jq -n 'def f: f; f' | head")
        assert time.monotonic() - started < 5
        assert result == CommandResult("", result.stderr, 124)
        assert "Stopped after 0.5 s; narrow it" in result.stderr
        assert shell.execute("jq -n 1").stdout == "1\n"


def test_a_slow_query_is_interrupted_and_the_next_one_works(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import ifcquery.summary

    def endless(model: object) -> None:
        while True:
            with suppress(Exception):  # a library that swallows what it can
                len(str(model))

    with CommandShell(project, timeout_s=1) as shell:
        assert shell.execute("ifcquery model.ifc summary").exit_code == 0
        with monkeypatch.context() as patched:
            patched.setattr(ifcquery.summary, "summary", endless)
            assert shell.execute("ifcquery model.ifc summary").exit_code == 124
        assert shell.execute("ifcquery model.ifc summary").exit_code == 0


def test_a_damaged_model_is_said_and_not_queried(write_ifc: WriteIfc) -> None:
    path = write_ifc("#30=IFCFOOBAR('0000000000000000000030');")
    result = CommandShell(path.parent).execute("ifcquery model.ifc summary")
    assert (result.stdout, result.exit_code) == ("", 1)
    assert "is damaged: Entity with name 'IFCFOOBAR' not found" in result.stderr


def test_warm_models_are_used_by_name(write_ifc: WriteIfc, tmp_path: Path) -> None:
    warm = WarmQuery(write_ifc())
    elsewhere = tmp_path / "empty"
    elsewhere.mkdir()
    with CommandShell(elsewhere, warm={"house.ifc": warm}) as shell:
        assert json.loads(shell.execute("ifcquery house.ifc select IfcWall").stdout)[0]["name"] == "W1"


def test_threads_share_a_shell(project: Path) -> None:
    commands = [f"ifcquery model.ifc info {step} | jq -r .attributes.Name" for step in (20, 21, 13)] * 10
    with CommandShell(project) as shell, ThreadPoolExecutor(6) as pool:
        outputs = [result.stdout for result in pool.map(shell.execute, commands)]
    assert outputs == ["W1\n", "W2\n", "L1\n"] * 10


def test_read_file_pages_through_lines(project: Path) -> None:
    shell = CommandShell(project)
    assert shell.read_file("notes.txt", 1, 2) == CommandResult(
        "a 10\nb 2\n", "1 more lines follow; read on with offset=3.\n", 0
    )
    assert shell.read_file("notes.txt", 9) == CommandResult("", "'notes.txt' has only 4 lines.\n", 0)


def test_a_missing_folder_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no project folder"):
        CommandShell(tmp_path / "none")
