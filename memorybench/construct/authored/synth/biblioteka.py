"""A Ukrainian town library with a round reading room: IFC2X3, metres, everything named in Cyrillic.

Book stacks by the dozen, numbered by room; the rotunda stands by itself on the square before it.
"""

from __future__ import annotations

from memorybench.construct.authored.building import Building
from memorybench.construct.authored.catalogue import Sets
from memorybench.construct.authored.faults import Fault
from memorybench.construct.authored.floor import Floor, Space, thickness
from memorybench.construct.authored.layout import Layout, row
from memorybench.construct.authored.model_file import ModelFile, Origin
from memorybench.construct.authored.naming import Made, Names
from memorybench.construct.authored.palettes import Fill, Layered, palette
from memorybench.construct.authored.recipe import Recipe
from memorybench.construct.authored.relations import Classification, group, zone
from memorybench.construct.authored.round_parts import drum, round_room
from memorybench.construct.authored.stairs import StairType, stair
from memorybench.construct.authored.things import Make, store

RECIPE = Recipe(
    "biblioteka-podil", "Міська бібліотека на Подолі", "library", "Ukrainian", "IFC2X3", "m",
    "two floors of stacks and a rotunda",
)  # fmt: skip
FAULTS = (
    Fault("wrong area", "1.03", "The stored NetFloorArea is 9 % above the modelled one."),
    Fault("stale room name", "2.04", "Labelled Комора; the room sheet says Серверна."),
    Fault("duplicate room", "1.07", "Two rooms of the ground floor have the number 1.07."),
    Fault("no storey", "Стелаж 1.02-05", "One book stack is contained nowhere."),
    Fault("ambiguous property", "Двері Д-01", "Two sets give the entrance different fire ratings."),
    Fault("placeholder", "Вікно В-001", "Windows: Виробник holds its own name, Артикул is ---."),
    Fault("missing quantity", "1.04", "The cloakroom has a height and a perimeter, but no stored area."),
    Fault("generic room name", "2.05", "Rooms of the upper floor are labelled Приміщення 1 and Приміщення 2."),
    Fault("duplicate name", "Стіл читача", "Reading tables carry no number: all are called Стіл читача."),
)
_ORIGIN = Origin("О. Шевчук", "Шевчук Архітектура", "ArchiCAD-like authoring", "AUTHORED-AC", "2023-02-13T08:05:00",
                 1676275500)  # fmt: skip
