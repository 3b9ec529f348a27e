"""An Irish office building around an atrium on three levels: IFC4, metres, level codes, generic room names.

Facade panels are assemblies, floors are raised, Uniclass codes hang on types, workplaces are counted by tag.
"""

from __future__ import annotations

from memorybench.construct.authored.building import Building
from memorybench.construct.authored.catalogue import Sets
from memorybench.construct.authored.faults import Fault
from memorybench.construct.authored.floor import Floor, Space, thickness
from memorybench.construct.authored.layout import Cell, Layout, row
from memorybench.construct.authored.model_file import ModelFile, Origin
from memorybench.construct.authored.naming import Made, Names
from memorybench.construct.authored.palettes import Fill, Layered, palette
from memorybench.construct.authored.recipe import Recipe
from memorybench.construct.authored.relations import Classification, assembly, system, zone
from memorybench.construct.authored.stairs import StairType, stair
from memorybench.construct.authored.things import Make, store
from memorybench.construct.authored.wall_runs import OPEN

RECIPE = Recipe(
    "canal-court-offices", "Canal Court", "office", "English (Ireland)", "IFC4", "m", "open offices around an atrium"
)
FAULTS = (
    Fault("generic room name", "1.12", "Rooms of L01 and L02 are called Room 11, Room 12, ..."),
    Fault("stale room name", "0.03", "Labelled Post Room; the brief says Wellness."),
    Fault("wrong area", "2.04", "The stored NetFloorArea is 9 % above the modelled one."),
    Fault("level code", "L01", "Storeys are called L00, L01, L02."),
    Fault("no storey", "FURN-0005", "One sofa is contained nowhere."),
    Fault("ambiguous property", "DOR-0.01-A", "The main door has AcousticRating twice, 35 and 42 dB."),
    Fault("placeholder", "WIN", "Windows: Supplier Reference is TBC, Finish Code holds its own name."),
    Fault("missing quantity", "CLG-006", "One ceiling has no quantities."),
    Fault("duplicate name", "LUM-R", "Retrofit luminaires all carry the name LUM-R."),
)
_ORIGIN = Origin("A. Ní Bhriain", "Ní Bhriain Walsh", "Schedule-driven authoring", "AUTHORED-SCH",
                 "2025-01-14T12:00:00", 1736856000)  # fmt: skip
