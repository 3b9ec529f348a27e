"""A Spanish health centre with its building services: IFC4, metres, double-loaded corridor, ducts joined by ports.

Architecture and services in one file: supply and extract air, cold water, medical gas, data; rooms by code.
"""

from __future__ import annotations

from typing import Any

from memorybench.construct.authored.building import Building
from memorybench.construct.authored.catalogue import Sets
from memorybench.construct.authored.faults import Fault
from memorybench.construct.authored.floor import Floor, Space, thickness
from memorybench.construct.authored.layout import Cell, Layout, row
from memorybench.construct.authored.model_file import ModelFile, Origin
from memorybench.construct.authored.naming import Made, Names
from memorybench.construct.authored.palettes import Fill, Layered, palette
from memorybench.construct.authored.recipe import Recipe
from memorybench.construct.authored.relations import Classification, connect, system, zone
from memorybench.construct.authored.stairs import StairType, stair
from memorybench.construct.authored.things import Make, store

RECIPE = Recipe(
    "centro-salud-olivar", "Centro de Salud El Olivar", "clinic with building services", "Spanish", "IFC4", "m",
    "double-loaded corridor with a plant room",
)  # fmt: skip
FAULTS = (
    Fault("wrong area", "P0-04", "The stored NetFloorArea is 9 % above the modelled one."),
    Fault("stale room name", "P1-06", "Labelled Archivo; the room sheet says Ecografía."),
    Fault("duplicate room", "P0-08", "Two rooms of the ground floor have the number P0-08."),
    Fault("no storey", "Luminaria-031", "One luminaire is contained nowhere."),
    Fault("ambiguous property", "Puerta-002", "Two sets give one door different sound classes."),
    Fault("placeholder", "Difusor", "Diffusers: Fabricante is N/A, Modelo holds its own name."),
    Fault("missing quantity", "P1-09", "One room has no stored area."),
    Fault("wrong quantity", "P1-02", "Volumes of the first floor are stored in litres."),
    Fault("type override", "Difusor-003", "One diffuser states another air flow than its type."),
)
_ORIGIN = Origin("L. Ibáñez", "Ibáñez Salvatierra Ingeniería", "Tagged authoring", "AUTHORED-TAG",
                 "2024-11-28T18:10:00", 1732817400)  # fmt: skip
