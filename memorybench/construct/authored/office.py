"""A small office on two floors: IFC4, millimetres, Revit-like ``Family:Type:Id`` names, rooms A101 ... A209."""

from __future__ import annotations

from collections import Counter
from itertools import count

from memorybench.construct.authored.building import Building
from memorybench.construct.authored.catalogue import Kind, Sets
from memorybench.construct.authored.corridor import Bay, CorridorFloor, Palette, Room, grid
from memorybench.construct.authored.faults import Fault
from memorybench.construct.authored.model_file import ModelFile, Origin
from memorybench.construct.authored.plan import Plan

NAME = "harbour-office"
FAULTS = (
    Fault("wrong area", "A104", "The stored NetFloorArea is 9 % above the modelled one."),
    Fault("stale room name", "A107", "Still labelled Archive; its room sheet says Server room."),
    Fault(
        "duplicate room", "Meeting 3", "Two meeting rooms have the long name Meeting 3 (A203 should be Meeting 4)."
    ),
    Fault("no storey", "M_Planter:600mm:315815", "One planter of the entrance is contained nowhere."),
    Fault(
        "ambiguous property",
        "M_Single-Glass:0965 x 2134mm:312374",
        "Two sets give door A101 different hardware sets.",
    ),
    Fault(
        "placeholder", "M_Single-Flush", "Doors: Manufacturer and Model hold their own names, Frame Finish is TBD."
    ),
    Fault("missing quantity", "Compound Ceiling:Plain GWB:313928", "The ceiling of A107 has no quantity set."),
)
_ORIGIN = Origin("M. Okafor", "Quay Architects", "Revit-like authoring", "AUTHORED-RVT", "2024-05-16T14:05:00",
                 1715868300)  # fmt: skip
_PLAN = Plan(24.0, 14.0, 0.35, 0.12, {("y", 6.0): 0.15, ("y", 8.0): 0.15})
_GLASS: Sets = {"Pset_WindowCommon": {"ThermalTransmittance": 1.3}}  # stated: no task may tell another U-value


class _Revit:
    """``Family:Type:Id`` names; doors and windows carry a Mark made of the room and a letter."""

    def __init__(self) -> None:
        self._ids = count(312004, 37)
        self._per_room: Counter[tuple[str, str]] = Counter()

    def __call__(self, noun: str, kind: Kind, room: str = "") -> tuple[str, str, Sets]:
        number = str(next(self._ids))
        return f"{kind.name}:{number}", number, self._sets(noun, room)

    def _sets(self, noun: str, room: str) -> Sets:
        if noun not in ("door", "window"):
            return {"Phasing": {"Phase Created": "New Construction"}}
        self._per_room[noun, room] += 1
        n = self._per_room[noun, room]
        if noun == "window":
            return {"Identity Data": {"Mark": f"W-{room[1:]}{'abcdefgh'[n - 1]}", "Manufacturer": "Manufacturer"}}
        mark = room if n == 1 else f"{room}{'-BCDEF'[n - 1]}"
        data = {"Mark": mark, "Manufacturer": "Manufacturer", "Model": "Model", "Frame Finish": "TBD"}
        if mark == "A101":
            return {"Identity Data": {**data, "Hardware Set": "HS-2"}, "Other": {"Hardware Set": "HS-5"}}
        return {"Identity Data": data}


def author() -> ModelFile:
    """The model, not yet written."""
    file = ModelFile(NAME, "IFC4", "mm", _ORIGIN, "Harbour Office", "Quay 7")
    with file.owned():
        site, style = Building(file), _Revit()
        palette, things = _palette(site), _things(site)
        for level, (name, elevation) in enumerate((("Level 1", 0.0), ("Level 2", 3.4)), start=1):
            floor = CorridorFloor(site, site.storey(name, elevation, 3.0), _PLAN, palette, style, (6.0, 8.0))
            floor.shell()
            (_level_1 if level == 1 else _level_2)(floor, things)
        site.finish()
    return file


