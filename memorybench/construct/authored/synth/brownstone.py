"""A two-family brownstone on three levels: IFC2X3, feet, Revit-like ``Family:Type:Id``, room marks A101 ... B304.

Exporter faults as in published sample files: text properties that hold their own names, perimeters converted twice.
"""

from __future__ import annotations

from memorybench.construct.authored.building import Building
from memorybench.construct.authored.catalogue import Sets
from memorybench.construct.authored.faults import Fault
from memorybench.construct.authored.floor import Floor, Space, thickness
from memorybench.construct.authored.layout import Cell, Layout, column
from memorybench.construct.authored.model_file import ModelFile, Origin
from memorybench.construct.authored.naming import Made, Names
from memorybench.construct.authored.palettes import Fill, Layered, palette
from memorybench.construct.authored.recipe import Recipe
from memorybench.construct.authored.relations import zone
from memorybench.construct.authored.stairs import StairType, stair
from memorybench.construct.authored.things import Make, store
from memorybench.construct.authored.unit_systems import FOOT, feet

RECIPE = Recipe(
    "brownstone-sterling-place", "Sterling Place Brownstone", "residential: two-family house", "English (US)",
    "IFC2X3", "ft", "narrow and deep, rooms along a side stair",
)  # fmt: skip
FAULTS = (
    Fault("wrong quantity", "A101", "The stored perimeters of the garden level were converted from feet twice."),
    Fault("wrong area", "B203", "The stored NetFloorArea is 9 % above the modelled one."),
    Fault("stale room name", "B302", "Labelled Bedroom; its room sheet says Study."),
    Fault("duplicate room", "B301", "Two rooms of Level 3 have the number B301: a bath and a hall."),
    Fault("no storey", "Planter Box:Cast Stone:", "One planter box is contained nowhere."),
    Fault("ambiguous property", "Entry Door:Paneled 3680:", "The stoop door has two hardware sets in two sets."),
    Fault("placeholder", "Interior Door:Flush 2668", "Doors: Manufacturer and Fire Rating hold their own names."),
    Fault("missing quantity", "Basic Wall:Party - Brick 12in:", "The party walls have no quantity sets."),
    Fault("type override", "Double-Hung:36 x 60:", "The landmark front windows override their type's Glazing."),
)
_ORIGIN = Origin("T. Abrams", "Abrams Lowe Architecture PLLC", "Revit-like authoring", "AUTHORED-RVT",
                 "2023-06-19T17:05:00", 1687194300)  # fmt: skip