_WALLS = {
    "outer": Layered("Cerramiento ladrillo visto 30", [("Ladrillo visto", 0.115), ("Lana de roca", 0.1),
                                                      ("Cámara de aire", 0.015), ("Ladrillo hueco", 0.07)]),
    "inner": Layered("Tabique PYL 13", [("Placa de yeso", 0.03), ("Lana mineral", 0.07), ("Placa de yeso", 0.03)]),
    "lead": Layered("Tabique plomado 13", [("Placa de yeso", 0.03), ("Lámina de plomo", 0.002),
                                          ("Lana mineral", 0.068), ("Placa de yeso", 0.03)]),
}  # fmt: skip
_DOORS = {
    "consulta": Fill("Puerta consulta 92x210", 0.92, 2.1),
    "camilla": Fill("Puerta camilla 120x210", 1.2, 2.1),
    "aseo": Fill("Puerta aseo 82x210", 0.82, 2.1),
    "rf": Fill("Puerta RF-60 92x210", 0.92, 2.1, sets={"Pset_DoorCommon": {"FireRating": "EI2 60-C5"}}),
    "acceso": Fill("Puerta automática 200x240", 2.0, 2.4),
}
_WINDOWS = {
    "grande": Fill("Ventana corredera 180x130", 1.8, 1.3, 1.0),
    "media": Fill("Ventana oscilobatiente 90x130", 0.9, 1.3, 1.0),
    "alta": Fill("Ventana alta 90x50", 0.9, 0.5, 2.1),
}
_SLABS = {
    "base": Layered("Solera ventilada 45", [("Hormigón HA-25", 0.15), ("Encofrado perdido", 0.25), ("XPS", 0.05)]),
    "floor": Layered("Forjado unidireccional 30", [("Hormigón HA-25", 0.3)]),
    "roof": Layered("Cubierta plana invertida 50", [("Grava", 0.08), ("XPS", 0.12), ("Hormigón HA-25", 0.3)]),
}
_COVERINGS = {"tile": Layered("Falso techo registrable", [("Fibra mineral", 0.015)])}
_DUCT, _PIPE = "Conducto chapa galvanizada", "Cobre"
_THINGS = {
    "couch": Make("furniture", "Camilla exploración", (0.7, 1.9, 0.8), "Acero", noun="couch"),
    "desk": Make("furniture", "Mesa consulta 160", (1.6, 0.8, 0.74), "Melamina"),
    "seat": Make("furniture", "Bancada 4 plazas", (2.2, 0.6, 0.8), "Acero"),
    "basin": Make("sanitary", "Lavabo clínico", (0.5, 0.42, 0.2), "Porcelana", "WASHHANDBASIN", z=0.7),
    "bowl": Make("sanitary", "Inodoro adaptado", (0.36, 0.7, 0.45), "Porcelana", "TOILETPAN"),
    "supply": Make("air", "Difusor rotacional 600", (0.6, 0.6, 0.15), "Acero", "DIFFUSER", z=2.55, noun="diffuser",
                   sets={"Datos aire": {"Caudal": 300}}),
    "extract": Make("air", "Rejilla retorno 400x200", (0.4, 0.2, 0.08), "Aluminio", "GRILLE", z=2.6),
    "duct": Make("duct", f"{_DUCT} 500x300", (2.4, 0.5, 0.3), "Acero galvanizado", "RIGIDSEGMENT", z=2.62),
    "branch": Make("duct", f"{_DUCT} 250x200", (0.25, 1.6, 0.2), "Acero galvanizado", "RIGIDSEGMENT", z=2.62),
    "water": Make("pipe", "Tubería agua fría 28", (3.0, 0.028, 0.028), _PIPE, "RIGIDSEGMENT", z=2.5),
    "oxygen": Make("pipe", "Tubería oxígeno 15", (3.0, 0.015, 0.015), _PIPE, "RIGIDSEGMENT", z=2.45),
    "ahu": Make("unit", "UTA 6000 m3h", (3.6, 1.4, 1.8), "Acero", "AIRHANDLER"),
    "pump": Make("pump", "Grupo de presión", (0.8, 0.5, 0.9), "Acero", "CIRCULATOR"),
    "tank": Make("tank", "Depósito ACS 750 l", (0.9, 0.9, 1.9), "Acero inoxidable", "STORAGE"),
    "valve": Make("valve", "Válvula de bola 1in", (0.12, 0.1, 0.12), "Latón", "ISOLATING", z=2.45),
    "lamp": Make("light", "Pantalla LED 60x60", (0.6, 0.6, 0.05), "Aluminio", z=2.6, noun="lamp"),
    "socket": Make("outlet", "Toma de datos doble", (0.08, 0.05, 0.08), "ABS", "DATAOUTLET", z=0.4),
    "rail": Make("railing", "Barandilla inox", (0.05, 2.8, 1.0), "Acero inoxidable"),
}  # fmt: skip
_WORDS = {
    "wall": "Muro",
    "door": "Puerta",
    "window": "Ventana",
    "slab": "Forjado",
    "ceiling": "Techo",
    "couch": "Camilla",
    "furniture": "Mobiliario",
    "sanitary": "Aparato",
    "diffuser": "Difusor",
    "air": "Rejilla",
    "duct": "Conducto",
    "pipe": "Tubería",
    "unit": "UTA",
    "pump": "Bomba",
    "tank": "Depósito",
    "valve": "Válvula",
    "lamp": "Luminaria",
    "outlet": "Toma",
    "stair": "Escalera",
    "railing": "Barandilla",
}
_CELLS = (
    *row(0.0, 5.2, 0.0, ("s1", 4.0), ("s2", 8.0), ("s3", 12.0), ("s4", 16.5), ("s5", 21.0), ("s6", 26.0)),
    Cell("hall", (0.0, 5.2, 26.0, 8.0)),
    *row(8.0, 13.2, 0.0, ("n1", 5.0), ("n2", 8.0), ("n3", 14.0), ("n4", 17.0), ("n5", 21.0), ("n6", 26.0)),
)
_LABELS = (
    {
        "hall": ("00", "Pasillo"),
        "s1": ("01", "Consulta 1"),
        "s2": ("02", "Consulta 2"),
        "s3": ("03", "Consulta 3"),
        "s4": ("04", "Curas"),
        "s5": ("05", "Radiología"),
        "s6": ("06", "Sala de espera"),
        "n1": ("07", "Instalaciones"),
        "n2": ("08", "Escalera"),
        "n3": ("08", "Recepción"),
        "n4": ("09", "Aseo pacientes"),
        "n5": ("10", "Extracciones"),
        "n6": ("11", "Fisioterapia"),
    },
    {
        "hall": ("00", "Pasillo"),
        "s1": ("01", "Consulta 4"),
        "s2": ("02", "Consulta 5"),
        "s3": ("03", "Pediatría"),
        "s4": ("04", "Matrona"),
        "s5": ("05", "Sala de juntas"),
        "s6": ("06", "Archivo"),
        "n1": ("07", "Limpieza"),
        "n2": ("08", "Escalera"),
        "n3": ("09", "Sala de espera"),
        "n4": ("10", "Aseo personal"),
        "n5": ("11", "Estar"),
        "n6": ("12", "Biblioteca"),
    },
)
_LEAD = {("s4", "s5"): "lead", ("s5", "s6"): "lead", ("s5", "hall"): "lead"}

