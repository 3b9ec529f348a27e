"""Loose and technical things by trade: which IFC class a radiator or a pump has in which schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from memorybench.construct.authored.building import Building
from memorybench.construct.authored.catalogue import Kind, Sets
from memorybench.construct.authored.sections import Section, bar
from memorybench.construct.authored.shapes import Point

# trade -> (type class, occurrence class, occurrence class of IFC2X3)
_CLASSES: Mapping[str, tuple[str, str, str]] = {
    "furniture": ("IfcFurnitureType", "IfcFurniture", "IfcFurnishingElement"),
    "sanitary": ("IfcSanitaryTerminalType", "IfcSanitaryTerminal", "IfcFlowTerminal"),
    "waste": ("IfcWasteTerminalType", "IfcWasteTerminal", "IfcFlowTerminal"),
    "light": ("IfcLightFixtureType", "IfcLightFixture", "IfcFlowTerminal"),
    "outlet": ("IfcOutletType", "IfcOutlet", "IfcFlowTerminal"),
    "air": ("IfcAirTerminalType", "IfcAirTerminal", "IfcFlowTerminal"),
    "sprinkler": ("IfcFireSuppressionTerminalType", "IfcFireSuppressionTerminal", "IfcFlowTerminal"),
    "appliance": ("IfcElectricApplianceType", "IfcElectricAppliance", "IfcFlowTerminal"),
    "heater": ("IfcSpaceHeaterType", "IfcSpaceHeater", "IfcEnergyConversionDevice"),
    "boiler": ("IfcBoilerType", "IfcBoiler", "IfcEnergyConversionDevice"),
    "unit": ("IfcUnitaryEquipmentType", "IfcUnitaryEquipment", "IfcEnergyConversionDevice"),
    "motor": ("IfcElectricMotorType", "IfcElectricMotor", "IfcEnergyConversionDevice"),
    "pump": ("IfcPumpType", "IfcPump", "IfcFlowMovingDevice"),
    "fan": ("IfcFanType", "IfcFan", "IfcFlowMovingDevice"),
    "valve": ("IfcValveType", "IfcValve", "IfcFlowController"),
    "damper": ("IfcDamperType", "IfcDamper", "IfcFlowController"),
    "board": ("IfcElectricDistributionBoardType", "IfcElectricDistributionBoard", "IfcElectricDistributionPoint"),
    "tank": ("IfcTankType", "IfcTank", "IfcFlowStorageDevice"),
    "filter": ("IfcFilterType", "IfcFilter", "IfcFlowTreatmentDevice"),
    "silencer": ("IfcDuctSilencerType", "IfcDuctSilencer", "IfcFlowTreatmentDevice"),
    "pipe": ("IfcPipeSegmentType", "IfcPipeSegment", "IfcFlowSegment"),
    "duct": ("IfcDuctSegmentType", "IfcDuctSegment", "IfcFlowSegment"),
    "tray": ("IfcCableCarrierSegmentType", "IfcCableCarrierSegment", "IfcFlowSegment"),
    "bend": ("IfcPipeFittingType", "IfcPipeFitting", "IfcFlowFitting"),
    "sensor": ("IfcSensorType", "IfcSensor", "IfcDistributionControlElement"),
    "alarm": ("IfcAlarmType", "IfcAlarm", "IfcDistributionControlElement"),
    "lift": ("IfcTransportElementType", "IfcTransportElement", "IfcTransportElement"),
    "column": ("IfcColumnType", "IfcColumn", "IfcColumn"),
    "beam": ("IfcBeamType", "IfcBeam", "IfcBeam"),
    "member": ("IfcMemberType", "IfcMember", "IfcMember"),
    "plate": ("IfcPlateType", "IfcPlate", "IfcPlate"),
    "railing": ("IfcRailingType", "IfcRailing", "IfcRailing"),
    "stair": ("IfcStairType", "IfcStair", "IfcStair"),
    "ramp": ("IfcRampType", "IfcRamp", "IfcRamp"),
    "proxy": ("IfcBuildingElementProxyType", "IfcBuildingElementProxy", "IfcBuildingElementProxy"),
    "footing": ("IfcFootingType", "IfcFooting", "IfcFooting"),
    "bearing": ("IfcBearingType", "IfcBearing", ""),
    "kerb": ("IfcKerbType", "IfcKerb", ""),
    "sign": ("IfcSignType", "IfcSign", ""),
    "pile": ("IfcPileType", "IfcPile", "IfcPile"),
}  # fmt: skip


@dataclass(frozen=True)
class Make:
    """What a recipe says of a thing: trade, type name, size of its box (m), material.

    ``boxes`` (corner, size) and ``bars`` (section, length, axis, start) draw it better than its box does.
    ``predefined`` is the IFC predefined type, ``tall`` the height above the floor where it usually hangs.
    """

    trade: str
    name: str
    size: Point
    material: str | None = None
    predefined: str = ""
    sets: Sets | None = None
    boxes: Sequence[tuple[Point, Point]] = ()
    bars: Sequence[tuple[Any, ...]] = ()
    z: float = 0.0
    noun: str = ""


@dataclass(frozen=True)
class Thing:
    """A thing of the catalogue, ready to be placed."""

    kind: Kind
    ifc_class: str
    noun: str
    z: float = 0.0
    predefined: str = ""


@dataclass
class Store:
    """The things of one model by key."""

    building: Building
    things: dict[str, Thing] = field(default_factory=dict)

    def __getitem__(self, key: str) -> Thing:
        return self.things[key]

    def add(self, key: str, make: Make) -> Thing:
        """Write the type and keep it under ``key``."""
        b = self.building
        type_class, current, old = _CLASSES[make.trade]
        if b.file.is_old and not old:
            raise ValueError(f"IFC2X3 has no {current}")
        if type_class == "IfcStairType" and b.file.is_old:
            type_class = "IfcStairFlightType"
        kind = b.thing_type(
            type_class, make.name, make.size, make.material, make.sets, make.boxes, solids=_bars(b, make.bars)
        )
        if make.predefined and hasattr(kind.entity, "PredefinedType"):
            kind.entity.PredefinedType = make.predefined
        noun = make.noun or make.trade
        thing = Thing(kind, old if b.file.is_old else current, noun, make.z, make.predefined)
        self.things[key] = thing
        return thing


def store(building: Building, makes: Mapping[str, Make]) -> Store:
    """Write all these types."""
    made = Store(building)
    for key, make in makes.items():
        made.add(key, make)
    return made


def _bars(b: Building, bars: Sequence[tuple[Any, ...]]) -> list[Any]:
    drawn = []
    for section, length, *rest in bars:
        if not isinstance(section, Section):
            raise TypeError("a bar starts with its section")
        drawn.append(bar(b.shapes, section, length, *rest))
    return drawn
