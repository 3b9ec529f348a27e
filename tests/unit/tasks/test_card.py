"""The part of the card that follows from the data, and the words around it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from memorybench.errors import BadInput
from memorybench.resources import bundled
from memorybench.tasks.card import BEGIN, END, generated_part, with_generated_part
from memorybench.tasks.dataset import load_dataset
from memorybench.tasks.describe import describe


def part_of(folder: Path) -> str:
    dataset = load_dataset(str(folder))
    return generated_part(dataset, describe(dataset, len, "characters"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "{part}"),
        ("# House\n\nWords.\n", "# House\n\nWords.\n\n{part}"),
        (f"# House\n\n{BEGIN}\nold\n{END}\n", "# House\n\n{part}"),
        (f"# House\n\n{BEGIN}\nold\n{END}\n\nMore.\n", "# House\n\n{part}\nMore.\n"),
    ],
)
def test_the_words_around_the_part_stay(text: str, expected: str) -> None:
    part = f"{BEGIN}\n\nnew\n\n{END}\n"
    once = with_generated_part(text, part)
    assert once == expected.format(part=part)
    assert with_generated_part(once, part) == once


@pytest.mark.parametrize("text", [f"{BEGIN}\nold\n\nWords of people.\n", f"Words of people.\n{END}\n"])
def test_a_lost_mark_costs_no_words(text: str) -> None:
    with pytest.raises(BadInput, match="lacks the line <!--"):
        with_generated_part(text, f"{BEGIN}\n\nnew\n\n{END}\n")


def test_models_have_licence_and_origin_from_header_or_manifest(tmp_path: Path) -> None:
    folder = shutil.copytree(bundled("datasets")["ifcmemory-mini"], tmp_path / "mini")
    part = part_of(folder)
    row = next(line for line in part.splitlines() if line.startswith("| `harbour-office.ifc`"))
    digest = load_dataset(str(folder)).manifest.files["models/harbour-office.ifc"]
    assert row == (
        f"| `harbour-office.ifc` | IFC4 | Revit-like authoring 1.0 | 187 | 21 | 2 | 232 | CC0-1.0 | Quay Architects "
        f"| `{digest[:12]}` |"
    )
    path = folder / "dataset.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest |= {"models": {"harbour-office.ifc": {"licence": "CC BY 4.0", "origin": "a | b"}}, "seed": 18}
    path.write_text(json.dumps(manifest), encoding="utf-8")
    part = part_of(folder)
    assert "| CC BY 4.0 | a \\| b |" in part
    assert "| Seed | 18 |" in part


def test_identity_and_table_one_are_in_it() -> None:
    folder = bundled("datasets")["ifcmemory-mini"]
    part, dataset = part_of(folder), load_dataset(str(folder))
    assert f"`{dataset.content_hash}`" in part
    assert "| tasks | 16 | 143 |" in part
    assert "seed 18" in part
    assert "| distance in sessions | 21 |" in part


@pytest.mark.parametrize(
    "name", [name for name, path in bundled("datasets").items() if (path / "tasks.jsonl").is_file()]
)
def test_bundled_cards_are_up_to_date(name: str) -> None:
    """Mend it with `memorybench datasets card NAME --write`."""
    from memorybench.models import tokens

    dataset = load_dataset(name)
    held = (dataset.root / "card.md").read_text(encoding="utf-8")
    part = generated_part(dataset, describe(dataset, tokens.count, tokens.TOKENIZER_NAME))
    assert with_generated_part(held, part) == held
