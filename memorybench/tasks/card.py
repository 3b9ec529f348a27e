"""The part of ``card.md`` that follows from the data: identity, models with licences, Table 1.

It stands between two marks, so that it can be written anew while what people wrote around it stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from memorybench.errors import BadInput
from memorybench.ifc.health.contents import authoring
from memorybench.ifc.preflight import open_model
from memorybench.tasks import tables
from memorybench.tasks.dataset import Dataset
from memorybench.tasks.describe import Description
from memorybench.tasks.layout import MODELS

CARD = "card.md"
BEGIN = "<!-- written by `memorybench datasets card`: changes between the two marks are lost -->"
END = "<!-- end of what is written -->"
_DISTANCE = "The distance of a fact is what lies between the session that told it last and the probe."


def with_generated_part(text: str, part: str) -> str:
    """``text`` with the part between the marks replaced, or put at its end where there are no marks.

    Raises ``BadInput`` where one of the two marks is missing: what people wrote would be lost.
    """
    before, found, rest = text.partition(BEGIN)
    _, ended, after = (rest if found else text).partition(END)
    if bool(found) != bool(ended):
        missing = END if found else BEGIN
        raise BadInput(f"{CARD} lacks the line {missing}: put it back, or take the other mark out as well.")
    if not found:
        return f"{text.rstrip()}\n\n{part}" if text.strip() else part
    after = after.lstrip("\n")
    return f"{before.rstrip()}\n\n{part}".lstrip() + (f"\n{after}" if after else "")


def generated_part(dataset: Dataset, numbers: Description) -> str:
    """The marks and what stands between them. Same dataset, same bytes."""
    manifest = dataset.manifest
    facts = [
        ("Version", manifest.version),
        ("Licence", manifest.licence),
        ("Language", manifest.language),
        ("Made", manifest.created),
        *((name.replace("_", " ").capitalize(), value) for name, value in _extras(dataset)),
        ("Content hash", f"`{dataset.content_hash}`"),
        ("Files in it", f"{len(manifest.files):,}, each with its sha256 in `dataset.json`"),
    ]
    sections = [
        "## Identity\n\n" + _markdown(("What", "Value"), facts),
        *_models(dataset),
        "## Statistics\n\n" + _markdown(tables.TABLE_ONE, tables.table_one(numbers)),
        f"### Distributions\n\n{_DISTANCE}\n\n" + _markdown(tables.DISTRIBUTIONS, tables.distributions(numbers)),
        "### By group\n\n" + _markdown(tables.GROUPS, tables.groups(numbers)),
    ]
    return f"{BEGIN}\n\n" + "\n".join(sections) + f"\n{END}\n"


def _extras(dataset: Dataset) -> Iterable[tuple[str, str]]:
    """What a builder added to the manifest for people: seeds, recipe, source; one value a line."""
    for name, value in (dataset.manifest.model_extra or {}).items():
        if name != MODELS and isinstance(value, str | int | float):
            yield name, str(value)


def _models(dataset: Dataset) -> list[str]:
    paths = sorted({path for task in dataset.tasks if (path := dataset.model_path(task)) is not None})
    if not paths:
        return ["## Models\n\nNone: these are histories without a building model.\n"]
    rows = [_model(dataset, path) for path in paths]
    head = ("File", "Schema", "Written by", "Elements", "Spaces", "Storeys", "kB", "Licence", "Origin", "sha256")
    return ["## Models in numbers\n\n" + _markdown(head, rows)]


def _model(dataset: Dataset, path: Path) -> Sequence[str]:
    """Licence and origin come from ``models`` in the manifest, else from the file's own header."""
    file = open_model(path)
    stated: dict[str, Any] = ((dataset.manifest.model_extra or {}).get(MODELS) or {}).get(path.name, {})
    header = file.header.file_name
    elements = [item for item in file.by_type("IfcElement") if not item.is_a("IfcFeatureElement")]
    return (
        f"`{path.name}`",
        str(file.schema_identifier),
        authoring(file).application or "not stated",
        f"{len(elements):,}",
        f"{len(file.by_type('IfcSpace')):,}",
        f"{len(file.by_type('IfcBuildingStorey')):,}",
        f"{path.stat().st_size // 1000:,}",
        str(stated.get("licence") or header.authorization or "that of the dataset"),
        str(stated.get("origin") or ", ".join(filter(None, header.organization)) or "not stated"),
        f"`{dataset.manifest.files[path.relative_to(dataset.root).as_posix()][:12]}`",
    )


def _markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines) + "\n"
