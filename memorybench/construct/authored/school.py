"""A primary school wing on two floors: IFC2X3, millimetres, imperial-looking type names, rooms by number and use."""

from __future__ import annotations

from collections import Counter
from itertools import count

from memorybench.construct.authored.building import Building, area
from memorybench.construct.authored.catalogue import Kind, Sets
from memorybench.construct.authored.corridor import Bay, CorridorFloor, Palette, Room, grid
from memorybench.construct.authored.faults import Fault
from memorybench.construct.authored.model_file import ModelFile, Origin
from memorybench.construct.authored.plan import Plan

NAME = "maple-school-wing"
FAULTS = (
    Fault("wrong area", "103", "The stored NetFloorArea is 9 % above the modelled one."),
    Fault("stale room name", "107", "Labelled Storage; its room sheet says Music Practice."),
    Fault("duplicate room", "204", "Two rooms of Level 2 have the number 204: a classroom and the library."),
    Fault("no storey", "Cubby:12 x 15:408001", "One cubby of the corridor is contained nowhere."),
    Fault("ambiguous property", "Basic Wall:Corridor - 8in Block", "STC Rating is 50 in one set, 55 in another."),
    Fault("placeholder", "Fixed:72 x 60", "Windows: OmniClass Title holds its own name, Glazing is N/A."),
    Fault(
        "missing quantity",
        "Basic Wall:Exterior - Brick Veneer:408478",
        "One outer wall of Level 2 has no quantity set.",
    ),
)
_ORIGIN = Origin("R. Delgado", "Delgado Whitcomb Architects", "Revit-like authoring", "AUTHORED-RVT",
                 "2023-11-08T10:45:00", 1699440300)  # fmt: skip
_INCH = 0.0254
_PLAN = Plan(32.0, 16.0, 0.40, 0.15, {("y", 6.6): 0.203, ("y", 9.4): 0.203})


class _Revit:
    """``Family:Type:Id``; doors carry the number of their room as Mark, a second one a letter behind it."""

    def __init__(self) -> None:
        self._ids = count(402118, 53)
        self._per_room: Counter[tuple[str, str]] = Counter()

    def __call__(self, noun: str, kind: Kind, room: str = "") -> tuple[str, str, Sets]:
        number = str(next(self._ids))
        name = f"{kind.name}:{number}"
        self._per_room[noun, room] += 1
        n = self._per_room[noun, room]
        if noun == "door":
            mark = room if n == 1 else f"{room}{' ABCD'[n - 1]}"
            return name, number, {"PSet_Revit_Identity Data": {"Mark": mark, "Frame Type": "Frame Type"}}
        if noun == "window":
            other = {"OmniClass Title": "OmniClass Title", "Glazing": "N/A"}
            return name, number, {"PSet_Revit_Identity Data": {"Mark": f"W{room}-{n}"}, "PSet_Revit_Other": other}
        if noun == "wall" and "Corridor" in kind.name:
            return name, number, {"PSet_Revit_Other": {"STC Rating": 50}, "Acoustics": {"STC Rating": 55}}
        return name, number, {}


def author() -> ModelFile:
    """The model, not yet written."""
    file = ModelFile(NAME, "IFC2X3", "mm", _ORIGIN, "Maple Primary School", "East Wing")
    with file.owned():
        site, style = Building(file), _Revit()
        palette, things = _palette(site), _things(site)
        for level, elevation in (("Level 1", 0.0), ("Level 2", 3.9)):
            floor = CorridorFloor(site, site.storey(level, elevation, 3.4), _PLAN, palette, style, (6.6, 9.4))
            floor.shell()
            (_level_1 if level == "Level 1" else _level_2)(floor, things)
        outer = [wall.entity.Name for wall in site.walls if wall.kind.name.startswith("Basic Wall:Exterior")]
        site.finish(without=outer[-1:])
    return file


