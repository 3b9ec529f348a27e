"""A German block of flats on three storeys and a cellar, two flats per landing: IFC4, metres, ArchiCAD-like names.

Flats are zones, room numbers carry the flat, walls and doors carry DIN 276 cost groups.
"""

from __future__ import annotations

from memorybench.construct.authored.building import Building
from memorybench.construct.authored.catalogue import Sets
from memorybench.construct.authored.corridor import Palette
from memorybench.construct.authored.faults import Fault
from memorybench.construct.authored.floor import Floor, Space, thickness
from memorybench.construct.authored.layout import Cell, Layout, column
from memorybench.construct.authored.model_file import ModelFile, Origin
from memorybench.construct.authored.naming import Made, Names
from memorybench.construct.authored.palettes import Fill, Layered, palette
from memorybench.construct.authored.recipe import Recipe
from memorybench.construct.authored.relations import Classification, zone
from memorybench.construct.authored.stairs import StairType, stair
from memorybench.construct.authored.things import Make, Store, store

RECIPE = Recipe(
    "wohnhaus-lindenhof", "Wohnhaus Lindenhof 4", "residential: flats", "German", "IFC4", "m",
    "two flats per landing around a stair",
)  # fmt: skip
FAULTS = (
    Fault("wrong area", "W03-2", "The stored NetFloorArea of this kitchen is 9 % above the modelled one."),
    Fault("stale room name", "W05-4", "Labelled Kind, while its room sheet says Homeoffice."),
    Fault("abbreviated name", "K01", "Cellar rooms have abbreviated labels: KR 1, HAR, TRH."),
    Fault("level code", "1.OG", "Storeys go by codes: KG, EG, 1.OG, 2.OG."),
    Fault("no storey", "FB-003", "One handrail is contained nowhere."),
    Fault("ambiguous property", "Tür-001", "Two property sets give the cellar's outer door different fire ratings."),
    Fault("placeholder", "Heizkörper-001", "Hersteller holds its own name, Leistung holds n/a."),
    Fault("missing quantity", "Wand-012", "The wall has no quantity set."),
)
_ORIGIN = Origin("K. Brandt", "Brandt + Yılmaz Architekten", "ArchiCAD-like authoring", "AUTHORED-AC",
                 "2024-02-06T08:15:00", 1707207300)  # fmt: skip
_WALLS = {
    "outer": Layered("AW 42,5 Poroton WDVS", [("Kalkzementputz", 0.015), ("Poroton T9", 0.3), ("EPS 032", 0.1),
                                             ("Silikatputz", 0.01)], {"Pset_WallCommon": {"Reference": "AW-42"}}),
    "inner": Layered("IW 11,5 KS", [("Kalksandstein", 0.115)]),
    "flat": Layered("WTW 24 KS schwer", [("Kalksandstein RDK 2,0", 0.24)]),
}  # fmt: skip
_DOORS = {
    "room": Fill("Zimmertür 88,5/201", 0.885, 2.01),
    "bath": Fill("Badtür 76/201", 0.76, 2.01),
    "flat": Fill("Wohnungseingangstür 101/213,5", 1.01, 2.135),
    "house": Fill("Hauseingangstür 126/226", 1.26, 2.26),
    "steel": Fill("Stahltür T30 87,5/200", 0.875, 2.0, sets={"Pset_DoorCommon": {"FireRating": "T30-RS"}}),
}
_WINDOWS = {
    "two": Fill("Kunststofffenster 2-flg 151/138,5", 1.51, 1.385, 0.88),
    "one": Fill("Kunststofffenster 1-flg 101/138,5", 1.01, 1.385, 0.88),
    "french": Fill("Fenstertür 101/226", 1.01, 2.26, 0.0),
    "cellar": Fill("Kellerfenster 80/50", 0.8, 0.5, 1.6),
}
_SLABS = {
    "base": Layered("Bodenplatte 35 WU", [("WU-Beton C25/30", 0.25), ("XPS", 0.1)]),
    "floor": Layered("Geschossdecke 20", [("Stahlbeton C25/30", 0.2)]),
    "roof": Layered("Flachdach 42", [("Stahlbeton C25/30", 0.2), ("PUR-Dämmung", 0.2), ("Bitumenbahn", 0.02)]),
}
_THINGS = {
    "heater": Make("heater", "Heizkörper Typ 22", (1.0, 0.1, 0.6), "Stahlblech", "RADIATOR", z=0.12),
    "towel": Make("heater", "Handtuchheizkörper", (0.6, 0.08, 1.2), "Stahlrohr", "RADIATOR", z=0.5),
    "bath": Make("sanitary", "Badewanne 170/75", (1.7, 0.75, 0.6), "Acryl", "BATH"),
    "basin": Make("sanitary", "Waschtisch 60", (0.6, 0.48, 0.2), "Keramik", "WASHHANDBASIN", z=0.65),
    "bowl": Make("sanitary", "Wand-WC", (0.36, 0.54, 0.36), "Keramik", "TOILETPAN"),
    "kitchen": Make("furniture", "Küchenzeile 240", (2.4, 0.6, 0.92), "Spanplatte"),
    "rack": Make("furniture", "Kellerverschlag Regal", (1.0, 0.4, 2.0), "Stahl"),
    "rail": Make("railing", "Stabgeländer 90", (0.05, 3.0, 0.9), "Stahl verzinkt"),
    "meter": Make("board", "Zählerschrank 5-feldig", (1.3, 0.25, 1.4), "Stahlblech", z=0.4),
}  # fmt: skip
_NOUNS = {
    "wall": "Wand",
    "door": "Tür",
    "window": "Fenster",
    "slab": "Decke",
    "heater": "Heizkörper",
    "sanitary": "Sanitär",
    "furniture": "Möbel",
    "stair": "Treppe",
    "railing": "FB",
    "board": "Elektro",
}
_TYPICAL = (
    Cell("stair", (6.5, 0.0, 9.3, 6.0)),
    *column(0.0, 3.4, 0.0, ("a-sleep", 5.0), ("a-bath", 7.0), ("a-child", 10.8)),
    *column(3.4, 6.5, 0.0, ("a-kitchen", 3.6), ("a-hall", 6.0)),
    Cell("a-living", (3.4, 6.0, 7.9, 10.8)),
    Cell("b-living", (7.9, 6.0, 12.4, 10.8)),
    *column(9.3, 12.4, 0.0, ("b-kitchen", 3.6), ("b-hall", 6.0)),
    *column(12.4, 15.8, 0.0, ("b-sleep", 5.0), ("b-bath", 7.0), ("b-child", 10.8)),
)
_USES = {"kitchen": ("2", "Küche"), "living": ("1", "Wohnen"), "sleep": ("3", "Schlafen"), "child": ("4", "Kind"),
         "bath": ("5", "Bad"), "hall": ("6", "Diele")}  # fmt: skip
