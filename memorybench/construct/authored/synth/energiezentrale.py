"""A Swiss heating and ventilation plant under ground: IFC4, millimetres, little building and much equipment.

Pumps, valves, tanks and pipes hang together by ports; plant codes follow the owner's numbering, rooms are few.
"""

from __future__ import annotations

from typing import Any

from memorybench.construct.authored.building import Building
from memorybench.construct.authored.catalogue import Sets
from memorybench.construct.authored.faults import Fault
from memorybench.construct.authored.floor import Floor, Space, thickness
from memorybench.construct.authored.layout import Layout, row
from memorybench.construct.authored.model_file import ModelFile, Origin
from memorybench.construct.authored.naming import Made, Names
from memorybench.construct.authored.palettes import Fill, Layered, palette
from memorybench.construct.authored.recipe import Recipe
from memorybench.construct.authored.relations import connect, group, system
from memorybench.construct.authored.sections import Section
from memorybench.construct.authored.stairs import StairType, stair
from memorybench.construct.authored.things import Make, store

RECIPE = Recipe(
    "energiezentrale-hard", "Energiezentrale Hard", "heating and ventilation plant", "German (Switzerland)", "IFC4",
    "mm", "two levels of plant rooms",
)  # fmt: skip
FAULTS = (
    Fault("level code", "UG2", "Storeys are called UG2 and UG1."),
    Fault("wrong area", "U2.03", "The stored NetFloorArea is 9 % above the modelled one."),
    Fault("stale room name", "U1.04", "Labelled Reserve; the room sheet says Batterieraum."),
    Fault("duplicate name", "KLAPPE", "All fire dampers carry the name KLAPPE."),
    Fault("no storey", "UP-09", "One pump is contained nowhere."),
    Fault("ambiguous property", "UP-01", "Two sets give one pump different Betriebspunkt values."),
    Fault("placeholder", "VE-01", "Valves: Fabrikat is TBD, Typ holds its own name."),
    Fault("missing quantity", "W-005", "One wall has no quantity set."),
    Fault("type override", "UP-04", "One pump states another Nennleistung than its type."),
    Fault("abbreviated name", "U2.05", "Rooms are labelled HZ, LZ, KZ, ELT."),
)
_ORIGIN = Origin("R. Zgraggen", "Zgraggen Gebäudetechnik AG", "Services authoring", "AUTHORED-MEP",
                 "2024-12-12T06:45:00", 1733985900)  # fmt: skip