_WALLS = {
    "outer": Layered("Basic Wall:Exterior - Brownstone on Brick", [("Brownstone", feet(0, 4)), ("Brick, Common",
                                                                                              feet(0, 8))]),
    "party": Layered("Basic Wall:Party - Brick 12in", [("Brick, Common", feet(1))]),
    "inner": Layered("Basic Wall:Interior - 4 7/8in Partition", [("Gypsum Wall Board", feet(0, 0.625)),
                     ("Wood Stud", feet(0, 3.625)), ("Gypsum Wall Board", feet(0, 0.625))]),
    "stair": Layered("Basic Wall:Interior - Stair 6in", [("Plaster", feet(0, 1)), ("Wood Stud", feet(0, 4)),
                                                         ("Plaster", feet(0, 1))]),
}  # fmt: skip
_DOORS = {
    "room": Fill("Interior Door:Flush 2668", feet(0, 30), feet(0, 80)),
    "bath": Fill("Interior Door:Flush 2468", feet(0, 28), feet(0, 80)),
    "entry": Fill("Entry Door:Paneled 3680", feet(0, 42), feet(0, 96)),
    "pocket": Fill("Pocket Door:Pair 5070", feet(0, 60), feet(0, 84)),
    "patio": Fill("French Door:Glazed 6070", feet(0, 72), feet(0, 84)),
}
_WINDOWS = {
    "front": Fill("Double-Hung:36 x 60", feet(0, 36), feet(0, 60), feet(2, 6),
                  {"PSet_Revit_Type_Other": {"Glazing": "Double"}}),
    "rear": Fill("Casement:32 x 48", feet(0, 32), feet(0, 48), feet(3)),
    "small": Fill("Awning:24 x 24", feet(0, 24), feet(0, 24), feet(5, 6)),
}  # fmt: skip
_SLABS = {
    "base": Layered("Floor:Slab on Grade 5in", [("Concrete", feet(0, 5))]),
    "floor": Layered("Floor:Wood Joist 12in", [("Hardwood", feet(0, 1)), ("Wood Joist", feet(0, 10)),
                                               ("Gypsum Wall Board", feet(0, 1))]),
    "roof": Layered("Basic Roof:Built-up 14in", [("Roofing", feet(0, 1)), ("Rigid Insulation", feet(0, 4)),
                                                 ("Wood Joist", feet(0, 9))]),
}  # fmt: skip
_COVERINGS = {"board": Layered("Compound Ceiling:GWB on Furring", [("Gypsum Wall Board", feet(0, 0.625))])}
_THINGS = {
    "bed": Make("furniture", 'Bed:Queen 60" x 80"', (feet(0, 60), feet(0, 80), feet(2)), "Cherry"),
    "sofa": Make("furniture", 'Sofa:84" Roll Arm', (feet(7), feet(3), feet(3)), "Fabric"),
    "table": Make("furniture", 'Dining Table:72" x 36"', (feet(6), feet(3), feet(2, 6)), "Walnut"),
    "chair": Make("furniture", "Chair:Ladder Back", (feet(1, 6), feet(1, 6), feet(3)), "Walnut"),
    "base": Make("furniture", 'Base Cabinet:24"', (feet(2), feet(2), feet(3)), "Maple"),
    "planter": Make("furniture", "Planter Box:Cast Stone", (feet(3), feet(1), feet(1, 6)), "Cast Stone"),
    "tub": Make("sanitary", 'Tub:Alcove 60"', (feet(5), feet(2, 6), feet(1, 8)), "Cast Iron", "BATH"),
    "sink": Make("sanitary", 'Sink:Vanity 24"', (feet(2), feet(1, 8), feet(0, 8)), "Vitreous China", z=feet(2)),
    "toilet": Make("sanitary", "Toilet:Domestic 3D", (feet(1, 4), feet(2, 3), feet(2, 6)), "Vitreous China"),
    "sconce": Make("light", "Wall Sconce:60W", (feet(0, 6), feet(0, 5), feet(1)), "Brass", z=feet(6)),
    "rail": Make("railing", "Railing:Wood Newel 36in", (feet(0, 2), feet(9), feet(3)), "Oak"),
}  # fmt: skip
_X, _FRONT, _MID, _BACK = feet(20), feet(16), feet(30), feet(46)
_SIDE = feet(6)  # the stair strip on the west side


def _cells(rear: tuple[str, str]) -> tuple[Cell, ...]:
    return (
        *column(0.0, _SIDE, 0.0, ("hall", _FRONT), ("stair", _MID), ("bath", feet(38)), ("closet", _BACK)),
        *column(_SIDE, _X, 0.0, ("front", _FRONT), ("middle", _MID), (rear[0], _BACK)),
    )


_STAIR = StairType("Stair:Closed Stringer Oak", "Oak", feet(0, 7.5))
_HOLE = (feet(1), feet(17), feet(4), feet(29))


def _sets(made: Made) -> Sets:
    if made.noun == "door" and made.kind.startswith("Entry") and made.room == "A101":
        return {"PSet_Revit_Other": {"Hardware Set": "HW-1"}, "Door Schedule": {"Hardware Set": "HW-4"},
                "PSet_Revit_Identity Data": {"Mark": made.room}}  # fmt: skip
    if made.noun == "door":
        mark = made.room if made.k == 1 else f"{made.room}{made.letter}"
        identity = {"Mark": mark, "Manufacturer": "Manufacturer"}
        return {"PSet_Revit_Identity Data": identity, "PSet_Revit_Type_Other": {"Fire Rating": "Fire Rating"}}
    if made.noun == "window" and made.kind.startswith("Double") and made.room.startswith("B2"):
        return {"PSet_Revit_Type_Other": {"Glazing": "Single, historic"}}
    return {}


def _spaces(unit: str, level: int, labels: dict[str, str]) -> dict[str, Space]:
    made = {}
    for number, (key, label) in enumerate(labels.items(), start=1):
        code = f"{unit}{level}{number:02d}"
        code = "B301" if code == "B306" else code
        sheet: Sets = {"PSet_Revit_Identity Data": {"Occupant": "Occupant", "Department": "Unit LightingZoneName",
                                                    "Room Use": "Study" if code == "B302" else label}}  # fmt: skip
        wrong = {"GrossPerimeter": 1 / FOOT} if level == 1 else None
        made[key] = Space(code, label, sheet, area_factor=1.09 if code == "B203" else 1.0, wrong=wrong)
    return made


