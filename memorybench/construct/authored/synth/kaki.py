"""A Japanese split-level house on a 910 mm module: IFC4, millimetres, names in Japanese, half storeys.

Tatami rooms, posts and beams, sliding doors; storeys 1FL, M1FL, 2FL stand half a flight apart.
"""

from __future__ import annotations

from memorybench.construct.authored.building import Building
from memorybench.construct.authored.catalogue import Sets
from memorybench.construct.authored.corridor import Palette
from memorybench.construct.authored.faults import Fault
from memorybench.construct.authored.floor import Floor, Space, thickness
from memorybench.construct.authored.layout import Cell, Layout
from memorybench.construct.authored.model_file import ModelFile, Origin
from memorybench.construct.authored.naming import Made, Names
from memorybench.construct.authored.palettes import Fill, Layered, palette
from memorybench.construct.authored.recipe import Recipe
from memorybench.construct.authored.relations import group, zone
from memorybench.construct.authored.stairs import StairType, stair
from memorybench.construct.authored.things import Make, Store, store

RECIPE = Recipe("kaki-no-ie", "柿の家", "residential: house", "Japanese", "IFC4", "mm", "split level on a module")
FAULTS = (
    Fault("level code", "M1FL", "Storeys are called 1FL, M1FL, 2FL."),
    Fault("stale room name", "R105", "Labelled 納戸; the room sheet says 書斎."),
    Fault("wrong area", "R201", "The stored NetFloorArea is 9 % above the modelled one."),
    Fault("no storey", "柱-09", "One post is contained nowhere."),
    Fault("ambiguous property", "AD-01", "Two sets give the front door different 防火性能 values."),
    Fault("placeholder", "AW-01", "Windows: メーカー holds its own name, 品番 is a dash."),
    Fault("missing quantity", "W-007", "One wall has no quantity set."),
    Fault("duplicate name", "梁", "Beams carry no number: all are called 梁."),
    Fault("wrong quantity", "R102", "The volumes of 1FL are stored in litres."),
)
_ORIGIN = Origin(
    "佐藤 健", "佐藤建築設計室", "ArchiCAD-like authoring", "AUTHORED-AC", "2024-04-22T03:10:00", 1713755400
)
_M = 0.91  # the module, m
_WALLS = {
    "outer": Layered(
        "外壁 150 そとん壁", [("火山灰左官", 0.02), ("通気層", 0.02), ("グラスウール", 0.1), ("石膏ボード", 0.01)]
    ),
    "inner": Layered("間仕切 120 真壁", [("漆喰", 0.01), ("土壁", 0.1), ("漆喰", 0.01)]),
}
_DOORS = {
    "sliding": Fill("引戸 W800 H2000", 0.8, 2.0),
    "fusuma": Fill("襖 W1700 H1800", 1.7, 1.8),
    "wc": Fill("片開き戸 W700 H2000", 0.7, 2.0),
    "front": Fill("玄関引戸 W1600 H2200", 1.6, 2.2),
}
_WINDOWS = {
    "sweep": Fill("掃出し窓 W1690 H2000", 1.69, 2.0),
    "waist": Fill("引違い窓 W1650 H1100", 1.65, 1.1, 0.9),
    "slit": Fill("すべり出し窓 W600 H900", 0.6, 0.9, 1.1),
}
_SLABS = {
    "base": Layered("ベタ基礎 250", [("コンクリート Fc24", 0.15), ("砕石", 0.1)]),
    "floor": Layered("床 210 杉板", [("杉板", 0.03), ("根太", 0.18)]),
    "roof": Layered("屋根 260 ガルバリウム", [("ガルバリウム鋼板", 0.005), ("断熱材", 0.1), ("垂木", 0.155)]),
}
_COVERINGS = {"tatami": Layered("畳 55", [("畳", 0.055)]), "board": Layered("天井 杉板 9", [("杉板", 0.009)])}
_THINGS = {
    "post": Make("column", "桧柱 105角", (0.105, 0.105, 2.4), "桧"),
    "beam": Make("beam", "米松梁 105x240 L3640", (3.64, 0.105, 0.24), "米松"),
    "table": Make("furniture", "座卓 1500", (1.5, 0.9, 0.35), "欅", noun="table"),
    "cushion": Make("furniture", "座布団 550", (0.55, 0.55, 0.08), "綿", noun="cushion"),
    "bed": Make("furniture", "寝台 1000", (1.0, 2.0, 0.4), "杉", noun="table"),
    "shelf": Make("furniture", "本棚 900", (0.9, 0.3, 1.8), "杉", noun="table"),
    "bath": Make("sanitary", "檜風呂 1400", (1.4, 0.8, 0.6), "檜", "BATH"),
    "basin": Make("sanitary", "洗面台 750", (0.75, 0.5, 0.8), "陶器", "WASHHANDBASIN"),
    "bowl": Make("sanitary", "便器 節水型", (0.38, 0.7, 0.5), "陶器", "TOILETPAN"),
    "kitchen": Make("furniture", "流し台 2400", (2.4, 0.65, 0.85), "ステンレス", noun="table"),
    "lamp": Make("light", "ペンダント 和紙 450", (0.45, 0.45, 0.4), "和紙", z=1.7),
    "aircon": Make("unit", "壁掛エアコン 2.8kW", (0.8, 0.25, 0.3), "ABS", "AIRCONDITIONINGUNIT", z=2.05),
    "rail": Make("railing", "手摺 杉 φ40", (0.8, 0.04, 0.85), "杉"),
}  # fmt: skip
_WORDS = {
    "wall": "W-{n:03d}",
    "door": "AD-{n:02d}",
    "window": "AW-{n:02d}",
    "slab": "床版-{n:02d}",
    "flooring": "畳-{n:02d}",
    "ceiling": "天井-{n:02d}",
    "column": "柱-{n:02d}",
    "beam": "梁",
    "table": "家具-{n:02d}",
    "cushion": "座布団-{n:02d}",
    "sanitary": "衛生-{n:02d}",
    "light": "照明-{n:02d}",
    "unit": "空調-{n:02d}",
    "railing": "手摺-{n:02d}",
    "stair": "階段-{n:02d}",
}


