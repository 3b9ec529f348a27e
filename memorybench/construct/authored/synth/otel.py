"""A Turkish hotel with two wings that meet at an angle: IFC4, centimetres, guest rooms that are only numbers.

Rooms 101 to 310 repeat on three floors, ``Oda 12`` is a label and no use; the annexe stands at three to four.
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
from memorybench.construct.authored.relations import system, zone
from memorybench.construct.authored.stairs import StairType, stair
from memorybench.construct.authored.things import Make, store

RECIPE = Recipe(
    "otel-lale", "Otel Lale", "hotel", "Turkish", "IFC4", "cm", "double-loaded corridor and an annexe at an angle"
)
FAULTS = (
    Fault("generic room name", "101", "Guest rooms are labelled Oda 1, Oda 2, ..., Oda 12."),
    Fault("stale room name", "206", "Labelled Oda 9; the room sheet says Kat ofisi."),
    Fault("wrong area", "304", "The stored NetFloorArea is 9 % above the modelled one."),
    Fault("no storey", "Yatak-005", "One bed is contained nowhere."),
    Fault("ambiguous property", "Kapı-101H", "Two sets give one door different card-lock types."),
    Fault("placeholder", "Klima", "Fan coils: Marka holds its own name, Seri No is ---."),
    Fault("missing quantity", "Tavan-00", "The ceilings of the ground floor have no quantities."),
    Fault("duplicate name", "Pencere", "All windows of the annexe carry the name Pencere."),
)
_ORIGIN = Origin("E. Öztürk", "Öztürk Mimarlık", "Running-number authoring", "AUTHORED-RUN", "2024-08-08T19:25:00",
                 1723145100)  # fmt: skip
_WALLS = {
    "outer": Layered("Dış duvar 30 mantolama", [("Alçı sıva", 0.02), ("Bims blok", 0.2), ("Taşyünü", 0.07),
                                               ("Dış sıva", 0.01)]),
    "inner": Layered("Bölme duvar 15", [("Alçıpan", 0.025), ("Taşyünü", 0.1), ("Alçıpan", 0.025)]),
    "hall": Layered("Koridor duvarı 20", [("Alçı sıva", 0.01), ("Bims blok", 0.18), ("Alçı sıva", 0.01)]),
    "wet": Layered("Islak hacim duvarı 12", [("Seramik", 0.01), ("Bims blok", 0.1), ("Seramik", 0.01)]),
}  # fmt: skip
_DOORS = {
    "guest": Fill("Oda kapısı 90/210 EI30", 0.9, 2.1, sets={"Pset_DoorCommon": {"FireRating": "EI30"}}),
    "bath": Fill("Banyo kapısı 75/210", 0.75, 2.1),
    "service": Fill("Servis kapısı 100/210", 1.0, 2.1),
    "main": Fill("Döner kapı 240/260", 2.4, 2.6),
}
_WINDOWS = {
    "wide": Fill("Alüminyum pencere 180/150", 1.8, 1.5, 0.9),
    "balcony": Fill("Sürme kapı doğrama 240/220", 2.4, 2.2),
    "slim": Fill("Alüminyum pencere 80/150", 0.8, 1.5, 0.9),
}
_SLABS = {
    "base": Layered("Radye temel 60", [("C30/37 betonarme", 0.6)]),
    "floor": Layered("Betonarme döşeme 20", [("C30/37 betonarme", 0.2)]),
    "roof": Layered("Teras çatı 45", [("Çakıl", 0.05), ("XPS", 0.2), ("C30/37 betonarme", 0.2)]),
}
_COVERINGS = {
    "ceiling": Layered("Asma tavan alçıpan", [("Alçıpan", 0.0125)]),
    "carpet": Layered("Halı karo 8 mm", [("Polyamid", 0.008)]),
}
_THINGS = {
    "double": Make("furniture", "Yatak çift 180x200", (1.8, 2.0, 0.55), "Kumaş", noun="bed"),
    "single": Make("furniture", "Yatak tek 100x200", (1.0, 2.0, 0.55), "Kumaş", noun="bed"),
    "desk": Make("furniture", "Çalışma masası 120", (1.2, 0.5, 0.75), "Ceviz"),
    "wardrobe": Make("furniture", "Gardırop 100", (1.0, 0.6, 2.2), "Ceviz"),
    "basin": Make("sanitary", "Lavabo çanak 45", (0.45, 0.4, 0.18), "Seramik", "WASHHANDBASIN", z=0.7),
    "bowl": Make("sanitary", "Asma klozet", (0.36, 0.54, 0.36), "Seramik", "TOILETPAN"),
    "shower": Make("sanitary", "Duş teknesi 90x90", (0.9, 0.9, 0.05), "Akrilik", "SHOWER"),
    "coil": Make(
        "unit", "Fan coil tavan tipi", (0.9, 0.5, 0.25), "Galvaniz", "AIRCONDITIONINGUNIT", z=2.4, noun="coil"
    ),
    "head": Make("sprinkler", "Sprinkler K80 68°C", (0.06, 0.06, 0.08), "Pirinç", "SPRINKLER", z=2.6),
    "spot": Make("light", "Gömme spot 12 W", (0.12, 0.12, 0.08), "Alüminyum", z=2.5),
    "sofa": Make("furniture", "Lobi koltuğu", (0.9, 0.9, 0.8), "Deri"),
    "lift": Make("lift", "Asansör 630 kg", (1.4, 1.4, 2.3), "Çelik", "ELEVATOR"),
    "rail": Make("railing", "Korkuluk cam", (2.6, 0.04, 1.0), "Cam"),
}
_WORDS = {
    "wall": "Duvar-{n:03d}",
    "door": "Kapı-{room}{letter}",
    "window": "Pencere-{n:03d}",
    "slab": "Döşeme-{n:02d}",
    "ceiling": "Tavan-{n:03d}",
    "flooring": "Kaplama-{n:03d}",
    "bed": "Yatak-{n:03d}",
    "furniture": "Mobilya-{n:03d}",
    "sanitary": "Vitrifiye-{n:03d}",
    "coil": "Klima-{n:03d}",
    "sprinkler": "SPR-{n:03d}",
    "light": "Spot-{n:03d}",
    "lift": "Asansör-{n}",
    "stair": "Merdiven-{n:02d}",
    "railing": "Korkuluk-{n:02d}",
}
_ENDS = (4.2, 8.4, 12.6, 16.8)
_CELLS = (
    *(Cell(f"r{n}", (end - 4.2, 0.0, end, 4.4)) for n, end in enumerate(_ENDS, start=1)),
    *(cell for n, end in enumerate(_ENDS, start=1) for cell in row(4.4, 6.2, end - 4.2, (f"b{n}", end - 1.8),
                                                                   (f"v{n}", end))),
    Cell("hall", (0.0, 6.2, 21.0, 8.0)),
    *row(8.0, 13.6, 0.0, ("m1", 4.2), ("m2", 8.4), ("core", 12.6), ("m3", 16.8), ("m4", 21.0)),
    Cell("linen", (16.8, 0.0, 21.0, 6.2)),
)  # fmt: skip
_OPEN = {pair: "" for n in range(1, 5) for pair in ((f"r{n}", f"v{n}"),)}
_WET = {(f"r{n}", f"b{n}"): "wet" for n in range(1, 5)} | {(f"b{n}", f"v{n}"): "wet" for n in range(1, 5)}
_ANNEXE = (*row(0.0, 5.6, 0.0, ("a1", 4.6), ("a2", 9.2)), Cell("a-hall", (0.0, 5.6, 9.2, 7.4)))

_STAIR = StairType("Prekast merdiven 140", "Beton C30")
_HOLE = (8.8, 8.6, 10.2, 12.9)


def _sets(made: Made) -> Sets:
    if made.noun == "door" and made.room == "101H":
        return {"Kapı listesi": {"Kilit": "RFID"}, "Donanım": {"Kilit": "BLE"}}
    if made.noun == "coil":
        return {"Ürün": {"Marka": "Marka", "Seri No": "---"}}
    return {}


def _main(level: int) -> dict[str, Space]:
    rooms = {"hall": Space(f"{level}00", "Koridor"), "core": Space(f"{level}90", "Çekirdek")}
    if level == 1:
        texts = {"linen": "Çamaşır", "m1": "Lobi", "m2": "Resepsiyon", "m3": "Restoran", "m4": "Mutfak"}
    else:
        texts = {"linen": "Kat deposu", **{f"m{n}": f"Oda {8 * (level - 1) + n}" for n in range(1, 5)}}
    for n, (key, label) in enumerate(texts.items(), start=5):
        use = "Kat ofisi" if (level, n) == (2, 6) else label.split(" ")[0]
        rooms[key] = Space(f"{level}{n:02d}", label, {"Mahal listesi": {"Kullanım": use}})
    for n in range(1, 5):
        number = f"{level}{n:02d}"
        rooms[f"r{n}"] = Space(number, f"Oda {max(n, 8 * level - 12 + n)}", {"Mahal listesi": {"Kullanım": "Oda"}},
                               area_factor=1.09 if number == "304" else 1.0)  # fmt: skip
        rooms[f"b{n}"] = Space(f"{number}B", "Banyo", {"Mahal listesi": {"Kullanım": "Banyo"}})
        rooms[f"v{n}"] = Space(f"{number}H", "Antre", {"Mahal listesi": {"Kullanım": "Antre"}})
    return rooms


def author() -> ModelFile:
    """The model, not yet written."""
    file = RECIPE.file(_ORIGIN, "Otel Lale", "A Blok", site="Ada 214 Parsel 8")
    with file.owned():
        site = Building(file)
        types, things = palette(site, _WALLS, _DOORS, _WINDOWS, _SLABS, _COVERINGS), store(site, _THINGS)
        style = Names(_WORDS, tag="OL{n:04d}", sets=_sets)
        layout = Layout(_CELLS, thickness(types), between={**_OPEN, **_WET},
                        around={"hall": "hall", "core": "hall"})  # fmt: skip
        annexe = Layout(_ANNEXE, thickness(types), around={"a-hall": "hall"})
        mains, wings = [], []
        for level, name in enumerate(("Zemin Kat", "1. Kat", "2. Kat"), start=1):
            storey = site.storey(name, round((level - 1) * 3.3, 6), 2.9)
            mains.append(Floor(site, storey, layout, types, style, _main(level), things))
            _build(mains[-1], level)
            labels = {
                "a1": Space(f"{level}20", "Toplantı odası"),
                "a2": Space(f"{level}21", "Spor salonu" if level == 1 else "Süit"),
                "a-hall": Space(f"{level}22", "Geçit"),
            }
            wings.append(Floor(site, site.wing(storey, (22.0, 0.5), (4, 3)), annexe, types, style, labels, things))
            _annexe(wings[-1], level)
        zone(file, "Yangın bölgesi 1", list(mains[0].spaces.values()))
        zone(file, "Yangın bölgesi 2", [space for wing in wings for space in wing.spaces.values()])
        system(file, "Fan coil sistemi", file.model.by_type("IfcUnitaryEquipment"), "AIRCONDITIONING")
        system(file, "Sprinkler", file.model.by_type("IfcFireSuppressionTerminal"), "FIREPROTECTION")
        site.finish()
    return file


def _build(f: Floor, level: int) -> None:
    f.slab("base" if level == 1 else "floor", predefined="BASESLAB" if level == 1 else "FLOOR",
           hole=None if level == 1 else _HOLE)  # fmt: skip
    if level < 3:
        stair(f, _STAIR, _HOLE, 3.3)
    if level == 3:
        f.slab("roof", top=3.35, predefined="ROOF")
    for n in range(1, 5):
        f.door("guest", f"v{n}", "hall")
        f.door("bath", f"b{n}", f"v{n}")
        f.windows((f"r{n}", "S", "wide" if level == 1 else "balcony"))
        f.put("double" if n % 2 else "single", f"r{n}", (0.1, 1.0))
        f.put("desk", f"r{n}", (-0.05, 1.2))
        f.put("wardrobe", f"v{n}", (0.05, 0.05))
        f.put("basin", f"b{n}", (0.1, 0.05))
        f.put("bowl", f"b{n}", (0.8, 0.05))
        f.put("shower", f"b{n}", (-0.02, -0.02))
        f.put("coil", f"r{n}", (1.6, -0.05))
        f.put("head", f"r{n}", (2.0, 2.0))
    f.doors("service", ("linen", "hall"), ("core", "hall"))
    f.doors("guest", *((f"m{n}", "hall", 0.3) for n in range(1, 5)))
    f.windows(*((f"m{n}", "N", "wide", "slim") for n in range(1, 5)), ("linen", "S", "slim"), ("hall", "W", "slim"))
    f.put("lift", "core", (2.4, 0.3))
    f.put("spot", "hall", *((round(1.0 + n * 2.4, 2), 0.7) for n in range(8)))
    f.floorings("carpet", "hall", *(("m1", "m2") if level > 1 else ()))
    f.ceilings("ceiling", "b1", "b2", stored=level != 1)
    if level == 1:
        f.entrance("main", "m1", "W")
        f.put("sofa", "m1", (1.4, 3.6), (2.5, 3.6), (1.4, 0.2), (2.5, 0.2))
        f.put("single", "linen", (0.1, 0.1), contained=False)
        return
    for n in (1, 2, 3, 4):
        f.put("double", f"m{n}", (0.3, 1.8))
    f.loose("rail", (9.4, 8.2))


def _annexe(f: Floor, level: int) -> None:
    f.slab("base" if level == 1 else "floor")
    if level == 3:
        f.slab("roof", top=3.35, predefined="ROOF")
    f.doors("service", ("a1", "a-hall"), ("a2", "a-hall"))
    f.entrance("service", "a-hall", "W")
    glass = f.windows(("a1", "S", "wide"), ("a2", "S", "wide"), ("a2", "E", "slim"))
    for window in glass:
        window.Name = "Pencere"  # as copied from another file
    f.put("coil", "a1", (1.6, 2.0))
    f.put("sofa", "a2", (0.3, 0.3), (1.4, 0.3))
