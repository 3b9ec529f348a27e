"""A Swedish laboratory, three rows deep between two corridors: IFC4X3_ADD2, metres, floors counted from Plan 10.

Fume cupboards and benches by the piece, gases and extract air as systems with ports, CoClass codes.
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
from memorybench.construct.authored.relations import Classification, connect, group, system
from memorybench.construct.authored.stairs import StairType, stair
from memorybench.construct.authored.things import Make, store

RECIPE = Recipe(
    "laboratorium-norra", "Laboratorium Norra", "laboratory", "Swedish", "IFC4X3_ADD2", "m",
    "three rows of rooms between two corridors",
)  # fmt: skip
FAULTS = (
    Fault("level code", "Plan 10", "Storeys are called Plan 10 and Plan 11, counted from sea level."),
    Fault("wrong area", "1012", "The stored NetFloorArea is 9 % above the modelled one."),
    Fault("stale room name", "1115", "Labelled Förråd; the room sheet says Cellodling."),
    Fault("no storey", "DS-0013", "One fume cupboard is contained nowhere."),
    Fault("ambiguous property", "D-1010", "Two sets give one door different Ljudklass values."),
    Fault("placeholder", "DS-0001", "Fume cupboards: Leverantör is TBA, Modellnamn holds its own name."),
    Fault("missing quantity", "V-006", "One wall has no quantity set."),
    Fault("abbreviated name", "1015", "Rooms are labelled Fläktr, Komr, WC/D."),
    Fault("type override", "DS-0003", "One cupboard states another Luftflöde than its type."),
)
_ORIGIN = Origin("Å. Sjöström", "Sjöström & Björk Arkitekter", "Schedule-driven authoring", "AUTHORED-SCH",
                 "2025-02-27T10:05:00", 1740650700)  # fmt: skip
_WALLS = {
    "outer": Layered("YV1 Utfackning 350", [("Fibercement", 0.01), ("Mineralull", 0.3), ("Gips", 0.04)]),
    "inner": Layered("IV3 Stålregel 120 R44", [("Gips", 0.025), ("Stålregel", 0.07), ("Gips", 0.025)]),
    "shaft": Layered("IV9 Betong 200", [("Betong C30", 0.2)]),
    "glass": Layered("GP1 Glasparti 100", [("Härdat glas", 0.1)]),
}
_DOORS = {
    "lab": Fill("Labbdörr 10x21 EI30", 1.0, 2.1, sets={"Pset_DoorCommon": {"FireRating": "EI30"}}),
    "pair": Fill("Pardörr 15x21", 1.5, 2.1),
    "wc": Fill("Wc-dörr 9x21", 0.9, 2.1),
    "office": Fill("Glasdörr 10x23", 1.0, 2.3),
}
_WINDOWS = {
    "band": Fill("Fönster fast 24x15", 2.4, 1.5, 0.9),
    "open": Fill("Fönster öppningsbart 9x15", 0.9, 1.5, 0.9),
    "inner": Fill("Insynsfönster 12x12", 1.2, 1.2, 1.0),
}
_SLABS = {
    "base": Layered("Platta på mark 400", [("Betong C30", 0.2), ("Cellplast S200", 0.2)]),
    "floor": Layered("HDF-bjälklag 330", [("Flytspackel", 0.06), ("HDF 120/27", 0.27)]),
    "roof": Layered("Låglutande tak 600", [("Papp", 0.01), ("Cellplast", 0.32), ("HDF 120/27", 0.27)]),
}
_COVERINGS = {"vinyl": Layered("Plastmatta homogen 2 mm", [("PVC", 0.002)])}
_THINGS = {
    "hood": Make("unit", "Dragskåp 1800", (1.8, 0.9, 2.4), "Epoxistål", "USERDEFINED", noun="hood",
                 sets={"Flöden": {"Luftflöde": 500}}),
    "laf": Make("unit", "LAF-bänk 1500", (1.5, 0.8, 2.2), "Rostfritt stål", noun="laf"),
    "bench": Make("furniture", "Labbänk 1800x750", (1.8, 0.75, 0.9), "Laminat HPL", noun="bench"),
    "stool": Make("furniture", "Arbetspall", (0.45, 0.45, 0.6), "PU", noun="stool"),
    "sink": Make("sanitary", "Labbho 600", (0.6, 0.5, 0.3), "Polypropen", "SINK", z=0.6),
    "shower": Make("sanitary", "Nöddusch", (0.3, 0.3, 0.2), "Mässing", "SHOWER", z=2.4),
    "extract": Make("air", "Frånluftsdon 315", (0.32, 0.32, 0.1), "Stål", "REGISTER", z=2.8),
    "gas": Make("valve", "Gaspost N2", (0.1, 0.08, 0.15), "Mässing", "GASTAP", z=1.1, noun="gaspost"),
    "line": Make("pipe", "Gasrör Cu 15 L3", (3.0, 0.015, 0.015), "Koppar", "RIGIDSEGMENT", z=2.7),
    "fan": Make("fan", "Frånluftsfläkt syrafast", (1.2, 1.0, 1.0), "Polypropen"),
    "cabinet": Make("furniture", "Kemikalieskåp EI90", (1.2, 0.6, 1.95), "Stål", noun="cabinet"),
    "desk": Make("furniture", "Skrivbord höj/sänk 1600", (1.6, 0.8, 0.75), "Björk"),
    "lamp": Make("light", "Armatur IP54 1200", (1.2, 0.15, 0.08), "Polykarbonat", z=2.8),
    "rack": Make("board", "Elcentral plan", (0.8, 0.3, 1.8), "Stål"),
    "rail": Make("railing", "Räcke trappa", (2.8, 0.05, 1.0), "Stål"),
}  # fmt: skip
_WORDS = {"wall": "V-{n:03d}", "door": "D-{room}{letter}", "window": "F-{n:03d}", "slab": "B-{n:02d}",
          "flooring": "G-{n:02d}", "hood": "DS-{n:04d}", "laf": "LAF-{n:02d}", "bench": "LB-{n:03d}",
          "stool": "PALL-{n:03d}", "sanitary": "VS-{n:03d}", "air": "FD-{n:03d}", "gaspost": "GP-{n:03d}",
          "pipe": "GR-{n:03d}", "fan": "FF-{n:02d}", "cabinet": "KS-{n:02d}", "furniture": "INR-{n:03d}",
          "light": "A-{n:03d}", "board": "EL-{n:02d}", "railing": "R-{n:02d}"}  # fmt: skip
_CELLS = (
    *row(0.0, 6.6, 0.0, ("s1", 7.2), ("s2", 14.4), ("s3", 21.6), ("s4", 28.8)),
    Cell("walk-s", (0.0, 6.6, 28.8, 8.7)),
    *row(
        8.7, 13.5, 0.0, ("stair", 4.8), ("cold", 9.6), ("store", 14.4), ("scale", 19.2), ("fans", 24.0), ("wc", 28.8)
    ),
    Cell("walk-n", (0.0, 13.5, 28.8, 15.6)),
    *row(15.6, 21.0, 0.0, ("n1", 9.6), ("n2", 14.4), ("n3", 19.2), ("n4", 28.8)),
)
_LABELS = (
    ("Labb kemi A", "Labb kemi B", "Labb kemi C", "Labb analys", "Korridor syd", "Trappa", "Kylrum", "Komr", "Vågrum",
     "Fläktr", "WC/D", "Korridor norr", "Kontor", "Mötesrum", "Paus", "Kontorslandskap"),
    ("Labb bio A", "Labb bio B", "Labb bio C", "Renrum", "Korridor syd", "Trappa", "Kylrum", "Förråd", "Mikroskop",
     "Fläktr", "WC/D", "Korridor norr", "Kontor", "Mötesrum", "Bibliotek", "Kontorslandskap"),
)  # fmt: skip

_STAIR = StairType("Trappa prefab 1450", "Betong C30")
_HOLE = (0.8, 9.4, 3.8, 12.8)


def _sets(made: Made) -> Sets:
    if made.noun == "door" and (made.room, made.k) == ("1010", 1):
        return {"Dörrförteckning": {"Ljudklass": "R30"}, "Akustik": {"Ljudklass": "R35"}}
    if made.noun == "hood":
        flow: Sets = {"Flöden": {"Luftflöde": 620}} if made.n == 3 else {}
        return {"Produkt": {"Leverantör": "TBA", "Modellnamn": "Modellnamn"}, **flow}
    return {}


def _spaces(level: int) -> dict[str, Space]:
    made = {}
    keys = [cell.key for cell in _CELLS]
    for n, (key, label) in enumerate(zip(keys, _LABELS[level], strict=True)):
        number = f"1{level}{n + 8:02d}"
        use = "Cellodling" if number == "1115" else label
        made[key] = Space(number, label, {"Rumsfunktionsprogram": {"Funktion": use, "Renhetsklass": "TBD"}},
                          area_factor=1.09 if number == "1012" else 1.0)  # fmt: skip
    return made


def author() -> ModelFile:
    """The model, not yet written."""
    file = RECIPE.file(_ORIGIN, "Norra Campus etapp 2", "Hus 14", site="Kv. Mimer")
    with file.owned():
        site = Building(file)
        types, things = palette(site, _WALLS, _DOORS, _WINDOWS, _SLABS, _COVERINGS), store(site, _THINGS)
        style = Names(_WORDS, tag="14-{n:04d}", sets=_sets)
        things["hood"].kind.entity.ElementType = "FumeCupboard"
        layout = Layout(_CELLS, thickness(types), around={"stair": "shaft", "fans": "shaft"},
                        between={("n2", "walk-n"): "glass", ("n3", "walk-n"): "glass"})  # fmt: skip
        floors = []
        for level, name in enumerate(("Plan 10", "Plan 11")):
            storey = site.storey(name, round(34.2 + level * 4.2, 6), 3.3)
            floors.append(Floor(site, storey, layout, types, style, _spaces(level), things))
            _build(file, floors[-1], level)
        co = Classification(file, "CoClass", "2.1", "Svensk Byggtjänst")
        co.assign("B-AD", "Väggsystem", [wall.entity for wall in site.walls])
        co.assign("QQC", "Dörrar", file.model.by_type("IfcDoorType"))
        hoods = [e for e in file.model.by_type("IfcUnitaryEquipment") if e.Name.startswith("DS")]
        system(file, "Frånluft dragskåp", [*hoods, *file.model.by_type("IfcFan")], "EXHAUST")
        group(file, "Hyresgästutrustning", [*file.model.by_type("IfcFurniture")])
        site.finish(without=("V-006",))
    return file


def _build(file: ModelFile, f: Floor, level: int) -> None:
    f.slab("floor" if level else "base", hole=_HOLE if level else None,
           predefined="FLOOR" if level else "BASESLAB")  # fmt: skip
    if not level:
        stair(f, _STAIR, _HOLE, 4.2)
    if level:
        f.slab("roof", top=3.95, predefined="ROOF")
    labs = ("s1", "s2", "s3", "s4")
    f.doors("lab", *((key, "walk-s", 0.15) for key in labs), ("scale", "walk-s"), ("store", "walk-s"))
    f.doors("pair", ("cold", "walk-s"), ("fans", "walk-n"), ("stair", "walk-n"), ("stair", "walk-s"))
    f.doors("office", ("n1", "walk-n"), ("n2", "walk-n"), ("n3", "walk-n"), ("n4", "walk-n"))
    f.doors("wc", ("wc", "walk-n", 0.2), ("wc", "walk-n", 0.8), ("s1", "s2", 0.9))
    f.entrance("pair", "walk-s", "W") if level == 0 else f.windows(("walk-s", "W", "open"))
    f.windows(*((key, "S", "band", "band") for key in labs), ("n1", "N", "band", "open", "open"),
              ("n4", "N", "band", "band", "open"), ("n2", "N", "band"), ("n3", "N", "band"),
              ("walk-n", "E", "open"))  # fmt: skip
    f.inner_window("inner", "s2", "walk-s", 0.6)
    f.inner_window("inner", "s3", "walk-s", 0.6)
    for n, key in enumerate(labs):
        f.put("laf" if level and n > 1 else "hood", key, (0.1, 0.05), (2.2, 0.05))
        f.put("bench", key, (0.4, 2.6), (2.3, 2.6), (0.4, 3.36), (2.3, 3.36))
        f.put("stool", key, (0.6, 1.9), (2.6, 1.9), (4.6, 1.9))
        f.put("sink", key, (-0.05, 2.0))
        taps = f.put("gas", key, (-0.02, 3.2), (-0.02, 3.8))
        lines = f.put("line", key, (0.3, -0.1), (3.35, -0.1))
        connect(file, [*lines, *taps[:1]], "GAS")
        f.put("extract", key, (2.0, 2.0))
        f.put("lamp", key, (1.0, 4.6), (3.6, 4.6))
    f.put("shower", "walk-s", (6.0, 0.2), (18.0, 0.2))
    f.put("cabinet", "store", *((round(0.1 + n * 1.3, 2), -0.05) for n in range(2 + level)))
    f.put("fan", "fans", (0.4, 0.6), (2.2, 0.6)) if level else f.put("fan", "fans", (0.4, 0.6))
    f.put("rack", "fans", (-0.1, -0.05))
    for room, count in (("n1", 4), ("n4", 4 + level)):
        f.spread("desk", room, count, 2)
    f.put("hood", "scale", (0.3, 0.3), contained=False) if level else None
    f.floorings("vinyl", *labs[:2])
    f.loose("rail", (1.0, 9.2)) if level else None
    gases = file.model.by_type("IfcPipeSegment")
    if level:
        system(file, "Kvävgas N2", [*gases, *file.model.by_type("IfcValve")], "GAS")
