"""Prices are dated, known or unknown, and never zero by accident."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from memorybench.errors import BadInput
from memorybench.models.names import parse_chat, parse_embedder
from memorybench.models.prices import BUNDLED, price


def test_an_unknown_model_has_no_price() -> None:
    assert price("openai:gpt-99") is None
    assert price("mailbox:x") is None


def test_only_rules_are_free() -> None:
    for name in tomllib.loads(BUNDLED.read_text(encoding="utf-8")):
        found = price(name)
        assert found is not None
        assert (found.input == 0.0) is (name == "rules")
        assert found.date.year >= 2026
        assert found.source


def test_every_priced_name_is_a_name_we_accept() -> None:
    for name in tomllib.loads(BUNDLED.read_text(encoding="utf-8")):
        parsed = parse_embedder(name) if "embedding" in name else parse_chat(name)
        assert parsed.kind in ("provider", "rules")


def test_cost_counts_cached_input_at_its_own_price() -> None:
    found = price("xai:grok-4.3")
    assert found is not None
    usage = {"input_tokens": 1_000_000, "output_tokens": 100_000}
    assert found.cost(usage) == pytest.approx(1.25 + 0.25)
    assert found.cost({**usage, "input_token_details": {"cache_read": 400_000}}) == pytest.approx(0.75 + 0.08 + 0.25)


OWN = '["{name}"]\ninput = 1.0\noutput = 2.0\ndate = 2026-01-01\nsource = "ours"\n'


def test_an_own_table_goes_first(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(OWN.format(name="xai:grok-4.3") + OWN.format(name="llama3:8b"), encoding="utf-8")
    grok, llama = price("xai:grok-4.3", own), price("llama3:8b", own, bundled=False)
    assert grok is not None and grok.source == "ours"
    assert llama is not None and llama.output == 2.0
    assert price("openai:gpt-4.1", own) is not None
    assert price("openai:gpt-4.1", own, bundled=False) is None, "behind a base URL a name is not the provider's model"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[x", "not valid TOML"),
        ('["m"]\ninput = -1\noutput = 0\ndate = 2026-01-01\nsource = ""', "key input"),
        ('["m"]\ninput = 1\noutput = 0', "a price has input, output, date and source"),
    ],
)
def test_a_wrong_table_is_one_sentence(tmp_path: Path, text: str, says: str) -> None:
    own = tmp_path / "own.toml"
    own.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=says):
        price("m", own)
    with pytest.raises(BadInput, match="does not exist"):
        price("m", tmp_path / "none.toml")