_STAIR = StairType("Escalera losa 115", "Hormigón HA-25")
_HOLE = (5.3, 8.6, 7.7, 12.6)


def _sets(made: Made) -> Sets:
    if made.noun == "door" and made.n == 2:
        return {"Pset_DoorCommon": {"AcousticRating": "R 30"}, "Carpintería": {"AcousticRating": "R 35"}}
    if made.noun == "diffuser":
        flow: Sets = {"Datos aire": {"Caudal": 420}} if made.n == 3 else {}
        return {"Producto": {"Fabricante": "N/A", "Modelo": "Modelo"}, **flow}
    return {}


def _spaces(level: int) -> dict[str, Space]:
    made = {}
    for key, (number, label) in _LABELS[level].items():
        code = f"P{level}-{number}"
        use = "Ecografía" if code == "P1-06" else label.rstrip(" 12345")
        made[key] = Space(code, label, {"Ficha de local": {"Función": use}}, stored=code != "P1-09",
                          area_factor=1.09 if code == "P0-04" else 1.0,
                          wrong={"NetVolume": 1000.0} if level and code != "P1-09" else None)  # fmt: skip
    return made


def author() -> ModelFile:
    """The model, not yet written."""
    file = RECIPE.file(_ORIGIN, "CS El Olivar", "Edificio único", site="Parcela E-3")
    with file.owned():
        site = Building(file)
        types, things = palette(site, _WALLS, _DOORS, _WINDOWS, _SLABS, _COVERINGS), store(site, _THINGS)
        style = Names({noun: f"{word}-{{n:03d}}" for noun, word in _WORDS.items()}, tag="CSO.{n:04d}", sets=_sets)
        floors = []
        for level, name in enumerate(("Planta baja", "Planta primera")):
            layout = Layout(_CELLS, thickness(types), between=_LEAD if level == 0 else {})
            storey = site.storey(name, round(level * 3.6, 6), 3.0)
            floors.append(Floor(site, storey, layout, types, style, _spaces(level), things))
            _build(floors[-1], level)
        _services(file, floors)
        clinical = [floor.spaces[key] for floor in floors for key in ("s1", "s2", "s3", "s4")]
        zone(file, "Zona asistencial", clinical)
        zone(file, "Zona técnica", [floors[0].spaces["n1"], floors[1].spaces["n1"]])
        guid = Classification(file, "GuBIMclass", "1.2", "GuBIMCat")
        guid.assign("40.10", "Puertas interiores", file.model.by_type("IfcDoorType"))
        guid.assign("50.20", "Difusión de aire", file.model.by_type("IfcAirTerminalType"))
        site.finish()
    return file


