"""Finding adapters by name, and what is said when that fails."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from memorybench import plugins
from memorybench.errors import BadInput

ROOT = Path(__file__).resolve().parents[2]

Install = Callable[..., None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Install:
    """Make exactly these adapters look installed, as ``(name, target, distribution)``."""

    def make(*adapters: tuple[str, str, str]) -> None:
        points: list[Any] = []
        for name, target, distribution in adapters:
            point = EntryPoint(name, target, plugins.GROUP)
            vars(point)["dist"] = SimpleNamespace(name=distribution, version="1.0")
            points.append(point)
        monkeypatch.setattr(plugins, "entry_points", lambda group: points)
        monkeypatch.delenv("MEMORYBENCH_LOAD_PLUGINS", raising=False)

    return make


def test_the_adapters_of_this_checkout_are_found_and_load() -> None:
    names = {"none", "full-context", "bm25", "files", "gold-memory", "mem0"}
    assert names <= set(plugins.registered())
    assert {plugins.load(name).card.name for name in names} == names


def test_a_misspelt_name_gets_the_near_one() -> None:
    with pytest.raises(BadInput, match=r"unknown memory adapter 'mem'\. Did you mean 'mem0'.*Known: .*bm25"):
        plugins.load("mem")


def test_with_the_core_alone_the_baselines_distribution_is_named(install: Install) -> None:
    install()
    with pytest.raises(BadInput, match="No adapter is installed: add the distribution ifc-memorybench-baselines"):
        plugins.load("none")


def test_an_unknown_variant_is_refused() -> None:
    with pytest.raises(BadInput, match="unknown variant of none 'domain'"):
        plugins.load("none:domain")


def test_two_distributions_may_not_claim_one_name(install: Install) -> None:
    install(("notes", "a:A", "alpha"), ("notes", "b:B", "beta"))
    with pytest.raises(BadInput, match="alpha and beta, both provide the memory adapter 'notes': uninstall one"):
        plugins.registered()


def test_one_distribution_seen_twice_on_the_path_is_no_clash(install: Install) -> None:
    install(("notes", "a:A", "alpha"), ("notes", "a:A", "alpha"))
    assert list(plugins.registered()) == ["notes"]


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("no_such_module_here:A", "cannot be imported: No module named 'no_such_module_here'"),
        ("memorybench.records:Memory", "is not a memorybench.memory.MemoryAdapter"),
        ("memorybench.memory:NoSuchClass", "cannot be imported"),
        ("memorybench.memory:MemoryAdapter", "does not implement close, drop, dump, ingest, open"),
    ],
)
def test_a_broken_plugin_is_one_sentence_that_names_its_distribution(
    install: Install, target: str, message: str
) -> None:
    install(("notes", target, "alpha"))
    with pytest.raises(BadInput, match=message) as caught:
        plugins.load("notes")
    assert "alpha" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_environment_limits_the_distributions(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    install(("notes", "a:A", "alpha"), ("cards", "b:B", "beta"))
    monkeypatch.setenv("MEMORYBENCH_LOAD_PLUGINS", " beta , gamma ")
    assert list(plugins.registered()) == ["cards"]
    monkeypatch.setenv("MEMORYBENCH_LOAD_PLUGINS", "")
    assert plugins.registered() == {}


def test_every_adapter_folder_is_in_the_default_group_and_among_the_sources() -> None:
    """A new adapter needs both lines, else `uv run` does not have it."""
    root = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    folders = sorted((ROOT / "adapters").glob("*/pyproject.toml"))
    projects = [tomllib.loads(path.read_text(encoding="utf-8"))["project"] for path in folders]
    names = {project["name"] for project in projects}
    assert names
    assert set(root["dependency-groups"]["adapters"]) == names
    assert set(root["tool"]["uv"]["sources"]) == names | {"ifc-memorybench"}
    assert "adapters" in root["tool"]["uv"]["default-groups"]
    assert all("ifc-memorybench" in project["dependencies"] for project in projects)


def test_every_adapter_folder_has_a_card_for_people_that_names_its_adapters() -> None:
    for path in sorted((ROOT / "adapters").glob("*/pyproject.toml")):
        project = tomllib.loads(path.read_text(encoding="utf-8"))["project"]
        card = (path.parent / "README.md").read_text(encoding="utf-8")
        for name in project["entry-points"][plugins.GROUP]:
            assert name in card, f"{path.parent.name}/README.md does not mention {name}"


def test_no_data_folder_shadows_another_package() -> None:
    """A ``datasets/__init__.py`` would hide the package of that name from whoever runs in the checkout."""
    assert [path for name in ("datasets", "judges") for path in (ROOT / name).rglob("__init__.py")] == []
