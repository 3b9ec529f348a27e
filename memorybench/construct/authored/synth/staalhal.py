"""A Dutch steel hall with an office corner: IFC2X3, millimetres, structural names by profile, frames as assemblies.

Names repeat as detailing software writes them (KOLOM, LIGGER), marks hang on assemblies, levels are heights.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from memorybench.construct.authored.building import Building
from memorybench.construct.authored.catalogue import Sets
from memorybench.construct.authored.faults import Fault
from memorybench.construct.authored.floor import Floor, Space, thickness
from memorybench.construct.authored.layout import Cell, Layout, column
from memorybench.construct.authored.model_file import ModelFile, Origin
from memorybench.construct.authored.naming import Made, Names
from memorybench.construct.authored.palettes import Fill, Layered, palette
from memorybench.construct.authored.recipe import Recipe
from memorybench.construct.authored.relations import Classification, assembly, group
from memorybench.construct.authored.sections import Section
from memorybench.construct.authored.stairs import StairType, stair
from memorybench.construct.authored.things import Make, store
from memorybench.construct.authored.wall_runs import OPEN

RECIPE = Recipe(
    "staalhal-waalhaven", "Bedrijfshal Waalhaven", "steel hall", "Dutch", "IFC2X3", "mm", "hall of portal frames"
)
FAULTS = (
    Fault("duplicate name", "KOLOM", "Structural members are named KOLOM, LIGGER, GORDING, as detailing tools do."),
    Fault("level code", "+0.00", "Storeys are called +0.00 and +3.20."),
    Fault("wrong area", "0.02", "The stored NetFloorArea is 9 % above the modelled one."),
    Fault("stale room name", "1.02", "Labelled Kantine; the room sheet says Vergaderen."),
    Fault("no storey", "GORDING", "Two purlins are contained nowhere."),
    Fault("ambiguous property", "DEUR-03", "Two sets give one door different Weerstandsklasse values."),
    Fault("placeholder", "DEUR-01", "Sectional doors: Fabrikant holds its own name, Kleur is n/a."),
    Fault("missing quantity", "PANEEL-04", "One panel wall has no quantity set."),
    Fault("abbreviated name", "0.04", "Rooms are labelled MK, WC H, WC D."),
)
_ORIGIN = Origin("J. van Dijk", "Van Dijk Staalbouw BV", "Steel detailing", "AUTHORED-STL", "2023-10-05T15:33:00",
                 1696519980)  # fmt: skip
_WALLS = {
    "outer": Layered("Sandwichpaneel 120 PIR", [("Staalplaat", 0.001), ("PIR", 0.118), ("Staalplaat", 0.001)]),
    "inner": Layered("Metalstud 100", [("Gipsplaat", 0.0125), ("Metalstud", 0.075), ("Gipsplaat", 0.0125)]),
    "hall": Layered("Kalkzandsteen 150 WBDBO 60", [("Kalkzandsteen", 0.15)]),
}
_DOORS = {
    "overhead": Fill("Overheaddeur 4000x4200", 4.0, 4.2),
    "inner": Fill("Binnendeur 930x2315", 0.93, 2.315),
    "wc": Fill("Binnendeur 830x2315", 0.83, 2.315),
    "escape": Fill("Vluchtdeur 1030x2315", 1.03, 2.315),
}
_WINDOWS = {
    "strip": Fill("Kunststof kozijn 2400x1200", 2.4, 1.2, 0.9),
    "small": Fill("Kunststof kozijn 1200x1200", 1.2, 1.2, 0.9),
    "light": Fill("Lichtstraat gevel 3000x1000", 3.0, 1.0, 4.8),
}
_SLABS = {
    "base": Layered("Bedrijfsvloer 200", [("Staalvezelbeton", 0.2)]),
    "floor": Layered("Kanaalplaat 260", [("Kanaalplaat", 0.2), ("Dekvloer", 0.06)]),
    "roof": Layered("Staaldak 140", [("Dakbedekking", 0.005), ("PIR", 0.1), ("Staaldakplaat", 0.035)]),
}
_HEA = Section("i", "HEA300", (0.29, 0.3, 0.0085, 0.014))
_IPE400 = Section("i", "IPE400", (0.4, 0.18, 0.0086, 0.0135))
_IPE160 = Section("i", "IPE160", (0.16, 0.082, 0.005, 0.0074))
_BOX = Section("box", "K80x80x5", (0.08, 0.08, 0.005))
_THINGS = {
    "column": Make("column", "HEA300", (0.3, 0.29, 6.4), "S355JR", bars=[(_HEA, 6.4, "z", (0.15, 0.145, 0.0))]),
    "gable": Make("column", "HEA180", (0.18, 0.171, 6.4), "S235JR",
                  bars=[(Section("i", "HEA180", (0.171, 0.18, 0.006, 0.0095)), 6.4, "z", (0.09, 0.0855, 0.0))]),
    "rafter": Make("beam", "IPE400", (0.18, 19.0, 0.4), "S355JR", bars=[(_IPE400, 19.0, "y", (0.09, 0.0, 0.2))]),
    "edge": Make("beam", "IPE240", (5.7, 0.12, 0.24), "S235JR",
                 bars=[(Section("i", "IPE240", (0.24, 0.12, 0.0062, 0.0098)), 5.7, "x", (0.0, 0.06, 0.12))]),
    "purlin": Make("member", "IPE160", (5.8, 0.082, 0.16), "S235JR", bars=[(_IPE160, 5.8, "x", (0.0, 0.041, 0.08))],
                   noun="purlin"),
    "brace": Make("member", "K80x80x5", (5.6, 0.08, 0.08), "S235JR", bars=[(_BOX, 5.6, "x", (0.0, 0.04, 0.04))],
                  noun="brace"),
    "plate": Make("plate", "PL25*400*400", (0.4, 0.4, 0.025), "S235JR"),
    "crane": Make("lift", "Bovenloopkraan 5 t", (1.2, 18.0, 0.9), "S355JR"),
    "rack": Make("furniture", "Palletstelling 2700", (2.7, 1.1, 4.5), "Staal", noun="rack"),
    "desk": Make("furniture", "Bureau 1800", (1.8, 0.8, 0.75), "Melamine", noun="desk"),
    "heater": Make("fan", "Luchtverhitter 45 kW", (0.8, 0.7, 0.9), "Staal", z=4.5),
    "lamp": Make("light", "Highbay LED 150 W", (0.4, 0.4, 0.2), "Aluminium", z=5.4),
    "tube": Make("light", "Armatuur LED 1200", (1.2, 0.1, 0.08), "Aluminium", z=2.6),
    "wash": Make("sanitary", "Wastafel 550", (0.55, 0.45, 0.2), "Keramiek", z=0.7),
    "pot": Make("sanitary", "Closetcombinatie", (0.36, 0.65, 0.8), "Keramiek"),
    "rail": Make("railing", "Leuning trap", (3.0, 0.05, 1.0), "Staal verzinkt"),
}  # fmt: skip
_WORDS = {
    "wall": "PANEEL-{n:02d}",
    "door": "DEUR-{n:02d}",
    "window": "KOZIJN-{n:02d}",
    "slab": "VLOER-{n:02d}",
    "column": "KOLOM",
    "beam": "LIGGER",
    "purlin": "GORDING",
    "brace": "GEVELREGEL",
    "plate": "VOETPLAAT",
    "lift": "KRAAN",
    "rack": "STELLING-{n:02d}",
    "desk": "BUREAU-{n:02d}",
    "fan": "VERHITTER-{n:02d}",
    "light": "ARMATUUR-{n:03d}",
    "sanitary": "SANITAIR-{n:02d}",
    "railing": "LEUNING-{n:02d}",
    "stair": "TRAP-{n:02d}",
}
_X = 30.075  # the offices lean against the hall's east wall
_HALL = (Cell("hall", (0.0, 0.0, 30.0, 20.0)),)
_LOWER = (
    *column(_X, 36.0, 0.0, ("office", 6.0), ("meter", 8.5), ("wc-h", 11.0), ("wc-d", 13.5), ("canteen", 20.0)),
    *column(36.0, 38.0, 0.0, ("entry", 6.0), ("walk", 20.0)),
)
_UPPER = (*column(_X, 36.0, 0.0, ("office", 6.0), ("room", 13.5), ("archive", 20.0)),
          *column(36.0, 38.0, 0.0, ("entry", 6.0), ("walk", 20.0)))  # fmt: skip
_GROUND_ROOMS = {
    "office": ("0.02", "Werkvoorbereiding"), "meter": ("0.04", "MK"),
    "wc-h": ("0.05", "WC H"), "wc-d": ("0.06", "WC D"), "canteen": ("0.03", "Kleedruimte"),
    "entry": ("0.00", "Entree"), "walk": ("0.07", "Gang"),
}  # fmt: skip
_UPPER_ROOMS = {"office": ("1.01", "Directie"), "room": ("1.02", "Kantine"), "archive": ("1.03", "Archief"),
                "entry": ("1.00", "Trap"), "walk": ("1.04", "Gang")}  # fmt: skip

_STAIR = StairType("Stalen steektrap 1600", "S235JR")
_HOLE = (36.2, 1.0, 37.8, 4.8)


def _sets(made: Made) -> Sets:
    if made.noun == "door" and made.kind.startswith("Overhead"):
        return {"Deurstaat": {"Fabrikant": "Fabrikant", "Kleur": "n/a"}}
    if made.noun == "door" and made.n == 3:
        return {"Deurstaat": {"Weerstandsklasse": "RC2"}, "Oplevering": {"Weerstandsklasse": "RC3"}}
    if made.noun in ("column", "beam", "purlin", "brace", "plate"):
        return {"Staalbouw": {"Fase": 1, "Conservering": "Conservering"}}
    return {}


def _spaces(table: dict[str, tuple[str, str]]) -> dict[str, Space]:
    return {
        key: Space(number, label, {"Ruimtestaat": {"Functie": "Vergaderen" if number == "1.02" else label}},
                   area_factor=1.09 if number == "0.02" else 1.0)
        for key, (number, label) in table.items()
    }  # fmt: skip


def author() -> ModelFile:
    """The model, not yet written."""
    file = RECIPE.file(_ORIGIN, "23117 Waalhaven", "Hal 3", site="Kavel 12")
    with file.owned():
        site = Building(file)
        types, things = palette(site, _WALLS, _DOORS, _WINDOWS, _SLABS), store(site, _THINGS)
        style = Names(_WORDS, tag="{n}", sets=_sets)
        level_0, level_1 = site.storey("+0.00", 0.0, 2.9), site.storey("+3.20", 3.2, 2.9)
        hall = Floor(
            site,
            replace(level_0, height=6.4),
            Layout(_HALL, thickness(types), facing={("hall", "E"): "hall"}),
            types,
            style,
            {"hall": Space("0.01", "Productiehal", {"Ruimtestaat": {"Functie": "Productiehal"}})},
            things,
        )
        ground, upper = (
            Floor(site, storey, Layout(cells, thickness(types), facing={(cell.key, "W"): OPEN for cell in cells}),
                  types, style, _spaces(table), things)
            for storey, cells, table in ((level_0, _LOWER, _GROUND_ROOMS), (level_1, _UPPER, _UPPER_ROOMS))
        )  # fmt: skip
        _hall(hall)
        _ground(ground)
        _upper(upper)
        _frames(site, hall)
        nlsfb = Classification(file, "NL/SfB", "2005", "BNA")
        nlsfb.assign(
            "28.1", "Hoofddraagconstructie", [*file.model.by_type("IfcColumn"), *file.model.by_type("IfcBeam")]
        )
        nlsfb.assign("31.3", "Buitenwandopeningen; deuren", file.model.by_type("IfcDoor"))
        group(file, "Levering week 14", file.model.by_type("IfcElementAssembly")[:3])
        site.finish(without=("PANEEL-04",))
    return file


def _hall(f: Floor) -> None:
    f.slab("base", ((-0.06, -0.06, 38.06, 20.06),), predefined="BASESLAB")
    f.slab("roof", ((-0.06, -0.06, 30.08, 20.06),), top=6.72, predefined="ROOF")
    for side in ("S", "N"):
        f.windows(("hall", side, *("light",) * 4))
    f.entrance("overhead", "hall", "W", 0.2)
    f.entrance("overhead", "hall", "W", 0.8)
    f.entrance("escape", "hall", "S", 0.24)
    f.entrance("inner", "hall", "E", 0.12, external=False)
    f.entrance("inner", "hall", "E", 0.9, external=False)
    f.put("rack", "hall", *((round(2.0 + n * 2.8, 2), y) for y in (3.0, 5.0, 12.0) for n in range(4)))
    f.put("heater", "hall", (1.0, 0.6), (14.0, 0.6), (1.0, -0.6), (14.0, -0.6))
    f.put("lamp", "hall", *((round(2.5 + n * 5.0, 2), y) for y in (5.0, 14.0) for n in range(6)))
    f.loose("crane", (20.0, 1.0), z=5.0)


def _ground(f: Floor) -> None:
    f.doors("inner", ("office", "entry"), ("canteen", "walk"), ("meter", "walk"), ("entry", "walk"))
    f.doors("wc", ("wc-h", "walk"), ("wc-d", "walk"))
    f.entrance("escape", "entry", "S")
    stair(f, _STAIR, _HOLE, 3.2)
    f.windows(("office", "S", "strip"), ("canteen", "N", "strip"), ("walk", "E", "small", "small"))
    for room in ("wc-h", "wc-d"):
        f.put("wash", room, (0.1, 0.1))
        f.put("pot", room, (2.0, -0.05), (3.4, -0.05))
    f.put("desk", "office", (0.5, 1.0), (0.5, 3.0), (3.0, 1.0))
    f.spread("tube", "office", 2, 2)
    f.spread("tube", "canteen", 1, 2)


def _upper(f: Floor) -> None:
    f.slab("floor", ((30.08, -0.06, 38.06, 20.06),), hole=_HOLE)
    f.slab("roof", ((30.08, -0.06, 38.06, 20.06),), top=3.2, predefined="ROOF")
    f.doors("inner", ("office", "entry"), ("room", "walk"), ("archive", "walk"), ("entry", "walk"))
    f.windows(("office", "S", "strip"), ("archive", "N", "strip"), ("walk", "E", "small", "small", "small"))
    f.put("desk", "office", (0.5, 1.0), (0.5, 3.0))
    f.spread("tube", "room", 2, 2)
    f.loose("rail", (36.3, 0.6))


def _frames(b: Building, f: Floor) -> None:
    """Six portal frames as assemblies, edge beams, rails and purlins between them."""
    xs = (0.2, 6.0, 12.0, 18.0, 24.0, 29.4)
    for n, x in enumerate(xs, start=1):
        end = n in (1, len(xs))
        posts = f.loose("gable" if end else "column", (x, 0.15), (x, 19.5), contained=False)
        feet = f.loose("plate", (round(x - 0.05, 3), 0.1), (round(x - 0.05, 3), 19.45), z=-0.025, contained=False)
        rafter = f.loose("rafter", (round(x + 0.05, 3), 0.5), z=6.0, contained=False)
        assembly(b, f.storey, f"K{n}", [*posts, *feet, *rafter], (x, 0.15, 0.0), tag=f"K{n}",
                 predefined="RIGID_FRAME", sets={"Staalbouw": {"Merk": f"K{n}", "Gewicht": "Gewicht"}})  # fmt: skip
    bays: list[Any] = [round(x + 0.3, 3) for x in xs[:-1]]
    f.loose("edge", *((x, y) for y in (0.12, 19.7) for x in bays), z=6.1)
    f.loose("brace", *((x, 19.75) for x in bays), z=2.4)
    purlins = [(x, y) for x in bays for y in (2.0, 6.0, 10.0, 14.0, 18.0)]
    f.loose("purlin", *purlins[:-2], z=6.42)
    f.loose("purlin", *purlins[-2:], z=6.42, contained=False)
