"""Three American townhouses in a row: IFC4, inches, ``Family:Type:Id`` names, units mirrored at the party walls.

Sizes in feet and inches in type names; unit A was modelled first and copied, with its mistakes.
"""

from __future__ import annotations

from memorybench.construct.authored.building import Building
from memorybench.construct.authored.catalogue import Sets
from memorybench.construct.authored.faults import Fault
from memorybench.construct.authored.floor import Floor, Space, thickness
from memorybench.construct.authored.layout import Cell, Layout
from memorybench.construct.authored.model_file import ModelFile, Origin
from memorybench.construct.authored.naming import Made, Names
from memorybench.construct.authored.palettes import Fill, Layered, palette
from memorybench.construct.authored.recipe import Recipe
from memorybench.construct.authored.relations import Classification, system, zone
from memorybench.construct.authored.stairs import StairType, stair
from memorybench.construct.authored.things import Make, store
from memorybench.construct.authored.unit_systems import feet
from memorybench.construct.authored.wall_runs import OPEN

RECIPE = Recipe(
    "townhouses-mill-creek", "Mill Creek Townhouses", "residential: terraced houses", "English (US)", "IFC4", "in",
    "three narrow units, mirrored at the party walls",
)  # fmt: skip
FAULTS = (
    Fault("wrong area", "C103", "The stored NetFloorArea is 9 % above the modelled one."),
    Fault("stale room name", "B203", "Labelled Bedroom 2 (B); its room sheet says Home Office."),
    Fault("duplicate room", "A101", "Unit B was copied from unit A: its garage has the number A101, too."),
    Fault("no storey", "Downspout:3 x 4:", "One downspout is contained nowhere."),
    Fault("ambiguous property", "Overhead Door:12-0 x 7-0:", "The first garage door has two R-Values in two sets."),
    Fault("placeholder", "Single Hung:3-0 x 5-0", "Windows: Manufacturer holds its own name, U-Factor is TBD."),
    Fault("missing quantity", "Basic Wall:Shaft Liner - 2 hr:", "The party walls have no quantity sets."),
    Fault("wrong quantity", "A201", "The perimeters of the second floor are stored in feet in a file in inches."),
    Fault("type override", "Smart Thermostat:", "One thermostat states another Voltage than its type."),
)
_ORIGIN = Origin("D. Kowalczyk", "Kowalczyk Homes LLC", "Revit-like authoring", "AUTHORED-RVT",
                 "2024-06-03T19:20:00", 1717442400)  # fmt: skip