def _palette(b: Building) -> Palette:
    brick = [("Brick, Common", 0.1), ("Air", 0.05), ("Rigid insulation", 0.1), ("Concrete Masonry", 0.1)]
    board = ("Gypsum Wall Board", 0.025)
    return Palette(
        walls={
            "outer": b.layered("IfcWallType", "Basic Wall:Exterior - Brick on CMU", brick),
            "inner": b.layered("IfcWallType", "Basic Wall:Interior - 120mm Partition",
                               [board, ("Metal Stud", 0.07), board]),
            "corridor": b.layered("IfcWallType", "Basic Wall:Interior - 150mm Acoustic",
                                  [board, ("Mineral wool", 0.1), board]),
        },
        fills={
            "flush": b.fill_type("IfcDoor", "M_Single-Flush:0915 x 2134mm", 0.915, 2.134),
            "narrow": b.fill_type("IfcDoor", "M_Single-Flush:0762 x 2032mm", 0.762, 2.032),
            "glass": b.fill_type("IfcDoor", "M_Single-Glass:0965 x 2134mm", 0.965, 2.134),
            "entry": b.fill_type("IfcDoor", "M_Double-Glass:1830 x 2134mm", 1.83, 2.134),
            "facade": b.fill_type("IfcWindow", "M_Fixed:1800 x 1500mm", 1.8, 1.5, _GLASS),
            "slim": b.fill_type("IfcWindow", "M_Casement:0900 x 1500mm", 0.9, 1.5, _GLASS),
            "high": b.fill_type("IfcWindow", "M_Awning:0900 x 0600mm", 0.9, 0.6, _GLASS),
        },
        slabs={
            "base": b.layered("IfcSlabType", "Floor:Ground Bearing 300mm", [("Concrete", 0.2), ("Screed", 0.1)]),
            "floor": b.layered("IfcSlabType", "Floor:Concrete 250mm", [("Concrete", 0.25)]),
            "roof": b.layered("IfcSlabType", "Roof:Warm Deck 380mm", [("Concrete", 0.2), ("Rigid insulation", 0.18)]),
            "tile": b.layered("IfcCoveringType", "Compound Ceiling:600 x 600mm Grid", [("Acoustic tile", 0.02)]),
            "plain": b.layered("IfcCoveringType", "Compound Ceiling:Plain GWB", [("Gypsum Wall Board", 0.0125)]),
        },
        sills={"facade": 0.9, "slim": 0.9, "high": 1.8},
    )  # fmt: skip


def _things(b: Building) -> dict[str, tuple[Kind, str]]:
    furniture, steel = "IfcFurniture", "Metal - Steel"
    made = {
        "desk": ("IfcFurnitureType", "M_Desk:1600 x 800mm", (1.6, 0.8, 0.74), "Laminate", furniture),
        "table": ("IfcFurnitureType", "M_Conference Table:2400 x 1100mm", (2.4, 1.1, 0.74), "Oak", furniture),
        "chair": ("IfcFurnitureType", "M_Task Chair:Standard", (0.6, 0.6, 0.95), "Fabric", furniture),
        "planter": ("IfcFurnitureType", "M_Planter:600mm", (0.6, 0.6, 0.5), "Terracotta", furniture),
        "column": ("IfcColumnType", "M_Round Column:300mm", (0.3, 0.3, 3.0), "Concrete", "IfcColumn"),
        "light": ("IfcLightFixtureType", "M_Troffer Light:0600 x 0600mm", (0.6, 0.6, 0.1), steel, "IfcLightFixture"),
        "rail": ("IfcRailingType", "Railing:Handrail 900mm", (2.6, 0.05, 0.9), steel, "IfcRailing"),
    }
    return {
        key: (b.thing_type(type_class, name, size, material), ifc_class)
        for key, (type_class, name, size, material, ifc_class) in made.items()
    }


