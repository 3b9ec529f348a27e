"""What the options become before a run starts."""

from __future__ import annotations

import pytest

from memorybench.errors import BadInput
from memorybench.models.names import family
from memorybench.runs.options import EvalOptions, adapter_settings
from memorybench.runs.workbench import PEOPLE_SECONDS, probe_limits


@pytest.mark.parametrize(
    ("model", "asked", "seconds"),
    [("rules", None, 600), ("mailbox:box", None, PEOPLE_SECONDS), ("mailbox:box", 90, 90), ("xai:grok-4.3", 90, 90)],
)
def test_people_are_not_hurried(model: str, asked: float | None, seconds: float) -> None:
    limits = probe_limits(EvalOptions(memory="none", model=model, probe_seconds=asked))
    assert limits.seconds == seconds
    assert limits.model_calls == 30


def test_settings_go_to_their_adapter() -> None:
    assert adapter_settings("mem0", ("mem0.url=http://x", "mem0.api-key=a=b")) == {
        "url": "http://x",
        "api_key": "a=b",
    }


@pytest.mark.parametrize("setting", ["mem0.url", "url=http://x", "mem0.=x", ".url=x", "bm25.top_k=3"])
def test_a_setting_that_is_none_is_told(setting: str) -> None:
    with pytest.raises(BadInput, match="--set"):
        adapter_settings("mem0", (setting,))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("xai:grok-4.3", "grok"),
        ("openai:gpt-4.1-mini", "gpt"),
        ("google_genai:gemini-3.5-flash", "gemini"),
        ("qwen3:8b", "qwen"),
        ("meta-llama/Llama-3-8B", "llama"),
        ("m", "m"),
    ],
)
def test_a_models_family(name: str, expected: str) -> None:
    assert family(name) == expected
