"""A Norwegian swimming hall with water treatment below the pools: IFC4, millimetres, TFM-like codes as names.

The pools hang from the ground slab into the plant floor; pumps, filters and pipes are joined port to port.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from memorybench.construct.authored.building import Building
from memorybench.construct.authored.catalogue import Sets
from memorybench.construct.authored.faults import Fault
from memorybench.construct.authored.floor import Floor, Space, thickness
from memorybench.construct.authored.layout import Cell, Layout, column, row
from memorybench.construct.authored.model_file import ModelFile, Origin
from memorybench.construct.authored.naming import Made, Names
from memorybench.construct.authored.palettes import Fill, Layered, palette
from memorybench.construct.authored.recipe import Recipe
from memorybench.construct.authored.relations import Classification, connect, group, system, zone
from memorybench.construct.authored.shapes import Point
from memorybench.construct.authored.stairs import StairType, stair
from memorybench.construct.authored.things import Make, store
from memorybench.construct.authored.wall_runs import OPEN

RECIPE = Recipe(
    "svommehall-fjordgata", "Fjordgata svømmehall", "swimming hall", "Norwegian", "IFC4", "mm",
    "one hall with two pools over a plant floor",
)  # fmt: skip
FAULTS = (
    Fault("level code", "U1", "Storeys are called U1 and 01."),
    Fault("wrong area", "109", "The stored NetFloorArea is 9 % above the modelled one."),
    Fault("stale room name", "111", "Labelled Lager; the room sheet says Førstehjelp."),
    Fault("duplicate room", "Garderobe 2", "Two changing rooms have the long name Garderobe 2."),
    Fault("no storey", "360.SK015", "One locker bench is contained nowhere."),
    Fault("ambiguous property", "234.D001", "Two sets give one door different Lydklasse values."),
    Fault("placeholder", "310.P001", "Pumps: Leverandør is TBD, Modell holds its own name."),
    Fault("missing quantity", "231.V003", "One wall has no quantity set."),
    Fault("type override", "310.P002", "One pump states another Kapasitet than its type."),
)
_ORIGIN = Origin("I. Sæther", "Sæther Hauge Arkitekter AS", "Schedule-driven authoring", "AUTHORED-SCH",
                 "2024-10-21T12:15:00", 1729505700)  # fmt: skip
_WALLS = {
    "outer": Layered("YV 350 massivtre", [("Royalimpregnert furu", 0.03), ("Mineralull", 0.2), ("Massivtre", 0.12)]),
    "inner": Layered(
        "IV 120 flis begge sider", [("Keramisk flis", 0.01), ("Lettklinker", 0.1), ("Keramisk flis", 0.01)]
    ),
    "concrete": Layered("BV 250 vanntett betong", [("Betong B45", 0.25)]),
    "glass": Layered("Glassvegg 100", [("Herdet glass", 0.1)]),
}
_DOORS = {
    "main": Fill("Skyvedør 20x23", 2.0, 2.3),
    "room": Fill("Dør 10x21 laminat", 1.0, 2.1),
    "wet": Fill("Våtromsdør 9x21", 0.9, 2.1),
    "tech": Fill("Ståldør 12x21 EI60", 1.2, 2.1, sets={"Pset_DoorCommon": {"FireRating": "EI60"}}),
}
_WINDOWS = {
    "hall": Fill("Fastfelt 30x30", 3.0, 3.0, 0.6),
    "office": Fill("Vindu 12x12", 1.2, 1.2, 0.9),
    "high": Fill("Overlys 20x6", 2.0, 0.6, 2.2),
}
_SLABS = {
    "base": Layered("Bunnplate 300", [("Betong B45", 0.3)]),
    "floor": Layered("Dekke 300 flis", [("Keramisk flis", 0.02), ("Betong B45", 0.28)]),
    "roof": Layered("Tak limtre 450", [("Takpapp", 0.01), ("Mineralull", 0.3), ("Massivtre", 0.14)]),
}
_COVERINGS = {
    "slats": Layered("Akustikkhimling spiler", [("Gran", 0.03)]),
    "tile": Layered("Flis 10x10", [("Keramisk flis", 0.01)]),
}


def _basin(size: Point, wall: float = 0.25) -> list[tuple[Point, Point]]:
    """Bottom and four sides of an open basin."""
    x, y, z = size
    return [((0.0, 0.0, 0.0), (x, y, wall)), ((0.0, 0.0, wall), (x, wall, z - wall)),
            ((0.0, y - wall, wall), (x, wall, z - wall)), ((0.0, wall, wall), (wall, y - 2 * wall, z - wall)),
            ((x - wall, wall, wall), (wall, y - 2 * wall, z - wall))]  # fmt: skip


_BIG, _SMALL = (13.0, 9.0, 2.1), (6.0, 5.0, 1.2)
_THINGS = {
    "big": Make("proxy", "Hovedbasseng 12,5x8,5 m", _BIG, "Betong B45", noun="pool", boxes=_basin(_BIG)),
    "small": Make("proxy", "Opplæringsbasseng 5,5x4,5 m", _SMALL, "Betong B45", noun="pool", boxes=_basin(_SMALL)),
    "beam": Make("beam", "Limtredrager 215x1000 L=15", (0.215, 15.0, 1.0), "Limtre GL30c"),
    "pump": Make("pump", "Sirkulasjonspumpe 120 m3/h", (1.1, 0.6, 0.9), "Støpejern", "CIRCULATOR",
                 sets={"Ytelse": {"Kapasitet": 120}}),
    "filter": Make("filter", "Sandfilter Ø1800", (1.8, 1.8, 2.4), "GUP", "WATERFILTER"),
    "buffer": Make("tank", "Utjevningstank 30 m3", (5.0, 3.0, 2.2), "Betong B45", "BASIN"),
    "heat": Make("unit", "Varmeveksler 300 kW", (0.9, 0.5, 1.4), "Titan", "NOTDEFINED", noun="exchanger"),
    "pipe": Make("pipe", "PVC-U rør Ø225 L=3", (3.0, 0.225, 0.225), "PVC-U", "RIGIDSEGMENT", z=2.5),
    "valve": Make("valve", "Spjeldventil DN200", (0.06, 0.34, 0.4), "PVC-U", "ISOLATING", z=2.45),
    "dose": Make("tank", "Doseringstank klor 500 l", (0.8, 0.8, 1.2), "PE-HD", "VESSEL"),
    "ahu": Make("unit", "Svømmehallsaggregat 24000 m3/h", (6.4, 2.2, 2.6), "Stål C5", "AIRHANDLER"),
    "grille": Make("air", "Linjerist 1500", (1.5, 0.12, 0.1), "Aluminium", "GRILLE", z=0.0),
    "locker": Make("furniture", "Skapbenk 1200", (1.2, 0.8, 1.9), "HPL", noun="locker"),
    "shower": Make("sanitary", "Dusjpanel", (0.2, 0.15, 1.3), "Rustfritt stål", "SHOWER", z=0.9),
    "bowl": Make("sanitary", "Vegghengt klosett", (0.36, 0.54, 0.4), "Porselen", "TOILETPAN"),
    "desk": Make("furniture", "Billettdisk 2400", (2.4, 0.9, 1.1), "Kompaktlaminat", noun="desk"),
    "lamp": Make("light", "Armatur IP65 LED 1500", (1.5, 0.12, 0.1), "Polykarbonat", z=2.6),
    "flood": Make("light", "Lyskaster 200 W", (0.5, 0.4, 0.3), "Aluminium", z=5.2),
    "rail": Make("railing", "Rekkverk rustfritt", (0.05, 1.1, 1.0), "Rustfritt stål"),
}  # fmt: skip
_WORDS = {
    "wall": "231.V{n:03d}", "door": "234.D{n:03d}", "window": "234.W{n:03d}", "slab": "251.S{n:03d}",
    "ceiling": "257.H{n:03d}", "flooring": "255.G{n:03d}", "pool": "738.B{n:03d}", "beam": "222.B{n:03d}",
    "pump": "310.P{n:03d}", "filter": "310.F{n:03d}", "tank": "310.T{n:03d}", "exchanger": "310.L{n:03d}",
    "pipe": "310.R{n:03d}", "valve": "310.S{n:03d}", "unit": "360.J{n:03d}", "air": "360.A{n:03d}",
    "locker": "360.SK{n:03d}", "sanitary": "315.X{n:03d}", "desk": "270.I{n:03d}", "light": "442.L{n:03d}",
    "railing": "287.R{n:03d}", "stair": "281.T{n:03d}",
}  # fmt: skip
_PLANT = (
    *row(0.0, 16.0, 0.0, ("pools", 26.0)),
    *column(26.0, 36.0, 0.0, ("air", 9.0), ("stair", 12.0), ("chem", 16.0)),
)
_MAIN = (
    *column(26.125, 31.0, 0.0, ("shower-1", 4.5), ("shower-2", 9.0), ("stair", 12.0), ("guard", 16.175)),
    *column(31.0, 36.0, 0.0, ("dress-1", 4.5), ("dress-2", 9.0), ("foyer", 16.175)),
    Cell("store", (20.0, 16.175, 26.0, 20.0)), *row(16.175, 20.0, 26.0, ("office", 31.0), ("wc", 36.0)),
)  # fmt: skip
_HALL = (Cell("hall", (0.0, 0.0, 26.0, 16.0)),)  # as high as two storeys; the other rooms lean against it
_LEAN = {(key, "W"): OPEN for key in ("shower-1", "shower-2", "stair", "guard")} | {("store", "S"): OPEN}
_LABELS = {
    "pools": ("U01", "Renseanlegg"), "air": ("U02", "Ventilasjon"), "chem": ("U03", "Kjemikalier"),
    "hall": ("101", "Svømmehall"), "shower-1": ("104", "Dusj 1"), "shower-2": ("105", "Dusj 2"),
    "dress-1": ("106", "Garderobe 2"), "dress-2": ("107", "Garderobe 2"), "foyer": ("102", "Foajé"),
    "guard": ("109", "Badevakt"), "store": ("111", "Lager"), "office": ("110", "Kontor"), "wc": ("112", "WC"),
}  # fmt: skip
_STAIR = StairType("Ståltrapp 1200 gitterrist", "Stål galvanisert", 0.2)
_HOLE = (26.6, 9.3, 30.4, 11.7)  # climbs to the east and back
_POOLS = {"big": (2.0, 3.5, 15.0, 12.5), "small": (18.0, 5.5, 24.0, 10.5)}


def _sets(made: Made) -> Sets:
    if made.noun == "door" and made.n == 1:
        return {"Dørskjema": {"Lydklasse": "37 dB"}, "Akustikk": {"Lydklasse": "42 dB"}}
    if made.noun == "pump":
        flow: Sets = {"Ytelse": {"Kapasitet": 95}} if made.n == 2 else {}
        return {"Produkt": {"Leverandør": "TBD", "Modell": "Modell"}, **flow}
    return {}


def _spaces(cells: tuple[Cell, ...], level: int) -> dict[str, Space]:
    made = {}
    for cell in cells:
        number, label = _LABELS.get(cell.key, ("108" if level else "U04", "Trapp"))
        use = "Førstehjelp" if number == "111" else label.split(" ")[0]
        made[cell.key] = Space(number, label, {"Romskjema": {"Funksjon": use}},
                               area_factor=1.09 if number == "109" else 1.0)  # fmt: skip
    return made


def author() -> ModelFile:
    """The model, not yet written."""
    file = RECIPE.file(_ORIGIN, "4417 Fjordgata", "Fjordgata svømmehall", site="Gnr 12 Bnr 480")
    with file.owned():
        site = Building(file)
        types, things = palette(site, _WALLS, _DOORS, _WINDOWS, _SLABS, _COVERINGS), store(site, _THINGS)
        style = Names(_WORDS, tag="+FJ={id}", ids=(5001, 3), sets=_sets)
        below, above = site.storey("U1", -3.6, 3.2), site.storey("01", 0.0, 3.4)
        plant = Floor(site, below, Layout(_PLANT, thickness(types), outer="concrete", inner="concrete"), types, style,
                      _spaces(_PLANT, 0), things)  # fmt: skip
        main = Floor(site, above, Layout(_MAIN, thickness(types), around={"stair": "concrete"}, facing=_LEAN),
                     types, style, _spaces(_MAIN, 1), things)  # fmt: skip
        hall = Floor(
            site,
            replace(above, height=6.4),
            Layout(_HALL, thickness(types), facing={("hall", "E"): "concrete"}),
            types,
            style,
            _spaces(_HALL, 1),
            things,
        )
        _plant(file, plant)
        _hall(hall, main)
        _main(main)
        zone(file, "Våt sone", [hall.spaces["hall"], *(main.spaces[key] for key in ("shower-1", "shower-2"))])
        ns = Classification(file, "NS 3451", "2022", "Standard Norge")
        ns.assign(
            "231", "Bærende yttervegger", [wall.entity for wall in site.walls if wall.kind.name.startswith("BV")]
        )
        ns.assign("738", "Svømmebasseng", file.model.by_type("IfcBuildingElementProxy"))
        group(file, "Byggherreleveranse", file.model.by_type("IfcFurniture"))
        site.finish(without=("231.V003",))
    return file


def _plant(file: ModelFile, f: Floor) -> None:
    f.slab("base", predefined="BASESLAB")
    stair(f, _STAIR, _HOLE, 3.6, "E")
    f.doors("tech", ("pools", "air", 0.8), ("pools", "stair"), ("stair", "chem"))
    # Two circuits: buffer tank, pump, filter, exchanger, and the pipes up to the pools.
    for n, y in enumerate((0.4, 12.9)):
        buffer = f.put("buffer", "pools", (16.0, y - 0.2 if n else y))
        pumps = f.put("pump", "pools", (14.4, y), (14.4, round(y + 0.9, 2)))
        filters = f.put("filter", "pools", (10.0, y), (12.2, y))
        heat = f.put("heat", "pools", (8.6, y))
        pipes = f.put(
            "pipe", "pools", *((round(0.3 + k * 3.1, 2), round(y + 2.5, 2) if n == 0 else 12.3) for k in range(4))
        )
        valves = f.put("valve", "pools", (13.0, round(y + 2.45, 2) if n == 0 else 12.25))
        chain: list[Any] = [*buffer, pumps[0], *filters, *heat, *pipes, *valves]
        connect(file, chain, "WATERSUPPLY")
        system(file, f"Bassengkrets {n + 1}", [*chain, pumps[1]], "WATERSUPPLY")
    f.put("dose", "chem", (0.5, 0.5), (1.6, 0.5), (2.7, 0.5))
    unit = f.put("ahu", "air", (1.0, 2.0))
    system(file, "Ventilasjon hall", unit, "VENTILATION")
    f.put("lamp", "pools", *((round(19.5 + 1.6 * n, 2), 14.0) for n in range(3)))
    f.spread("lamp", "air", 2, 2, z=3.0)
    for key, (x0, y0, _, _) in _POOLS.items():
        thing = f.store[key]
        f.loose(key, (x0, y0), z=round(3.6 - thing.kind.size[2], 3))


def _hall(f: Floor, main: Floor) -> None:
    f.slab("floor", ((-0.175, -0.175, 16.5, 16.175),), hole=_POOLS["big"])
    f.slab("floor", ((16.5, -0.175, 26.0, 16.175),), hole=_POOLS["small"])
    f.slab("roof", ((-0.175, -0.175, 26.125, 16.175),), top=6.85, predefined="ROOF")
    for at, room in ((0.12, "shower-1"), (0.42, "shower-2"), (0.83, "guard")):
        f.entrance("wet", "hall", "E", at, external=False, beyond=main.spaces[room])
    f.entrance("tech", "hall", "N", 0.9, external=False, beyond=main.spaces["store"])
    f.windows(("hall", "S", "hall", "hall", "hall", "hall"), ("hall", "W", "hall", "hall"))
    f.put("grille", "hall", *((round(1.2 + n * 2.0, 2), 0.1) for n in range(10)))
    f.put("flood", "hall", *((round(3.0 + n * 5.0, 2), y) for y in (1.0, 14.0) for n in range(5)))
    f.put("beam", "hall", *((round(2.0 + n * 4.4, 2), 0.4) for n in range(6)), z=5.4)


def _main(f: Floor) -> None:
    f.slab("floor", ((26.0, -0.175, 36.175, 16.0),), hole=_HOLE)
    f.slab("floor", ((19.825, 16.175, 26.0, 20.175), (26.0, 16.0, 36.175, 20.175)))
    f.slab("roof", ((26.125, -0.175, 36.175, 20.175), (19.825, 16.175, 26.125, 20.175)), top=3.85, predefined="ROOF")
    f.entrance("main", "foyer", "E")
    f.doors("room", ("foyer", "dress-2", 0.3), ("foyer", "guard", 0.2), ("guard", "office"), ("office", "store"),
            ("foyer", "wc"), ("dress-1", "dress-2", 0.2))  # fmt: skip
    f.doors("wet", ("dress-1", "shower-1"), ("dress-2", "shower-2"))  # fmt: skip
    f.doors("tech", ("stair", "foyer"))
    f.windows(("office", "N", "office"),
              ("wc", "E", "high"), ("dress-1", "S", "high"),
              ("dress-2", "E", "high"), ("store", "N", "high"))  # fmt: skip
    for room in ("dress-1", "dress-2"):
        f.put("locker", room, *((round(0.6 + n * 1.25, 2), 1.8) for n in range(3)))
    f.put("locker", "dress-1", (0.6, 0.4))
    f.put("locker", "dress-2", *((round(0.6 + n * 1.25, 2), 0.4) for n in range(3)))
    f.put("locker", "dress-1", (1.9, 0.4), (3.2, 0.4))
    f.put("locker", "store", (0.4, 0.4), (1.8, 0.4))
    f.put("locker", "store", (3.2, 0.4), contained=False)
    for room in ("shower-1", "shower-2"):
        f.put("shower", room, *((round(0.8 + n * 0.9, 2), -0.02) for n in range(4)))
    f.put("bowl", "wc", (0.4, -0.02), (1.5, -0.02), (2.6, -0.02))
    f.put("desk", "foyer", (1.0, 4.6))
    f.spread("lamp", "foyer", 2, 3)
    f.floorings("tile", "shower-1", "shower-2")
    f.ceilings("slats", "foyer", "office", drop=0.6)
    f.loose("rail", (26.52, 10.6))