def _palette(b: Building) -> Palette:
    veneer = [("Brick", 0.092), ("Air Space", 0.05), ("Insulation - Rigid", 0.068), ("Concrete Block 8in", 0.19)]
    board, stud = ("Gypsum Board", 0.016), ("Wood Stud", 0.118)
    return Palette(
        walls={
            "outer": b.layered("IfcWallType", "Basic Wall:Exterior - Brick Veneer", veneer),
            "inner": b.layered("IfcWallType", "Basic Wall:Partition - 6in Stud", [board, stud, board]),
            "corridor": b.layered("IfcWallType", "Basic Wall:Corridor - 8in Block", [("Concrete Block 8in", 0.203)]),
        },
        fills={
            "class": b.fill_type("IfcDoor", "Single-Flush Vision:36 x 84", 36 * _INCH, 84 * _INCH),
            "small": b.fill_type("IfcDoor", "Single-Flush:30 x 84", 30 * _INCH, 84 * _INCH),
            "wide": b.fill_type("IfcDoor", "Single-Flush:42 x 84", 42 * _INCH, 84 * _INCH),
            "entry": b.fill_type("IfcDoor", "Double-Glass:72 x 84", 72 * _INCH, 84 * _INCH),
            "fixed": b.fill_type("IfcWindow", "Fixed:72 x 60", 72 * _INCH, 60 * _INCH),
            "awning": b.fill_type("IfcWindow", "Awning:36 x 60", 36 * _INCH, 60 * _INCH),
            "high": b.fill_type("IfcWindow", "Sliding:48 x 24", 48 * _INCH, 24 * _INCH),
        },
        slabs={
            "base": b.layered("IfcSlabType", "Floor:Slab on Grade 6in", [("Concrete", 0.152)]),
            "floor": b.layered("IfcSlabType", "Floor:Hollow Core 10in", [("Precast Concrete", 0.254)]),
            "roof": b.layered("IfcSlabType", "Basic Roof:Insulated Deck", [("Steel Deck", 0.05), ("Foam", 0.2)]),
            "tile": b.layered("IfcCoveringType", "Compound Ceiling:24 x 48 ACT", [("Acoustical Tile", 0.019)]),
        },
        sills={"fixed": 0.76, "awning": 0.76, "high": 2.0},
    )  # fmt: skip


def _things(b: Building) -> dict[str, tuple[Kind, str]]:
    furniture, terminal = "IfcFurnishingElement", "IfcFlowTerminal"
    made = {
        "desk": ("IfcFurnitureType", "Student Desk:24 x 18", (0.61, 0.457, 0.68), "Plastic Laminate", furniture),
        "teacher": ("IfcFurnitureType", "Teacher Desk:60 x 30", (1.524, 0.762, 0.74), "Plastic Laminate", furniture),
        "board": ("IfcFurnitureType", "Whiteboard:96 x 48", (2.438, 0.03, 1.219), "Porcelain Steel", furniture),
        "cubby": ("IfcFurnitureType", "Cubby:12 x 15", (0.305, 0.381, 1.2), "Plywood", furniture),
        "shelf": ("IfcFurnitureType", "Bookcase:36 x 60", (0.914, 0.305, 1.524), "Plywood", furniture),
        "light": ("IfcLightFixtureType", "Pendant Light:48in LED", (1.22, 0.2, 0.1), "Aluminum", terminal),
        "sink": ("IfcSanitaryTerminalType", "Sink:Wall Hung 20 x 18", (0.508, 0.457, 0.2), "Porcelain", terminal),
        "column": ("IfcColumnType", "Concrete-Round-Column:12in", (0.305, 0.305, 3.4), "Concrete", "IfcColumn"),
        "rail": ("IfcRailingType", "Railing:Guardrail 42in", (3.0, 0.05, 1.067), "Steel", "IfcRailing"),
    }
    return {
        key: (b.thing_type(type_class, name, size, material), ifc_class)
        for key, (type_class, name, size, material, ifc_class) in made.items()
    }


def _use(text: str, square_metres: float = 0.0) -> Sets:
    more = {"Scheduled Area": area(square_metres)} if square_metres else {}
    return {"PSet_Revit_Identity Data": {"Room Use": text, "Occupant": "Occupant", **more}}