_WALLS = {
    "outer": Layered("Stahlbeton 300 WDB", [("Beton NPK G", 0.3)]),
    "inner": Layered("Kalksandstein 150", [("Kalksandstein", 0.15)]),
    "fire": Layered("Stahlbeton 200 EI90", [("Beton NPK C", 0.2)], {"Pset_WallCommon": {"FireRating": "EI 90"}}),
}
_DOORS = {
    "steel": Fill("Stahltür EI30 1000x2100", 1.0, 2.1, sets={"Pset_DoorCommon": {"FireRating": "EI30"}}),
    "wide": Fill("Stahltür 2-flg 2000x2500", 2.0, 2.5),
    "cell": Fill("Rahmentür 900x2100", 0.9, 2.1),
}
_WINDOWS = {"shaft": Fill("Lichtschachtfenster 1000x600", 1.0, 0.6, 2.4)}
_SLABS = {
    "base": Layered("Bodenplatte 400", [("Beton NPK G", 0.4)]),
    "floor": Layered("Geschossdecke 300", [("Beton NPK C", 0.3)]),
}
_ROD = Section("rod", None, (0.45,))
_THINGS = {
    "boiler": Make("boiler", "Gaskessel 640 kW", (2.4, 1.2, 1.9), "Stahl", "WATER"),
    "heatpump": Make("unit", "Wärmepumpe 220 kW", (2.8, 1.1, 1.9), "Stahl", "SPLITSYSTEM", noun="heatpump"),
    "buffer": Make(
        "tank",
        "Pufferspeicher 2000 l",
        (0.9, 0.9, 2.2),
        "Stahl S235",
        "STORAGE",
        bars=[(_ROD, 2.2, "z", (0.45, 0.45, 0.0))],
    ),
    "vessel": Make(
        "tank",
        "Expansionsgefäss 500 l",
        (0.7, 0.7, 1.6),
        "Stahl S235",
        "EXPANSION",
        bars=[(Section("rod", None, (0.35,)), 1.6, "z", (0.35, 0.35, 0.0))],
        noun="vessel",
    ),
    "pump": Make(
        "pump",
        "Umwälzpumpe DN65",
        (0.5, 0.4, 0.6),
        "Grauguss",
        "CIRCULATOR",
        z=0.8,
        sets={"Kennwerte": {"Nennleistung": "1.1 kW"}},
    ),
    "pump50": Make("pump", "Umwälzpumpe DN50", (0.4, 0.35, 0.5), "Grauguss", "CIRCULATOR", z=0.8),
    "butterfly": Make("valve", "Absperrklappe DN100", (0.12, 0.2, 0.3), "Grauguss", "ISOLATING", z=2.6),
    "threeway": Make("valve", "Dreiwegventil DN65", (0.3, 0.25, 0.4), "Rotguss", "MIXING", z=2.6),
    "pipe100": Make(
        "pipe",
        "Stahlrohr DN100 3 m",
        (3.0, 0.114, 0.114),
        "Stahl P235",
        "RIGIDSEGMENT",
        z=2.7,
        bars=[(Section("tube", "114.3x3.6", (0.057, 0.0036)), 3.0, "x", (0.0, 0.057, 0.057))],
    ),
    "pipe65": Make(
        "pipe",
        "Stahlrohr DN65 3 m",
        (3.0, 0.076, 0.076),
        "Stahl P235",
        "RIGIDSEGMENT",
        z=3.0,
        bars=[(Section("tube", "76.1x2.9", (0.038, 0.0029)), 3.0, "x", (0.0, 0.038, 0.038))],
    ),
    "bend": Make("bend", "Bogen 90 DN100", (0.3, 0.3, 0.114), "Stahl P235", "BEND", z=2.7),
    "monobloc": Make("unit", "Monobloc 18000 m3h", (4.8, 2.0, 2.4), "Stahl verzinkt", "AIRHANDLER"),
    "fan": Make(
        "fan", "Abluftventilator 6000", (1.0, 1.0, 0.9), "Stahl verzinkt", "CENTRIFUGALBACKWARDINCLINEDCURVED"
    ),
    "filter": Make("filter", "Taschenfilter F7", (0.6, 0.6, 0.6), "Glasfaser", "AIRPARTICLEFILTER", z=1.0),
    "duct": Make("duct", "Kanal 800x500 1.5 m", (1.5, 0.8, 0.5), "Stahl verzinkt", "RIGIDSEGMENT", z=2.9),
    "silencer": Make("silencer", "Schalldämpfer 800x500", (1.2, 0.8, 0.5), "Stahl verzinkt", "RECTANGULAR", z=2.9),
    "damper": Make("damper", "Brandschutzklappe 800x500", (0.3, 0.8, 0.5), "Stahl verzinkt", "FIREDAMPER", z=2.9),
    "board": Make("board", "Schaltschrank MSR", (0.8, 0.4, 2.0), "Stahlblech", "DISTRIBUTIONBOARD"),
    "sensor": Make("sensor", "Temperaturfühler NTC", (0.08, 0.05, 0.12), "Kunststoff", "TEMPERATURESENSOR", z=1.6),
    "lamp": Make("light", "Feuchtraumleuchte 1500", (1.5, 0.1, 0.1), "PC", z=3.3),
    "ladder": Make("railing", "Geländer Podest", (3.0, 0.05, 1.1), "Stahl verzinkt"),
}
_WORDS = {
    "wall": "W-{n:03d}",
    "door": "T-{n:02d}",
    "window": "F-{n:02d}",
    "slab": "D-{n:02d}",
    "boiler": "KE-{n:02d}",
    "heatpump": "WP-{n:02d}",
    "tank": "SP-{n:02d}",
    "vessel": "EG-{n:02d}",
    "pump": "UP-{n:02d}",
    "valve": "VE-{n:02d}",
    "pipe": "RO-{n:03d}",
    "bend": "BO-{n:03d}",
    "unit": "MB-{n:02d}",
    "fan": "VL-{n:02d}",
    "filter": "FI-{n:02d}",
    "duct": "LK-{n:03d}",
    "silencer": "SD-{n:02d}",
    "damper": "KLAPPE",
    "board": "SS-{n:02d}",
    "sensor": "TF-{n:02d}",
    "light": "BE-{n:02d}",
    "stair": "TR-{n:02d}",
    "railing": "GL-{n:02d}",
}
_LOWER = (*row(0.0, 9.0, 0.0, ("hz", 14.0), ("kz", 22.0)), *row(9.0, 13.0, 0.0, ("stair", 4.0), ("elt", 9.0),
                                                                ("water", 14.0), ("store", 22.0)))  # fmt: skip
