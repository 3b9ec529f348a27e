"""Two German row houses on two storeys: IFC4, metres, ArchiCAD-like running numbers, names with umlauts."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Any

from memorybench.construct.authored.building import Building, Rect, Storey, Wall
from memorybench.construct.authored.catalogue import Kind
from memorybench.construct.authored.faults import Fault
from memorybench.construct.authored.model_file import ModelFile, Origin
from memorybench.construct.authored.plan import Plan

NAME = "reihenhaus-birkenweg"
FAULTS = (
    Fault(
        "duplicate room", "B-E05", "Two rooms of house B have the number B-E05: Arbeiten and WC (should be B-E03)."
    ),
    Fault("stale room name", "A-O04", "Labelled Kind 2, while its room sheet says Gästezimmer."),
    Fault("wrong area", "A-E02", "The stored NetFloorArea is 9 % above the modelled one."),
    Fault("no storey", "Geländer-004", "The railing is contained nowhere."),
    Fault("ambiguous property", "Tür-001", "Two property sets give the same door different fire ratings."),
    Fault("placeholder", "Heizkörper-001", "Hersteller and Artikelnummer hold their own names, Leistung holds n/a."),
    Fault("missing quantity", "Wand-009", "The wall has no quantity set."),
)
_ORIGIN = Origin("J. Lindner", "Planungsbüro Lindner", "ArchiCAD-like authoring", "AUTHORED-AC",
                 "2024-03-11T09:20:00", 1710148800)  # fmt: skip
_PARTY = 6.0
_PLAN = Plan(12.0, 10.0, 0.365, 0.115, {("x", _PARTY): 0.30})


@dataclass
class _Types:
    outer: Kind
    party: Kind
    inner: Kind
    doors: dict[str, Kind]
    windows: dict[str, Kind]
    slabs: dict[str, Kind]
    things: dict[str, tuple[Kind, str]]


class _Numbers:
    """Running numbers per noun: ``Wand-001``."""

    def __init__(self) -> None:
        self._next: dict[str, Any] = {}

    def __call__(self, noun: str) -> str:
        return f"{noun}-{next(self._next.setdefault(noun, count(1))):03d}"


def author() -> ModelFile:
    """The model, not yet written."""
    file = ModelFile(NAME, "IFC4", "m", _ORIGIN, "Reihenhäuser Birkenweg 12", "Birkenweg 12 a/b")
    with file.owned():
        site = Building(file)
        types, name = _types(site), _Numbers()
        ground = site.storey("Erdgeschoss", 0.0, 2.6)
        upper = site.storey("Obergeschoss", 2.9, 2.5)
        outer = {storey.name: _shell(site, types, name, storey) for storey in (ground, upper)}
        for letter in ("A", "B"):
            house = _House(site, types, name, letter)
            house.ground(ground, outer[ground.name])
            house.upper(upper, outer[upper.name])
        site.finish(without=("Wand-009",))
    return file


def _types(b: Building) -> _Types:
    clinker = [("Klinker", 0.115), ("Mineralwolle", 0.135), ("Kalksandstein", 0.115)]
    return _Types(
        outer=b.layered("IfcWallType", "AW Klinker 36,5", clinker, {"Pset_WallCommon": {"Reference": "AW-01"}}),
        party=b.layered("IfcWallType", "Haustrennwand 30", [("Kalksandstein", 0.13), ("Trennfuge", 0.04),
                                                            ("Kalksandstein", 0.13)]),
        inner=b.layered("IfcWallType", "IW Kalksandstein 11,5", [("Kalksandstein", 0.115)]),
        doors={
            "in": b.fill_type("IfcDoor", "Innentür 885x2010", 0.885, 2.01),
            "wc": b.fill_type("IfcDoor", "Badtür 760x2010", 0.76, 2.01),
            "front": b.fill_type("IfcDoor", "Haustür 1010x2135", 1.01, 2.135),
            "terrace": b.fill_type("IfcDoor", "Terrassentür 1760x2260", 1.76, 2.26),
        },
        windows={
            "two": b.fill_type("IfcWindow", "Drehkipp 1260x1385", 1.26, 1.385),
            "one": b.fill_type("IfcWindow", "Drehkipp 760x1385", 0.76, 1.385),
            "small": b.fill_type("IfcWindow", "Kippfenster 510x760", 0.51, 0.76),
        },
        slabs={
            "base": b.layered("IfcSlabType", "Bodenplatte 30", [("Stahlbeton", 0.22), ("Dämmung XPS", 0.08)]),
            "floor": b.layered("IfcSlabType", "Geschossdecke 20", [("Stahlbeton", 0.2)]),
            "roof": b.layered("IfcSlabType", "Dachdecke 36", [("Stahlbeton", 0.18), ("Gefälledämmung", 0.18)]),
        },
        things=_things(b),
    )  # fmt: skip


def _things(b: Building) -> dict[str, tuple[Kind, str]]:
    treads = [((0.0, round(n * 0.26, 2), round(n * 0.19, 2)), (0.9, 0.26, 0.19)) for n in range(14)]
    furniture, heater = "IfcFurniture", "IfcSpaceHeater"
    made = {
        "sofa": ("IfcFurnitureType", "Sofa", (2.1, 0.9, 0.8), "Stoff", furniture),
        "table": ("IfcFurnitureType", "Esstisch", (1.6, 0.9, 0.75), "Eiche", furniture),
        "chair": ("IfcFurnitureType", "Polsterstuhl", (0.45, 0.5, 0.85), "Buche", furniture),
        "bed": ("IfcFurnitureType", "Futon", (1.8, 2.0, 0.5), "Kiefer", furniture),
        "shelf": ("IfcFurnitureType", "Sideboard", (0.8, 0.35, 1.9), "Spanplatte", furniture),
        "heater": ("IfcSpaceHeaterType", "Heizkörper", (1.0, 0.1, 0.6), "Stahlblech", heater),
        "basin": ("IfcSanitaryTerminalType", "Waschtisch", (0.6, 0.48, 0.2), "Keramik", "IfcSanitaryTerminal"),
        "bowl": ("IfcSanitaryTerminalType", "Tiefspül-WC", (0.36, 0.54, 0.4), "Keramik", "IfcSanitaryTerminal"),
        "rail": ("IfcRailingType", "Stabgeländer", (2.4, 0.05, 0.9), "Stahl verzinkt", "IfcRailing"),
    }
    things = {
        key: (b.thing_type(type_class, name, size, material), ifc_class)
        for key, (type_class, name, size, material, ifc_class) in made.items()
    }
    stair = b.thing_type("IfcStairType", "Wangentreppe", (0.9, 3.64, 2.66), "Buche", boxes=treads)
    return {**things, "stair": (stair, "IfcStair")}


def _shell(b: Building, t: _Types, name: _Numbers, storey: Storey) -> list[Wall]:
    """South, north, west, east and the wall between the houses."""
    walls = [b.wall(storey, t.outer, run, name("Wand"), external=True) for run in _PLAN.outer_runs()]
    return [*walls, b.wall(storey, t.party, _PLAN.run(_PARTY, 0.0, _PARTY, 10.0), name("Wand"))]


class _House:
    """One house; B mirrors A."""

    def __init__(self, b: Building, types: _Types, name: _Numbers, letter: str) -> None:
        self.b, self.t, self.name, self.letter = b, types, name, letter

    def _x(self, x: float) -> float:
        return x if self.letter == "A" else round(12.0 - x, 6)

    def _rect(self, rect: Rect) -> Rect:
        x0, x1 = sorted((self._x(rect[0]), self._x(rect[2])))
        return (x0, rect[1], x1, rect[3])

    def _inner(self, storey: Storey, *rect: float) -> Wall:
        run = _PLAN.run(*self._rect((rect[0], rect[1], rect[2], rect[3])))
        return self.b.wall(storey, self.t.inner, run, self.name("Wand"))

    def _room(self, storey: Storey, number: str, label: str, *rect: float, **more: Any) -> Any:
        clear = _PLAN.room(*self._rect((rect[0], rect[1], rect[2], rect[3])))
        number = "B-E05" if f"{self.letter}-{number}" == "B-E03" else f"{self.letter}-{number}"
        sheet = {"Raumbuch": {"Nutzung": more.pop("use", label), "Bodenbelag": "tbd"}}
        return self.b.room(storey, number, label, clear, sets=sheet, **more)

    def _door(self, storey: Storey, wall: Wall, kind: str, at: float, *rooms: Any, external: bool = False) -> Any:
        number = self.name("Tür")
        sets: dict[str, dict[str, Any]] = {"Türliste": {"Anschlag": "DIN links", "Beschlag": "Beschlag"}}
        if number == "Tür-001":
            sets |= {"Pset_DoorCommon": {"FireRating": "T30"}, "Türliste": {"FireRating": "T90"}}
        return self.b.fill(wall, storey, self.t.doors[kind], at, number, ifc_class="IfcDoor", rooms=rooms,
                           external=external, sets=sets)  # fmt: skip

    def _window(self, storey: Storey, wall: Wall, kind: str, at: float, room: Any) -> Any:
        sill = 1.5 if kind == "small" else 0.9
        return self.b.fill(wall, storey, self.t.windows[kind], at, self.name("Fenster"), ifc_class="IfcWindow",
                           rooms=[room], external=True, sill=sill)  # fmt: skip

    def _put(self, storey: Storey, kind: str, noun: str, x: float, y: float, room: Any, **more: Any) -> Any:
        type_, ifc_class = self.t.things[kind]
        left = x if self.letter == "A" else round(12.0 - x - type_.size[0], 6)
        return self.b.thing(storey, type_, ifc_class, (left, y, 0.0), self.name(noun), room=room, **more)

    def _heater(self, storey: Storey, x: float, y: float, room: Any) -> None:
        sets = {"Produkt": {"Hersteller": "Hersteller", "Artikelnummer": "Artikelnummer", "Leistung": "n/a"}}
        self._put(storey, "heater", "Heizkörper", x, y, room, sets=sets)

    def ground(self, storey: Storey, shell: list[Wall]) -> None:
        """Hall, kitchen, toilet, living room, study."""
        south, north, west, east, _ = shell
        side = west if self.letter == "A" else east
        self.b.slab(storey, self.t.slabs["base"], self._rect((0.0, 0.0, 6.0, 10.0)), 0.0, self.name("Decke"),
                    predefined="BASESLAB")  # fmt: skip
        spine = self._inner(storey, 2.4, 0.0, 2.4, 10.0)
        front = self._inner(storey, 0.0, 4.2, 2.4, 4.2)
        middle = self._inner(storey, 2.4, 4.2, 6.0, 4.2)
        self._inner(storey, 0.0, 6.0, 2.4, 6.0)
        hall = self._room(storey, "E01", "Diele", 0.0, 0.0, 2.4, 4.2)
        kitchen = self._room(storey, "E02", "Küche", 2.4, 0.0, 6.0, 4.2,
                             area_factor=1.09 if self.letter == "A" else 1.0)  # fmt: skip
        toilet = self._room(storey, "E03", "WC", 0.0, 4.2, 2.4, 6.0)
        living = self._room(storey, "E04", "Wohnen", 2.4, 4.2, 6.0, 10.0)
        study = self._room(storey, "E05", "Arbeiten", 0.0, 6.0, 2.4, 10.0)
        self._door(storey, south, "front", self._x(1.3), hall, external=True)
        self._door(storey, spine, "in", 2.0, kitchen, hall)
        self._door(storey, front, "wc", self._x(1.4), toilet, hall)
        self._door(storey, middle, "in", self._x(4.0), living, kitchen)
        self._door(storey, spine, "in", 8.0, study, living)
        self._door(storey, north, "terrace", self._x(4.7), living, external=True)
        self._window(storey, south, "two", self._x(4.2), kitchen)
        self._window(storey, side, "small", 5.1, toilet)
        self._window(storey, north, "one", self._x(3.1), living)
        self._window(storey, north, "one", self._x(1.4), study)
        for x, y, room in ((4.4, 0.4, kitchen), (2.6, 9.4, living), (0.5, 9.4, study), (0.5, 3.9, hall)):
            self._heater(storey, x, y, room)
        self._put(storey, "sofa", "Sofa", 3.2, 5.0, living)
        self._put(storey, "table", "Tisch", 3.6, 2.0, kitchen)
        for x, y in ((3.6, 1.4), (4.4, 1.4), (3.6, 3.0), (4.4, 3.0)):
            self._put(storey, "chair", "Stuhl", x, y, kitchen)
        for y in (6.4, 6.9):
            self._put(storey, "shelf", "Regal", 0.5, y, study)
        self._put(storey, "basin", "Waschtisch", 0.5, 5.3, toilet)
        self._put(storey, "bowl", "Klosett", 1.5, 5.3, toilet)
        self._put(storey, "stair", "Treppe", 0.5, 0.5, None)  # through two storeys: in no room
        self._put(storey, "rail", "Geländer", 0.5, 4.0, None)

    def upper(self, storey: Storey, shell: list[Wall]) -> None:
        """Bath, landing, bedroom and two children's rooms."""
        south, north, west, east, _ = shell
        side = west if self.letter == "A" else east
        hole = self._rect((0.5, 3.1, 1.4, 4.1))
        self.b.slab(storey, self.t.slabs["floor"], self._rect((0.0, 0.0, 6.0, 10.0)), 0.0, self.name("Decke"),
                    hole=hole)  # fmt: skip
        self.b.slab(storey, self.t.slabs["roof"], self._rect((0.0, 0.0, 6.0, 10.0)), 2.86, self.name("Decke"),
                    predefined="ROOF")  # fmt: skip
        spine = self._inner(storey, 2.4, 0.0, 2.4, 10.0)
        front = self._inner(storey, 0.0, 3.0, 2.4, 3.0)
        self._inner(storey, 2.4, 4.2, 6.0, 4.2)
        back = self._inner(storey, 0.0, 6.0, 2.4, 6.0)
        bath = self._room(storey, "O01", "Bad", 0.0, 0.0, 2.4, 3.0)
        landing = self._room(storey, "O02", "Flur", 0.0, 3.0, 2.4, 6.0)
        bedroom = self._room(storey, "O03", "Schlafen", 2.4, 0.0, 6.0, 4.2)
        small = self._room(storey, "O04", "Kind 2", 0.0, 6.0, 2.4, 10.0,
                           use="Gästezimmer" if self.letter == "A" else "Kind 2")  # fmt: skip
        large = self._room(storey, "O05", "Kind 1", 2.4, 4.2, 6.0, 10.0)
        self._door(storey, front, "wc", self._x(1.7), bath, landing)
        self._door(storey, spine, "in", 3.6, bedroom, landing)
        self._door(storey, back, "in", self._x(1.4), small, landing)
        self._door(storey, spine, "in", 5.2, large, landing)
        self._window(storey, south, "two", self._x(4.2), bedroom)
        self._window(storey, south, "one", self._x(1.3), bath)
        self._window(storey, side, "small", 4.5, landing)
        self._window(storey, north, "one", self._x(1.4), small)
        self._window(storey, north, "two", self._x(4.2), large)
        for x, y, room in ((4.4, 0.4, bedroom), (3.8, 9.4, large), (0.5, 9.4, small)):
            self._heater(storey, x, y, room)
        for x, y, room in ((3.4, 1.2, bedroom), (3.4, 6.0, large), (0.5, 7.0, small)):
            self._put(storey, "bed", "Bett", x, y, room)
        for y in (4.4, 4.8):
            self._put(storey, "shelf", "Regal", 2.6, y, large)
        self._put(storey, "basin", "Waschtisch", 0.5, 0.5, bath)
        self._put(storey, "bowl", "Klosett", 1.5, 0.5, bath)
        self._put(storey, "rail", "Geländer", 0.5, 3.1, None, contained=self.letter == "A")