_PARTY = ("stair", "a-kitchen"), ("stair", "a-hall"), ("stair", "b-kitchen"), ("stair", "b-hall"), (
    "a-living", "b-living"), ("stair", "a-living"), ("stair", "b-living")  # fmt: skip

_STAIR = StairType("Podesttreppe StB", "Stahlbeton")
_HOLE = (6.75, 1.6, 9.05, 5.0)


def _sets(made: Made) -> Sets:
    if made.noun == "heater":
        return {"Produkt": {"Hersteller": "Hersteller", "Leistung": "n/a"}}
    if made.noun == "door" and made.n == 1:
        return {"Pset_DoorCommon": {"FireRating": "T30-RS"}, "Türliste": {"FireRating": "T90"}}
    if made.noun == "door":
        return {"Türliste": {"Anschlag": "DIN links" if made.n % 2 else "DIN rechts", "Zarge": "tbd"}}
    return {}


def author() -> ModelFile:
    """The model, not yet written."""
    file = RECIPE.file(_ORIGIN, "2317 Lindenhof", "Lindenhof 4", site="Flurstück 118/3")
    with file.owned():
        site = Building(file)
        types, things = palette(site, _WALLS, _DOORS, _WINDOWS, _SLABS), store(site, _THINGS)
        style = Names({noun: f"{word}-{{n:03d}}" for noun, word in _NOUNS.items()}, sets=_sets)
        layout = Layout(_TYPICAL, thickness(types), between=dict.fromkeys(_PARTY, "flat"))
        cellar = _cellar(
            Floor(site, site.storey("KG", -2.7, 2.4), _cellar_layout(types), types, style, _CELLAR, things)
        )
        floors = [
            Floor(site, site.storey(name, elevation, 2.6), layout, types, style, _flats(level), things)
            for level, (name, elevation) in enumerate((("EG", 0.0), ("1.OG", 2.8), ("2.OG", 5.6)))
        ]
        for level, floor in enumerate(floors):
            _flat_floor(floor, level)
            for number, letter in enumerate("ab", start=1):
                own = [space for key, space in floor.spaces.items() if key.startswith(f"{letter}-")]
                zone(file, f"WE {2 * level + number:02d}", own, "Wohneinheit")
        _classify(site, things, [cellar, *floors])
        site.finish(without=("Wand-012",))
    return file


