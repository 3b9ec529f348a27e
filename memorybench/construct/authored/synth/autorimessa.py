"""An Italian car park of half levels on a slope, each with its own gate: IFC4, metres, bays as spaces.

Every half storey is a storey of its own (-0.5, 0, +0.5, +1); columns on a grid, barriers and pumps by the piece.
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
from memorybench.construct.authored.relations import Classification, group, system, zone
from memorybench.construct.authored.stairs import StairType, stair
from memorybench.construct.authored.things import Make, store
from memorybench.construct.authored.wall_runs import OPEN

RECIPE = Recipe(
    "autorimessa-porta-nuova", "Autorimessa Porta Nuova", "car park", "Italian", "IFC4", "m",
    "half levels on a slope, each with its own gate; bays as spaces",
)  # fmt: skip
FAULTS = (
    Fault("level code", "L-0.5", "Half levels are storeys of their own: L-0.5, L0, L+0.5, L+1."),
    Fault("abbreviated name", "PA", "Bays are labelled PA, PM, PD (cars, motorcycles, disabled)."),
    Fault("wrong area", "L0.LT", "The stored NetFloorArea is 9 % above the modelled one."),
    Fault("stale room name", "L+1.LT", "Labelled Locale tecnico; the room sheet says Deposito biciclette."),
    Fault("no storey", "Colonnina-003", "One charging post is contained nowhere."),
    Fault("ambiguous property", "Porta-001", "Two sets give one door different REI classes."),
    Fault("placeholder", "Colonnina-001", "Charging posts: Produttore is n.a., Matricola holds its own name."),
    Fault("missing quantity", "Muro-004", "One wall has no quantity set."),
)
_ORIGIN = Origin("G. Però", "Studio Però Ingegneri Associati", "Running-number authoring", "AUTHORED-RUN",
                 "2023-12-01T09:00:00", 1701421200)  # fmt: skip
_WALLS = {
    "outer": Layered("Setto c.a. 30", [("Calcestruzzo C28/35", 0.3)]),
    "inner": Layered("Blocchi REI 120 sp. 20", [("Blocchi calcestruzzo", 0.2)],
                     {"Pset_WallCommon": {"FireRating": "REI 120"}}),
    "low": Layered("Parapetto c.a. 20", [("Calcestruzzo C28/35", 0.2)]),
}  # fmt: skip
_DOORS = {
    "rei": Fill("Porta REI 120 90x210", 0.9, 2.1, sets={"Pset_DoorCommon": {"FireRating": "EI2 120-C5"}}),
    "rei2": Fill("Porta REI 120 120x210", 1.2, 2.1),
    "gate": Fill("Portone sezionale 500x240", 5.0, 2.4),
}
_WINDOWS = {
    "grille": Fill("Griglia aerazione 200x80", 2.0, 0.8, 1.6),
    "glass": Fill("Vetrocamera 100x120", 1.0, 1.2, 0.9),
}
_SLABS = {
    "base": Layered("Platea 50", [("Pavimento quarzo", 0.02), ("Calcestruzzo C28/35", 0.48)]),
    "floor": Layered("Solaio predalles 32", [("Pavimento quarzo", 0.02), ("Predalles", 0.3)]),
}
_THINGS = {
    "column": Make("column", "Pilastro 40x60", (0.4, 0.6, 2.6), "Calcestruzzo C32/40"),
    "round": Make("column", "Pilastro tondo 40", (0.4, 0.4, 2.6), "Calcestruzzo C32/40"),
    "charge": Make("board", "Colonnina ricarica 22 kW", (0.35, 0.25, 1.4), "Acciaio", noun="charge"),
    "barrier": Make("proxy", "Barriera automatica", (0.4, 3.2, 1.1), "Alluminio"),
    "totem": Make("proxy", "Cassa automatica", (0.7, 0.5, 1.8), "Acciaio inox"),
    "head": Make("sprinkler", "Sprinkler pendent K115", (0.06, 0.06, 0.1), "Ottone", "SPRINKLER", z=2.45),
    "hydrant": Make("sprinkler", "Idrante UNI 45", (0.6, 0.25, 0.6), "Acciaio", "FIREHYDRANT", z=0.9),
    "lamp": Make("light", "Plafoniera LED stagna 36 W", (1.2, 0.12, 0.1), "Policarbonato", z=2.48),
    "co": Make("sensor", "Rilevatore CO", (0.12, 0.06, 0.12), "ABS", "GASSENSOR", z=1.6),
    "jet": Make("fan", "Jet fan 50 N", (1.6, 0.4, 0.35), "Acciaio", z=2.2),
    "pump": Make("pump", "Pompa di aggottamento", (0.5, 0.4, 0.6), "Ghisa", "SUMPPUMP"),
    "rail": Make("railing", "Parapetto zincato", (4.0, 0.05, 1.1), "Acciaio zincato"),
}  # fmt: skip
_WORDS = {
    "wall": "Muro",
    "door": "Porta",
    "window": "Apertura",
    "slab": "Solaio",
    "column": "Pilastro",
    "charge": "Colonnina",
    "proxy": "Impianto",
    "sprinkler": "Antincendio",
    "light": "Plafoniera",
    "sensor": "Rilevatore",
    "fan": "Ventilatore",
    "pump": "Pompa",
    "railing": "Parapetto",
    "stair": "Scala",
}
_BAYS = 8
_STRIP = tuple(Cell(f"p{n}", (round(5.0 + (n - 1) * 2.5, 2), 0.0, round(5.0 + n * 2.5, 2), 5.0))
               for n in range(1, _BAYS + 1))  # fmt: skip
_CELLS = (
    Cell("tech", (0.0, 0.0, 5.0, 5.0)), *_STRIP, *row(0.0, 5.0, 25.0, ("stair", 30.0)),
    Cell("lane", (0.0, 5.0, 30.0, 11.0)), Cell("ramp", (30.0, 0.0, 36.0, 11.0)),
)  # fmt: skip
_OPEN = {
    **{(f"p{n}", f"p{n + 1}"): OPEN for n in range(1, _BAYS)},
    **{(f"p{n}", "lane"): OPEN for n in range(1, _BAYS + 1)},
    ("lane", "ramp"): OPEN,
}
_KINDS = ("PD", "PA", "PA", "PA", "PA", "PA", "PA", "PM")
_LEVELS = (("L-0.5", -1.4), ("L0", 0.0), ("L+0.5", 1.4), ("L+1", 2.8))

_STAIR = StairType("Scala in c.a. 120", "Calcestruzzo C28/35")
_HOLE = (25.6, 0.8, 28.4, 4.4)


def _sets(made: Made) -> Sets:
    if made.noun == "door" and made.n == 1:
        return {"Pset_DoorCommon": {"FireRating": "EI2 120-C5"}, "Abaco porte": {"FireRating": "EI2 60"}}
    if made.noun == "charge":
        return {"Prodotto": {"Produttore": "n/a", "Matricola": "Matricola"}}
    return {}


def _spaces(level: str) -> dict[str, Space]:
    rooms = {
        "tech": Space(
            f"{level}.LT",
            "Locale tecnico",
            {"Scheda locale": {"Destinazione": "Deposito biciclette" if level == "L+1" else "Locale tecnico"}},
            area_factor=1.09 if level == "L0" else 1.0,
        ),
        "stair": Space(f"{level}.SC", "Scala"),
        "lane": Space(f"{level}.CO", "Corsia"),
        "ramp": Space(f"{level}.RA", "Varco"),
    }
    for n, kind in enumerate(_KINDS, start=1):
        rooms[f"p{n}"] = Space(f"{level}.{n:02d}", kind)
    return rooms


def author() -> ModelFile:
    """The model, not yet written."""
    file = RECIPE.file(_ORIGIN, "PN Parcheggio", "Autorimessa a gradoni", site="Lotto C")
    with file.owned():
        site = Building(file)
        types, things = palette(site, _WALLS, _DOORS, _WINDOWS, _SLABS), store(site, _THINGS)
        style = Names({noun: f"{word}-{{n:03d}}" for noun, word in _WORDS.items()}, sets=_sets)
        layout = Layout(_CELLS, thickness(types), between=_OPEN)
        floors = []
        for n, (name, elevation) in enumerate(_LEVELS):
            storey = site.storey(name, elevation, 2.6)
            # Odd half levels lie behind the even ones, turned about.
            place = storey if n % 2 == 0 else site.wing(storey, (36.0, 22.6), (-1, 0))
            floors.append(Floor(site, place, layout, types, style, _spaces(name), things))
            _build(floors[-1], n)
        zone(file, "Compartimento 1", [space for floor in floors[:2] for space in floor.spaces.values()])
        zone(file, "Compartimento 2", [space for floor in floors[2:] for space in floor.spaces.values()])
        group(file, "Stalli disabili", [floor.spaces["p1"] for floor in floors])
        heads = file.model.by_type("IfcFireSuppressionTerminal")
        system(file, "Spegnimento automatico", heads, "FIREPROTECTION")
        system(file, "Estrazione fumi", file.model.by_type("IfcFan"), "EXHAUST")
        codes = Classification(file, "UNI 8290", "1981", "UNI")
        codes.assign("1.1.2", "Strutture di elevazione", file.model.by_type("IfcColumn"))
        codes.assign("2.2.1", "Pareti perimetrali verticali", [w.entity for w in site.walls])
        site.finish(without=("Muro-004",))
    return file


def _build(f: Floor, n: int) -> None:
    f.slab("base", predefined="BASESLAB") if n < 2 else f.slab("floor", hole=_HOLE)
    if n >= 2:
        f.slab("floor", top=2.92)
    else:
        stair(f, _STAIR, _HOLE, 2.8)
    f.door("rei", "tech", "lane", 0.2)
    f.door("rei2", "stair", "lane", 0.4)
    f.windows(
        ("lane", "W", "grille"), ("ramp", "N", "grille"), *((f"p{k}", "S", "grille") for k in (2, 4, 6, 7)[: 2 + n])
    )
    f.windows(("tech", "S", "glass" if n else "grille"), ("stair", "S", "glass"))
    f.entrance("gate", "ramp", "E", 0.5)
    f.put("barrier", "ramp", (0.3, 5.4), (4.0, 5.4))
    if n == 1:
        f.put("totem", "stair", (0.3, 0.3))
    f.put("column", "lane", *((round(4.6 + k * 5.0, 2), 0.3) for k in range(5)))
    f.put("round", "lane", (0.4, -0.3), (14.0, -0.3), (24.0, -0.3))
    f.put("charge", "p1", (0.2, 0.1))
    f.put("charge", "p2", (0.2, 0.1), *(((1.4, 0.1),) if n == 3 else ()))
    f.spread("head", "lane", 6 if n < 2 else 5, 2)
    f.put("hydrant", "lane", (10.0, 0.05), (22.0, 0.05))
    f.put("lamp", "lane", *((round(2.0 + k * 5.0, 2), 2.0) for k in range(5)))
    f.put("co", "lane", (8.0, -0.02), (20.0, -0.02))
    f.put("jet", "lane", (6.0, 3.4), (18.0, 3.4)) if n < 2 else f.put("jet", "lane", (12.0, 3.4))
    if n == 0:
        f.put("pump", "tech", (0.5, 0.5), (1.4, 0.5))
        f.put("charge", "p3", (0.2, 0.1), contained=False)
    f.put("rail", "ramp", (0.2, 0.3), *(((0.2, 9.0),) if n > 1 else ()))