_WALLS = {
    "outer": Layered("Стіна зовнішня 510", [("Цегла", 0.38), ("Мінеральна вата", 0.12), ("Штукатурка", 0.01)]),
    "inner": Layered("Перегородка 120", [("Цегла", 0.12)]),
    "load": Layered("Стіна несуча 380", [("Цегла", 0.38)]),
}
_DOORS = {
    "main": Fill("Двері вхідні дубові 180x240", 1.8, 2.4),
    "room": Fill("Двері внутрішні 90x210", 0.9, 2.1),
    "pair": Fill("Двері двопільні 150x210", 1.5, 2.1),
    "fire": Fill("Двері протипожежні EI30 100x210", 1.0, 2.1),
}
_WINDOWS = {
    "tall": Fill("Вікно аркове 150x220", 1.5, 2.2, 0.8),
    "small": Fill("Вікно 90x120", 0.9, 1.2, 1.0),
}
_SLABS = {
    "base": Layered("Підлога по ґрунту 300", [("Керамограніт", 0.02), ("Бетон C20/25", 0.28)]),
    "floor": Layered("Перекриття 320", [("Паркет дубовий", 0.02), ("Залізобетон", 0.3)]),
    "roof": Layered(
        "Покрівля суміщена 480", [("Мембрана ПВХ", 0.01), ("Мінеральна вата", 0.25), ("Залізобетон", 0.22)]
    ),
}
_THINGS = {
    "stack": Make("furniture", "Стелаж двобічний 200x60", (2.0, 0.6, 2.1), "Сталь", noun="stack"),
    "table": Make("furniture", "Стіл читача 160x80", (1.6, 0.8, 0.75), "Бук", noun="table"),
    "desk": Make("furniture", "Стійка видачі 300", (3.0, 0.8, 1.1), "Дуб", noun="desk"),
    "chair": Make("furniture", "Стілець", (0.45, 0.45, 0.85), "Бук", noun="chair"),
    "catalogue": Make("furniture", "Каталожна шафа", (1.2, 0.5, 1.4), "Дуб", noun="desk"),
    "rad": Make("heater", "Радіатор чавунний 10 секцій", (0.9, 0.12, 0.6), "Чавун", z=0.12),
    "lamp": Make("light", "Люстра кільцева Ø90", (0.9, 0.9, 0.3), "Латунь", z=2.9),
    "basin": Make("sanitary", "Умивальник 50", (0.5, 0.4, 0.2), "Фаянс", z=0.65),
    "bowl": Make("sanitary", "Унітаз", (0.36, 0.6, 0.75), "Фаянс"),
    "column": Make("column", "Колона кругла Ø40", (0.4, 0.4, 3.6), "Залізобетон"),
    "rail": Make("railing", "Огородження коване", (1.6, 0.05, 0.9), "Сталь"),
}  # fmt: skip
_WORDS = {
    "wall": "Стіна С-{n:03d}", "door": "Двері Д-{n:02d}", "window": "Вікно В-{n:03d}", "slab": "Плита П-{n:02d}",
    "stack": "Стелаж {room}-{k:02d}", "table": "Стіл читача", "desk": "Меблі М-{n:02d}", "chair": "Стілець {n:03d}",
    "heater": "Радіатор {n:02d}", "light": "Світильник {n:02d}", "sanitary": "Сантехніка {n:02d}",
    "column": "Колона К-{n:02d}", "railing": "Огородження {n:02d}", "stair": "Сходи {n:02d}",
}  # fmt: skip
_CELLS = (
    *row(0.0, 8.0, 0.0, ("west", 9.0), ("lobby", 15.0), ("east", 24.0)),
    *row(8.0, 10.4, 0.0, ("hall", 24.0)),
    *row(10.4, 16.0, 0.0, ("a", 5.0), ("b", 9.0), ("stair", 15.0), ("c", 19.0), ("d", 24.0)),
)
_GROUND = {"west": ("1.02", "Абонемент"), "lobby": ("1.01", "Вестибюль"), "east": ("1.03", "Дитячий відділ"),
           "hall": ("1.06", "Коридор"), "a": ("1.07", "Книгосховище"), "b": ("1.07", "Санвузол"),
           "stair": ("1.05", "Сходова клітка"), "c": ("1.04", "Гардероб"), "d": ("1.08", "Палітурна")}  # fmt: skip
_UPPER = {"west": ("2.01", "Читальна зала"), "lobby": ("2.02", "Фоє"), "east": ("2.03", "Краєзнавчий відділ"),
          "hall": ("2.07", "Коридор"), "a": ("2.04", "Комора"), "b": ("2.05", "Приміщення 1"),
          "stair": ("2.08", "Сходова клітка"), "c": ("2.06", "Приміщення 2"), "d": ("2.09", "Дирекція")}  # fmt: skip
_STAIR = StairType("Сходи залізобетонні 150", "Залізобетон", 0.17)
_HOLE = (9.6, 10.8, 12.9, 15.5)


def _sets(made: Made) -> Sets:
    if made.noun == "door" and made.n == 1:
        return {"Pset_DoorCommon": {"FireRating": "EI30"}, "Відомість дверей": {"FireRating": "EI15"}}
    if made.noun == "window":
        return {"Відомість вікон": {"Виробник": "Виробник", "Артикул": "---"}}
    return {}


def _spaces(table: dict[str, tuple[str, str]]) -> dict[str, Space]:
    return {
        key: Space(number, label, {"Експлікація": {"Призначення": "Серверна" if number == "2.04" else label}},
                   area_factor=1.09 if number == "1.03" else 1.0, stored=number != "1.04")
        for key, (number, label) in table.items()
    }  # fmt: skip


def author() -> ModelFile:
    """The model, not yet written."""
    file = RECIPE.file(_ORIGIN, "Бібліотека Поділ", "Головний корпус", site="Ділянка 8:047")
    with file.owned():
        site = Building(file)
        types, things = palette(site, _WALLS, _DOORS, _WINDOWS, _SLABS), store(site, _THINGS)
        style = Names(_WORDS, sets=_sets)
        layout = Layout(_CELLS, thickness(types), around={"stair": "load", "lobby": "load"})
        ground = Floor(site, site.storey("1 поверх", 0.0, 3.6), layout, types, style, _spaces(_GROUND), things)
        upper = Floor(site, site.storey("2 поверх", 3.92, 3.6), layout, types, style, _spaces(_UPPER), things)
        _ground(ground)
        _upper(upper)
        for floor in (ground, upper):
            _common(floor)
        _rotunda(ground, style)
        zone(file, "Зона читачів", [ground.spaces["west"], ground.spaces["east"], upper.spaces["west"]])
        group(file, "Фонд - черга 2", file.model.by_type("IfcFurnishingElement")[:10])
        codes = Classification(file, "ДК 018", "2000", "Держстандарт")
        codes.assign("1262", "Бібліотеки", [ground.spaces["west"], upper.spaces["west"]])
        site.finish()
    return file