_UPPER = (*row(0.0, 9.0, 0.0, ("lz", 22.0)), *row(9.0, 13.0, 0.0, ("stair", 4.0), ("elt", 9.0), ("spare", 14.0),
                                                  ("intake", 22.0)))  # fmt: skip
_NAMES = (
    {"hz": ("U2.01", "HZ"), "kz": ("U2.02", "KZ"), "stair": ("U2.03", "Treppe"), "elt": ("U2.05", "ELT"),
     "water": ("U2.04", "Wasserverteilung"), "store": ("U2.06", "Lager")},
    {"lz": ("U1.01", "LZ"), "stair": ("U1.02", "Treppe"), "elt": ("U1.03", "ELT"), "spare": ("U1.04", "Reserve"),
     "intake": ("U1.05", "Aussenluft")},
)  # fmt: skip

_STAIR = StairType("Treppe Stahl Gitterrost", "Stahl verzinkt", 0.2)
_HOLE = (0.5, 9.4, 2.9, 12.8)


def _sets(made: Made) -> Sets:
    if made.noun == "pump" and made.n == 1:
        return {"Kennwerte": {"Betriebspunkt": "18 m3/h"}, "Inbetriebnahme": {"Betriebspunkt": "21 m3/h"}}
    if made.noun == "pump" and made.n == 4:
        return {"Kennwerte": {"Nennleistung": "1.5 kW"}}
    if made.noun == "valve":
        return {"Produkt": {"Fabrikat": "TBD", "Typ": "Typ"}}
    return {}


def _spaces(level: int) -> dict[str, Space]:
    return {
        key: Space(number, label, {"Raumblatt": {"Nutzung": "Batterieraum" if number == "U1.04" else label}},
                   area_factor=1.09 if number == "U2.03" else 1.0)
        for key, (number, label) in _NAMES[level].items()
    }  # fmt: skip


def author() -> ModelFile:
    """The model, not yet written."""
    file = RECIPE.file(_ORIGIN, "EZH Gebäudetechnik", "Energiezentrale", site="Areal Hard")
    with file.owned():
        site = Building(file)
        types, things = palette(site, _WALLS, _DOORS, _WINDOWS, _SLABS), store(site, _THINGS)
        style = Names(_WORDS, tag="EZH-{noun}-{n:03d}", sets=_sets)
        floors = []
        for level, (name, elevation, cells) in enumerate((("UG2", -8.4, _LOWER), ("UG1", -4.2, _UPPER))):
            layout = Layout(cells, thickness(types), around={"stair": "fire"})
            floors.append(
                Floor(site, site.storey(name, elevation, 3.8), layout, types, style, _spaces(level), things)
            )
        _lower(file, floors[0])
        _upper(file, floors[1])
        boards = file.model.by_type("IfcElectricDistributionBoard")
        group(file, "MSR-Ausrüstung", [*boards, *file.model.by_type("IfcSensor")], description="Leistungsphase 5")
        group(file, "Demontage Etappe 1", file.model.by_type("IfcBoiler")[:1])
        site.finish(without=("W-005",))
    return file


