"""A French town house of 1740 under refurbishment, around a court: IFC2X3, metres, existing and new parts by phase.

Thick stone walls and timber beams stay, thin partitions and new doors come; labels are French, some out of date.
"""

from __future__ import annotations

from memorybench.construct.authored.building import Building
from memorybench.construct.authored.catalogue import Sets
from memorybench.construct.authored.faults import Fault
from memorybench.construct.authored.floor import Floor, Space, thickness
from memorybench.construct.authored.layout import Layout, column, row
from memorybench.construct.authored.model_file import ModelFile, Origin
from memorybench.construct.authored.naming import Made, Names
from memorybench.construct.authored.palettes import Fill, Layered, palette
from memorybench.construct.authored.recipe import Recipe
from memorybench.construct.authored.relations import Classification, group
from memorybench.construct.authored.stairs import StairType, stair
from memorybench.construct.authored.things import Make, store

RECIPE = Recipe(
    "maison-des-tilleuls", "Hôtel des Tilleuls", "heritage refurbishment", "French", "IFC2X3", "m",
    "U-shaped around a court",
)  # fmt: skip
FAULTS = (
    Fault("stale room name", "R1-03", "Labelled Chambre; the room sheet says Salle de réunion."),
    Fault("wrong area", "RDC-05", "The stored NetFloorArea is 9 % above the modelled one."),
    Fault("duplicate room", "RDC-07", "Two rooms of the ground floor have the number RDC-07."),
    Fault("no storey", "Poutre-004", "One beam is contained nowhere."),
    Fault("ambiguous property", "Porte-001", "Two sets date the carriage door differently (Époque)."),
    Fault("placeholder", "Porte", "Doors: Fabricant is n/a, Quincaillerie holds its own name."),
    Fault("missing quantity", "Mur-003", "Surveyed stone wall without quantities."),
    Fault("level code", "R+1", "Storeys go by RDC and R+1."),
    Fault("abbreviated name", "RDC-09", "Rooms labelled SdB, WC, Dgt."),
    Fault("type override", "Fenêtre-002", "One window states another state of repair than its type."),
)
_ORIGIN = Origin("É. Marchand", "Atelier Marchand & Fils", "Tagged authoring", "AUTHORED-TAG",
                 "2024-10-21T11:40:00", 1729510800)  # fmt: skip
_WALLS = {
    "outer": Layered("Mur pierre de taille 60", [("Pierre de taille", 0.56), ("Enduit chaux", 0.04)],
                     {"Phasage": {"Phase": "Existant"}}),
    "inner": Layered("Refend moellons 40", [("Enduit plâtre", 0.02), ("Moellons", 0.36), ("Enduit plâtre", 0.02)],
                     {"Phasage": {"Phase": "Existant"}}),
    "new": Layered("Cloison 98/48 neuve", [("Plaque BA25", 0.025), ("Laine minérale", 0.048), ("Plaque BA25", 0.025)],
                   {"Phasage": {"Phase": "Neuf"}}),
}  # fmt: skip
_DOORS = {
    "carriage": Fill("Porte cochère 260x320", 2.6, 3.2, sets={"Phasage": {"Phase": "Existant"}}),
    "double": Fill("Porte à deux vantaux 130x240", 1.3, 2.4, sets={"Phasage": {"Phase": "Existant"}}),
    "new": Fill("Bloc-porte neuf 93x204", 0.93, 2.04, sets={"Phasage": {"Phase": "Neuf"}}),
    "wc": Fill("Bloc-porte neuf 73x204", 0.73, 2.04, sets={"Phasage": {"Phase": "Neuf"}}),
}
_WINDOWS = {
    "tall": Fill("Croisée à petits carreaux 120x220", 1.2, 2.2, 0.7, {"Relevé": {"État sanitaire": "moyen"}}),
    "small": Fill("Fenêtre chêne 80x120", 0.8, 1.2, 1.1, {"Relevé": {"État sanitaire": "bon"}}),
    "oeil": Fill("Œil-de-bœuf rectifié 60x60", 0.6, 0.6, 2.0),
}
_SLABS = {
    "base": Layered("Dallage terre cuite 30", [("Tomettes", 0.02), ("Chaux hydraulique", 0.08), ("Hérisson", 0.2)]),
    "floor": Layered(
        "Plancher bois 35", [("Parquet chêne", 0.025), ("Solives chêne", 0.275), ("Lattis plâtre", 0.05)]
    ),
    "roof": Layered("Plancher des combles 40", [("Laine de bois", 0.2), ("Solives chêne", 0.2)]),
}
_COVERINGS = {"ba13": Layered("Faux plafond BA13 neuf", [("Plaque BA13", 0.0125)])}
_THINGS = {
    "beam": Make("beam", "Poutre chêne 30x30", (4.4, 0.3, 0.3), "Chêne", z=3.2),
    "rad": Make("heater", "Radiateur fonte 6 colonnes", (1.2, 0.22, 0.7), "Fonte"),
    "chest": Make("furniture", "Armoire normande", (1.6, 0.6, 2.2), "Chêne"),
    "table": Make("furniture", "Table de ferme 220", (2.2, 0.9, 0.76), "Chêne"),
    "chair": Make("furniture", "Chaise paillée", (0.45, 0.45, 0.9), "Hêtre"),
    "desk": Make("furniture", "Bureau neuf 160", (1.6, 0.8, 0.74), "Stratifié"),
    "basin": Make("sanitary", "Lavabo 55", (0.55, 0.45, 0.2), "Céramique", z=0.7),
    "bowl": Make("sanitary", "Cuvette suspendue", (0.36, 0.53, 0.36), "Céramique"),
    "rail": Make("railing", "Garde-corps fer forgé", (3.0, 0.05, 1.0), "Fer forgé"),
    "lamp": Make("light", "Applique laiton", (0.15, 0.12, 0.3), "Laiton", z=1.8),
}
_WORDS = {"wall": "Mur", "door": "Porte", "window": "Fenêtre", "slab": "Plancher", "ceiling": "Plafond",
          "beam": "Poutre", "heater": "Radiateur", "furniture": "Mobilier", "sanitary": "Sanitaire",
          "railing": "GC", "stair": "Escalier", "light": "Luminaire"}  # fmt: skip
