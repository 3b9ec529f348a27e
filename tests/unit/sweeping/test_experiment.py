"""Experiment files: what they expand to, what is refused, and that the bundled ones are what their page says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import typer

from memorybench.cli import evaluate
from memorybench.errors import BadInput
from memorybench.resources import bundled_experiments
from memorybench.runs.options import EvalOptions
from memorybench.sweeping.command import eval_arguments
from memorybench.sweeping.experiment import load_experiment


def written(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_grid_is_the_product_of_its_lists_in_order(tmp_path: Path) -> None:
    name, found = load_experiment(
        written(
            tmp_path,
            """
            title = "t"
            [options]
            limit = 3
            settings = ["bm25.k1=2"]
            [[grid]]
            memory = ["none", "bm25"]
            scope = ["user", "full"]
            epochs = [1, 3]
            [[grid]]
            memory = "none"
            scope = "user"
            """,
        )
    )
    cells = found.cells()
    assert name == "mine"
    assert [(cell.memory, cell.scope, cell.epochs) for cell in cells] == [
        ("none", "user", 1), ("none", "user", 3), ("none", "full", 1), ("none", "full", 3),
        ("bm25", "user", 1), ("bm25", "user", 3), ("bm25", "full", 1), ("bm25", "full", 3),
    ]  # fmt: skip
    assert {cell.limit for cell in cells} == {3}
    assert {cell.model for cell in found.cells(dataset="other")} == {"rules"}
    assert {cell.dataset for cell in found.cells(dataset="other")} == {"other"}


def test_of_several_models_the_first_writes_the_memory_and_judges(tmp_path: Path) -> None:
    _, found = load_experiment(written(tmp_path, 'title = "t"\nmodel = ["a", "b"]\n[[grid]]\nmemory = "mem0"'))
    assert [(cell.model, cell.memory_model, cell.judge_model) for cell in found.cells()] == [
        ("a", "a", "a"),
        ("b", "a", "a"),
    ]
    assert {cell.judge_model for cell in found.cells(judge_model="j")} == {"j"}
    assert [(cell.model, cell.memory_model) for cell in found.cells(("c",))] == [("c", None)]


def test_a_setting_goes_to_the_runs_of_its_adapter() -> None:
    found = load_experiment("domain-customisation")[1]
    cells = found.cells(settings=("mem0.threshold=0.2",))
    assert {cell.memory for cell in cells if cell.settings} == {"mem0", "mem0:domain"}
    with pytest.raises(
        BadInput, match=r"--set memo\.url=x: no run of this experiment is of the memory adapter 'memo'"
    ):
        found.cells(settings=("memo.url=x",))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("title = ", "is no TOML"),
        ('title = "t"', "is no experiment: grid: Field required"),
        ('title = "t"\n[[grid]]\nscope = "user"', "is no experiment: grid.0.memory: Field required"),
        ('title = "t"\n[[grid]]\nmemory = []', "at least 1 item"),
        ('title = "t"\n[[grid]]\nmemory = "none"\nscopes = "user"', "grid.0.scopes: Extra inputs"),
        ('title = "t"\n[options]\nout = "x"\n[[grid]]\nmemory = "none"', r"out cannot stand under \[options\]"),
    ],
)
def test_a_file_that_is_no_experiment_is_one_sentence(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        load_experiment(written(tmp_path, text))


def test_an_option_that_does_not_exist_is_named(tmp_path: Path) -> None:
    _, found = load_experiment(written(tmp_path, 'title = "t"\n[options]\nlimits = 3\n[[grid]]\nmemory = "none"'))
    with pytest.raises(BadInput, match="option cannot be used: limits: Extra inputs"):
        found.cells()


def test_an_unknown_name_offers_the_bundled_ones() -> None:
    with pytest.raises(BadInput, match="Did you mean 'main-comparison'"):
        load_experiment("main-comparision")


def test_the_paper_s_five_experiments_are_bundled_with_baselines_in_each() -> None:
    names = set(bundled_experiments())
    assert names >= {
        "main-comparison",
        "ingestion-scope",
        "full-context-oracle",
        "domain-customisation",
        "probe-model",
    }
    for name in names:
        asked = {(cell.memory, cell.scope) for cell in load_experiment(name)[1].cells()}
        assert ("none", "user+final") in asked, name
        for scope in {scope for _, scope in asked}:
            assert ("bm25", scope) in asked or name == "full-context-oracle", (name, scope)


def test_the_probe_model_experiment_holds_the_memory_fixed() -> None:
    cells = load_experiment("probe-model")[1].cells(("a", "b"))
    assert len(cells) == 10
    assert {(cell.memory_model, cell.judge_model) for cell in cells} == {("a", "a")}


def parsed(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> EvalOptions:
    """The options that ``memorybench eval`` makes of its arguments."""
    seen: list[EvalOptions] = []
    monkeypatch.setattr(evaluate, "run", lambda options, **_: seen.append(options) or 0)
    app = typer.Typer()
    app.command("eval")(evaluate.eval_command)
    app(arguments[1:], standalone_mode=False)
    return seen[0]


OTHER: dict[str, Any] = {
    "memory": "mem0:domain",
    "scope": "user",
    "dataset": "handwritten",
    "model": "a:b",
    "memory_model": "c:d",
    "judge_model": "e:f",
    "embedder": "openai:x",
    "base_url": "http://localhost:1/v1",
    "temperature": 0.5,
    "settings": ("mem0.url=http://h", "mem0.threshold=0.2"),
    "limit": 3,
    "seed": 4,
    "tasks": ("one", "two words"),
    "epochs": 2,
    "concurrency": 7,
    "max_cost": 1.5,
    "prices": Path("p.toml"),
    "timeout": 60.0,
    "ingest_seconds": 30.0,
    "probe_seconds": 40.0,
    "embedding_size": 12,
    "cache": Path("c"),
    "on_miss": "fail",
    "out": Path("some where/o"),
    "stores": Path("s"),
    "probe_style": "plain",
    "allow_damaged": True,
}


def test_a_cell_s_command_means_what_the_cell_says(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(OTHER) == set(EvalOptions.model_fields)  # a new option needs a value here
    for options in (EvalOptions(memory="none"), EvalOptions(**OTHER)):
        assert parsed(eval_arguments(options), monkeypatch) == options