_GYP = ("Gypsum Wall Board", feet(0, 0.5))
_WALLS = {
    "outer": Layered("Basic Wall:Exterior - 2x6 Lap Siding", [("Fiber Cement Siding", feet(0, 0.5)),
                     ("OSB Sheathing", feet(0, 0.5)), ("Wood Stud 2x6", feet(0, 5.5)), _GYP]),
    "inner": Layered("Basic Wall:Interior - 2x4", [_GYP, ("Wood Stud 2x4", feet(0, 3.5)), _GYP]),
    "party": Layered("Basic Wall:Shaft Liner - 2 hr", [_GYP, ("Wood Stud 2x4", feet(0, 3.5)),
                     ("Shaft Liner", feet(0, 2)), ("Wood Stud 2x4", feet(0, 3.5)), _GYP]),
}  # fmt: skip
_DOORS = {
    "garage": Fill("Overhead Door:12-0 x 7-0", feet(12), feet(7)),
    "entry": Fill("Entry Door:3-0 x 6-8 Half Lite", feet(3), feet(6, 8)),
    "room": Fill("Interior Door:2-6 x 6-8", feet(2, 6), feet(6, 8)),
    "bath": Fill("Interior Door:2-4 x 6-8", feet(2, 4), feet(6, 8)),
    "slider": Fill("Patio Slider:6-0 x 6-8", feet(6), feet(6, 8)),
}
_WINDOWS = {
    "hung": Fill("Single Hung:3-0 x 5-0", feet(3), feet(5), feet(2)),
    "twin": Fill("Single Hung Twin:6-0 x 5-0", feet(6), feet(5), feet(2)),
}
_SLABS = {
    "base": Layered("Floor:Slab on Grade 4in", [("Concrete", feet(0, 4))]),
    "floor": Layered("Floor:I-Joist 14in", [("Plywood", feet(0, 0.75)), ("I-Joist", feet(0, 12.75)), _GYP]),
    "roof": Layered("Basic Roof:Truss Flat 18in", [("TPO Membrane", feet(0, 0.5)), ("Polyiso", feet(0, 4)),
                                                   ("Wood Truss", feet(0, 13.5))]),
}  # fmt: skip
_COVERINGS = {"carpet": Layered("Carpet:Berber", [("Carpet", feet(0, 0.5))])}
_THINGS = {
    "car": Make("furniture", 'Shelving:Garage 48"', (feet(4), feet(1, 6), feet(6)), "Steel"),
    "sofa": Make("furniture", 'Sofa:84"', (feet(7), feet(3), feet(2, 8)), "Fabric"),
    "table": Make("furniture", 'Dining Table:60" Round', (feet(5), feet(5), feet(2, 6)), "Oak"),
    "island": Make("furniture", 'Kitchen Island:72" x 36"', (feet(6), feet(3), feet(3)), "Quartz"),
    "base": Make("furniture", 'Base Cabinet:36"', (feet(3), feet(2), feet(3)), "Maple"),
    "queen": Make("furniture", "Bed:Queen", (feet(5), feet(6, 8), feet(2)), "Poplar"),
    "twin": Make("furniture", "Bed:Twin", (feet(3, 3), feet(6, 3), feet(2)), "Poplar"),
    "toilet": Make(
        "sanitary", "Toilet:Elongated", (feet(1, 3), feet(2, 4), feet(2, 6)), "Vitreous China", "TOILETPAN"
    ),
    "tub": Make("sanitary", "Tub-Shower:60 x 30", (feet(5), feet(2, 6), feet(6)), "Acrylic", "BATH"),
    "vanity": Make("sanitary", 'Vanity:36"', (feet(3), feet(1, 9), feet(2, 10)), "Maple", "WASHHANDBASIN"),
    "furnace": Make("unit", "Gas Furnace:60 MBH", (feet(1, 6), feet(2, 4), feet(4)), "Steel", "AIRHANDLER"),
    "heater": Make("tank", "Water Heater:50 gal", (feet(1, 10), feet(1, 10), feet(5)), "Steel", "STORAGE"),
    "panel": Make(
        "board", "Load Center:200 A", (feet(1, 2), feet(0, 4), feet(2, 6)), "Steel", "CONSUMERUNIT", z=feet(3, 6)
    ),
    "stat": Make(
        "sensor",
        "Smart Thermostat:C-wire",
        (feet(0, 4), feet(0, 1), feet(0, 4)),
        "ABS",
        "TEMPERATURESENSOR",
        z=feet(4, 6),
        sets={"Electrical": {"Voltage": 24}},
    ),
    "can": Make("light", "Recessed Can:6in LED", (feet(0, 6), feet(0, 6), feet(0, 5)), "Steel", z=feet(7, 6)),
    "spout": Make("pipe", "Downspout:3 x 4", (feet(0, 3), feet(0, 4), feet(18)), "Aluminum", "RIGIDSEGMENT"),
    "rail": Make("railing", "Guardrail:Wood 36in", (feet(0, 2), feet(10), feet(3)), "Oak"),
}
_W, _D = feet(20), feet(36)  # one unit
_LOWER = {"garage": (0, 0, 14, 18), "entry": (14, 0, 20, 18), "great": (0, 18, 14, 36), "stair": (14, 18, 20, 32),
          "powder": (14, 32, 20, 36)}  # fmt: skip
_UPPER = {"master": (0, 0, 14, 14), "bath-1": (14, 0, 20, 9), "hall": (14, 9, 20, 18), "stair": (14, 18, 20, 32),
          "bath-2": (14, 32, 20, 36), "bed-2": (0, 24, 14, 36), "loft": (0, 14, 14, 24)}  # fmt: skip
