"""A Polish primary school, L-shaped with rooms on one side of the corridor: IFC2X3, metres, rooms ``Sala 12``.

Many class rooms carry nothing but a running number, desks are counted per room, one wing was renumbered by half.
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
from memorybench.construct.authored.relations import group, zone
from memorybench.construct.authored.stairs import StairType, stair
from memorybench.construct.authored.things import Make, store

RECIPE = Recipe(
    "szkola-podstawowa-7", "Szkoła Podstawowa nr 7", "school", "Polish", "IFC2X3", "m",
    "L-shaped, rooms on one side of the corridor",
)  # fmt: skip
FAULTS = (
    Fault("generic room name", "12", "Class rooms are labelled Sala 11, Sala 12, ..."),
    Fault("stale room name", "104", "Labelled Magazyn; the room sheet says Sala komputerowa."),
    Fault("duplicate room", "Sala 18", "Sala 18 stands twice on the ground floor: the wing was renumbered by half."),
    Fault("wrong area", "13", "The stored NetFloorArea is 9 % above the modelled one."),
    Fault("no storey", "Ławka_031", "One desk is contained nowhere."),
    Fault("ambiguous property", "Drzwi_001", "Two sets give the main door different fire classes."),
    Fault("placeholder", "Okno_001", "Windows: Producent is nil, Kolor holds its own name."),
    Fault("missing quantity", "16", "One class room has no stored area."),
)
_ORIGIN = Origin("W. Zieliński", "Pracownia Zieliński", "Running-number authoring", "AUTHORED-RUN",
                 "2023-03-30T07:50:00", 1680162600)  # fmt: skip
_WALLS = {
    "outer": Layered("Ściana zewnętrzna 45", [("Tynk cienkowarstwowy", 0.01), ("Styropian grafitowy", 0.18),
                                             ("Pustak ceramiczny", 0.25), ("Tynk gipsowy", 0.01)]),
    "inner": Layered("Ściana działowa 15", [("Tynk gipsowy", 0.01), ("Pustak ceramiczny", 0.13), ("Tynk gipsowy",
                                                                                              0.01)]),
    "corridor": Layered("Ściana nośna 25", [("Silikat", 0.25)]),
}  # fmt: skip
_DOORS = {
    "class": Fill("Drzwi klasowe 100x205", 1.0, 2.05),
    "wc": Fill("Drzwi łazienkowe 80x205", 0.8, 2.05),
    "main": Fill("Drzwi wejściowe 180x230", 1.8, 2.3),
    "fire": Fill("Drzwi EI30 120x210", 1.2, 2.1, sets={"Pset_DoorCommon": {"FireRating": "EI30"}}),
}
_WINDOWS = {
    "wide": Fill("Okno PVC 210x180", 2.1, 1.8, 0.85),
    "hall": Fill("Okno PVC 120x180", 1.2, 1.8, 0.85),
    "vent": Fill("Okno uchylne 90x60", 0.9, 0.6, 2.0),
}
_SLABS = {
    "base": Layered("Płyta na gruncie 40", [("Posadzka", 0.05), ("Styropian XPS", 0.15), ("Beton C20/25", 0.2)]),
    "floor": Layered("Strop gęstożebrowy 30", [("Posadzka", 0.06), ("Strop Teriva", 0.24)]),
    "roof": Layered("Stropodach 50", [("Wełna mineralna", 0.25), ("Strop Teriva", 0.24), ("Papa", 0.01)]),
}
_COVERINGS = {"tile": Layered("Sufit podwieszany 60x60", [("Płyta mineralna", 0.02)])}
_THINGS = {
    "desk": Make("furniture", "Ławka szkolna 2-os.", (1.3, 0.5, 0.72), "Sklejka", noun="desk"),
    "chair": Make("furniture", "Krzesło nauczyciela", (0.5, 0.5, 0.9), "Sklejka"),
    "board": Make("furniture", "Tablica sucho 300", (3.0, 0.04, 1.2), "Stal emaliowana", z=0.9),
    "locker": Make("furniture", "Szafka ubraniowa", (0.4, 0.5, 1.8), "Stal"),
    "rad": Make("heater", "Grzejnik C22 1200", (1.2, 0.1, 0.6), "Stal"),
    "basin": Make("sanitary", "Umywalka 50", (0.5, 0.4, 0.2), "Ceramika", z=0.6),
    "bowl": Make("sanitary", "Miska ustępowa", (0.36, 0.6, 0.4), "Ceramika"),
    "lamp": Make("light", "Oprawa LED 4x18W", (0.6, 0.6, 0.06), "Aluminium", z=2.9),
    "rail": Make("railing", "Balustrada stalowa", (4.9, 0.05, 1.1), "Stal"),
}
_WORDS = {"wall": "Ściana_{n:03d}", "door": "Drzwi_{n:03d}", "window": "Okno_{n:03d}", "slab": "Płyta_{n:02d}",
          "ceiling": "Sufit_{n:03d}", "desk": "Ławka_{n:03d}", "furniture": "Meble_{n:03d}",
          "heater": "Grzejnik_{n:03d}", "sanitary": "Sanitariat_{n:03d}", "light": "Oprawa_{n:03d}",
          "railing": "Balustrada_{n:02d}", "stair": "Schody_{n:02d}"}  # fmt: skip
_CELLS = (
    *row(0.0, 7.2, 0.0, ("c1", 9.0), ("c2", 18.0), ("c3", 27.0), ("corner", 36.0)),
    Cell("hall", (0.0, 7.2, 27.0, 10.2)), Cell("lobby", (27.0, 7.2, 36.0, 10.2)),
    Cell("north", (27.0, 10.2, 30.0, 28.2)),
    *column(30.0, 36.0, 10.2, ("wc", 14.2), ("c4", 21.2), ("c5", 28.2)),
)  # fmt: skip
_CORRIDOR = {("x", 7.2): "corridor", ("x", 10.2): "corridor", ("y", 30.0): "corridor"}
_LABELS = (
    {"hall": ("10", "Korytarz"), "c1": ("11", "Sala 11"), "c2": ("12", "Sala 12"), "c3": ("13", "Sala 13"),
     "corner": ("14", "Świetlica"), "lobby": ("15", "Hol"), "wc": ("16", "Sanitariaty"), "c4": ("17", "Sala 18"),
     "c5": ("18", "Sala 18"), "north": ("19", "Korytarz północny")},
    {"hall": ("100", "Korytarz"), "c1": ("101", "Sala 101"), "c2": ("102", "Sala 102"), "c3": ("103", "Biblioteka"),
     "corner": ("104", "Magazyn"), "lobby": ("105", "Klatka schodowa"), "wc": ("106", "Sanitariaty"),
     "c4": ("107", "Sala 107"), "c5": ("108", "Pokój nauczycielski"), "north": ("109", "Korytarz północny")},
)  # fmt: skip

_STAIR = StairType("Schody żelbetowe 130", "Żelbet C25/30", 0.19)
_HOLE = (29.2, 7.45, 34.2, 8.75)


def _sets(made: Made) -> Sets:
    if made.noun == "door" and made.n == 1:
        return {"Pset_DoorCommon": {"FireRating": "EI30"}, "Wykaz drzwi": {"FireRating": "EI60"}}
    if made.noun == "window":
        return {"Wykaz okien": {"Producent": "nil", "Kolor": "Kolor"}}
    return {}


def _spaces(level: int) -> dict[str, Space]:
    made = {}
    for key, (number, label) in _LABELS[level].items():
        use = "Sala komputerowa" if number == "104" else label.split(" ")[0]
        made[key] = Space(number, label, {"Karta pomieszczenia": {"Funkcja": use}}, stored=number != "16",
                          area_factor=1.09 if number == "13" else 1.0)  # fmt: skip
    return made


def author() -> ModelFile:
    """The model, not yet written."""
    file = RECIPE.file(_ORIGIN, "SP7 Rozbudowa", "Budynek dydaktyczny", site="Działka 44/2")
    with file.owned():
        site = Building(file)
        types, things = palette(site, _WALLS, _DOORS, _WINDOWS, _SLABS, _COVERINGS), store(site, _THINGS)
        style = Names(_WORDS, sets=_sets)
        layout = Layout(_CELLS, thickness(types), lines=_CORRIDOR)
        floors = []
        for level, name in enumerate(("Parter", "Piętro 1")):
            storey = site.storey(name, round(level * 3.6, 6), 3.3)
            floors.append(Floor(site, storey, layout, types, style, _spaces(level), things))
            _build(floors[-1], level)
        for floor, name in zip(floors, ("Strefa A", "Strefa B"), strict=True):
            zone(file, f"{name} - klasy", [floor.spaces[key] for key in ("c1", "c2", "c4")], "strefa pożarowa")
        group(file, "Wyposażenie etap II", file.model.by_type("IfcFurnishingElement")[-12:])
        site.finish()
    return file


_WINGS = ((-0.225, -0.225, 36.225, 10.2), (26.775, 10.2, 36.225, 28.425))


def _build(f: Floor, level: int) -> None:
    if level == 0:
        f.slab("base", _WINGS, predefined="BASESLAB")
        stair(f, _STAIR, _HOLE, 3.6, "E")
        f.entrance("main", "lobby", "E", 0.9)
        f.entrance("fire", "north", "N")
    else:
        f.slab("floor", _WINGS[:1], hole=_HOLE)
        f.slab("floor", _WINGS[1:])
        f.slab("roof", _WINGS, top=3.75, predefined="ROOF")
    f.doors("class", ("c1", "hall", 0.1), ("c2", "hall", 0.1), ("c3", "hall", 0.1), ("corner", "lobby", 0.1),
            ("c4", "north", 0.1), ("c5", "north", 0.1))  # fmt: skip
    f.doors("wc", ("wc", "north", 0.3), ("wc", "north", 0.7))
    f.doors("fire", ("hall", "lobby"), ("north", "lobby"))
    f.windows(*((key, "S", "wide", "wide", "wide") for key in ("c1", "c2", "c3", "corner")),
              ("hall", "N", *("hall",) * (5 if level else 4)), ("c4", "E", "wide", "wide"),
              ("c5", "E", "wide", "wide"), ("c5", "N", "hall"), ("wc", "E", "vent", "vent"),
              ("hall", "W", "hall"))  # fmt: skip
    classes = ("c1", "c2", "c4") if level else ("c1", "c2", "c3", "c4", "c5")
    for key in classes:
        f.spread("desk", key, 3, 2)
        f.put("chair", key, (0.2, 0.2))
        south = key in ("c1", "c2", "c3")  # windows and radiators face the sun, the board the corridor
        f.put("board", key, (1.2, -0.02 if south else 0.02))
        f.put("rad", key, (3.0, 0.02) if south else (4.3, -0.02))
        f.spread("lamp", key, 2, 1)
    if level == 0:
        f.put("desk", "corner", (0.5, 2.0), contained=False)
    else:
        f.loose("rail", (29.2, 8.8))
    f.put("locker", "hall", *((round(1.0 + n * 0.42, 2), -0.05) for n in range(6 + 4 * level)))
    f.put("basin", "wc", (0.3, 0.05), (1.2, 0.05), (2.1, 0.05))
    f.put("bowl", "wc", (0.4, -0.05), (1.5, -0.05))
    f.ceilings("tile", *(("wc",) if level else ("wc", "hall")))