_CELLS = (
    *column(0.0, 5.4, 0.0, ("w1", 5.0), ("w2", 9.6), ("w3", 14.0)),  # west wing
    *column(17.6, 23.0, 0.0, ("e1", 4.6), ("e2", 9.0), ("e3", 11.2), ("e4", 14.0)),  # east wing
    *row(14.0, 20.2, 0.0, ("n1", 5.4), ("n2", 10.2), ("n3", 14.6), ("n4", 17.6), ("n5", 23.0)),  # main house
)
_NEW = {("e2", "e3"): "new", ("e3", "e4"): "new", ("n3", "n4"): "new"}
_GROUND = {
    "w1": ("01", "Remise"),
    "w2": ("02", "Cuisine"),
    "w3": ("03", "Office"),
    "n1": ("04", "Salle à manger"),
    "n2": ("05", "Grand salon"),
    "n3": ("06", "Vestibule"),
    "n4": ("07", "Escalier"),
    "n5": ("07", "Bibliothèque"),
    "e1": ("08", "Passage cocher"),
    "e2": ("10", "Conciergerie"),
    "e3": ("09", "WC"),
    "e4": ("11", "Dgt"),
}
_UPPER = {
    "w1": ("01", "Chambre bleue"),
    "w2": ("02", "Chambre rouge"),
    "w3": ("03", "Chambre"),
    "n1": ("04", "Bureau 1"),
    "n2": ("05", "Salon haut"),
    "n3": ("06", "Antichambre"),
    "n4": ("07", "Palier"),
    "n5": ("08", "Bureau 2"),
    "e1": ("09", "Archives"),
    "e2": ("10", "Bureau 3"),
    "e3": ("11", "SdB"),
    "e4": ("12", "Dgt"),
}

_STAIR = StairType("Escalier chêne à quartier", "Chêne")
_HOLE = (15.0, 15.0, 17.0, 18.5)


def _sets(made: Made) -> Sets:
    if made.noun == "door":
        first: Sets = {"Relevé": {"Époque": "1740"}, "Inventaire": {"Époque": "vers 1900"}} if made.n == 1 else {}
        return {"Menuiseries": {"Fabricant": "n/a", "Quincaillerie": "Quincaillerie"}, **first}
    if made.noun == "window" and made.n == 2:
        return {"Relevé": {"État sanitaire": "ruiné"}}
    return {}


def _spaces(level: str, table: dict[str, tuple[str, str]]) -> dict[str, Space]:
    made = {}
    for key, (number, label) in table.items():
        code = f"{level}-{number}"
        use = "Salle de réunion" if code == "R1-03" else label
        made[key] = Space(code, label, {"Fiche local": {"Destination": use}},
                          area_factor=1.09 if code == "RDC-05" else 1.0)  # fmt: skip
    return made


