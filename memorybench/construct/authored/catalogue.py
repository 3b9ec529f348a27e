"""Types and materials of authored models: what occurrences are made of and repeat. Metres throughout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import ifcopenshell.api.material

from memorybench.construct.authored.model_file import ModelFile
from memorybench.construct.authored.shapes import Point

Sets = Mapping[str, Mapping[str, Any]]  # property set -> property -> value


@dataclass
class Kind:
    """A type object. ``size`` is thickness for layered ones, (width, height) for fills, a box for things."""

    entity: Any
    name: str
    size: Point
    shape: Any = None
    layers: Any = None
    occurrences: list[Any] = field(default_factory=list)


class Catalogue:
    """The types of one :class:`ModelFile`."""

    def __init__(self, file: ModelFile) -> None:
        self.file = file
        self.shapes = file.shapes
        self._materials: dict[str, Any] = {}
        self._layered: list[Kind] = []

    def material(self, name: str) -> Any:
        """The material of that name."""
        if name not in self._materials:
            self._materials[name] = ifcopenshell.api.material.add_material(self.file.model, name=name)
        return self._materials[name]

    def layered(
        self, ifc_class: str, name: str, layers: Sequence[tuple[str, float]], sets: Sets | None = None
    ) -> Kind:
        """A wall, slab or covering type with its layer set."""
        api, model = ifcopenshell.api.material, self.file.model
        layer_set = api.add_material_set(model, name=name, set_type="IfcMaterialLayerSet")
        for material, thickness in layers:
            layer = api.add_layer(model, layer_set=layer_set, material=self.material(material))
            layer.LayerThickness = self.shapes.size(thickness)
        kind = self._kind(ifc_class, name, (round(sum(t for _, t in layers), 6),), sets)
        api.assign_material(model, products=[kind.entity], type="IfcMaterialLayerSet", material=layer_set)
        kind.layers = layer_set
        self._layered.append(kind)
        return kind

    def fill_type(self, ifc_class: str, name: str, width: float, height: float, sets: Sets | None = None) -> Kind:
        """A door or window type (a style in IFC2X3) with the shape that its occurrences repeat."""
        is_door = ifc_class == "IfcDoor"
        entity = f"{ifc_class}{'Style' if self.file.is_old else 'Type'}"
        kind = self._kind(entity, name, (width, height), sets)
        if is_door:
            solids = [self.shapes.box((0.0, -0.03, 0.0), (width, 0.06, height))]
        else:
            solids = [
                self.shapes.frame(width, height, 0.06, 0.035, 0.07),
                self.shapes.box((0.06, -0.012, 0.06), (width - 0.12, 0.024, height - 0.12)),
            ]
        return self._shaped(kind, *solids)

    def thing_type(
        self, ifc_class: str, name: str, size: Point, material: str | None = None, sets: Sets | None = None,
        boxes: Sequence[tuple[Point, Point]] = (), solids: Sequence[Any] = (),
    ) -> Kind:  # fmt: skip
        """A type of furniture, terminal, column, railing: a box of ``size``, or ``boxes`` of (corner, size).

        ``solids`` are drawn beside the boxes; alone, they stand instead of the box.
        """
        kind = self._kind(ifc_class, name, size, sets)
        if material:
            ifcopenshell.api.material.assign_material(
                self.file.model, products=[kind.entity], type="IfcMaterial", material=self.material(material)
            )
        drawn = boxes if boxes or solids else [((0.0, 0.0, 0.0), size)]
        return self._shaped(kind, *(self.shapes.box(*box) for box in drawn), *solids)

    def use_layers(self) -> None:
        """One layer set usage for all occurrences of each layered type; call it when all are there."""
        for kind in self._layered:
            if kind.occurrences:
                self._usage(kind)

    def _usage(self, kind: Kind) -> None:
        upright = kind.entity.is_a("IfcWallType")
        usage = self.file.model.create_entity(
            "IfcMaterialLayerSetUsage",
            kind.layers,
            "AXIS2" if upright else "AXIS3",
            "POSITIVE",
            self.shapes.size(-kind.size[0] / 2 if upright else -kind.size[0]),
        )
        self.file.relate("IfcRelAssociatesMaterial", RelatedObjects=kind.occurrences, RelatingMaterial=usage)

    def _kind(self, ifc_class: str, name: str, size: Point, sets: Sets | None) -> Kind:
        entity = self.file.create(ifc_class, name)
        self._psets(entity, {}, sets)
        return Kind(entity, name, size)

    def _shaped(self, kind: Kind, *solids: Any) -> Kind:
        kind.shape = self.shapes.shared(*solids)
        kind.entity.RepresentationMaps = [kind.shape]
        return kind

    def _psets(self, entity: Any, common: Sets, more: Sets | None) -> None:
        merged: dict[str, dict[str, Any]] = {name: dict(values) for name, values in common.items()}
        for name, values in (more or {}).items():
            merged[name] = {**merged.get(name, {}), **values}
        for name, values in merged.items():
            self.file.pset(entity, name, values)