def _module(*lines: float) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (round(line * _M, 6) for line in lines)
    return (x0, y0, x1, y1)


_SOUTH = {  # storey, elevation, cells in modules, names
    "1FL": (0.0, {"entry": (0, 0, 2, 3), "stair": (2, 0, 4, 4), "living": (4, 0, 9, 4), "japanese": (9, 0, 12, 4),
                   "store": (0, 3, 2, 4)}),
    "2FL": (2.8, {"closet": (0, 0, 2, 4), "stair": (2, 0, 4, 4), "child": (4, 0, 8, 4), "main": (8, 0, 12, 4)}),
}  # fmt: skip
_NORTH = {
    "M1FL": (1.4, {"kitchen": (0, 4, 5, 8), "wash": (5, 4, 7, 6), "bath": (5, 6, 7, 8), "wc": (7, 4, 8, 6),
                   "study": (8, 4, 12, 8), "pantry": (7, 6, 8, 8)}),
}  # fmt: skip
_LABELS = {
    "entry": ("R101", "玄関"),
    "living": ("R102", "居間"),
    "japanese": ("R103", "和室"),
    "stair": ("R111", "階段"),
    "store": ("R105", "納戸"),
    "kitchen": ("R104", "台所"),
    "wash": ("R106", "洗面所"),
    "bath": ("R107", "浴室"),
    "wc": ("R108", "便所"),
    "study": ("R109", "仕事部屋"),
    "pantry": ("R110", "食品庫"),
    "main": ("R201", "主寝室"),
    "child": ("R202", "子供室"),
    "closet": ("R203", "押入"),
}

_STAIR = StairType("階段 杉 W750", "杉", 0.2)
_HOLE = (1.89, 1.0, 3.57, 3.6)  # storey axes, m


def _sets(made: Made) -> Sets:
    if made.noun == "door" and made.n == 1:
        return {"建具表": {"防火性能": "防火設備"}, "確認申請": {"防火性能": "特定防火設備"}}
    if made.noun == "window":
        return {"建具表": {"メーカー": "メーカー", "品番": "-"}}
    return {}


def author() -> ModelFile:
    """The model, not yet written."""
    file = RECIPE.file(_ORIGIN, "柿の家 新築工事", "柿の家", site="敷地 3-12")
    with file.owned():
        site = Building(file)
        types, things = palette(site, _WALLS, _DOORS, _WINDOWS, _SLABS, _COVERINGS), store(site, _THINGS)
        style = Names(_WORDS, sets=_sets)
        floors = {name: _floor(site, types, style, things, name, *part) for name, part in
                  sorted({**_SOUTH, **_NORTH}.items(), key=lambda item: item[1][0])}  # fmt: skip
        _lower(floors["1FL"])
        _middle(floors["M1FL"])
        _upper(floors["2FL"])
        zone(file, "水廻り", [floors["M1FL"].spaces[key] for key in ("wash", "bath", "wc")])
        zone(file, "寝室", [floors["2FL"].spaces[key] for key in ("main", "child")])
        group(file, "木工事 プレカット", [*file.model.by_type("IfcColumn"), *file.model.by_type("IfcBeam")])
        site.finish(without=("W-007",))
    return file


