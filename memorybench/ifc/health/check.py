"""All findings on one file, as one record."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from memorybench.ifc.container import read_step_text
from memorybench.ifc.geometry import Geometry
from memorybench.ifc.health.contents import (
    Authoring,
    Elements,
    Rooms,
    Storey,
    UnitNote,
    authoring,
    elements,
    own_units,
    rooms,
    storeys,
    unit_notes,
)
from memorybench.ifc.health.encoding import Encoding, encoding
from memorybench.ifc.health.identity import SharedId, SharedNames, names_of_types, shared_ids, shared_names
from memorybench.ifc.health.quantities import Quantities, quantities
from memorybench.ifc.health.values import Ambiguity, Placeholders, ambiguities, placeholders
from memorybench.ifc.index import ModelIndex, build_index
from memorybench.ifc.preflight import inspect
from memorybench.records import Record


class Details(Record):
    """What a file that can be opened holds."""

    authoring: Authoring
    units: tuple[UnitNote, ...]
    own_units: int
    elements: Elements
    storeys: tuple[Storey, ...]
    rooms: Rooms
    quantities: Quantities | None  # None: not measured
    placeholders: Placeholders
    ambiguities: tuple[Ambiguity, ...]
    shared_ids: tuple[SharedId, ...]
    shared_names: tuple[SharedNames, ...]
    names_of_types: tuple[str, ...]
    encoding: Encoding


class Health(Record):
    """The verdict on one file. ``details`` is None where ``status`` is damaged: nothing may rest on such a file."""

    path: str
    status: Literal["clean", "warned", "damaged"]
    schema_name: str | None
    sentence: str
    reasons: tuple[str, ...]
    warnings: tuple[str, ...]
    details: Details | None = None


def check_health(
    path: Path, *, measure: bool = True, tell: Callable[[int, int], None] = lambda done, total: None
) -> tuple[Health, ModelIndex | None]:
    """Examine ``path``; the index is that of a usable file, for what others want to know of it.

    ``measure`` makes meshes, which takes most of the time; ``tell`` hears how many elements of how many are
    measured. Raises ``BadInput`` where there is no readable file.
    """
    verdict, model = inspect(path)
    index = build_index(model, path.name) if model is not None and verdict.status != "damaged" else None
    health = Health(
        path=str(path),
        status=verdict.status,
        schema_name=verdict.schema,
        sentence=verdict.sentence(),
        reasons=verdict.reasons,
        warnings=verdict.warnings,
        details=_details(path, index, measure, tell) if index is not None else None,
    )
    return health, index


def _details(path: Path, index: ModelIndex, measure: bool, tell: Callable[[int, int], None]) -> Details:
    geometry = index.derived.setdefault("geometry", Geometry(index))
    return Details(
        authoring=authoring(index.file),
        units=unit_notes(index),
        own_units=own_units(index.file),
        elements=elements(index),
        storeys=storeys(index),
        rooms=rooms(index),
        quantities=quantities(index, geometry, tell) if measure else None,
        placeholders=placeholders(index.file),
        ambiguities=ambiguities(index),
        shared_ids=shared_ids(index.file),
        shared_names=shared_names(index),
        names_of_types=names_of_types(index),
        encoding=encoding(read_step_text(path).content, index.file),
    )