def _build(f: Floor, level: int) -> None:
    if level == 0:
        f.slab("base", predefined="BASESLAB")
        f.entrance("acceso", "hall", "E")
        f.entrance("acceso", "s6", "S", 0.5)
        stair(f, _STAIR, _HOLE, 3.6)
    else:
        f.slab("floor", hole=_HOLE)
        f.slab("roof", top=3.5, predefined="ROOF")
        f.windows(("hall", "E", "media"))
    f.doors("consulta", ("s1", "hall"), ("s2", "hall"), ("s3", "hall"), ("s6", "hall"), ("n3", "hall", 0.3),
            ("n6", "hall"))  # fmt: skip
    f.doors("camilla", ("s4", "hall"), ("s5", "hall"), ("n5", "hall"))
    f.doors("rf", ("n1", "hall"), ("n2", "hall"))
    f.door("aseo", "n4", "hall")
    f.windows(*((key, "S", "grande") for key in ("s1", "s2", "s3", "s4")), ("n3", "N", "grande", "grande"),
              ("n4", "N", "alta"), ("n5", "N", "media", "media"), ("n6", "N", "grande", "media"),
              ("s6", "E", "grande"), ("hall", "W", "media"))  # fmt: skip
    for key in ("s1", "s2", "s3", "s4", "n5"):
        f.put("couch", key, (0.2, 2.4) if key != "n5" else (0.2, 1.6))
        f.put("desk", key, (1.6, 1.0))
        f.put("basin", key, (-0.05, -0.3) if key != "n5" else (-0.05, 0.3))
        f.put("lamp", key, (1.0, 0.3), (1.0, 3.6))
        f.put("socket", key, (0.3, 0.02), (0.7, 0.02))
    f.put("basin", "n4", (0.3, -0.05))
    f.put("bowl", "n4", (1.6, -0.05))
    waiting = "s6" if level == 0 else "n3"
    f.put("seat", waiting, (0.4, 1.2), (0.4, 2.6))
    f.ceilings("tile", "s1", "s2", "s3", "n4")
    f.put("lamp", "hall", *((round(2.0 + n * 4.0, 2), 0.1) for n in range(5)))
    if level:
        f.put("rail", "n2", (1.3, 0.6))


def _services(file: ModelFile, floors: list[Floor]) -> None:
    """Air handling unit, mains in the corridor, a branch and a diffuser per room; water and oxygen."""
    ground = floors[0]
    unit = ground.put("ahu", "n1", (0.3, 0.6))
    supply: list[Any] = list(unit)
    extract: list[Any] = []
    water = [*ground.put("tank", "n1", (0.3, 3.0)), *ground.put("pump", "n1", (1.6, 3.2))]
    oxygen: list[Any] = []
    for f in floors:
        main = f.put("duct", "hall", *((round(0.6 + n * 2.4, 2), 1.9) for n in range(9)))
        connect(file, [*(unit if f is ground else ()), *main], "AIRCONDITIONING")
        supply += main
        for key in ("s1", "s2", "s3", "s4", "s6"):
            branch = f.put("branch", key, (2.6, -0.02))
            diffuser = f.put("supply", key, (1.7, 1.9) if key != "s6" else (2.0, 2.0))
            connect(file, [*branch, *diffuser], "AIRCONDITIONING")
            supply += [*branch, *diffuser]
        for key in ("n3", "n4", "n6"):
            extract += f.put("extract", key, (0.6, 2.4))
        pipes = f.put("water", "hall", *((round(1.0 + n * 3.0, 2), 0.9) for n in range(5)))
        valves = f.put("valve", "hall", (16.2, 0.85))
        connect(file, [*pipes, *valves], "DOMESTICCOLDWATER")
        water += [*pipes, *valves]
        gas = f.put("oxygen", "hall", *((round(1.0 + n * 3.0, 2), 1.2) for n in range(4)))
        connect(file, gas, "GAS")
        oxygen += gas
    ground.put("lamp", "n1", (3.9, 4.0), contained=False)
    system(file, "Impulsión planta baja y primera", supply, "AIRCONDITIONING")
    system(file, "Extracción", extract, "EXHAUST")
    system(file, "Agua fría sanitaria", water, "DOMESTICCOLDWATER")
    system(file, "Oxígeno medicinal", oxygen, "GAS")