def _common(f: Floor) -> None:
    f.doors("pair", ("west", "lobby"), ("lobby", "east"), ("lobby", "hall"), ("hall", "stair", 0.9))
    f.doors("room", ("hall", "a"), ("hall", "b"), ("hall", "c"), ("hall", "d"))
    f.windows(("west", "S", "tall", "tall", "tall"), ("east", "S", "tall", "tall", "tall"), ("a", "N", "small"),
              ("b", "N", "small"), ("c", "N", "small"), ("d", "N", "small", "small"), ("stair", "N", "small"),
              ("hall", "W", "small"), ("hall", "E", "small"), ("west", "W", "tall", "tall"))  # fmt: skip
    for room in ("west", "east"):
        f.put("rad", room, (1.0, 0.02), (4.0, 0.02), (7.0, 0.02))
        f.spread("lamp", room, 2, 2)


def _ground(f: Floor) -> None:
    f.slab("base", predefined="BASESLAB")
    stair(f, _STAIR, _HOLE, 3.92)
    f.entrance("main", "lobby", "S")
    f.entrance("fire", "d", "E")
    f.put("stack", "west", *((round(0.8 + 2.2 * n, 2), y) for y in (4.6, 6.4) for n in range(2)))
    f.put("stack", "west", (5.2, 4.6), contained=False)
    f.put("stack", "west", (5.2, 6.4))
    f.put(
        "stack",
        "a",
        *((0.4, round(0.6 + 1.5 * n, 2)) for n in range(3)),
        *((2.5, round(0.6 + 1.5 * n, 2)) for n in range(3)),
    )
    f.put("desk", "lobby", (1.2, 5.6))
    f.put("catalogue", "lobby", (0.3, 2.4), (4.0, 2.4))
    f.put("table", "east", (1.0, 3.0), (4.0, 3.0), (1.0, 5.4), (4.0, 5.4))
    f.put("bowl", "b", (0.2, -0.05), (1.2, -0.05))
    f.put("basin", "b", (0.1, 0.6))
    f.put("basin", "b", (2.6, -0.05))


def _upper(f: Floor) -> None:
    f.slab("floor", hole=_HOLE)
    f.slab("roof", top=4.08, predefined="ROOF")
    f.windows(("lobby", "S", "tall", "tall"))
    for n in range(3):
        f.put("table", "west", (round(0.8 + 2.6 * n, 2), 2.4), (round(0.8 + 2.6 * n, 2), 5.2))
        f.put("chair", "west", (round(1.3 + 2.6 * n, 2), 1.8), (round(1.3 + 2.6 * n, 2), 4.6))
    f.put("stack", "east", *((round(0.8 + 2.2 * n, 2), y) for y in (3.0, 5.0) for n in range(3)))
    f.put("desk", "d", (0.6, 1.4))
    f.loose("rail", (9.6, 10.72))


def _rotunda(f: Floor, style: Names) -> None:
    """The round reading room south of the lobby's entrance, on its own plate, entered from the square."""
    b, centre, radius = f.building, (12.0, -9.0), 4.2
    f.slab("base", ((7.4, -13.6, 16.6, -4.4),), predefined="BASESLAB")
    f.slab("roof", ((7.4, -13.6, 16.6, -4.4),), top=4.08, predefined="ROOF")
    kind, door = f.palette.walls["load"], f.palette.fills["pair"]
    name, tag, sets = style("wall", kind)
    wall = drum(b, f.storey, kind, centre, radius, name, tag=tag, sets=sets)
    room = round_room(b, f.storey, "1.09", "Ротонда", centre, round(radius - 0.19, 3),
                      {"Експлікація": {"Призначення": "Ротонда"}})  # fmt: skip
    name, tag, sets = style("door", door)
    b.fill(wall, f.storey, door, centre[0], name, ifc_class="IfcDoor", rooms=[room], external=True, sets=sets)
    thing = f.store["column"]
    for dx, dy in ((-2.4, -0.2), (2.0, -0.2), (-0.2, 2.2), (-0.2, -2.4)):
        name, tag, _ = style("column", thing.kind)
        at = (round(centre[0] + dx, 6), round(centre[1] + dy, 6), 0.0)
        b.thing(f.storey, thing.kind, "IfcColumn", at, name, room=room, tag=tag)