_WALLS = {
    "outer": Layered("Unitised Facade 250", [("Aluminium", 0.02), ("Mineral wool", 0.18), ("Gypsum board", 0.05)]),
    "inner": Layered(
        "Partition 125 Rw48", [("Gypsum board", 0.025), ("Acoustic stud", 0.075), ("Gypsum board", 0.025)]
    ),
    "core": Layered("Core Wall 250", [("In-situ concrete", 0.25)], {"Pset_WallCommon": {"FireRating": "REI 90"}}),
    "glass": Layered("Glazed Partition 100", [("Toughened glass", 0.1)]),
}
_DOORS = {
    "office": Fill("Glazed Door 1010x2300", 1.01, 2.3),
    "core": Fill("Steel Door 910x2100 EI60", 0.91, 2.1, sets={"Pset_DoorCommon": {"FireRating": "EI60"}}),
    "wc": Fill("Timber Door 810x2100", 0.81, 2.1),
    "main": Fill("Revolving Entrance 2400x2600", 2.4, 2.6),
}
_WINDOWS = {
    "wide": Fill("Fixed Light 2700x1800", 2.7, 1.8, 0.8),
    "vent": Fill("Opening Light 900x1800", 0.9, 1.8, 0.8),
}
_SLABS = {
    "base": Layered("Ground Slab 350", [("Concrete", 0.25), ("PIR", 0.1)]),
    "floor": Layered("Composite Deck 150", [("Concrete", 0.15)]),
    "roof": Layered("Warm Roof 360", [("Concrete", 0.15), ("PIR", 0.2), ("Membrane", 0.01)]),
}
_COVERINGS = {
    "raised": Layered("Raised Floor 150", [("Steel-encapsulated board", 0.15)]),
    "tile": Layered("Perforated Metal Ceiling", [("Perforated steel", 0.04)]),
}
_THINGS = {
    "bench": Make("furniture", "Bench Desk 1400", (1.4, 0.8, 0.73), "Birch ply", noun="desk"),
    "table": Make("furniture", "Meeting Table 2000", (2.0, 1.0, 0.73), "Birch ply"),
    "sofa": Make("furniture", "Sofa 2-seat", (1.6, 0.8, 0.75), "Wool"),
    "locker": Make("furniture", "Locker Tower 400", (0.4, 0.5, 1.9), "Steel"),
    "linear": Make("light", "Linear Pendant 1500", (1.5, 0.08, 0.08), "Aluminium", z=2.5),
    "down": Make("light", "Downlight 150", (0.15, 0.15, 0.1), "Aluminium", z=2.58),
    "column": Make("column", "RC Column 400", (0.4, 0.4, 3.0), "Concrete"),
    "pan": Make("sanitary", "WC Pan Rimless", (0.36, 0.54, 0.4), "Vitreous china", "TOILETPAN"),
    "basin": Make("sanitary", "Basin Trough 1200", (1.2, 0.45, 0.2), "Solid surface", "WASHHANDBASIN", z=0.65),
    "panel": Make("plate", "Spandrel Panel 1500x800", (1.5, 0.03, 0.8), "Aluminium"),
    "mullion": Make("member", "Mullion 60x150", (0.06, 0.15, 0.8), "Aluminium"),
    "beacon": Make("alarm", "Sounder Beacon", (0.12, 0.12, 0.1), "ABS", z=2.4),
    "rail": Make("railing", "Glass Balustrade 1100", (4.0, 0.04, 1.1), "Toughened glass"),
}
_TAGS = {
    "wall": "WAL-{n:03d}",
    "door": "DOR-{room}-{letter}",
    "window": "WIN-{n:03d}",
    "slab": "SLB-{n:03d}",
    "ceiling": "CLG-{n:03d}",
    "flooring": "FLR-{n:03d}",
    "desk": "DSK-{n:04d}",
    "furniture": "FURN-{n:04d}",
    "light": "LUM-{n:04d}",
    "column": "COL-{n:03d}",
    "sanitary": "SAN-{n:03d}",
    "plate": "PNL-{n:03d}",
    "member": "MUL-{n:03d}",
    "alarm": "FA-{n:03d}",
    "stair": "STR-{n:02d}",
    "railing": "BAL-{n:03d}",
}
_CELLS = (
    *row(0.0, 7.5, 0.0, ("sw", 9.0), ("s1", 13.5), ("s2", 18.0), ("se", 27.0)),
    Cell("west", (0.0, 7.5, 9.0, 16.5)), Cell("atrium", (9.0, 7.5, 18.0, 16.5)),
    *row(7.5, 12.0, 18.0, ("core", 22.5), ("wc", 27.0)),
    *row(12.0, 16.5, 18.0, ("tea", 22.5), ("store", 27.0)),
    *row(16.5, 24.0, 0.0, ("nw", 9.0), ("n1", 13.5), ("n2", 18.0), ("ne", 27.0)),
)  # fmt: skip
_OPEN = {("sw", "west"): OPEN, ("west", "nw"): OPEN, ("west", "atrium"): "glass", ("s1", "atrium"): "glass",
         ("s2", "atrium"): "glass", ("n1", "atrium"): "glass", ("n2", "atrium"): "glass"}  # fmt: skip
_ROOMS = {"sw": "South Studio", "s1": "Room {}1", "s2": "Room {}2", "se": "Team Area East", "west": "West Studio",
          "atrium": "Atrium", "core": "Stair Core", "wc": "WC", "tea": "Tea Point", "store": "Post Room",
          "nw": "North Studio", "n1": "Room {}3", "n2": "Room {}4", "ne": "Quiet Area"}  # fmt: skip
_NUMBERS = {key: n for n, key in enumerate(("atrium", "core", "store", "sw", "se", "west", "nw", "ne", "wc", "tea",
                                            "s1", "s2", "n1", "n2"), start=1)}  # fmt: skip

_STAIR = StairType("Precast Stair 1050", "Concrete")
_HOLE = (18.4, 8.6, 20.6, 11.7)


def _sets(made: Made) -> Sets:
    if made.noun == "door" and (made.room, made.k) == ("0.01", 1):
        return {"Pset_DoorCommon": {"AcousticRating": "35 dB"}, "Door Data": {"AcousticRating": "42 dB"}}
    if made.noun == "window":
        return {"Product": {"Supplier Reference": "TBC", "Finish Code": "Finish Code"}}
    return {}


def _spaces(level: int) -> dict[str, Space]:
    made = {}
    for key, label in _ROOMS.items():
        if level and key == "atrium":
            continue  # one tall room, modelled on the ground
        code = f"{level}.{_NUMBERS[key]:02d}"
        use = "Wellness" if code == "0.03" else label
        sheet: Sets = {"Brief": {"Room Use": use.split(" {")[0], "Data Points": "TBC"}}
        made[key] = Space(code, label.format(level), sheet, area_factor=1.09 if code == "2.04" else 1.0,
                          height=9.9 if key == "atrium" else None)  # fmt: skip
    return made


