"""``memorybench adapters``: what people see, and the exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memorybench import plugins
from memorybench.cli.adapters import app
from memorybench.errors import BadInput

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a sub-command; return its exit code and output."""

    def call(*arguments: str) -> tuple[int, str]:
        code = app(list(arguments), standalone_mode=False)
        return code, capsys.readouterr().out

    return call


def test_list_says_version_distribution_backend_surfaces_and_settings(run: Run) -> None:
    code, out = run("list", "--json")
    rows = {row["name"]: row for row in json.loads(out)}
    assert code == 0
    assert rows["mem0"] | {"version": ""} == {
        "name": "mem0",
        "version": "",
        "distribution": "ifc-memorybench-mem0",
        "system": "mem0ai 2.2.1 on qdrant-client 1.20.0",
        "backend": "Qdrant, embedded in the store's folder, or a server by --set mem0.url",
        "surfaces": ["search"],
        "variants": {"domain": "tuned"},
        "settings": "default settings",
    }
    assert rows["full-context"]["surfaces"] == ["context"]


def test_list_for_people_names_every_adapter(run: Run) -> None:
    code, out = run("list")
    assert code == 0
    for name, origin in plugins.registered().items():
        assert any(line.split()[:2] == [name, origin.version] for line in out.splitlines())


def test_list_shows_a_broken_adapter_beside_the_others(run: Run, plant: Callable[..., Path]) -> None:
    plant("alpha", "broken = no_such_module_here:A")
    code, out = run("list")
    assert code == 3
    assert "the memory adapter 'broken' of alpha 1.0 cannot be imported" in out
    assert "ifc-memorybench-baselines  none" in out


def test_show_prints_card_and_options(run: Run) -> None:
    code, out = run("show", "mem0")
    assert code == 0
    assert "mem0ai 2.2.1" in out
    assert "deviations" in out
    assert "--set mem0.threshold=… (default 0.1; Mem0's: hits below" in out
    assert "mem0:domain (tuned)" in out


def test_show_of_a_variant_prints_its_own_card(run: Run) -> None:
    plain, tuned = json.loads(run("show", "mem0", "--json")[1]), json.loads(run("show", "mem0:domain", "--json")[1])
    assert (plain["name"], plain["tuned"]) == ("mem0", False)
    assert (tuned["name"], tuned["tuned"]) == ("mem0:domain", True)
    assert "domain instructions" in tuned["system"]
    assert run("show", "mem0:domain")[1].startswith("mem0:domain (ifc-memorybench-mem0 ")
    assert "variant mem0:domain, tuned" in run("list")[1]


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("command", [("list",), ("show", "mem0"), ("show", "graphiti"), ("check", "none")])
def test_nothing_is_wider_than_the_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = run(*command)[1].splitlines()
    assert [line for line in lines if len(line) > width] == []
    assert max(map(len, lines)) > width * 0.7


def test_every_card_of_this_repository_says_what_it_does_at_once() -> None:
    adapters = [plugins.load(name) for name in plugins.registered()]
    cards = [card for adapter in adapters for card in (adapter.card, *adapter.variants.values())]
    assert [card.name for card in cards if not card.parallelism] == []


def test_show_of_an_unknown_adapter_is_one_sentence(run: Run) -> None:
    with pytest.raises(BadInput, match="unknown memory adapter 'memo'"):
        run("show", "memo")


def test_check_of_an_adapter_that_needs_a_target_says_how_to_name_it(run: Run, plant: Callable[..., Path]) -> None:
    code = """
        from memorybench.testing.sound import Sound
        class Remote(Sound):
            card = Sound.card.model_copy(update={"name": "remote", "target": "URL"})
    """
    plant("alpha", "remote = alpha_remote:Remote", code=code)
    with pytest.raises(BadInput, match="'remote' needs a URL: write remote:<URL>"):
        run("check", "remote")


def test_check_passes_on_a_sound_adapter_and_says_what_was_skipped(run: Run) -> None:
    code, out = run("check", "full-context")
    assert code == 0
    assert "skipped limit_honoured" in out
    assert out.splitlines()[-1].startswith("full-context: ")
    assert " 0 failed" in out.splitlines()[-1]


def test_check_fails_with_the_reason(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    adapter = plugins.load("full-context")

    async def forgetful(self: object) -> str:
        return ""

    monkeypatch.setattr(adapter, "context", forgetful)
    code, out = run("check", "full-context", "--json")
    failed = {result["name"]: result["detail"] for result in json.loads(out) if result["status"] == "failed"}
    assert code == 3
    assert "is not retrieved by" in failed["told_is_retrieved"]


@pytest.mark.parametrize("setting", ["bm25.k1", "k1=2", "mem0.k1=2"])
def test_check_refuses_a_setting_of_another_form(run: Run, setting: str) -> None:
    with pytest.raises(BadInput, match=r"write it as bm25\.KEY=VALUE"):
        run("check", "bm25", "--set", setting)


def test_check_hands_options_to_the_adapter(run: Run) -> None:
    with pytest.raises(BadInput, match=r"--set bm25\.b: "):
        run("check", "bm25", "--set", "bm25.b=7")
    code, _ = run("check", "bm25", "--set", "bm25.k1=1.2")
    assert code == 0
