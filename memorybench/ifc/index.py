"""A model read once into plain records, for dataset construction. Never used by the probe agent's tools."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from memorybench.ifc.index_placeholders import is_placeholder, squeeze
from memorybench.ifc.index_properties import Property, Value, read_properties
from memorybench.ifc.units import ProjectUnits, project_units


@dataclass(frozen=True)
class Layer:
    """One material layer; ``thickness`` in metres, None without a project length unit."""

    material: str
    thickness: float | None


@dataclass(frozen=True)
class Item:
    """One element, space, storey or type.

    ``key`` is the GlobalId, or ``#step`` when another object of the file has the same GlobalId. ``classes``
    holds the IFC class and its supertypes. ``width`` and ``height`` are the overall sizes of a door or window
    in metres. ``storey`` and ``space`` are keys, found transitively through parts, nesting, openings, fills.
    """

    key: str
    step: int
    ifc_class: str
    classes: frozenset[str]
    name: str
    long_name: str
    tag: str
    object_type: str
    type_key: str | None
    type_name: str
    storey: str | None
    space: str | None
    width: float | None
    height: float | None
    materials: tuple[str, ...]
    layers: tuple[Layer, ...]
    properties: tuple[Property, ...]
    bounds: tuple[str, ...] = ()  # keys of the spaces whose boundary the element is
    elevation: float | None = None  # storeys: the attribute, in metres
    systems: tuple[str, ...] = ()

    def is_a(self, ifc_class: str) -> bool:
        """Whether the item is of ``ifc_class`` or a subtype of it."""
        return ifc_class in self.classes

    def stated(self, *names: str) -> tuple[Property, ...]:
        """Properties and quantities of one of these names (case and spaces aside) that really say something."""
        wanted = {squeeze(name) for name in names}
        return tuple(
            prop
            for prop in self.properties
            if squeeze(prop.name) in wanted and not prop.ambiguous and not is_placeholder(prop.name, prop.value)
        )

    def value(self, *names: str) -> Value | None:
        """The one value stated under these names; None when absent, ambiguous or stated differently twice."""
        wanted = {squeeze(name) for name in names}
        if any(prop.ambiguous for prop in self.properties if squeeze(prop.name) in wanted):
            return None
        values = {prop.value for prop in self.stated(*names)}
        return values.pop() if len(values) == 1 else None

    def number(self, *names: str) -> float | None:
        """As :meth:`value`, for numbers that agree within 0.1 %."""
        found = [p.value for p in self.stated(*names) if isinstance(p.value, (int, float)) and p.value is not True]
        numbers = [float(value) for value in found if not isinstance(value, bool)]
        if not numbers or max(numbers) - min(numbers) > 0.001 * max(abs(n) for n in numbers):
            return None
        return numbers[0]


@dataclass(frozen=True)
class ModelIndex:
    """The records of one file. ``file`` is the opened ifcopenshell file, for geometry only."""

    name: str
    schema: str
    units: ProjectUnits
    elements: tuple[Item, ...]
    spaces: tuple[Item, ...]
    storeys: tuple[Item, ...]
    types: tuple[Item, ...]
    file: Any = field(repr=False, compare=False)
    warnings: tuple[str, ...] = ()
    derived: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)  # what others computed from it

    @cached_property
    def by_key(self) -> dict[str, Item]:
        """Every element, space, storey and type by its key."""
        return {item.key: item for item in (*self.elements, *self.spaces, *self.storeys, *self.types)}

    def of_class(self, *classes: str) -> tuple[Item, ...]:
        """Elements of one of the classes, subtypes included, in file order."""
        return tuple(item for item in self.elements if any(item.is_a(name) for name in classes))

    def storey_name(self, item: Item) -> str:
        """The name of the storey an item belongs to, or an empty string."""
        return next((storey.name for storey in self.storeys if storey.key == item.storey), "")


def open_index(path: Path) -> ModelIndex:
    """Open ``path`` after preflight and index it; raises ``DamagedModel`` or ``BadInput``."""
    from memorybench.ifc.preflight import open_model

    return build_index(open_model(path), path.name)


def _parent(item: Any) -> Any:
    for inverse, attribute in (
        ("Decomposes", "RelatingObject"),
        ("Nests", "RelatingObject"),
        ("FillsVoids", "RelatingOpeningElement"),
        ("VoidsElements", "RelatingBuildingElement"),
        ("ContainedInStructure", "RelatingStructure"),
    ):
        for relation in getattr(item, inverse, ()) or ():
            parent = getattr(relation, attribute, None)
            if parent is not None:
                return parent
    return None


def _whereabouts(item: Any) -> tuple[Any, Any]:
    storey = space = None
    seen: set[int] = set()
    current = _parent(item)
    while current is not None and current.id() not in seen:
        seen.add(current.id())
        if current.is_a("IfcSpace") and space is None:
            space = current
        if current.is_a("IfcBuildingStorey"):
            storey = current
            break
        current = _parent(current)
    return storey, space


def _type_of(item: Any) -> Any:
    for relation in getattr(item, "IsTypedBy", ()) or ():
        return relation.RelatingType
    for relation in getattr(item, "IsDefinedBy", ()) or ():
        if relation.is_a("IfcRelDefinesByType"):
            return relation.RelatingType
    return None


def _layers(item: Any, scale: float | None) -> tuple[tuple[str, ...], tuple[Layer, ...]]:
    import ifcopenshell.util.element as element_util

    material = element_util.get_material(item, should_skip_usage=True)
    if material is None:
        return (), ()
    names = tuple(dict.fromkeys(m.Name for m in element_util.get_materials(item) if getattr(m, "Name", None)))
    layers = tuple(
        Layer(
            layer.Material.Name if layer.Material else "",
            layer.LayerThickness * scale if scale is not None else None,
        )
        for layer in getattr(material, "MaterialLayers", ()) or ()
    )
    return names, layers


def _supertypes(model: Any, item: Any, cache: dict[str, frozenset[str]]) -> frozenset[str]:
    import ifcopenshell

    name = item.is_a()
    if name not in cache:
        declaration = ifcopenshell.schema_by_name(model.schema_identifier).declaration_by_name(name)
        names = set()
        while declaration is not None:
            names.add(declaration.name())
            declaration = declaration.supertype()
        cache[name] = frozenset(names)
    return cache[name]


def _scaled(value: Any, scale: float | None) -> float | None:
    return value * scale if isinstance(value, (int, float)) and scale is not None else None


class _Builder:
    def __init__(self, model: Any) -> None:
        self.model = model
        self.units = project_units(model)
        self.metre = self.units.factor("length")
        self.classes: dict[str, frozenset[str]] = {}
        roots = Counter(root.GlobalId for root in model.by_type("IfcRoot"))
        self.duplicated = {guid for guid, count in roots.items() if count > 1}
        self.bounds: dict[int, list[str]] = defaultdict(list)
        for relation in model.by_type("IfcRelSpaceBoundary"):
            element, space = relation.RelatedBuildingElement, relation.RelatingSpace
            if element is not None and space is not None:
                key = self.key(space)
                if key not in self.bounds[element.id()]:
                    self.bounds[element.id()].append(key)

    def key(self, item: Any) -> str:
        return f"#{item.id()}" if item.GlobalId in self.duplicated else str(item.GlobalId)

    def item(self, entity: Any) -> Item:
        type_item = None if entity.is_a("IfcTypeObject") else _type_of(entity)
        storey, space = _whereabouts(entity)
        materials, layers = _layers(entity, self.metre)
        systems = tuple(
            relation.RelatingGroup.Name or ""
            for relation in getattr(entity, "HasAssignments", ()) or ()
            if relation.is_a("IfcRelAssignsToGroup") and relation.RelatingGroup is not None
        )
        return Item(
            key=self.key(entity),
            step=entity.id(),
            ifc_class=entity.is_a(),
            classes=_supertypes(self.model, entity, self.classes),
            name=entity.Name or "",
            long_name=getattr(entity, "LongName", None) or "",
            tag=getattr(entity, "Tag", None) or "",
            object_type=getattr(entity, "ObjectType", None) or "",
            type_key=self.key(type_item) if type_item is not None else None,
            type_name=(type_item.Name or "") if type_item is not None else "",
            storey=self.key(storey) if storey is not None else None,
            space=self.key(space) if space is not None else None,
            width=_scaled(getattr(entity, "OverallWidth", None), self.metre),
            height=_scaled(getattr(entity, "OverallHeight", None), self.metre),
            materials=materials,
            layers=layers,
            properties=read_properties(entity, type_item, self.units),
            bounds=tuple(self.bounds.get(entity.id(), ())),
            elevation=_scaled(getattr(entity, "Elevation", None), self.metre),
            systems=systems,
        )

    def items(self, entities: Iterable[Any]) -> tuple[Item, ...]:
        return tuple(self.item(entity) for entity in sorted(entities, key=lambda entity: int(entity.id())))


def build_index(model: Any, name: str) -> ModelIndex:
    """Index an opened ifcopenshell file. ``name`` is the file's name, used for seeds and messages."""
    builder = _Builder(model)
    elements = [item for item in model.by_type("IfcElement") if not item.is_a("IfcFeatureElement")]
    warnings = []
    missing = [measure for measure in ("length", "area", "volume") if builder.units.factor(measure) is None]
    if missing:
        warnings.append(f"{name}: the project declares no {', '.join(missing)} unit; no number rests on it.")
    if builder.duplicated:
        warnings.append(f"{name}: {len(builder.duplicated)} GlobalIds occur twice; these objects go by step id.")
    return ModelIndex(
        name=name,
        schema=model.schema,
        units=builder.units,
        elements=builder.items(elements),
        spaces=builder.items(model.by_type("IfcSpace")),
        storeys=builder.items(model.by_type("IfcBuildingStorey")),
        types=builder.items(model.by_type("IfcTypeObject")),
        file=model,
        warnings=tuple(warnings),
    )