_LEVELS = (
    ("Level 1", 0.0, feet(8, 6), "A",
     {"hall": "Foyer", "front": "Living Room", "middle": "Dining Room", "stair": "Stair", "bath": "Half Bath",
      "rear": "Kitchen", "closet": "Pantry"}),
    ("Level 2", feet(10), feet(10), "B",
     {"hall": "Entry Hall", "front": "Parlor", "middle": "Library", "stair": "Stair", "bath": "Bath",
      "rear": "Kitchen", "closet": "Closet"}),
    ("Level 3", feet(21, 6), feet(8, 6), "B",
     {"bath": "Bath", "front": "Bedroom", "middle": "Dressing Room", "stair": "Stair", "rear": "Bedroom",
      "hall": "Hall", "closet": "Linen"}),
)  # fmt: skip


def author() -> ModelFile:
    """The model, not yet written."""
    file = RECIPE.file(_ORIGIN, "0812 Sterling Place", "Sterling Place", site="Default")
    with file.owned():
        site = Building(file)
        types, things = palette(site, _WALLS, _DOORS, _WINDOWS, _SLABS, _COVERINGS), store(site, _THINGS)
        style = Names({"": "{kind}:{id}"}, tag="{id}", ids=(140_517, 41), sets=_sets)
        cells = _cells(("rear", ""))
        facing = {(cell.key, side): "party" for cell in cells for side in ("W", "E")}
        layout = Layout(cells, thickness(types), facing=facing, around={"stair": "stair"})
        for level, (name, elevation, height, unit, labels) in enumerate(_LEVELS, start=1):
            rooms = _spaces(unit, level, labels)
            floor = Floor(site, site.storey(name, elevation, height), layout, types, style, rooms, things)
            _build(floor, level)
            zone(file, f"Unit {unit} - {name}", list(floor.spaces.values()))
        site.finish(without=[w.entity.Name for w in site.walls if w.kind.name.startswith("Basic Wall:Party")])
    return file


def _build(f: Floor, level: int) -> None:
    if level == 1:
        f.slab("base", predefined="BASESLAB")
    else:
        f.slab("floor", hole=_HOLE)
    if level == 3:
        f.slab("roof", top=round(f.storey.height + feet(1, 2), 6), predefined="ROOF")
    f.doors("room", ("hall", "front", 0.8), ("stair", "hall", 0.8), ("stair", "middle"), ("bath", "closet"))
    f.doors("pocket", ("front", "middle"), ("middle", "rear")) if level < 3 else f.doors(
        "room", ("front", "middle"), ("middle", "rear"))  # fmt: skip
    f.door("bath", "bath", "rear", 0.3)
    if level < 3:
        f.entrance("entry", "hall", "S")
    if level == 1:
        f.entrance("patio", "rear", "N")
    else:
        f.windows(("rear", "N", "rear", "rear", "rear"))
    f.windows(("front", "S", "front", "front"), ("closet", "N", "small"))
    f.put("toilet", "bath", (0.1, 0.1))
    f.put("sink", "bath", (-0.1, 0.1))
    f.put("sconce", "hall", (0.02, 1.0), (0.02, 2.6))
    f.put("sconce", "front", (0.6, -0.02), (-0.6, -0.02))
    f.ceilings("board", "bath", "closet", drop=feet(1))
    f.loose("rail", (feet(4), feet(18.5)))
    if level < 3:
        stair(f, _STAIR, _HOLE, feet(10) if level == 1 else feet(11, 6))
    _furnish(f, level)


def _furnish(f: Floor, level: int) -> None:
    if level < 3:
        f.put("sofa", "front", (1.0, 0.6))
        f.put("base", "rear", *((round(0.3 + n * feet(2), 4), 0.02) for n in range(3)))
        f.put("base", "rear", *((round(0.3 + n * feet(2), 4), -1.6) for n in range(2)))
    if level == 1:
        f.put("table", "middle", (1.1, 1.4))
        f.put("chair", "middle", (1.2, 0.9), (2.2, 0.9), (1.2, 2.4), (2.2, 2.4))
        f.put("planter", "hall", (0.1, 0.1))
        f.put("planter", "hall", (0.1, -0.1), contained=False)
        return
    f.put("tub", "bath", (0.05, -0.05))
    if level == 3:
        f.put("bed", "front", (1.0, 0.6))
        f.put("bed", "rear", (1.0, 0.6))