def _level_1(f: CorridorFloor, things: dict[str, tuple[Kind, str]]) -> None:
    hall = f.hall("100", "Corridor", ("entry", "entry"))
    f.slab("base", predefined="BASESLAB")
    f.row(
        "south",
        (
            Bay("101", "Classroom", 9.0, "class", ("fixed",) * 3, ceiling="tile", sets=_use("Grade 1")),
            Bay("102", "Classroom", 18.0, "class", ("fixed",) * 3, ceiling="tile", sets=_use("Grade 1")),
            Bay("103", "Classroom", 27.0, "class", ("fixed",) * 3, ceiling="tile", area_factor=1.09),
            Bay("104", "Staff Room", 32.0, "wide", ("awning", "awning"), ceiling="tile"),
        ),
        hall,
    )
    f.row(
        "north",
        (
            Bay("105", "Stair", 4.5, "wide", ("awning",)),
            Bay("106", "Restroom", 8.5, "small", ("high",)),
            Bay("107", "Storage", 13.0, "small", ("high",), sets=_use("Music Practice")),
            Bay("108", "Classroom", 22.5, "class", ("fixed",) * 3, ceiling="tile", sets=_use("Kindergarten")),
            Bay("109", "Restroom", 26.5, "small", ("high",)),
            Bay("110", "Office", 32.0, "wide", ("awning", "awning"), ceiling="tile"),
        ),
        hall,
    )
    for number in ("101", "102", "103", "108"):
        _classroom(f, things, f.rooms[number])
    for number in ("106", "109"):
        f.put("terminal", *things["sink"], f.rooms[number], ((0.3, 0.3), (1.2, 0.3)), z=0.75)
    f.put("furniture", *things["cubby"], hall, grid(6, 1, (9.0, 0.05), (0.4, 0.0)))
    f.put("furniture", *things["cubby"], hall, ((14.0, 0.05),), contained=False)
    f.put("column", *things["column"], hall, ((8.0, 1.2), (16.0, 1.2), (24.0, 1.2)))
    f.put("furniture", *things["teacher"], f.rooms["110"], ((1.5, 2.0),))
    f.put("railing", *things["rail"], f.rooms["105"], ((0.4, 1.0),))


def _level_2(f: CorridorFloor, things: dict[str, tuple[Kind, str]]) -> None:
    hall = f.hall("200", "Corridor")
    f.slab("floor", hole=(1.0, 10.5, 3.8, 14.5))
    f.slab("roof", top=3.65, predefined="ROOF")
    f.row(
        "south",
        (
            Bay("201", "Classroom", 9.0, "class", ("fixed",) * 3, ceiling="tile", sets=_use("Grade 2")),
            Bay("202", "Classroom", 18.0, "class", ("fixed",) * 3, ceiling="tile", sets=_use("Grade 3")),
            Bay("203", "Art Room", 27.0, "wide", ("fixed",) * 3, ceiling="tile"),
            Bay("204", "Classroom", 32.0, "class", ("fixed",), ceiling="tile"),
        ),
        hall,
    )
    f.row(
        "north",
        (
            Bay("205", "Stair", 4.5, "wide", ("awning",)),
            Bay("206", "Restroom", 8.5, "small", ("high",)),
            Bay("207", "Storage", 13.0, "small", ()),
            Bay("204", "Library", 26.5, "wide", ("fixed",) * 4, doors=2, ceiling="tile"),
            Bay("209", "Office", 32.0, "wide", ("awning",), ceiling="tile"),
        ),
        hall,
    )
    for number in ("201", "202", "203"):
        _classroom(f, things, f.rooms[number], desks=3 if number == "203" else 4)
    f.put("furniture", *things["shelf"], f.rooms["204'"], grid(6, 1, (1.0, 1.0), (1.2, 0.0)))
    f.put("furniture", *things["teacher"], f.rooms["209"], ((1.5, 2.0),))
    f.put("terminal", *things["sink"], f.rooms["206"], ((0.3, 0.3), (1.2, 0.3)), z=0.75)
    f.put("railing", *things["rail"], f.rooms["205"], ((0.4, 1.0), (0.4, 3.0)))


def _classroom(f: CorridorFloor, things: dict[str, tuple[Kind, str]], room: Room, desks: int = 4) -> None:
    f.put("furniture", *things["desk"], room, grid(desks, 2, (1.5, 1.5), (1.5, 1.6)))
    f.put("furniture", *things["teacher"], room, ((0.5, 4.8),))
    f.put("furniture", *things["board"], room, ((3.0, 0.05),), z=0.9)
    f.put("light", *things["light"], room, grid(2, 1, (2.2, 2.9), (3.2, 0.0)), z=2.9)