def author() -> ModelFile:
    """The model, not yet written."""
    file = RECIPE.file(_ORIGIN, "Hôtel des Tilleuls - réhabilitation", "12 rue des Tilleuls", site="Parcelle AB 204")
    with file.owned():
        site = Building(file)
        types, things = palette(site, _WALLS, _DOORS, _WINDOWS, _SLABS, _COVERINGS), store(site, _THINGS)
        style = Names({noun: f"{word}-{{n:03d}}" for noun, word in _WORDS.items()}, sets=_sets)
        layout = Layout(_CELLS, thickness(types), between=_NEW)
        ground = Floor(site, site.storey("RDC", 0.0, 3.9), layout, types, style, _spaces("RDC", _GROUND), things)
        upper = Floor(site, site.storey("R+1", 4.25, 3.5), layout, types, style, _spaces("R1", _UPPER), things)
        _ground(ground)
        _upper(upper)
        _tie(file, site, ground, upper)
        site.finish(without=("Mur-003",))
    return file


_WINGS = ((-0.3, -0.3, 5.7, 13.7), (17.3, -0.3, 23.3, 13.7), (-0.3, 13.7, 23.3, 20.5))


def _common(f: Floor) -> None:
    f.doors("double", ("n1", "n2"), ("n2", "n3"), ("w2", "w3"), ("w3", "n1"), ("w1", "w2"))
    f.doors("new", ("n3", "n4"), ("n4", "n5"), ("e4", "n5"), ("e1", "e2"), ("e2", "e3", 0.1))
    f.door("wc", "e3", "e4")
    f.windows(
        ("n1", "N", "tall", "tall"),
        ("n2", "N", "tall", "tall"),
        ("n3", "S", "small"),
        ("n5", "N", "tall", "tall"),
        ("w1", "W", "small"),
        ("w2", "W", "tall"),
        ("w3", "E", "tall"),
        ("e2", "W", "small"),
        ("e3", "E", "oeil"),
        ("n4", "N", "oeil"),
    )
    f.put("rad", "n1", (0.3, 0.02))
    f.put("rad", "n2", (0.3, 0.02))
    f.put("rad", "n5", (1.6, 0.02))
    f.put("rad", "w2", (0.4, 0.02))
    f.put("basin", "e3", (-0.1, 0.1))
    f.put("bowl", "e3", (-0.1, -0.1))
    f.ceilings("ba13", "e3", "e4", drop=0.6)


def _ground(f: Floor) -> None:
    f.slab("base", _WINGS, predefined="BASESLAB")
    f.entrance("carriage", "e1", "S")
    f.entrance("double", "n3", "N")
    stair(f, _STAIR, _HOLE, 4.25)
    _common(f)
    f.put("beam", "w1", (0.1, 1.0), (0.1, 2.6))
    f.put("beam", "w2", (0.1, 1.2))
    f.put("beam", "w2", (0.1, 2.6), contained=False)
    f.put("beam", "n1", (0.1, 2.0), (0.1, 3.6))
    f.put("table", "n1", (1.2, 1.5))
    f.put("chair", "n1", *((round(1.4 + n * 0.6, 2), y) for y in (0.9, 2.6) for n in range(3)))
    f.put("chest", "n5", (0.2, -0.1), (-0.2, -0.1))
    f.put("lamp", "n3", (0.05, 1.0), (0.05, 4.0))


def _upper(f: Floor) -> None:
    f.slab("floor", _WINGS[:2])
    f.slab("floor", _WINGS[2:], hole=_HOLE)
    f.slab("roof", _WINGS, top=3.9, predefined="ROOF")
    _common(f)
    f.windows(("e1", "S", "tall"), ("n3", "N", "tall"))
    f.put("desk", "n5", (0.6, 1.4), (0.6, 3.2))
    f.put("desk", "n1", (0.6, 1.4), (0.6, 3.2))
    f.put("desk", "e2", (0.4, 0.6))
    f.put("chest", "w1", (0.1, -0.1))
    f.put("chest", "e1", (0.2, -0.1))
    f.put("rail", "n3", (0.2, 0.4))
    f.put("lamp", "n2", (0.05, 0.8), (0.05, -0.8))


def _tie(file: ModelFile, site: Building, *floors: Floor) -> None:
    lots = {
        "Lot 03 Maçonnerie pierre": "IfcWall",
        "Lot 06 Menuiseries bois": "IfcDoor",
        "Lot 09 Chauffage": "IfcEnergy",
    }
    for name, start in lots.items():
        group(file, name, [e for e in file.model.by_type("IfcElement") if e.is_a().startswith(start)])
    omni = Classification(file, "UniFormat II", "2010", "ASTM E1557")
    omni.assign("C1010", "Cloisons", [w.entity for w in site.walls if w.kind.name.startswith("Cloison")])
    omni.assign("B2010", "Murs extérieurs", [w.entity for w in site.walls if w.kind.name.startswith("Mur")])