def _floor(
    site: Building, types: Palette, style: Names, things: Store, name: str, elevation: float,
    cells: dict[str, tuple[int, int, int, int]],
) -> Floor:  # fmt: skip
    """One half storey; the northern half leans against the southern one's wall."""
    lean = {(key, "S"): "" for key in cells} if name == "M1FL" else {("stair", "N"): ""}
    shift = 0.075 if name == "M1FL" else 0.0
    placed = []
    for key, lines in cells.items():
        x0, y0, x1, y1 = _module(*lines)
        placed.append(Cell(key, (x0, round(y0 + shift, 6) if lines[1] == 4 else y0, x1, y1)))
    spaces = {
        key: Space(
            *label,
            {"室名表": {"用途": "書斎" if key == "store" else label[1]}},
            area_factor=1.09 if key == "main" else 1.0,
            wrong={"NetVolume": 1000.0} if name == "1FL" else None,
        )
        for key in cells
        for label in [("R204", "廊下") if (name, key) == ("2FL", "stair") else _LABELS[key]]
    }
    layout = Layout(tuple(placed), thickness(types), facing=lean)
    return Floor(site, site.storey(name, elevation, 2.4), layout, types, style, spaces, things)


def _lower(f: Floor) -> None:
    f.slab("base", predefined="BASESLAB")
    stair(f, _STAIR, _HOLE, 2.8)  # its landing is level with M1FL
    f.entrance("front", "entry", "S")
    f.doors("sliding", ("entry", "stair", 0.1), ("stair", "living", 0.1), ("entry", "store"))
    f.door("fusuma", "living", "japanese")
    f.windows(("living", "S", "sweep", "sweep"), ("japanese", "S", "waist"), ("store", "W", "slit"))
    f.put("table", "japanese", (0.6, 1.2))
    f.put("cushion", "japanese", (0.8, 0.6), (1.5, 0.6), (0.8, 2.2), (1.5, 2.2))
    f.put("post", "living", (0.02, 2.0), (2.2, 2.0), (-0.02, 2.8))
    f.put("beam", "living", (0.4, 1.2), (0.4, 2.4), z=2.1)
    f.put("aircon", "living", (3.0, -0.02))
    f.put("lamp", "living", (2.6, 1.5))
    f.put("lamp", "japanese", (1.0, 1.6))
    f.floorings("tatami", "japanese")


def _middle(f: Floor) -> None:
    f.slab("floor", ((-0.075, 3.716, 10.995, 7.355),))
    f.slab("roof", ((-0.075, 3.716, 10.995, 7.355),), top=2.7, predefined="ROOF")
    f.doors("sliding", ("kitchen", "wash"), ("wash", "bath"), ("study", "pantry"))
    f.doors("wc", ("wash", "wc"), ("wc", "study", 0.2))
    f.windows(("kitchen", "W", "waist"), ("kitchen", "N", "waist", "slit"), ("bath", "N", "slit"),
              ("study", "E", "sweep"), ("study", "N", "waist"), ("pantry", "N", "slit"))  # fmt: skip
    f.put("kitchen", "kitchen", (0.6, -0.05))
    f.put("basin", "wash", (0.1, 0.05))
    f.put("bath", "bath", (0.1, -0.05))
    f.put("bowl", "wc", (0.15, 0.1))
    f.put("shelf", "study", (0.1, 0.05), (1.1, 0.05))
    f.put("post", "kitchen", (0.02, 1.6), (-0.02, 1.2))
    f.put("beam", "kitchen", (0.3, 1.4), z=2.1)
    f.put("aircon", "study", (1.0, -0.02))
    f.put("lamp", "kitchen", (2.0, 1.6))
    f.put("lamp", "study", (1.0, 1.6))


def _upper(f: Floor) -> None:
    f.slab("floor", hole=_HOLE)
    f.slab("roof", top=2.7, predefined="ROOF")
    f.doors("sliding", ("stair", "closet", 0.05), ("stair", "child", 0.05))
    f.door("fusuma", "child", "main", 0.2)
    f.windows(("main", "S", "waist", "slit"), ("child", "S", "waist"), ("closet", "W", "slit"), ("main", "E", "slit"))
    f.put("bed", "main", (0.3, 0.6), (1.6, 0.6))
    f.put("bed", "child", (0.3, 0.6))
    f.put("shelf", "child", (2.4, 0.05))
    f.put("post", "main", (0.02, 3.2), (-0.02, 1.6))
    f.put("post", "child", (-0.02, 3.2))
    f.put("post", "closet", (1.2, 1.6), contained=False)
    f.put("aircon", "main", (1.6, -0.02))
    f.put("lamp", "main", (1.2, 2.6))
    f.loose("rail", (1.89, 0.93))
    f.ceilings("board", "main", "child", drop=0.0)
