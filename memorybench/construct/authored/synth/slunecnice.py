"""A Czech kindergarten around a garden court, with a round playroom: IFC4, millimetres, rooms by number.

Two pavilions share a corridor; low doors, children's sanitary ware, beds counted per class.
"""

from __future__ import annotations

from memorybench.construct.authored.building import Building
from memorybench.construct.authored.catalogue import Sets
from memorybench.construct.authored.faults import Fault
from memorybench.construct.authored.floor import Floor, Space, thickness
from memorybench.construct.authored.layout import Cell, Layout, column, row
from memorybench.construct.authored.model_file import ModelFile, Origin
from memorybench.construct.authored.naming import Made, Names
from memorybench.construct.authored.palettes import Fill, Layered, palette
from memorybench.construct.authored.recipe import Recipe
from memorybench.construct.authored.relations import Classification, zone
from memorybench.construct.authored.round_parts import drum, round_room
from memorybench.construct.authored.stairs import StairType, stair
from memorybench.construct.authored.things import Make, store

RECIPE = Recipe(
    "ms-slunecnice", "Mateřská škola Slunečnice", "kindergarten", "Czech", "IFC4", "mm",
    "closed court with a round playroom",
)  # fmt: skip
FAULTS = (
    Fault("wrong area", "1.07", "The stored NetFloorArea is 9 % above the modelled one."),
    Fault("stale room name", "2.03", "Labelled Sklad; the room sheet says Keramická dílna."),
    Fault("level code", "1.NP", "Storeys are called 1.NP and 2.NP."),
    Fault("no storey", "Postýlka 019", "One bed is contained nowhere."),
    Fault("ambiguous property", "D001", "Two sets give the main door different U values."),
    Fault("placeholder", "Umyvadlo", "Basins: Výrobce holds its own name, Kód is xxx."),
    Fault("missing quantity", "S007", "One wall has no quantity set."),
    Fault("duplicate room", "1.10", "Two rooms of 1.NP have the number 1.10."),
)
_ORIGIN = Origin("P. Dvořáková", "Ateliér Dvořáková", "ArchiCAD-like authoring", "AUTHORED-AC",
                 "2024-06-03T13:22:00", 1717413720)  # fmt: skip
