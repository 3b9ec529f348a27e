"""Memory as files: read and grep inside the adapter's folder, write nowhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage

from memorybench.probe.agent import run_probe
from memorybench.probe.backend import ProbeBackend
from memorybench.records import Task


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    memory = tmp_path / "store"
    memory.mkdir()
    (memory / "S001.txt").write_text("Doors cost 410 EUR each.\nWalls are free.\n", encoding="utf-8")
    (tmp_path / "outside.txt").write_text("Doors secret\n", encoding="utf-8")
    (memory / "link.txt").symlink_to(tmp_path / "outside.txt")
    return memory


async def run(kit: Any, task: Task, folder: Path, *script: Any) -> tuple[Any, Any, Any]:
    model, shell = kit.model(script=[*script, AIMessage("done")]), kit.shell(kit.result("project text"))
    answer = await run_probe(task, adapter=kit.memory(folder=folder), model=model, shell=shell, surfaces=("files",))
    return answer, model, shell


async def test_grep_shows_lines_and_counts_them_as_retrieved(kit: Any, task: Task, folder: Path) -> None:
    grep = kit.call("grep", pattern="Doors", path="/memory", output_mode="content")
    answer, model, _ = await run(kit, task, folder, grep)
    assert "/memory/S001.txt" in model.prompts[1][-1].text
    assert [item.text for item in answer.retrieved] == ["Doors cost 410 EUR each."]
    assert answer.memory_queries == ("Doors",)


async def test_grep_without_path_searches_memory_only(kit: Any, task: Task, folder: Path) -> None:
    answer, model, _ = await run(kit, task, folder, kit.call("grep", pattern="Doors", output_mode="content"))
    assert "secret" not in model.prompts[1][-1].text
    assert len(answer.retrieved) == 1


async def test_paths_alone_are_not_memory(kit: Any, task: Task, folder: Path) -> None:
    answer, model, _ = await run(kit, task, folder, kit.call("grep", pattern="Doors", path="/memory"))
    assert "/memory/S001.txt" in model.prompts[1][-1].text
    assert answer.retrieved == ()


async def test_reading_a_memory_file_counts_as_retrieved(kit: Any, task: Task, folder: Path) -> None:
    answer, _, shell = await run(kit, task, folder, kit.call("read_file", file_path="/memory/S001.txt"))
    assert [item.text for item in answer.retrieved] == ["Doors cost 410 EUR each.", "Walls are free."]
    assert shell.reads == []


async def test_other_paths_go_to_the_project(kit: Any, task: Task, folder: Path) -> None:
    answer, model, shell = await run(
        kit, task, folder, kit.call("read_file", file_path="notes.txt", offset=3, limit=5)
    )
    assert shell.reads == [("notes.txt", 3, 5)]
    assert "project text" in model.prompts[1][-1].text
    assert answer.retrieved == ()


@pytest.mark.parametrize("path", ["/memory/../outside.txt", "/memory/link.txt", "/memory/none.txt"])
async def test_nothing_outside_the_folder_is_read(kit: Any, task: Task, folder: Path, path: str) -> None:
    answer, model, _ = await run(kit, task, folder, kit.call("read_file", file_path=path))
    assert model.prompts[1][-1].status == "error"
    assert "secret" not in model.prompts[1][-1].text
    assert answer.retrieved == ()


async def test_a_probe_leaves_the_folder_as_it_was(kit: Any, task: Task, folder: Path) -> None:
    big = folder / "big.txt"
    big.write_text("\n".join(f"line {number} " + "x" * 80 for number in range(3000)), encoding="utf-8")
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    await run(
        kit,
        task,
        folder,
        kit.call("read_file", file_path="/memory/big.txt", limit=3000),
        kit.call("grep", pattern="line", path="/memory", output_mode="content", max_count=3000),
    )
    assert {path.name: path.stat().st_mtime_ns for path in folder.iterdir()} == before


async def test_long_output_is_cut_and_says_how_much(kit: Any, task: Task, folder: Path) -> None:
    (folder / "big.txt").write_text("\n".join("x" * 80 for _ in range(3000)), encoding="utf-8")
    _, model, _ = await run(kit, task, folder, kit.call("read_file", file_path="/memory/big.txt", limit=3000))
    shown = model.prompts[1][-1].text
    assert len(shown) < 20_600
    assert "characters cut" in shown


@pytest.mark.parametrize("operation", ["write", "edit", "delete", "upload_files"])
def test_the_backend_cannot_write(kit: Any, folder: Path, operation: str) -> None:
    arguments = {
        "write": ("/memory/a", "b"),
        "edit": ("/memory/S001.txt", "Doors", "x"),
        "delete": ("/memory/S001.txt",),
    }
    with pytest.raises(NotImplementedError):
        getattr(ProbeBackend(kit.shell(), folder), operation)(*arguments.get(operation, ([],)))
    assert (folder / "S001.txt").read_text(encoding="utf-8").startswith("Doors")


def test_hints_on_stderr_reach_the_agent(kit: Any) -> None:
    shell = kit.shell(kit.result(stdout="[]\n", stderr="no class IfcDor in IFC2X3\n"))
    done = ProbeBackend(shell).execute("ifcquery house.ifc select IfcDor")
    assert done.output == "[]\nno class IfcDor in IFC2X3"
    assert done.exit_code == 0


def test_without_memory_folder_the_mount_is_an_ordinary_path(kit: Any) -> None:
    shell = kit.shell(kit.result(stderr="memory/a.txt: no such file\n", exit_code=1))
    assert ProbeBackend(shell).read("/memory/a.txt").error == "memory/a.txt: no such file"
    assert ProbeBackend(shell).grep("x").error is not None