def _level_1(f: CorridorFloor, things: dict[str, tuple[Kind, str]]) -> None:
    hall = f.hall("A100", "Corridor", ("entry", "entry"))
    f.slab("base", predefined="BASESLAB")
    south = (
        Bay("A101", "Open Office", 8.0, "glass", ("facade",) * 3, doors=2, ceiling="tile"),
        Bay("A102", "Meeting 1", 12.0, "glass", ("facade",), ceiling="tile"),
        Bay("A103", "Meeting 2", 16.0, "glass", ("facade",), ceiling="tile"),
        Bay("A104", "Open Office", 24.0, "glass", ("facade",) * 3, doors=2, ceiling="tile", area_factor=1.09),
    )
    north = (
        Bay("A105", "Stair", 4.0, "flush", ("slim",)),
        Bay("A106", "WC", 7.0, "narrow", ("high",), ceiling="plain"),
        Bay("A107", "Archive", 9.5, "narrow", (), sets={"Room Data": {"Room Use": "Server room"}}),
        Bay("A108", "Print", 12.0, "flush", ("slim",), ceiling="tile"),
        Bay("A109", "Office", 18.0, "flush", ("facade", "slim"), ceiling="tile"),
        Bay("A110", "Kitchen", 24.0, "flush", ("slim", "slim"), ceiling="plain"),
    )
    f.row("south", south, hall)
    f.row("north", north, hall)
    f.ceiling(f.rooms["A107"], "plain", stored=False)
    _furnish(f, things, desks=("A101", "A104"), meetings=("A102", "A103"), offices=("A109",))
    kind, ifc_class = things["planter"]
    f.put("furniture", kind, ifc_class, hall, ((0.6, 0.1), (22.0, 0.1)))
    f.put("furniture", kind, ifc_class, hall, ((11.0, 0.1),), contained=False)
    _rail(f, things, f.rooms["A105"])


def _level_2(f: CorridorFloor, things: dict[str, tuple[Kind, str]]) -> None:
    hall = f.hall("A200", "Corridor")
    f.slab("floor", hole=(1.0, 9.0, 3.4, 13.0))
    f.slab("roof", top=3.38, predefined="ROOF")
    south = (
        Bay("A201", "Open Office", 12.0, "glass", ("facade",) * 4, doors=2, ceiling="tile"),
        Bay("A202", "Meeting 3", 16.0, "glass", ("facade",), ceiling="tile"),
        Bay("A203", "Meeting 3", 20.0, "glass", ("facade",), ceiling="tile"),
        Bay("A204", "Office", 24.0, "flush", ("slim", "slim"), ceiling="tile"),
    )
    north = (
        Bay("A205", "Stair", 4.0, "flush", ("slim",)),
        Bay("A206", "WC", 7.0, "narrow", ("high",), ceiling="plain"),
        Bay("A207", "Store", 9.5, "narrow", ()),
        Bay("A208", "Office", 16.0, "flush", ("facade", "slim"), ceiling="tile"),
        Bay("A209", "Library", 24.0, "flush", ("facade", "facade"), ceiling="tile"),
    )
    f.row("south", south, hall)
    f.row("north", north, hall)
    _furnish(f, things, desks=("A201",), meetings=("A202", "A203"), offices=("A204", "A208"))
    _rail(f, things, f.rooms["A205"])


def _furnish(
    f: CorridorFloor, things: dict[str, tuple[Kind, str]], *, desks: tuple[str, ...], meetings: tuple[str, ...],
    offices: tuple[str, ...],
) -> None:  # fmt: skip
    for number in desks:
        room = f.rooms[number]
        f.put("furniture", *things["desk"], room, grid(3, 2, (0.6, 1.2), (2.1, 2.0)))
        f.put("furniture", *things["chair"], room, grid(3, 2, (1.1, 0.5), (2.1, 2.0)))
        f.put("light", *things["light"], room, grid(2, 2, (1.8, 1.4), (3.0, 2.4)), z=2.7)
        f.put("column", *things["column"], room, ((4.0, 4.6),))
    for number in meetings:
        room = f.rooms[number]
        f.put("furniture", *things["table"], room, ((0.7, 2.0),))
        f.put("furniture", *things["chair"], room, ((0.9, 1.3), (2.1, 1.3), (0.9, 3.2), (2.1, 3.2)))
        f.put("light", *things["light"], room, ((1.6, 2.4),), z=2.7)
    for number in offices:
        f.put("furniture", *things["desk"], f.rooms[number], ((0.8, 2.0),))
        f.put("furniture", *things["chair"], f.rooms[number], ((1.3, 1.2),))


def _rail(f: CorridorFloor, things: dict[str, tuple[Kind, str]], room: Room) -> None:
    f.put("railing", *things["rail"], room, ((0.5, 0.6), (0.5, 4.2)))
