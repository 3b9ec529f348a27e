"""A dental practice with plant rooms below: IFC2X3, metres, running tags, rooms by name, terminals and pipes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import ifcopenshell.api.system

from memorybench.construct.authored.building import Building
from memorybench.construct.authored.catalogue import Kind, Sets
from memorybench.construct.authored.corridor import Bay, CorridorFloor, Palette, grid
from memorybench.construct.authored.faults import Fault
from memorybench.construct.authored.model_file import ModelFile, Origin
from memorybench.construct.authored.plan import Plan

NAME = "mill-lane-dental"
FAULTS = (
    Fault("wrong area", "Surgery 2", "The stored NetFloorArea is 9 % above the modelled one."),
    Fault("stale room name", "Records", "Still labelled Records; its room sheet says Sterilisation."),
    Fault("duplicate room", "0.05", "Reception and Staff Room both have the room number 0.05."),
    Fault("no storey", "LF-021", "One luminaire is contained nowhere."),
    Fault("ambiguous property", "DR-001", "The front door has AcousticRating 32 dB in one set, 37 dB in another."),
    Fault("placeholder", "WC-001", "Basins: Supplier Ref is TBC, Model Label holds its own name."),
    Fault("missing quantity", "Cleaner", "The cleaner's room has a height and a perimeter, but no stored area."),
)
_ORIGIN = Origin("S. Pryce", "Pryce Nolan Healthcare Design", "Tagged authoring", "AUTHORED-TAG",
                 "2024-09-02T16:30:00", 1725294600)  # fmt: skip
_PLAN = Plan(18.0, 11.0, 0.30, 0.10, {("y", 4.6): 0.10, ("y", 6.4): 0.10})
_PREFIX = {"door": "DR", "window": "WN", "wall": "WL", "slab": "SL", "ceiling": "CL", "light": "LF", "basin": "WC",
           "diffuser": "AD", "pipe": "PI", "chair": "DC", "stool": "ST", "cabinet": "CB", "seat": "WS",
           "column": "CO", "rail": "HR"}  # fmt: skip
Things = dict[str, tuple[Kind, str]]


class _Tags:
    """``DR-014`` as name, ``practice/DR-014`` as tag; doors of the surgeries state a fire rating."""

    def __init__(self) -> None:
        self._numbers: Counter[str] = Counter()

    def __call__(self, noun: str, kind: Kind, room: str = "") -> tuple[str, str, Sets]:
        prefix = _PREFIX[noun]
        self._numbers[prefix] += 1
        name = f"{prefix}-{self._numbers[prefix]:03d}"
        return name, f"MLD/{name}", self._sets(noun, name, kind)

    def _sets(self, noun: str, name: str, kind: Kind) -> Sets:
        if name == "DR-001":
            return {"Pset_DoorCommon": {"AcousticRating": "32 dB"}, "Door Schedule": {"AcousticRating": "37 dB"}}
        if noun == "door" and kind.name.startswith("Fire"):
            return {
                "Pset_DoorCommon": {"FireRating": "FD30"},
                "Door Schedule": {"Closer": "yes", "Vision Panel": "no"},
            }
        if noun == "basin":
            return {"Product": {"Supplier Ref": "TBC", "Model Label": "Model Label"}}
        return {}


def author() -> ModelFile:
    """The model, not yet written."""
    file = ModelFile(NAME, "IFC2X3", "m", _ORIGIN, "Mill Lane Dental", "Mill Lane 3")
    with file.owned():
        site, style = Building(file), _Tags()
        palette, things = _palette(site), _things(site)
        floors = [
            CorridorFloor(site, site.storey(name, elevation, height), _PLAN, palette, style, (4.6, 6.4))
            for name, elevation, height in (("Lower Ground", -3.0, 2.7), ("Ground Floor", 0.0, 2.9))
        ]
        ground, lower = floors[1], floors[0]
        for floor in (ground, lower):
            floor.shell()
        served = _ground(ground, things)
        served = {key: items + more for (key, items), more in zip(served.items(), _lower(lower, things), strict=True)}
        _systems(file, served)
        site.finish()
    return file


def _systems(file: ModelFile, served: Mapping[str, list[Any]]) -> None:
    for name, items in served.items():
        system = ifcopenshell.api.system.add_system(file.model, ifc_class="IfcSystem")
        system.Name = name
        ifcopenshell.api.system.assign_system(file.model, products=items, system=system)


def _palette(b: Building) -> Palette:
    board, stud = ("Plasterboard", 0.0125), ("Metal stud", 0.075)
    brick = [("Facing brick", 0.1025), ("Mineral wool", 0.0975), ("Blockwork", 0.1)]
    return Palette(
        walls={
            "outer": b.layered("IfcWallType", "Brick cavity 300", brick),
            "inner": b.layered("IfcWallType", "Partition 100", [board, stud, board]),
            "lead": b.layered("IfcWallType", "Lead-lined 100", [board, ("Lead sheet", 0.002), ("Metal stud", 0.073),
                                                               board]),
            "corridor": b.layered("IfcWallType", "Partition 100 acoustic", [board, ("Acoustic stud", 0.075), board]),
        },
        fills={
            "surgery": b.fill_type("IfcDoor", "Fire door 926x2040", 0.926, 2.04),
            "plain": b.fill_type("IfcDoor", "Timber door 826x2040", 0.826, 2.04),
            "small": b.fill_type("IfcDoor", "Timber door 726x2040", 0.726, 2.04),
            "entry": b.fill_type("IfcDoor", "Glazed entrance 1200x2100", 1.2, 2.1),
            "large": b.fill_type("IfcWindow", "Casement 1500x1200", 1.5, 1.2),
            "medium": b.fill_type("IfcWindow", "Casement 900x1200", 0.9, 1.2),
            "vent": b.fill_type("IfcWindow", "Top hung 600x600", 0.6, 0.6),
        },
        slabs={
            "base": b.layered("IfcSlabType", "Raft 350", [("Concrete", 0.25), ("Insulation", 0.1)]),
            "floor": b.layered("IfcSlabType", "Suspended slab 225", [("Concrete", 0.225)]),
            "roof": b.layered("IfcSlabType", "Flat roof 400", [("Concrete", 0.2), ("Insulation", 0.2)]),
            "tile": b.layered("IfcCoveringType", "Mineral tile 600", [("Mineral fibre", 0.015)]),
            "wash": b.layered("IfcCoveringType", "Washable panel", [("Vinyl-faced board", 0.012)]),
        },
        sills={"large": 1.0, "medium": 1.0, "vent": 1.9},
    )  # fmt: skip


def _things(b: Building) -> Things:
    furniture, terminal, segment = "IfcFurnishingElement", "IfcFlowTerminal", "IfcFlowSegment"
    made = {
        "chair": ("IfcFurnitureType", "Dental Chair - Premium", (0.7, 1.9, 1.1), "Leatherette", furniture),
        "stool": ("IfcFurnitureType", "Stool - Operator", (0.4, 0.4, 0.5), "Leatherette", furniture),
        "cabinet": ("IfcFurnitureType", "Cabinet - Instrument 600", (0.6, 0.5, 0.9), "HPL", furniture),
        "seat": ("IfcFurnitureType", "Seat - Waiting", (0.55, 0.6, 0.8), "Beech", furniture),
        "basin": ("IfcSanitaryTerminalType", "Basin - Clinical 500", (0.5, 0.42, 0.2), "Vitreous china", terminal),
        "diffuser": ("IfcAirTerminalType", "Diffuser - Supply 600", (0.6, 0.6, 0.1), "Steel", terminal),
        "light": ("IfcLightFixtureType", "Luminaire - Panel 600", (0.6, 0.6, 0.05), "Aluminium", terminal),
        "air": ("IfcPipeSegmentType", "Pipe - Compressed Air 22", (2.4, 0.022, 0.022), "Copper", segment),
        "suction": ("IfcPipeSegmentType", "Pipe - Suction 50", (2.4, 0.05, 0.05), "PVC-U", segment),
        "column": ("IfcColumnType", "Steel post 150", (0.15, 0.15, 2.7), "Steel", "IfcColumn"),
        "rail": ("IfcRailingType", "Handrail 40", (3.0, 0.04, 0.9), "Stainless steel", "IfcRailing"),
    }
    return {
        key: (b.thing_type(type_class, name, size, material), ifc_class)
        for key, (type_class, name, size, material, ifc_class) in made.items()
    }


def _ground(f: CorridorFloor, things: Things) -> dict[str, list[Any]]:
    hall = f.hall("0.00", "Hallway", ("entry", ""))
    f.slab("floor", hole=(1.0, 7.6, 3.4, 10.4))
    f.slab("roof", top=3.3, predefined="ROOF")
    south = (
        Bay("0.01", "Surgery 1", 4.0, "surgery", ("large",), ceiling="wash"),
        Bay("0.02", "Surgery 2", 8.0, "surgery", ("large",), ceiling="wash", area_factor=1.09),
        Bay("0.03", "Surgery 3", 12.0, "surgery", ("large",), ceiling="wash", wall="lead"),
        Bay("0.04", "X-ray", 14.2, "surgery", (), ceiling="wash", wall="lead"),
        Bay("0.05", "Staff Room", 18.0, "plain", ("medium", "medium"), ceiling="tile"),
    )
    north = (
        Bay("0.06", "Stair", 3.6, "plain", ("vent",)),
        Bay("0.07", "Patient WC", 5.8, "small", ("vent",), ceiling="wash"),
        Bay("0.05", "Reception", 11.0, "plain", ("large", "medium"), doors=2, ceiling="tile"),
        Bay("0.08", "Waiting", 15.4, "plain", ("large", "large"), ceiling="tile"),
        Bay("0.09", "Records", 18.0, "small", ("medium",), sets={"Room Sheet": {"Function": "Sterilisation"}}),
    )
    f.row("south", south, hall)
    f.row("north", north, hall)
    served: dict[str, list[Any]] = {"Compressed air": [], "Suction": [], "Supply air": []}
    for number in ("0.01", "0.02", "0.03"):
        room = f.rooms[number]
        f.put("chair", *things["chair"], room, ((1.4, 1.0),))
        f.put("stool", *things["stool"], room, ((0.8, 1.6), (2.4, 1.6)))
        f.put("cabinet", *things["cabinet"], room, ((0.2, 0.1), (0.9, 0.1), (1.6, 0.1)))
        f.put("basin", *things["basin"], room, ((2.9, 0.1),), z=0.8)
        f.put("light", *things["light"], room, ((0.8, 1.4), (2.2, 1.4)), z=2.55)
        served["Supply air"] += f.put("diffuser", *things["diffuser"], room, ((1.5, 2.8),), z=2.5)
        served["Compressed air"] += f.put("pipe", *things["air"], room, ((0.8, 3.9),), z=0.1)
        served["Suction"] += f.put("pipe", *things["suction"], room, ((0.8, 4.05),), z=0.1)
    f.put("basin", *things["basin"], f.rooms["0.07"], ((0.3, 0.2),), z=0.8)
    f.put("seat", *things["seat"], f.rooms["0.08"], grid(4, 2, (0.4, 0.6), (0.8, 2.0)))
    served["Supply air"] += f.put("diffuser", *things["diffuser"], f.rooms["0.08"], ((1.0, 1.5), (3.0, 1.5)), z=2.5)
    f.put("light", *things["light"], f.rooms["0.08"], ((0.8, 2.4), (2.8, 2.4)), z=2.55)
    f.put("light", *things["light"], f.rooms["0.05'"], ((1.0, 1.8), (3.4, 1.8)), z=2.55)
    f.put("light", *things["light"], hall, grid(5, 1, (1.5, 0.6), (3.4, 0.0)), z=2.6)
    f.put("rail", *things["rail"], f.rooms["0.06"], ((0.1, 0.4), (0.1, 2.2)))
    return served


def _lower(f: CorridorFloor, things: Things) -> tuple[list[Any], list[Any], list[Any]]:
    hall = f.hall("-1.00", "Lower Corridor")
    f.slab("base", predefined="BASESLAB")
    south = (
        Bay("-1.01", "Plant Room", 7.0, "surgery", ("vent",)),
        Bay("-1.02", "Compressor Room", 11.0, "surgery", ("vent",)),
        Bay("-1.03", "Changing", 14.5, "plain", ("vent",), ceiling="tile"),
        Bay("-1.04", "Laundry", 18.0, "plain", ("vent",)),
    )
    north = (
        Bay("-1.05", "Stair Lobby", 3.6, "plain"),
        Bay("-1.06", "Cleaner", 5.8, "small", stored=False),
        Bay("-1.07", "Archive", 12.0, "plain", doors=2),
        Bay("-1.08", "Staff WC", 15.4, "small", ("vent",), ceiling="wash"),
        Bay("-1.09", "Store", 18.0, "small"),
    )
    f.row("south", south, hall)
    f.row("north", north, hall)
    plant, compressor = f.rooms["-1.01"], f.rooms["-1.02"]
    air = f.put("pipe", *things["air"], compressor, ((0.4, 3.2), (0.4, 3.5)), z=2.3)
    suction = f.put("pipe", *things["suction"], plant, ((0.4, 3.0), (2.9, 3.0), (0.4, 3.4)), z=2.2)
    supply = f.put("diffuser", *things["diffuser"], f.rooms["-1.03"], ((1.2, 1.6),), z=2.3)
    f.put("basin", *things["basin"], f.rooms["-1.08"], ((0.3, 0.2), (1.2, 0.2)), z=0.8)
    f.put("cabinet", *things["cabinet"], f.rooms["-1.07"], grid(4, 1, (0.2, 0.2), (0.7, 0.0)))
    f.put("column", *things["column"], plant, ((2.2, 2.0), (4.4, 2.0)))
    f.put("light", *things["light"], hall, grid(3, 1, (2.0, 0.6), (5.0, 0.0)), z=2.5)
    f.put("light", *things["light"], plant, ((2.0, 1.5), (4.0, 1.5)), z=2.5)
    f.put("light", *things["light"], compressor, ((1.5, 1.5),), z=2.5, contained=False)
    return air, suction, supply
