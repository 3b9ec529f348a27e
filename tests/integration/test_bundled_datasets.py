"""The bundled datasets are true, of the promised shape, and rebuilt to the byte."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from memorybench.construct.checks import truth_faults
from memorybench.ifc.preflight import check
from memorybench.models import tokens
from memorybench.records import Kind, Label
from memorybench.resources import bundled
from memorybench.tasks.dataset import Dataset, load_dataset
from memorybench.tasks.describe import Description, describe
from memorybench.tasks.layout import file_hash

ROOT = Path(__file__).resolve().parents[2]
# Mean per task in the paper's Table 1, and the sizes of messages (docs/design.md, section 8).
SHAPE = {
    "sessions_per_task": 28,
    "user_messages_per_task": 66,
    "tokens_per_user_message": 14,
    "tokens_per_final_message": 140,
    "tokens_per_other_message": 295,
}
TOKENS = {"user": 900, "user+final": 10_200, "full": 167_000}


@pytest.fixture(scope="module", params=["ifcmemory-mini", "handwritten"])
def dataset(request: pytest.FixtureRequest) -> Dataset:
    return load_dataset(request.param)


@pytest.fixture(scope="module")
def mini() -> Description:
    return describe(load_dataset("ifcmemory-mini"), tokens.count, tokens.TOKENIZER_NAME)


def test_no_fault_of_truth(dataset: Dataset) -> None:
    assert truth_faults(dataset) == []


def test_licence_and_card(dataset: Dataset) -> None:
    card = (dataset.root / "card.md").read_text(encoding="utf-8")
    assert "CC0" in dataset.manifest.licence
    for word in ("licence", "review", "sessions"):
        assert word in card.lower()
    assert (dataset.root / "errata.md").is_file()


def test_models_open_clean(dataset: Dataset) -> None:
    for path in {dataset.model_path(task) for task in dataset.tasks}:
        assert check(path).status in ("clean", "warned")


def test_mini_has_the_papers_shape_within_a_quarter(mini: Description) -> None:
    found = mini.model_dump()
    for name, wanted in SHAPE.items():
        assert found[name] == pytest.approx(wanted, rel=0.25), name
    for scope, wanted in TOKENS.items():
        assert mini.tokens_per_task[scope] == pytest.approx(wanted, rel=0.25), scope


def test_mini_holds_what_it_promises(mini: Description) -> None:
    tasks = load_dataset("ifcmemory-mini").tasks
    schemas = {check(bundled("datasets")["ifcmemory-mini"] / task.model).schema for task in tasks}
    assert (mini.tasks >= 12, mini.models, len(schemas)) == (True, 4, 2)
    assert set(mini.labels) == {label.value for label in Label}
    assert set(mini.kinds) == {kind.value for kind in Kind} - {"mcq"}
    assert sum(mini.controls.values()) >= 0.1 * mini.tasks
    assert set(mini.controls) == {"never_told", "wrong_element"}
    assert mini.phrase_banks["A"] == mini.phrase_banks["B"]
    assert len(mini.families) >= 12


def test_mini_is_rebuilt_to_the_byte() -> None:
    """In another process, with another hash seed; slow, and the only proof that anybody can regenerate it."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "build_mini.py"), "--check"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONHASHSEED": "11"},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_handwritten_is_as_it_was_frozen() -> None:
    """The stand-in's rules were written afterwards; a change here would make its figures worth nothing."""
    dataset = load_dataset("handwritten")
    frozen = (dataset.root / "FROZEN").read_text(encoding="utf-8")
    assert dataset.content_hash in frozen
    for path, digest in dataset.manifest.files.items():
        assert file_hash(dataset.root / path) == digest