_LABELS = (
    {"garage": "Garage", "entry": "Entry", "great": "Great Room", "stair": "Stair", "powder": "Powder"},
    {"master": "Primary Bedroom", "bath-1": "Primary Bath", "bed-2": "Bedroom 2", "hall": "Hall", "stair": "Stair",
     "bath-2": "Bath 2", "loft": "Loft"},
)  # fmt: skip
_STAIR = StairType("Assembled Stair:Oak Treads", "Oak", feet(0, 7.75))
_HOLE = (14.5, 19.0, 17.7, 31.5)  # feet, in the unit


def _sets(made: Made) -> Sets:
    if made.noun == "door" and made.kind.startswith("Overhead") and made.n == 1:
        return {
            "Identity Data": {"Mark": made.room},
            "Analytical": {"R-Value": 9.6},
            "Specification": {"R-Value": 12.9},
        }
    if made.noun == "door":
        return {"Identity Data": {"Mark": f"{made.room}{made.letter}"}}
    if made.noun == "window":
        return {"Identity Data": {"Manufacturer": "Manufacturer"}, "Analytical": {"U-Factor": "TBD"}}
    if made.noun == "sensor" and made.n == 3:
        return {"Electrical": {"Voltage": 120}}
    return {}


class _Unit:
    """One house: the plan of unit A moved by its number and, for B, mirrored."""

    def __init__(self, number: int) -> None:
        self.letter, self.offset, self.mirrored = "ABC"[number], number * 20, number == 1

    def rect(self, feet_rect: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        """A rectangle of the plan, told in feet, in metres."""
        x0, y0, x1, y1 = feet_rect
        if self.mirrored:
            x0, x1 = 20 - x1, 20 - x0
        return (feet(x0 + self.offset), feet(y0), feet(x1 + self.offset), feet(y1))

    def cells(self, plan: dict[str, tuple[int, int, int, int]]) -> tuple[Cell, ...]:
        """The unit's rooms."""
        return tuple(Cell(f"{self.letter}-{key}", self.rect(rect)) for key, rect in plan.items())

    def spaces(self, level: int) -> dict[str, Space]:
        """What its rooms are."""
        made = {}
        for n, (key, label) in enumerate(_LABELS[level].items(), start=1):
            code = f"{self.letter}{level + 1}{n:02d}"
            code = "A101" if code == "B101" else code
            use = "Home Office" if code == "B203" else label
            sheet: Sets = {"Room Schedule": {"Room Use": use, "Floor Finish": "Floor Finish"}}
            made[f"{self.letter}-{key}"] = Space(
                code, f"{label} ({self.letter})", sheet,
                area_factor=1.09 if code == "C103" else 1.0, wrong={"GrossPerimeter": 1 / 12} if level else None,
            )  # fmt: skip
        return made


def author() -> ModelFile:
    """The model, not yet written."""
    file = RECIPE.file(_ORIGIN, "Mill Creek Phase 1", "Building 3", site="Lot 14")
    with file.owned():
        site = Building(file)
        types, things = palette(site, _WALLS, _DOORS, _WINDOWS, _SLABS, _COVERINGS), store(site, _THINGS)
        style = Names({"": "{kind}:{id}"}, tag="{id}", ids=(411_207, 23), sets=_sets)
        units = [_Unit(number) for number in range(3)]
        lines = {("y", feet(20)): "party", ("y", feet(40)): "party"}
        for level, (name, elevation, plan) in enumerate(
            (("First Floor", 0.0, _LOWER), ("Second Floor", feet(9, 8), _UPPER))
        ):
            cells = tuple(cell for unit in units for cell in unit.cells(plan))
            rooms = {key: space for unit in units for key, space in unit.spaces(level).items()}
            opened = {(f"{unit.letter}-hall", f"{unit.letter}-loft"): OPEN for unit in units}
            layout = Layout(cells, thickness(types), lines=lines, between=opened)
            floor = Floor(site, site.storey(name, elevation, feet(8, 6)), layout, types, style, rooms, things)
            for unit in units:
                (_first if level == 0 else _second)(floor, unit)
                own = [space for key, space in floor.spaces.items() if key.startswith(unit.letter)]
                zone(file, f"Unit {unit.letter} - {name}", own)
        system(
            file, "HVAC", [*file.model.by_type("IfcUnitaryEquipment"), *file.model.by_type("IfcSensor")], "HEATING"
        )
        csi = Classification(file, "MasterFormat", "2020", "CSI")
        csi.assign(
            "08 36 13", "Sectional Doors", [e for e in file.model.by_type("IfcDoorType") if "Overhead" in e.Name]
        )
        csi.assign("08 50 00", "Windows", file.model.by_type("IfcWindowType"))
        site.finish(without=[w.entity.Name for w in site.walls if w.kind.name.startswith("Basic Wall:Shaft")])
    return file


def _first(f: Floor, unit: _Unit) -> None:
    u = unit.letter
    f.slab("base", (unit.rect((0, 0, 20, 36)),), predefined="BASESLAB")
    stair(f, _STAIR, unit.rect(_HOLE), feet(9, 8))
    f.entrance("garage", f"{u}-garage", "S", 0.4)
    f.entrance("entry", f"{u}-entry", "S")
    f.entrance("slider", f"{u}-great", "N", 0.2)
    f.doors(
        "room",
        (f"{u}-garage", f"{u}-entry", 0.7),
        (f"{u}-entry", f"{u}-stair", 0.9 if not unit.mirrored else 0.1),
        (f"{u}-great", f"{u}-stair", 0.95),
        (f"{u}-powder", f"{u}-great"),
    )
    f.windows((f"{u}-powder", "N", "hung"))
    f.put("car", f"{u}-garage", (0.3, -0.05), (1.6, -0.05))
    f.put("panel", f"{u}-garage", (0.02, 2.0))
    f.put("heater", f"{u}-garage", (-0.1, -0.1))
    f.put("furnace", f"{u}-garage", (-0.1, 1.0))
    f.put("sofa", f"{u}-great", (1.0, 0.4))
    f.put("island", f"{u}-great", (1.4, 2.4))
    f.put("base", f"{u}-great", *((round(0.3 + n * feet(3), 4), -0.02) for n in range(1, 2)))
    f.put("toilet", f"{u}-powder", (0.2, 0.05))
    f.put("stat", f"{u}-great", (0.05, 0.02))
    f.put("can", f"{u}-great", (0.6, 1.6), (2.6, 1.6), (0.6, 4.0), (2.6, 4.0))
    x0, _, x1, _ = unit.rect((0, 0, 20, 36))
    last = unit.letter == "C"
    f.loose("spout", (round(x0 + 0.3, 4), round(-feet(0, 8), 4)))
    f.loose("spout", (round(x1 - 0.4, 4), round(-feet(0, 8), 4)), contained=not last)


def _second(f: Floor, unit: _Unit) -> None:
    u = unit.letter
    f.slab("floor", (unit.rect((0, 0, 20, 36)),), hole=unit.rect(_HOLE))
    f.slab("roof", (unit.rect((0, 0, 20, 36)),), top=feet(10), predefined="ROOF")
    f.doors(
        "room",
        (f"{u}-hall", f"{u}-master", 0.2),
        (f"{u}-hall", f"{u}-stair", 0.95 if not unit.mirrored else 0.05),
        (f"{u}-bed-2", f"{u}-loft", 0.2),
    )
    f.doors("bath", (f"{u}-master", f"{u}-bath-1"), (f"{u}-bath-2", f"{u}-bed-2", 0.3))
    f.windows((f"{u}-master", "S", "twin"), (f"{u}-bath-1", "S", "hung"), (f"{u}-bed-2", "N", "hung", "hung"))
    f.put("queen", f"{u}-master", (1.0, 1.6))
    f.put("queen", f"{u}-bed-2", (0.8, 0.6))
    f.put("twin", f"{u}-bed-2", (-0.1, 0.6))
    f.put("sofa", f"{u}-loft", (0.4, 0.4))
    f.put("tub", f"{u}-bath-1", (0.05, -0.02))
    f.put("vanity", f"{u}-bath-1", (0.05, 0.6))
    f.put("toilet", f"{u}-bath-1", (-0.05, 0.6))
    f.put("toilet", f"{u}-bath-2", (0.2, 0.05))
    f.put("stat", f"{u}-hall", (0.6, 0.02))
    f.floorings("carpet", f"{u}-master", f"{u}-bed-2", f"{u}-loft")
    hole = unit.rect(_HOLE)
    f.loose("rail", (round(hole[2] + 0.02, 4) if not unit.mirrored else round(hole[0] - 0.08, 4), hole[1]))
