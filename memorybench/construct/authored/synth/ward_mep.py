"""The building services of a hospital ward: IFC2X3, millimetres, a discipline file without walls, doors or windows.

Rooms came over from the linked architecture; ducts, pipes, terminals and trays hang in them, ``Family:Type:Id``.
"""

from __future__ import annotations

from typing import Any

from memorybench.construct.authored.building import Building
from memorybench.construct.authored.catalogue import Sets
from memorybench.construct.authored.corridor import Palette
from memorybench.construct.authored.faults import Fault
from memorybench.construct.authored.floor import Floor, Space
from memorybench.construct.authored.layout import Cell, Layout, row
from memorybench.construct.authored.model_file import ModelFile, Origin
from memorybench.construct.authored.naming import Made, Names
from memorybench.construct.authored.recipe import Recipe
from memorybench.construct.authored.relations import connect, system
from memorybench.construct.authored.sections import Section
from memorybench.construct.authored.things import Make, Store, store
from memorybench.construct.authored.wall_runs import OPEN

RECIPE = Recipe(
    "ward-7-services", "Ward 7 Building Services", "hospital ward, services only", "English (UK)", "IFC2X3", "mm",
    "bedrooms along a corridor, plant room above",
)  # fmt: skip
FAULTS = (
    Fault("stale room name", "7.11", "Labelled Store; its room sheet says Isolation Room."),
    Fault("wrong area", "7.04", "The stored NetFloorArea is 9 % above the modelled one."),
    Fault("no storey", "M_Sprinkler - Pendent:15 mm:", "One sprinkler is contained nowhere."),
    Fault("ambiguous property", "M_Axial Fan:Twin 2400 l/s:", "Two sets give one fan different Duty values."),
    Fault(
        "placeholder", "M_Supply Diffuser:600 x 600", "Diffusers: Manufacturer and System Name hold their own names."
    ),
    Fault("duplicate room", "7.09", "Two rooms of Level 7 have the number 7.09."),
    Fault("missing quantity", "7.13", "The plaster room has a height and a perimeter, but no stored area."),
    Fault("wrong quantity", "8.01", "The volumes of the plant level are stored in litres."),
    Fault("type override", "M_Fire Damper:400 x 250:", "One damper states another Fire Resistance than its type."),
)
_ORIGIN = Origin("K. Osei", "Osei Marr Building Services", "Revit-like authoring", "AUTHORED-RVT",
                 "2025-01-30T08:40:00", 1738226400)  # fmt: skip


def _pipe(name: str, diameter: float, length: float, z: float) -> Make:
    tube = Section("tube", f"CHS{diameter * 1000:g}", (diameter / 2, 0.0015))
    return Make("pipe", name, (length, diameter, diameter), "Copper", z=z,
                bars=[(tube, length, "x", (0.0, diameter / 2, diameter / 2))])  # fmt: skip