_WALLS = {
    "outer": Layered("Obvodová stěna 500", [("Omítka vápenná", 0.015), ("Keramický blok 300", 0.3),
                                           ("Minerální vata", 0.17), ("Silikonová omítka", 0.015)]),
    "inner": Layered("Příčka 115", [("Příčkovka 11,5", 0.115)]),
    "load": Layered("Nosná stěna 240", [("Keramický blok 240", 0.24)]),
    "drum": Layered("Kruhová stěna 300", [("Železobeton", 0.2), ("Dřevovlákno", 0.1)]),
}  # fmt: skip
_DOORS = {
    "class": Fill("Dveře plné 900/1970", 0.9, 1.97),
    "wc": Fill("Dveře dětské 700/1970", 0.7, 1.97),
    "main": Fill("Vstupní dveře 1600/2200", 1.6, 2.2),
    "garden": Fill("Terasové dveře 1800/2200", 1.8, 2.2),
}
_WINDOWS = {
    "low": Fill("Okno nízké 2400/1800", 2.4, 1.8, 0.45),
    "std": Fill("Okno 1200/1500", 1.2, 1.5, 0.9),
    "top": Fill("Okno větrací 900/600", 0.9, 0.6, 2.0),
}
_SLABS = {
    "base": Layered("Základová deska 400", [("Železobeton", 0.2), ("XPS", 0.2)]),
    "floor": Layered("Stropní deska 250", [("Železobeton", 0.25)]),
    "roof": Layered("Zelená střecha 550", [("Substrát", 0.15), ("EPS", 0.15), ("Železobeton", 0.25)]),
}
_COVERINGS = {
    "lino": Layered("Marmoleum 3 mm", [("Marmoleum", 0.003)]),
    "wood": Layered("Akustický podhled dřevo", [("Smrková lať", 0.03)]),
}
_THINGS = {
    "bed": Make("furniture", "Postýlka 1200", (1.2, 0.6, 0.3), "Buk", noun="bed"),
    "table": Make("furniture", "Stolek dětský", (0.8, 0.8, 0.5), "Buk"),
    "chair": Make("furniture", "Židlička", (0.32, 0.32, 0.55), "Buk", noun="chair"),
    "locker": Make("furniture", "Šatní skříňka", (0.3, 0.4, 1.2), "Překližka"),
    "basin": Make("sanitary", "Umyvadlo dětské 450", (0.45, 0.36, 0.18), "Keramika", "WASHHANDBASIN", z=0.45,
                  noun="basin"),
    "bowl": Make("sanitary", "WC dětské", (0.34, 0.5, 0.32), "Keramika", "TOILETPAN"),
    "lamp": Make("light", "Svítidlo kruhové 600", (0.6, 0.6, 0.08), "Opál", z=2.75),
    "vent": Make("air", "Vyústka přívodní 400", (0.4, 0.4, 0.1), "Ocel", "DIFFUSER", z=2.7),
    "rail": Make("railing", "Zábradlí dřevo-ocel", (2.6, 0.06, 1.1), "Dub"),
    "post": Make("column", "Sloup dřevěný 200", (0.2, 0.2, 3.0), "Lepený smrk"),
}  # fmt: skip
_WORDS = {"wall": "S{n:03d}", "door": "D{n:03d}", "window": "O{n:03d}", "slab": "Deska {n:02d}",
          "ceiling": "Podhled {n:03d}", "flooring": "Podlaha {n:03d}", "bed": "Postýlka {n:03d}",
          "chair": "Židlička {n:03d}", "furniture": "Nábytek {n:03d}", "basin": "Umyvadlo {n:03d}",
          "sanitary": "ZTI {n:03d}", "light": "Svítidlo {n:03d}", "air": "VZT {n:03d}", "railing": "Zábradlí {n:02d}",
          "column": "Sloup {n:02d}", "stair": "Schodiště {n:02d}"}  # fmt: skip
_CELLS = (
    *row(0.0, 8.0, 0.0, ("class-a", 9.0), ("wash-a", 12.0), ("entry", 17.0), ("wash-b", 20.0), ("class-b", 29.0)),
    *column(0.0, 6.0, 8.0, ("sleep-a", 14.0), ("kitchen", 19.0)),
    *column(23.0, 29.0, 8.0, ("sleep-b", 14.0), ("office", 19.0)),
    *row(19.0, 24.0, 0.0, ("store", 6.0), ("gym", 17.0), ("staff", 23.0), ("plant", 29.0)),
    Cell("walk-w", (6.0, 8.0, 8.4, 19.0)), Cell("walk-e", (20.6, 8.0, 23.0, 19.0)),
    Cell("walk-s", (8.4, 8.0, 20.6, 10.2)),
)  # fmt: skip
_WALLS_BETWEEN = {("walk-w", "walk-s"): "", ("walk-s", "walk-e"): ""}
_GROUND = {"entry": ("1.01", "Vstup"), "class-a": ("1.02", "Třída Berušky"), "wash-a": ("1.03", "Umývárna"),
           "wash-b": ("1.04", "Umývárna"), "class-b": ("1.05", "Třída Motýlci"), "sleep-a": ("1.06", "Ložnice"),
           "sleep-b": ("1.07", "Ložnice"), "kitchen": ("1.08", "Kuchyně"), "office": ("1.09", "Ředitelna"),
           "store": ("1.10", "Sklad hraček"), "gym": ("1.10", "Herna"), "staff": ("1.11", "Sborovna"),
           "plant": ("1.12", "Technická místnost"), "walk-w": ("1.13", "Chodba"), "walk-e": ("1.14", "Chodba"),
           "walk-s": ("1.15", "Chodba")}  # fmt: skip