def author() -> ModelFile:
    """The model, not yet written."""
    file = RECIPE.file(_ORIGIN, "CCO - Canal Court", "Canal Court", site="Plot 7")
    with file.owned():
        site = Building(file)
        types, things = palette(site, _WALLS, _DOORS, _WINDOWS, _SLABS, _COVERINGS), store(site, _THINGS)
        style = Names(_TAGS, tag="CCO/{n:05d}", sets=_sets)
        layout = Layout(_CELLS, thickness(types), between=_OPEN, around={"core": "core"})
        floors = []
        for level in range(3):
            storey = site.storey(f"L{level:02d}", round(level * 3.6, 6), 3.0)
            floors.append(Floor(site, storey, layout, types, style, _spaces(level), things))
            _build(floors[-1], level)
        _tie(file, site, floors)
        site.finish()
    return file


def _build(f: Floor, level: int) -> None:
    inner = (9.2, 7.7, 17.8, 16.3)  # the atrium
    if level == 0:
        f.slab("base", predefined="BASESLAB")
    else:  # one plate around the atrium, one around the stair
        f.slab("floor", ((-0.125, -0.125, 18.0, 24.125),), hole=inner)
        f.slab("floor", ((18.0, -0.125, 27.125, 24.125),), hole=_HOLE)
    if level < 2:
        stair(f, _STAIR, _HOLE, 3.6)
    if level == 2:
        f.slab("roof", top=3.5, predefined="ROOF")
    if level == 0:
        f.door("office", "atrium", "s1", 0.2)
        f.entrance("main", "sw", "S", 0.9)
        f.put("sofa", "atrium", (1.0, 1.0), (3.0, 1.0), (1.0, 6.0), (3.0, 6.0))
        f.put("sofa", "atrium", (5.5, 6.0), contained=False)
    else:
        f.loose("rail", (9.3, 7.6 + 0.3), (13.4, 7.6 + 0.3))
        f.door("office", "s1", "sw")
    f.doors("office", ("s1", "s2"), ("s2", "se"), ("nw", "n1"), ("n1", "n2"), ("n2", "ne"))
    f.doors("core", ("core", "se"), ("core", "tea"))
    f.doors("wc", ("wc", "se"), ("store", "ne"), ("tea", "ne"))
    f.windows(("sw", "W", "wide", "vent"), ("west", "W", "wide", "wide", "vent"), ("nw", "W", "wide", "vent"),
              ("nw", "N", "wide", "wide"), ("n1", "N", "wide"), ("n2", "N", "wide"), ("ne", "N", "wide", "wide"),
              ("ne", "E", "vent", "vent"), ("se", "E", "wide", "vent"), ("wc", "E", "vent"))  # fmt: skip
    f.put("pan", "wc", (0.3, 0.1), (1.3, 0.1), (2.3, 0.1))
    f.put("basin", "wc", (0.4, -0.1))
    for room, columns in (("sw", 3), ("nw", 4 if level else 3), ("west", 3 if level else 2)):
        f.spread("bench", room, columns, 2)
        f.spread("linear", room, 2, 1, z=2.2)
        f.put("column", room, (0.3, 0.3))
    for room in ("s1", "s2", "n1", "n2"):
        f.put("table", room, (1.0, 2.5))
        f.spread("down", room, 2, 1)
    f.put("locker", "tea", *((round(0.2 + n * 0.42, 2), -0.05) for n in range(5 + level)))
    f.put("beacon", "core", (1.0, 1.0))
    f.floorings("raised", "sw", "se")
    f.ceilings("tile", "s1", "n1")
    f.ceilings("tile", "tea", stored=level != 1)


def _tie(file: ModelFile, site: Building, floors: list[Floor]) -> None:
    for n, floor in enumerate(floors):
        spaces = floor.spaces
        zone(file, f"Tenancy {n + 1}", [spaces[key] for key in ("sw", "west", "nw", "n1", "n2")], "lettable")
    for light in file.model.by_type("IfcLightFixture")[-3:]:
        light.Name = "LUM-R"
    for bay in range(4):
        x = round(1.0 + bay * 2.0, 2)
        parts = [
            *floors[0].loose("panel", (x, -0.3), z=-0.1, contained=False),
            *floors[0].loose("mullion", (x - 0.1, -0.35), (x + 1.55, -0.35), z=-0.1, contained=False),
        ]
        assembly(site, floors[0].storey, f"FP-{bay + 1:02d}", parts, (x, -0.3, -0.1), tag=f"CCO/FP{bay + 1:02d}",
                 sets={"Panel": {"Batch": "Batch"}})  # fmt: skip
    system(file, "Lighting", file.model.by_type("IfcLightFixture"), "LIGHTING")
    system(file, "Fire detection", file.model.by_type("IfcAlarm"), "FIREPROTECTION")
    uniclass = Classification(file, "Uniclass 2015", "v1.33", "NBS")
    uniclass.assign("Pr_30_59_24", "Doorsets", file.model.by_type("IfcDoorType"))
    uniclass.assign("Pr_30_59_98", "Windows", file.model.by_type("IfcWindowType"))
    uniclass.assign("SL_20_15_59", "Open-plan offices", [floors[0].spaces["sw"], floors[1].spaces["sw"]])