_THINGS = {
    "supply": Make("air", "M_Supply Diffuser:600 x 600", (0.6, 0.6, 0.15), "Aluminium", noun="diffuser", z=2.55),
    "extract": Make("air", "M_Exhaust Grille:300 x 300", (0.3, 0.3, 0.1), "Aluminium", noun="grille", z=2.6),
    "duct": Make("duct", "Rectangular Duct:Mitred 400 x 250", (1.8, 0.4, 0.25), "Galvanised Steel", z=2.95),
    "branch": Make("duct", "Round Duct:Spiral 200", (0.2, 1.5, 0.2), "Galvanised Steel", noun="round duct", z=2.98,
                   bars=[(Section("tube", "200", (0.1, 0.0007)), 1.5, "y", (0.1, 0.0, 0.1))]),
    "damper": Make("damper", "M_Fire Damper:400 x 250", (0.3, 0.45, 0.3), "Galvanised Steel", z=2.92,
                   sets={"Fire Protection": {"Fire Resistance": "E 60"}}),
    "cold": _pipe("Pipe Types:Copper 28 mm", 0.028, 3.0, 2.75),
    "hot": _pipe("Pipe Types:Copper 22 mm", 0.022, 3.0, 2.7),
    "gas": _pipe("Pipe Types:Medical Oxygen 15 mm", 0.015, 3.0, 2.65),
    "valve": Make("valve", "M_TMV3 Mixing Valve:22 mm", (0.16, 0.12, 0.14), "Brass", z=2.4),
    "zone": Make("valve", "M_Area Valve Service Unit:2 Gas", (0.5, 0.12, 0.6), "Steel", noun="avsu", z=1.4),
    "basin": Make("sanitary", "M_Clinical Wash Hand Basin:HTM 64", (0.55, 0.45, 0.25), "Vitreous China", z=0.75),
    "pan": Make("sanitary", "M_Water Closet:HTM 64 Back to Wall", (0.38, 0.7, 0.45), "Vitreous China"),
    "head": Make("sprinkler", "M_Sprinkler - Pendent:15 mm", (0.06, 0.06, 0.1), "Brass", noun="sprinkler", z=2.6),
    "lamp": Make("light", "M_Recessed Luminaire:600 x 600 LED", (0.6, 0.6, 0.08), "Aluminium", z=2.62),
    "trunking": Make("outlet", "M_Bedhead Trunking:1800", (1.8, 0.15, 0.3), "Aluminium", noun="bedhead", z=1.4),
    "board": Make("proxy", "M_Distribution Board:TPN 12 Way", (0.6, 0.2, 0.9), "Steel", noun="board", z=1.0),
    "tray": Make("tray", "Cable Tray:Medium Duty 300", (2.4, 0.3, 0.05), "Galvanised Steel", z=3.25),
    "ahu": Make("unit", "M_Air Handling Unit:HTM 03 4.2 m3/s", (6.2, 2.0, 2.4), "Galvanised Steel", noun="ahu"),
    "fan": Make("fan", "M_Axial Fan:Twin 2400 l/s", (1.2, 1.0, 1.0), "Galvanised Steel", noun="fan"),
    "pump": Make("pump", "M_Inline Pump:2.4 l/s", (0.45, 0.4, 0.7), "Cast Iron", noun="pump"),
    "plate": Make("tank", "M_Calorifier:1500 l", (1.3, 1.3, 2.2), "Stainless Steel", noun="calorifier"),
}  # fmt: skip
_CELLS = (
    *row(0.0, 5.6, 0.0, ("b1", 4.2), ("b2", 8.4), ("b3", 12.6), ("b4", 16.8), ("b5", 21.0), ("day", 27.0)),
    Cell("hall", (0.0, 5.6, 27.0, 8.0)),
    *row(
        8.0,
        12.4,
        0.0,
        ("nurse", 6.0),
        ("clean", 9.0),
        ("dirty", 12.0),
        ("wc", 15.0),
        ("store", 19.0),
        ("cup", 21.0),
        ("plaster", 27.0),
    ),
)
_PLANT = (Cell("plant", (0.0, 0.0, 15.0, 8.0)), Cell("riser", (15.0, 0.0, 18.0, 8.0)))
_LABELS = {
    "b1": ("7.01", "Single Bedroom"), "b2": ("7.02", "Single Bedroom"), "b3": ("7.03", "Single Bedroom"),
    "b4": ("7.04", "Twin Bedroom"), "b5": ("7.05", "Twin Bedroom"), "day": ("7.06", "Day Room"),
    "hall": ("7.07", "Corridor"), "nurse": ("7.08", "Nurse Base"), "clean": ("7.09", "Clean Utility"),
    "dirty": ("7.09", "Dirty Utility"), "wc": ("7.10", "Assisted WC"), "store": ("7.11", "Store"),
    "cup": ("7.12", "Cupboard"), "plaster": ("7.13", "Plaster Room"),
    "plant": ("8.01", "Plant Room"), "riser": ("8.02", "Riser"),
}  # fmt: skip


def _sets(made: Made) -> Sets:
    if made.noun == "diffuser":
        return {"Identity Data": {"Manufacturer": "Manufacturer"}, "Mechanical": {"System Name": "System Name"}}
    if made.noun == "fan" and made.n == 1:
        return {"Mechanical": {"Duty": "2.4 m3/s"}, "Commissioning": {"Duty": "2.1 m3/s"}}
    if made.noun == "damper" and made.n == 2:
        return {"Fire Protection": {"Fire Resistance": "E 120"}}
    return {}


def _spaces(cells: tuple[Cell, ...]) -> dict[str, Space]:
    made = {}
    for cell in cells:
        number, label = _LABELS[cell.key]
        use = "Isolation Room" if number == "7.11" else label
        made[cell.key] = Space(number, label, {"Room Data Sheet": {"Room Use": use}}, stored=number != "7.13",
                               area_factor=1.09 if number == "7.04" else 1.0, wrong={"NetVolume": 1000.0}
                               if number.startswith("8") else None)  # fmt: skip
    return made


def author() -> ModelFile:
    """The model, not yet written."""
    file = RECIPE.file(_ORIGIN, "3381 Ward Refurbishment", "Block C", site="Default")
    with file.owned():
        site = Building(file)
        things = store(site, _THINGS)
        style = Names({"": "{kind}:{id}"}, tag="{id}", ids=(812_004, 31), sets=_sets)
        ward = _floor(site, things, style, "Level 7", 25.2, 3.5, _CELLS)
        plant = _floor(site, things, style, "Level 8 Plant", 29.2, 4.0, _PLANT)
        _ventilation(file, ward, plant)
        _water(file, ward, plant)
        _rest(file, ward, plant)
        site.finish()
    return file