_UPPER_CELLS = (
    *row(0.0, 8.0, 0.0, ("class-c", 9.0), ("wash-c", 12.0), ("stair", 17.0)),
    Cell("craft", (0.0, 8.0, 6.0, 14.0)), Cell("walk", (6.0, 8.0, 17.0, 10.2)),
)  # fmt: skip
_UPPER = {"class-c": ("2.01", "Třída Žabky"), "wash-c": ("2.02", "Umývárna"), "craft": ("2.03", "Sklad"),
          "stair": ("2.04", "Schodiště"), "walk": ("2.05", "Galerie")}  # fmt: skip

_STAIR = StairType("Schodiště ŽB dvouramenné", "Beton C25/30", 0.16)
_HOLE = (13.0, 2.0, 16.0, 6.6)


def _sets(made: Made) -> Sets:
    if made.noun == "door" and made.n == 1:
        return {"Pset_DoorCommon": {"ThermalTransmittance": 1.1}, "Výpis dveří": {"ThermalTransmittance": 1.4}}
    if made.noun == "basin":
        return {"Výrobek": {"Výrobce": "Výrobce", "Kód": "xxx"}}
    return {}


def _spaces(table: dict[str, tuple[str, str]]) -> dict[str, Space]:
    made = {}
    for key, (number, label) in table.items():
        use = "Keramická dílna" if number == "2.03" else label.split(" ")[0]
        made[key] = Space(number, label, {"Tabulka místností": {"Účel": use}},
                          area_factor=1.09 if number == "1.07" else 1.0)  # fmt: skip
    return made


def author() -> ModelFile:
    """The model, not yet written."""
    file = RECIPE.file(_ORIGIN, "MŠ Slunečnice", "Pavilon A", site="Parcela 1021")
    with file.owned():
        site = Building(file)
        types, things = palette(site, _WALLS, _DOORS, _WINDOWS, _SLABS, _COVERINGS), store(site, _THINGS)
        style = Names(_WORDS, sets=_sets)
        ground = Floor(site, site.storey("1.NP", 0.0, 3.0),
                       Layout(_CELLS, thickness(types), between=_WALLS_BETWEEN, around={"gym": "load"}),
                       types, style, _spaces(_GROUND), things)  # fmt: skip
        upper = Floor(site, site.storey("2.NP", 3.5, 3.0), Layout(_UPPER_CELLS, thickness(types)), types, style,
                      _spaces(_UPPER), things)  # fmt: skip
        _ground(ground)
        _upper(upper)
        _round(ground, style)
        zone(file, "Oddělení Berušky", [ground.spaces[key] for key in ("class-a", "wash-a", "sleep-a")])
        zone(file, "Oddělení Motýlci", [ground.spaces[key] for key in ("class-b", "wash-b", "sleep-b")])
        codes = Classification(file, "CCI CZ", "2023", "ČAS")
        codes.assign("AAB", "Prostor pro výuku", [ground.spaces["class-a"], ground.spaces["class-b"]])
        codes.assign("QQC", "Dveře", file.model.by_type("IfcDoorType"))
        site.finish(without=("S007",))
    return file