_CELLAR = {
    "stair": Space("K00", "TRH"),
    "rack-1": Space("K01", "KR 1"),
    "rack-2": Space("K02", "KR 2"),
    "plant": Space("K03", "HAR"),
    "bikes": Space("K04", "Fahrräder"),
    "laundry": Space("K05", "Waschküche"),
}


def _cellar_layout(types: Palette) -> Layout:
    cells = (
        Cell("stair", (6.5, 0.0, 9.3, 6.0)),
        *column(0.0, 6.5, 0.0, ("rack-1", 6.0)),
        Cell("rack-2", (9.3, 0.0, 15.8, 6.0)),
        *(Cell(key, (x0, 6.0, x1, 10.8)) for key, x0, x1 in
          (("plant", 0.0, 5.0), ("bikes", 5.0, 11.0), ("laundry", 11.0, 15.8))),
    )  # fmt: skip
    return Layout(cells, thickness(types), inner="flat")


def _cellar(f: Floor) -> Floor:
    f.slab("base", predefined="BASESLAB")
    f.entrance("house", "bikes", "N")
    f.doors("steel", ("stair", "rack-1"), ("stair", "rack-2"), ("stair", "bikes"), ("plant", "bikes"),
            ("bikes", "laundry"))  # fmt: skip
    f.windows(("rack-1", "W", "cellar", "cellar"), ("rack-2", "E", "cellar", "cellar"), ("plant", "N", "cellar"),
              ("laundry", "N", "cellar"))  # fmt: skip
    for room in ("rack-1", "rack-2"):
        f.put("rack", room, (0.2, 0.1), (1.4, 0.1), (2.6, 0.1))
    f.put("meter", "plant", (0.1, 0.1))
    stair(f, _STAIR, _HOLE, 2.7)
    return f


def _flats(level: int) -> dict[str, Space]:
    rooms = {"stair": Space(f"TRH-{level}", "Treppenhaus")}
    for number, letter in enumerate("ab", start=1):
        flat = f"W{2 * level + number:02d}"
        for key, (room, label) in _USES.items():
            use = "Homeoffice" if (flat, key) == ("W05", "child") else label
            sheet: Sets = {"Raumbuch": {"Nutzung": use, "Bodenbelag": "tbd"}}
            factor = 1.09 if (flat, key) == ("W03", "kitchen") else 1.0
            rooms[f"{letter}-{key}"] = Space(f"{flat}-{room}", label, sheet, area_factor=factor)
    return rooms


def _flat_floor(f: Floor, level: int) -> None:
    f.slab("floor", hole=_HOLE)
    if level == 2:
        f.slab("roof", top=3.02, predefined="ROOF")
    if level == 0:
        f.entrance("house", "stair", "S")
    for a in "ab":
        f.door("flat", "stair", f"{a}-hall", 0.6)
        f.doors(
            "room",
            (f"{a}-hall", f"{a}-kitchen"),
            (f"{a}-hall", f"{a}-living", 0.5),
            (f"{a}-hall", f"{a}-sleep", 1),
            (f"{a}-living", f"{a}-child"),
        )
        f.door("bath", f"{a}-hall", f"{a}-bath", 0.5)
        side = "W" if a == "a" else "E"
        f.windows(
            (f"{a}-sleep", "S", "two"),
            (f"{a}-kitchen", "S", "one"),
            (f"{a}-bath", side, "one"),
            (f"{a}-child", "N", "two"),
            (f"{a}-living", "N", "french", "two" if level else "french"),
        )
        f.put("heater", f"{a}-sleep", (1.0, 0.02))
        f.put("heater", f"{a}-child", (1.0, -0.02))
        f.put("heater", f"{a}-living", (0.1, -0.02), (-0.1, -0.02))
        f.put("towel", f"{a}-bath", (0.1, -0.02))
        f.put("bath", f"{a}-bath", (0.1, 0.02))
        f.put("basin", f"{a}-bath", (-0.3, 0.02))
        f.put("bowl", f"{a}-bath", (-0.3, -0.02))
        f.put("kitchen", f"{a}-kitchen", (0.2, 0.02))
    if level < 2:
        stair(f, _STAIR, _HOLE, 2.8)
    f.loose("rail", (7.875, 1.6), contained=level < 2)


def _classify(site: Building, things: Store, floors: list[Floor]) -> None:
    din = Classification(site.file, "DIN 276", "2018-12", "DIN")
    outer = [wall.entity for wall in site.walls if wall.kind.name.startswith("AW")]
    inner = [wall.entity for wall in site.walls if not wall.kind.name.startswith("AW")]
    din.assign("330", "Außenwände", outer)
    din.assign("340", "Innenwände", inner)
    din.assign("420", "Wärmeversorgungsanlagen", [things["heater"].kind.entity, things["towel"].kind.entity])