def _floor(
    site: Building, things: Store, style: Names, name: str, elevation: float, height: float, cells: tuple[Cell, ...]
) -> Floor:
    """Rooms only: the walls between them are in somebody else's file."""
    layout = Layout(cells, {}, outer=OPEN, inner=OPEN)
    return Floor(
        site, site.storey(name, elevation, height), layout, Palette({}, {}, {}), style, _spaces(cells), things
    )


_BEDROOMS = ("b1", "b2", "b3", "b4", "b5")


def _ventilation(file: ModelFile, ward: Floor, plant: Floor) -> None:
    unit = plant.put("ahu", "plant", (0.6, 0.8))
    fans = plant.put("fan", "plant", (8.0, 1.2), (10.0, 1.2))
    mains = ward.put("duct", "hall", *((round(0.6 + 1.85 * n, 3), 0.2) for n in range(13)))
    supply: list[Any] = [*unit, *mains]
    connect(file, [*unit, *mains])
    for room in (*_BEDROOMS, "day"):
        chain = [*ward.put("branch", room, (2.0, -0.02)), *ward.put("supply", room, (1.8, 2.0))]
        connect(file, chain)
        supply += chain
    dampers = ward.put("damper", "hall", (25.0, 0.15), (25.6, 0.15), (26.2, 0.15))
    extract: list[Any] = list(fans)
    for room in ("dirty", "wc", "cup", "plaster"):
        extract += ward.put("extract", room, (0.8, 1.8))
    for room in _BEDROOMS[3:]:
        extract += ward.put("extract", room, (0.4, 0.4))
    system(file, "Mechanical Supply Air 1", [*supply, *dampers])
    system(file, "Mechanical Exhaust Air 2", extract)


def _water(file: ModelFile, ward: Floor, plant: Floor) -> None:
    stores = plant.put("plate", "plant", (0.6, 4.6), (2.4, 4.6))
    pumps = plant.put("pump", "plant", (4.4, 5.0), (5.2, 5.0), (6.0, 5.0))
    cold = ward.put("cold", "hall", *((round(0.3 + 3.1 * n, 3), 0.9) for n in range(8)))
    hot = ward.put("hot", "hall", *((round(0.3 + 3.1 * n, 3), 1.1) for n in range(8)))
    connect(file, cold)
    connect(file, [stores[0], pumps[0], *hot])
    basins = [
        item for room in (*_BEDROOMS, "clean", "dirty", "plaster") for item in ward.put("basin", room, (0.1, 0.02))
    ]
    mixers = [item for room in _BEDROOMS for item in ward.put("valve", room, (0.1, 1.2))]
    pans = ward.put("pan", "wc", (0.3, -0.02))
    system(file, "Domestic Cold Water 1", [*cold, *basins, *pans])
    system(file, "Domestic Hot Water 1", [*stores, *pumps, *hot, *mixers])


def _rest(file: ModelFile, ward: Floor, plant: Floor) -> None:
    """Medical gas, sprinklers, light and power."""
    gas = ward.put("gas", "hall", *((round(0.3 + 3.1 * n, 3), 1.4) for n in range(7)))
    zones = ward.put("zone", "nurse", (0.3, 0.02), (1.2, 0.02))
    connect(file, [*gas, zones[0]])
    system(file, "Medical Gas O2", [*gas, *zones])
    beds = [item for room in _BEDROOMS for item in ward.put("trunking", room, (1.2, 0.02))]
    heads: list[Any] = []
    lamps: list[Any] = []
    for room in (*_BEDROOMS, "day", "nurse", "plaster"):
        heads += ward.put("head", room, (1.0, 3.6), (3.4, 3.6) if room != "nurse" else (3.4, 2.6))
        lamps += ward.put("lamp", room, (1.0, 1.2), (3.0, 1.2))
    lamps += ward.put("lamp", "hall", *((round(1.2 + 3.0 * n, 3), 1.6) for n in range(8)))
    heads += ward.put("head", "store", (1.0, 2.0), contained=False)
    trays = ward.put("tray", "hall", *((round(0.4 + 2.5 * n, 3), 1.9) for n in range(10)))
    boards = [*ward.put("board", "cup", (0.3, -0.02), (1.1, -0.02)), *plant.put("board", "riser", (0.3, 0.02))]
    system(file, "Fire Protection Wet 1", heads)
    system(file, "Power and Lighting", [*lamps, *beds, *boards, *trays])