def _lower(file: ModelFile, f: Floor) -> None:
    f.slab("base", predefined="BASESLAB")
    stair(f, _STAIR, _HOLE, 4.2)
    f.doors("steel", ("stair", "hz"), ("elt", "hz"), ("water", "hz"), ("store", "kz"))
    f.doors("wide", ("hz", "kz", 0.3))
    f.windows(("hz", "S", "shaft", "shaft"), ("kz", "S", "shaft"))
    boilers = f.put("boiler", "hz", (0.6, 5.5), (3.8, 5.5))
    pumps_hp = f.put("heatpump", "kz", (0.6, 5.5), (0.6, 3.5), (4.2, 5.5))
    buffers = f.put("buffer", "hz", *((round(7.5 + n * 1.3, 2), 6.8) for n in range(4)))
    vessels = f.put("vessel", "hz", (12.8, 0.3), (12.8, 1.3))
    heating: list[Any] = [*boilers, *buffers, *vessels]
    for n, (y, pump) in enumerate(((1.0, "pump"), (1.8, "pump50"), (2.6, "pump"))):
        first = f.put("pipe100" if n != 1 else "pipe65", "hz", *((round(0.4 + k * 3.6, 2), y) for k in range(3)))
        pump_items = (
            f.put(pump, "hz", (11.2, y), (11.2, round(y + 0.4, 2))) if n != 1 else f.put(pump, "hz", (10.4, y))
        )
        valves = f.put("butterfly", "hz", *((round(3.44 + k * 3.6, 2), y - 0.05) for k in range(2)))
        three = f.put("threeway", "hz", (11.4, round(y - 0.1, 2)), z=1.6)
        chain = [boilers[n % 2], first[0], valves[0], first[1], valves[1], first[2], three[0], pump_items[0]]
        connect(file, chain, "HEATING")
        heating += [*first, *pump_items, *valves, *three]
    cold = f.put("pipe100", "kz", (0.3, 0.6), (3.6, 0.6))
    cold += f.put("butterfly", "kz", (3.36, 0.55))
    cold += f.put("pump50", "kz", (0.4, 1.6), (1.2, 1.6), (2.0, 1.6))
    f.put("pump", "kz", (3.2, 1.6), contained=False)
    cold += f.put("bend", "kz", (6.8, 0.5))
    connect(file, [pumps_hp[0], *cold[:3]], "REFRIGERATION")
    f.put("board", "elt", *((round(0.3 + n * 0.85, 2), 0.05) for n in range(4)))
    f.put("sensor", "hz", (0.02, 1.0), (0.02, 4.0), (0.02, 7.0))
    f.put("sensor", "kz", (0.02, 1.0), (0.02, 7.0))
    f.spread("lamp", "hz", 3, 2)
    f.spread("lamp", "kz", 2, 2)
    system(file, "Heizung Gruppe 1-3", heating, "HEATING")
    system(file, "Kälte", [*pumps_hp, *cold], "REFRIGERATION")


def _upper(file: ModelFile, f: Floor) -> None:
    f.slab("floor", hole=_HOLE)
    f.slab("floor", top=4.1)
    f.entrance("steel", "stair", "W", 0.1)  # to the tunnel
    f.doors("steel", ("stair", "lz"), ("elt", "lz"))
    f.doors("cell", ("spare", "lz"), ("intake", "spare"))
    f.doors("wide", ("intake", "lz"))
    f.windows(("lz", "S", "shaft", "shaft", "shaft"), ("intake", "N", "shaft", "shaft"), ("intake", "E", "shaft"))
    units = f.put("monobloc", "lz", (0.6, 5.6), (6.4, 5.6))
    fans = f.put("fan", "lz", (14.0, 6.6), (15.6, 6.6))
    air: list[Any] = [*units, *fans]
    for n, y in enumerate((0.6, 2.4)):
        ducts = f.put("duct", "lz", *((round(0.6 + k * 1.5, 2), y) for k in range(6)))
        noise = f.put("silencer", "lz", (9.6, y))
        damper = f.put("damper", "lz", (10.8, y))
        connect(file, [units[n], *ducts, *noise, *damper], "VENTILATION")
        air += [*ducts, *noise, *damper]
    air += f.put("damper", "lz", (12.6, 0.6), (12.6, 2.4), (14.0, 0.6))
    f.put("filter", "intake", *((round(0.4 + n * 0.7, 2), 0.2) for n in range(5)))
    f.put("sensor", "lz", (0.02, 4.0), (21.0, 0.02))
    f.put("board", "elt", (0.3, 0.05), (1.2, 0.05))
    f.put("vessel", "spare", (0.4, 0.4))
    f.spread("lamp", "lz", 4, 2, z=3.5)
    f.put("ladder", "lz", (16.0, 0.4))
    system(file, "Lüftung Monobloc 1-2", air, "VENTILATION")