def _ground(f: Floor) -> None:
    f.slab("base", ((-0.25, -0.25, 29.25, 10.2), (-0.25, 10.2, 8.4, 24.25), (20.6, 10.2, 29.25, 24.25),
                    (8.4, 18.75, 20.6, 24.25)), predefined="BASESLAB")  # fmt: skip
    f.entrance("main", "entry", "S")
    stair(f, _STAIR, _HOLE, 3.5)
    f.door("class", "entry", "walk-s")
    for side, walk in (("a", "walk-w"), ("b", "walk-e")):
        f.doors(
            "class", (f"class-{side}", walk, 0.5), (f"sleep-{side}", walk, 0.9), (f"class-{side}", f"sleep-{side}")
        )
        f.doors("wc", (f"class-{side}", f"wash-{side}", 0.2), (f"wash-{side}", "walk-s", 0.5))
        f.windows((f"class-{side}", "S", "low", "low"), (f"wash-{side}", "S", "top"))
        f.windows((f"sleep-{side}", "W" if side == "a" else "E", "std", "std"))
        f.spread("table", f"class-{side}", 3, 2)
        f.put("chair", f"class-{side}", *((round(0.4 + n * 0.5, 2), 0.3) for n in range(8)))
        f.spread("bed", f"sleep-{side}", 3, 3)
        f.put("basin", f"wash-{side}", *((0.02, round(0.6 + n * 0.8, 2)) for n in range(4)))
        f.put("bowl", f"wash-{side}", (-0.05, 0.6), (-0.05, 1.6), (-0.05, 2.6))
        f.spread("vent", f"class-{side}", 2, 1)
        f.spread("lamp", f"class-{side}", 2, 2)
    f.doors("class", ("kitchen", "walk-w"), ("office", "walk-e"), ("store", "kitchen"), ("plant", "office"),
            ("gym", "store"), ("gym", "staff"), ("staff", "plant"))  # fmt: skip
    f.entrance("garden", "gym", "S", 0.6)
    f.entrance("garden", "walk-s", "N")
    f.windows(("gym", "N", "low", "low", "low"), ("kitchen", "W", "std", "std"), ("office", "E", "std", "std"),
              ("staff", "N", "std", "std"), ("plant", "E", "top"), ("walk-w", "E", "std", "std"),
              ("walk-e", "W", "std", "std", "std"))  # fmt: skip
    f.put("locker", "walk-w", *((0.02, round(1.0 + n * 0.42, 2)) for n in range(10)))
    f.put("lamp", "gym", (2.0, 2.0), (5.0, 2.0), (8.0, 2.0))
    f.floorings("lino", "class-a", "class-b", "gym")
    f.ceilings("wood", "class-a", "class-b", drop=0.1)


def _upper(f: Floor) -> None:
    f.slab("floor", ((-0.25, -0.25, 17.25, 8.25),), hole=_HOLE)
    f.slab("floor", ((-0.25, 8.25, 17.25, 10.2),))
    f.slab("roof", ((-0.25, -0.25, 17.25, 10.45),), top=3.55, predefined="ROOF")
    f.doors("class", ("class-c", "walk", 0.6), ("stair", "walk"), ("craft", "walk", 0.3))
    f.door("wc", "wash-c", "class-c", 0.3)
    f.windows(
        ("class-c", "S", "low", "low"),
        ("wash-c", "S", "top"),
        ("craft", "W", "std"),
        ("walk", "N", "std", "std"),
        ("stair", "E", "std"),
    )
    f.spread("table", "class-c", 2, 2)
    f.put("chair", "class-c", *((round(0.4 + n * 0.5, 2), 0.3) for n in range(6)))
    f.spread("lamp", "class-c", 2, 1)
    f.put("basin", "wash-c", (0.02, 0.6), (0.02, 1.4))
    f.put("bowl", "wash-c", (-0.05, 0.6))
    f.put("rail", "stair", (0.3, 0.5))
    f.put("bed", "craft", (0.3, 0.3), contained=False)
    f.floorings("lino", "class-c")


def _round(f: Floor, style: Names) -> None:
    """The playroom in the court: a drum that children enter from the south."""
    b, centre = f.building, (14.5, 14.6)
    kind, door = f.palette.walls["drum"], f.palette.fills["garden"]
    name, tag, sets = style("wall", kind)
    wall = drum(b, f.storey, kind, centre, 3.2, name, tag=tag, sets=sets)
    room = round_room(
        b, f.storey, "1.16", "Kruhová herna", centre, 3.05, {"Tabulka místností": {"Účel": "Kruhová herna"}}
    )
    name, tag, sets = style("door", door)
    b.fill(wall, f.storey, door, centre[0], name, ifc_class="IfcDoor", rooms=[room], external=True, sets=sets)
    for dx, dy in ((-1.8, 0.0), (1.6, 0.0), (0.0, 1.7)):
        kind = f.store["post"].kind
        name, tag, _ = style("column", kind)
        at = (round(centre[0] + dx, 6), round(centre[1] + dy, 6), 0.0)
        b.thing(f.storey, kind, "IfcColumn", at, name, room=room, tag=tag)
