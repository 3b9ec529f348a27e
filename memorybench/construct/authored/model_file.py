"""One authored IFC file: project, units, ownership, property sets, and bytes that are the same everywhere."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ifcopenshell
import ifcopenshell.api.aggregate
import ifcopenshell.api.context
import ifcopenshell.api.owner
import ifcopenshell.api.pset
import ifcopenshell.api.root
import ifcopenshell.guid

from memorybench.construct.authored.shapes import Shapes
from memorybench.construct.authored.unit_systems import UNIT_SYSTEMS

_NAMESPACE = uuid.UUID("5f0c1a5e-6d0e-5c53-9b57-3f5b1f6c2d10")
_SETS = {
    "RelatedObjects", "RelatedElements", "RelatedDefinitions", "RelatedProperties", "Units", "HasPropertySets",
}  # fmt: skip
_QUANTITIES = {"length": "IfcQuantityLength", "area": "IfcQuantityArea", "volume": "IfcQuantityVolume",
               "count": "IfcQuantityCount"}  # fmt: skip


@dataclass(frozen=True)
class Origin:
    """Who is said to have exported the file, with what, when (ISO time without zone, and seconds since 1970)."""

    person: str
    organisation: str
    application: str
    application_id: str
    time: str
    seconds: int


@dataclass(frozen=True)
class Measure:
    """A property value that is a length, area or volume, in SI."""

    kind: str
    value: float


class ModelFile:
    """An IFC file in the making. ``unit`` is a key of ``UNIT_SYSTEMS``; everything is told in metres.

    ``facility`` is what the storeys or parts belong to: a building, or in IFC4X3 a bridge.
    """

    def __init__(
        self, name: str, schema: str, unit: str, origin: Origin, project: str, building: str, *, site: str = "Site",
        facility: str = "IfcBuilding",
    ) -> None:  # fmt: skip
        self.name = name
        self.units = UNIT_SYSTEMS[unit]
        self.scale = self.units.scale["length"]
        self.model = ifcopenshell.file(schema=schema)
        self.is_old = schema == "IFC2X3"
        self._origin = origin
        self._history = self._ownership()
        self.shapes = Shapes(self.model, self.scale)
        with self.owned():
            self._project(project, site, building, facility)

    @contextmanager
    def owned(self) -> Iterator[None]:
        """Inside, everything made through the API gets this file's one owner history instead of today's."""
        owner: Any = ifcopenshell.api.owner
        before = owner.create_owner_history, owner.update_owner_history
        owner.create_owner_history = lambda file: self._history
        owner.update_owner_history = lambda file, element: self._history
        try:
            yield
        finally:
            owner.create_owner_history, owner.update_owner_history = before

    def create(self, ifc_class: str, name: str, **attributes: Any) -> Any:
        """A rooted object with these attributes."""
        entity = ifcopenshell.api.root.create_entity(self.model, ifc_class=ifc_class, name=name)
        for attribute, value in attributes.items():
            setattr(entity, attribute, value)
        return entity

    def relate(self, ifc_class: str, **attributes: Any) -> Any:
        """A relation that the API has no call for."""
        return self.model.create_entity(
            ifc_class, GlobalId=ifcopenshell.guid.new(), OwnerHistory=self._history, **attributes
        )

    def pset(self, item: Any, name: str, values: Mapping[str, Any]) -> None:
        """A property set on an object or a type."""
        pset = ifcopenshell.api.pset.add_pset(self.model, product=item, name=name)
        pset.HasProperties = [
            self.model.create_entity("IfcPropertySingleValue", key, None, self._value(value))
            for key, value in values.items()
        ]

    def quantities(self, item: Any, name: str, values: Mapping[str, tuple[str, float]]) -> None:
        """A quantity set: name to (length | area | volume | count, SI value)."""
        made = ifcopenshell.api.pset.add_qto(self.model, product=item, name=name)
        made.Quantities = [
            self.model.create_entity(_QUANTITIES[kind], key, None, None, self._si(kind, value))
            for key, (kind, value) in values.items()
        ]

    def save(self, path: Path) -> None:
        """Write the file. Same recipe, same bytes: seeded GlobalIds, sorted sets, fixed header."""
        for root in self.model.by_type("IfcRoot"):
            root.OwnerHistory = self._history  # the API leaves it out of some relations
        self._sort_sets()
        self._seed_guids()
        self._header(path.name)
        path.write_text(self.model.to_string(), encoding="ascii", newline="\n")

    def _si(self, kind: str, value: float) -> float:
        return round(value * self.units.scale.get(kind, 1.0), 4) + 0.0

    def _value(self, value: Any) -> Any:
        if isinstance(value, Measure):
            entity = {"length": "IfcLengthMeasure", "area": "IfcAreaMeasure", "volume": "IfcVolumeMeasure"}[
                value.kind
            ]
            return self.model.create_entity(entity, self._si(value.kind, value.value))
        kinds = {bool: "IfcBoolean", int: "IfcInteger", float: "IfcReal", str: "IfcLabel"}
        return self.model.create_entity(kinds[type(value)], value)

    def _ownership(self) -> Any:
        new, origin = self.model.create_entity, self._origin
        person = new("IfcPerson", None, origin.person)
        company = new("IfcOrganization", None, origin.organisation)
        user = new("IfcPersonAndOrganization", person, company)
        app = new("IfcApplication", company, "1.0", origin.application, origin.application_id)
        return new("IfcOwnerHistory", user, app, None, "NOCHANGE", None, None, None, origin.seconds)

    def _project(self, project: str, site: str, building: str, facility: str) -> None:
        self.project = self.create("IfcProject", project)
        self.units.assign(self.model)
        whole = ifcopenshell.api.context.add_context(self.model, context_type="Model")
        self.shapes.body = ifcopenshell.api.context.add_context(
            self.model, context_type="Model", context_identifier="Body", target_view="MODEL_VIEW", parent=whole
        )
        self.site = self.create("IfcSite", site)
        self.building = self.create(facility, building)
        self.part(self.project, self.site)
        self.part(self.site, self.building)  # before placing: the API would replace placements
        self.site.ObjectPlacement = self.shapes.placement(None, (0.0, 0.0, 0.0))
        self.building.ObjectPlacement = self.shapes.placement(self.site, (0.0, 0.0, 0.0))

    def part(self, whole: Any, *parts: Any) -> None:
        """Decompose: project, site, building, storey, space."""
        ifcopenshell.api.aggregate.assign_object(self.model, products=list(parts), relating_object=whole)

    def _sort_sets(self) -> None:
        """The API fills relations from Python sets, whose order differs from run to run."""
        for entity in self.model:
            for name in _SETS:
                value = getattr(entity, name, None)
                if isinstance(value, tuple):
                    setattr(entity, name, sorted(value, key=lambda item: int(item.id())))

    def _seed_guids(self) -> None:
        seen: Counter[str] = Counter()
        for root in sorted(self.model.by_type("IfcRoot"), key=lambda item: int(item.id())):
            word = f"{self.name}|{root.is_a()}|{root.Name}"
            seen[word] += 1
            root.GlobalId = ifcopenshell.guid.compress(uuid.uuid5(_NAMESPACE, f"{word}|{seen[word]}").hex)

    def _header(self, file_name: str) -> None:
        origin, header = self._origin, self.model.header
        header.file_description.description = ("ViewDefinition [CoordinationView]",)
        header.file_name.name = file_name
        header.file_name.time_stamp = origin.time
        header.file_name.author = (origin.person,)
        header.file_name.organization = (origin.organisation,)
        header.file_name.preprocessor_version = origin.application
        header.file_name.originating_system = origin.application
        header.file_name.authorization = "CC0-1.0"
