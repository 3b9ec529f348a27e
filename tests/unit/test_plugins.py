"""Finding adapters by name, and what is said when that fails."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from memorybench import plugin_import, plugins
from memorybench.errors import BadInput

ROOT = Path(__file__).resolve().parents[2]

Plant = Callable[..., Path]

SOUND = """
    from typing import ClassVar
    from memorybench.memory import AdapterCard, MemoryAdapter
    class Notes(MemoryAdapter):
        card: ClassVar = AdapterCard(name="notes", summary="s", system="notes 1.0", backend="b", surfaces=("none",))
        async def open(self, context): ...
        async def ingest(self, session): ...
        async def dump(self): return []
        async def close(self): ...
        async def drop(self): ...
"""


def test_the_adapters_of_this_checkout_are_found_and_load() -> None:
    names = {"none", "full-context", "bm25", "files", "gold-memory", "mem0"}
    assert names <= set(plugins.registered())
    assert {plugins.load(name).card.name for name in names} == names


def test_a_misspelt_name_gets_the_near_one() -> None:
    with pytest.raises(BadInput, match=r"unknown memory adapter 'mem'\. Did you mean 'mem0'.*Known: .*bm25"):
        plugins.load("mem")


def test_with_the_core_alone_the_baselines_distribution_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "entry_points", lambda group: [])
    monkeypatch.delenv("MEMORYBENCH_LOAD_PLUGINS", raising=False)
    with pytest.raises(BadInput, match="No adapter is installed: add the distribution ifc-memorybench-baselines"):
        plugins.load("none")


def test_an_unknown_variant_is_refused() -> None:
    with pytest.raises(BadInput, match="unknown variant of none 'domain'"):
        plugins.load("none:domain")


def test_a_sound_plugin_is_found_with_its_distribution_and_version(plant: Plant) -> None:
    plant("alpha", "notes = alpha_notes:Notes", code=SOUND, version="1.2")
    origin = plugins.registered()["notes"]
    assert (origin.distribution, origin.version, origin.rivals) == ("alpha", "1.2", ())
    assert plugins.load("notes").card.name == "notes"


def test_a_name_that_two_claim_stops_only_those_who_ask_for_it(plant: Plant) -> None:
    plant("alpha", "bm25 = alpha_bm25:Notes", code=SOUND)
    with pytest.raises(
        BadInput, match=r"installed packages, .* provide a memory adapter 'bm25': uninstall"
    ) as caught:
        plugins.load("bm25")
    assert {"alpha", "ifc-memorybench-baselines"} <= set(re.findall(r"[\w-]+", str(caught.value)))
    assert plugins.load("none").card.name == "none"


def test_the_switch_settles_who_has_the_name(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant("alpha", "bm25 = alpha_bm25:Notes", code=SOUND)
    monkeypatch.setenv("MEMORYBENCH_LOAD_PLUGINS", "ifc-memorybench-baselines")
    assert plugins.load("bm25").card.name == "bm25"


def test_one_distribution_seen_twice_on_the_path_is_no_clash(
    plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = plant("alpha", "notes = alpha_notes:Notes", code=SOUND)
    shutil.copytree(folder, tmp_path / "second")
    monkeypatch.syspath_prepend(str(tmp_path / "second"))
    assert plugins.registered()["notes"].rivals == ()


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("no_such_module_here:A", "cannot be imported: No module named 'no_such_module_here'"),
        ("memorybench.records:Memory", "is not a memorybench.memory.MemoryAdapter"),
        ("memorybench.memory:NoSuchClass", "cannot be imported"),
        ("memorybench.memory:MemoryAdapter", "does not implement close, drop, dump, ingest, open"),
    ],
)
def test_a_broken_plugin_is_one_sentence_that_names_its_distribution(plant: Plant, target: str, message: str) -> None:
    plant("alpha", f"notes = {target}")
    assert message in refused("notes", "alpha")


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("raise RuntimeError('no licence\\nfound')", "cannot be imported: RuntimeError: no licence found"),
        ("import sys; sys.exit('good bye')", "importing alpha_notes ends the program (exit good bye)"),
        ("raise KeyboardInterrupt", "cannot be imported: KeyboardInterrupt."),
        ("class Notes:\n    pass", "is not a memorybench.memory.MemoryAdapter"),
        (SOUND.replace('card: ClassVar = AdapterCard(name="notes"', 'card: ClassVar = dict(name="notes"'), "`card`"),
        (SOUND.replace('name="notes"', 'name="other"'), "calls itself 'other' on its card"),
        (SOUND + "        variants = {'domain': 1}", "for itself or a variant"),
    ],
)
def test_a_plugin_that_fails_while_it_is_imported_is_one_sentence(plant: Plant, code: str, message: str) -> None:
    plant("alpha", "notes = alpha_notes:Notes", code=code)
    assert message in refused("notes", "alpha")
    assert plugins.load("none").card.name == "none"


def test_a_plugin_whose_import_never_ends_is_given_up(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant("alpha", "notes = alpha_notes:Notes", code="import time; time.sleep(3)")
    monkeypatch.setenv("MEMORYBENCH_IMPORT_SECONDS", "0.2")
    monkeypatch.setattr(plugin_import, "_hung", [])
    assert "importing alpha_notes did not end within 0.2 s" in refused("notes", "alpha")
    assert plugin_import.left_behind()


@pytest.mark.parametrize("value", ["soon", "1 minute"])
def test_a_limit_that_is_no_number_is_refused(plant: Plant, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    plant("alpha", "notes = alpha_notes:Notes", code=SOUND)
    monkeypatch.setenv("MEMORYBENCH_IMPORT_SECONDS", value)
    with pytest.raises(BadInput, match="no number of seconds"):
        plugins.load("notes")


@pytest.mark.parametrize(("requires", "fits"), [("ifc-memorybench>=0.1", True), ("ifc_memorybench>=99", False)])
def test_a_plugin_made_for_another_release_is_told_before_it_is_imported(
    plant: Plant, requires: str, fits: bool
) -> None:
    code = SOUND if fits else "raise RuntimeError('imported all the same')"
    plant("alpha", "notes = alpha_notes:Notes", code=code, requires=requires)
    if fits:
        assert plugins.load("notes").card.name == "notes"
    else:
        assert "was made for ifc-memorybench>=99, and this is ifc-memorybench " in refused("notes", "alpha")


def refused(name: str, distribution: str) -> str:
    """The one sentence with which ``name`` is refused."""
    with pytest.raises(BadInput) as caught:
        plugins.load(name)
    assert distribution in str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_environment_limits_the_distributions(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant("Alpha_One", "notes = alpha_notes:Notes", code=SOUND)
    plant("beta", "cards = beta_cards:Notes", code=SOUND)
    monkeypatch.setenv("MEMORYBENCH_LOAD_PLUGINS", " alpha-one , gamma ")
    assert list(plugins.registered()) == ["notes"]
    with pytest.raises(
        BadInput, match=r"'cards' of beta 1\.0 is installed, but MEMORYBENCH_LOAD_PLUGINS=.* leaves it out"
    ):
        plugins.load("cards")
    monkeypatch.setenv("MEMORYBENCH_LOAD_PLUGINS", "")
    assert plugins.registered() == {}
    with pytest.raises(BadInput, match="leaves out every installed adapter"):
        plugins.load("never-heard-of")


MODELS = "[memorybench.contract_models]\nnotes = {module}:models\n"


def test_contract_models_come_from_the_adapter_s_own_distribution(
    plant: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer = SOUND + "\n    def models(): return 'mine'\n"
    plant("alpha", "notes = alpha_notes:Notes", code=offer, more=MODELS.format(module="alpha_notes"))
    plant("beta", "cards = beta_cards:Notes", code="raise RuntimeError", more=MODELS.format(module="beta_cards"))
    found = plugins.contract_models("notes")
    assert found is not None and found() == "mine"  # type: ignore[comparison-overlap]
    monkeypatch.setenv("MEMORYBENCH_LOAD_PLUGINS", "")
    assert plugins.contract_models("notes") is None


def test_contract_models_that_cannot_be_imported_are_one_sentence(plant: Plant) -> None:
    plant("alpha", "notes = alpha_notes:Notes", code=SOUND, more=MODELS.format(module="no_such_module_here"))
    with pytest.raises(BadInput, match=r"contract models for 'notes' of alpha 1\.0 cannot be imported: No module"):
        plugins.contract_models("notes")


def test_every_adapter_folder_is_in_the_default_group_and_among_the_sources() -> None:
    """A new adapter needs both lines, else `uv run` does not have it."""
    root = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    folders = {path for path in (ROOT / "adapters").glob("*/pyproject.toml") if path.parent.name != "template"}
    projects = [tomllib.loads(path.read_text(encoding="utf-8"))["project"] for path in folders]
    names = {project["name"] for project in projects}
    assert names
    assert set(root["dependency-groups"]["adapters"]) == names
    assert set(root["tool"]["uv"]["sources"]) == names | {"ifc-memorybench"}
    assert "adapters" in root["tool"]["uv"]["default-groups"]
    assert root["tool"]["uv"]["workspace"] == {"members": ["adapters/*"], "exclude": ["adapters/template"]}
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
