"""What real files tie together beside walls and rooms: classifications, zones, systems, ports, groups, assemblies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from memorybench.construct.authored.building import Building, Storey
from memorybench.construct.authored.model_file import ModelFile
from memorybench.construct.authored.shapes import Point


@dataclass
class Classification:
    """One classification system with the references used so far."""

    file: ModelFile
    name: str
    edition: str
    source: str
    _system: Any = None
    _references: dict[str, Any] = field(default_factory=dict)

    def assign(self, code: str, title: str, items: Sequence[Any]) -> None:
        """Give objects or types the class ``code``."""
        self.file.relate(
            "IfcRelAssociatesClassification",
            RelatedObjects=list(items),
            RelatingClassification=self._reference(code, title),
        )

    def _reference(self, code: str, title: str) -> Any:
        model = self.file.model
        if self._system is None:
            self._system = model.create_entity(
                "IfcClassification", Source=self.source, Edition=self.edition, Name=self.name
            )
            if not self.file.is_old:
                self.file.relate(
                    "IfcRelAssociatesClassification",
                    RelatedObjects=[self.file.project],
                    RelatingClassification=self._system,
                )
        if code not in self._references:
            key = "ItemReference" if self.file.is_old else "Identification"
            self._references[code] = model.create_entity(
                "IfcClassificationReference", **{key: code}, Name=title, ReferencedSource=self._system
            )
        return self._references[code]


def group(
    file: ModelFile, name: str, items: Sequence[Any], *, ifc_class: str = "IfcGroup", description: str = "",
    **attributes: Any,
) -> Any:  # fmt: skip
    """Objects grouped under a name; ``ifc_class`` may be a zone, a system, an inventory."""
    made = file.create(ifc_class, name, **attributes)
    if description:
        made.Description = description
    file.relate("IfcRelAssignsToGroup", RelatedObjects=list(items), RelatingGroup=made)
    return made


def zone(file: ModelFile, name: str, spaces: Sequence[Any], description: str = "") -> Any:
    """A zone of rooms: a flat, a tenancy, a fire compartment."""
    return group(file, name, spaces, ifc_class="IfcZone", description=description)


def system(file: ModelFile, name: str, items: Sequence[Any], predefined: str = "") -> Any:
    """A technical system that serves the building; distribution system where the schema has it."""
    if file.is_old or not predefined:
        made = group(file, name, items, ifc_class="IfcSystem")
    else:
        made = group(file, name, items, ifc_class="IfcDistributionSystem", PredefinedType=predefined)
    file.relate("IfcRelServicesBuildings", RelatingSystem=made, RelatedBuildings=[file.building])
    return made


def connect(file: ModelFile, items: Sequence[Any], predefined: str = "") -> None:
    """Join technical elements one after the other, port to port, in the direction of flow."""
    for one, other in pairwise(items):
        source = _port(file, one, "SOURCE", predefined)
        sink = _port(file, other, "SINK", predefined)
        file.relate("IfcRelConnectsPorts", RelatingPort=source, RelatedPort=sink)


def _port(file: ModelFile, item: Any, direction: str, predefined: str) -> Any:
    port = file.create("IfcDistributionPort", f"{item.Name} {'out' if direction == 'SOURCE' else 'in'}")
    port.FlowDirection = direction
    port.ObjectPlacement = file.shapes.placement(item, (0.0, 0.0, 0.0))
    if file.is_old:
        file.relate("IfcRelConnectsPortToElement", RelatingPort=port, RelatedElement=item)
    else:
        if predefined:
            port.SystemType = predefined
        file.relate("IfcRelNests", RelatingObject=item, RelatedObjects=[port])
    return port


def assembly(
    building: Building, place: Storey, name: str, parts: Sequence[Any], at: Point, *, tag: str = "",
    predefined: str = "NOTDEFINED", sets: Mapping[str, Mapping[str, Any]] | None = None,
) -> Any:  # fmt: skip
    """An assembly on a storey made of elements that exist and are contained nowhere; it has no body of its own."""
    file = building.file
    made = file.create("IfcElementAssembly", name, AssemblyPlace="FACTORY", PredefinedType=predefined)
    if tag:
        made.Tag = tag
    building.contain(place.entity, made)
    made.ObjectPlacement = file.shapes.placement(place.origin, at)
    file.relate("IfcRelAggregates", RelatingObject=made, RelatedObjects=list(parts))
    for key, values in (sets or {}).items():
        file.pset(made, key, values)
    return made
