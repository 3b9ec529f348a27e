"""A Brazilian road bridge of three spans: IFC4X3, metres, no storeys and no rooms, parts of a bridge instead.

Piles, caps, piers, girders, bearings, deck, kerbs, guard rails, lamps: what an infrastructure tool exports.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from memorybench.construct.authored.building import Building, Storey
from memorybench.construct.authored.catalogue import Sets
from memorybench.construct.authored.faults import Fault
from memorybench.construct.authored.model_file import ModelFile, Origin
from memorybench.construct.authored.naming import Made, Names
from memorybench.construct.authored.palettes import Layered
from memorybench.construct.authored.recipe import Recipe
from memorybench.construct.authored.relations import Classification, group
from memorybench.construct.authored.shapes import Point
from memorybench.construct.authored.things import Make, Store, store

RECIPE = Recipe(
    "ponte-rio-claro", "Ponte sobre o Rio Claro", "road bridge", "Portuguese (Brazil)", "IFC4X3_ADD2", "m",
    "three spans on four piers",
)  # fmt: skip
FAULTS = (
    Fault("no storey", "Luminária-06", "One lamp is contained nowhere."),
    Fault("ambiguous property", "Pilar-01", "Two sets give one pier different concrete classes."),
    Fault("placeholder", "Apoio-01", "Bearings: Fabricante holds its own name, Lote is N/A."),
    Fault("missing quantity", "Laje-03", "The deck of the middle span has no quantity set."),
    Fault("duplicate name", "Longarina", "Girders carry no number: all are called Longarina."),
    Fault("type override", "Junta-02", "One expansion joint states another Abertura than its type."),
)
_ORIGIN = Origin("M. Conceição", "Conceição Projetos de Pontes Ltda.", "Bridge authoring", "AUTHORED-BRG",
                 "2025-04-08T11:20:00", 1744111200)  # fmt: skip
_SPAN, _WIDTH, _TOP = 20.0, 11.0, 7.0
_PIERS = (0.0, 20.0, 40.0, 60.0)
_LINES = (1.2, 4.0, 6.8, 9.6)  # the girders' axes
_CONCRETE = "Concreto C40"
_THINGS = {
    "pile": Make("pile", "Estaca raiz 410", (0.41, 0.41, 9.0), "Concreto C20", noun="pile"),
    "cap": Make(
        "footing", "Bloco de coroamento 300x300x120", (3.0, 3.0, 1.2), "Concreto C30", "PILE_CAP", noun="cap"
    ),
    "pier": Make("column", "Pilar 90x120", (0.9, 1.2, 4.117), _CONCRETE, noun="pier"),
    "beam": Make("beam", "Travessa 110x120", (1.1, 10.0, 1.2), _CONCRETE, noun="crossbeam"),
    "girder": Make(
        "beam",
        "Longarina protendida I 140",
        (19.6, 0.6, 1.4),
        "Concreto C50",
        noun="girder",
        boxes=[
            ((0.0, 0.0, 0.0), (19.6, 0.6, 0.25)),
            ((0.0, 0.2, 0.25), (19.6, 0.2, 0.95)),
            ((0.0, 0.0, 1.2), (19.6, 0.6, 0.2)),
        ],
    ),
    "bearing": Make("bearing", "Neoprene fretado 350x450x63", (0.35, 0.45, 0.063), "Neoprene", "ELASTOMERIC"),
    "joint": Make(
        "proxy",
        "Junta elastomérica 50",
        (0.05, 10.0, 0.08),
        "Neoprene",
        noun="joint",
        sets={"Junta": {"Abertura": 50}},
    ),
    "kerb": Make("kerb", "Meio-fio 15x30 L=2.0", (2.0, 0.15, 0.3), "Concreto C25"),
    "barrier": Make("railing", "Barreira New Jersey L=4.0", (4.0, 0.4, 0.81), "Concreto C30"),
    "rail": Make("railing", "Guarda-corpo metálico L=4.0", (4.0, 0.06, 1.1), "Aço galvanizado", noun="handrail"),
    "lamp": Make("light", "Luminária LED 120 W poste 9 m", (0.2, 0.2, 9.0), "Aço galvanizado", "POINTSOURCE"),
    "drain": Make("waste", "Buzinote DN100", (0.1, 0.1, 0.5), "PVC", "GULLYTRAP", noun="drain"),
    "sign": Make("sign", "Placa R-19 60 km/h", (0.05, 0.6, 0.6), "Alumínio", "PICTORAL"),
}
_WORDS = {"pile": "Estaca-{n:02d}", "cap": "Bloco-{n:02d}", "pier": "Pilar-{n:02d}", "crossbeam": "Travessa-{n:02d}",
          "girder": "Longarina", "bearing": "Apoio-{n:02d}", "joint": "Junta-{n:02d}", "kerb": "Meio-fio-{n:02d}",
          "railing": "Barreira-{n:02d}", "handrail": "Guarda-corpo-{n:02d}", "light": "Luminária-{n:02d}",
          "drain": "Buzinote-{n:02d}", "sign": "Placa-{n:02d}", "slab": "Laje-{n:02d}"}  # fmt: skip
_DECK = {
    "deck": Layered("Laje do tabuleiro 22", [("Concreto C35", 0.22)]),
    "paving": Layered("Pavimento asfáltico 7", [("CBUQ", 0.07)]),
    "approach": Layered("Laje de transição 30", [("Concreto C30", 0.3)]),
}
_BODY = {"pile": "Pile", "cap": "Footing", "pier": "Column", "crossbeam": "Beam"}  # box-shaped: volume from the size


def _sets(made: Made) -> Sets:
    if made.noun == "pier":
        other = "C45" if made.n == 1 else "C40"
        return {"Pset_ConcreteElementGeneral": {"StrengthClass": "C40"}, "Obra": {"StrengthClass": other}}
    if made.noun == "bearing":
        return {"Produto": {"Fabricante": "Fabricante", "Lote": "N/A"}}
    if made.noun == "joint" and made.n == 2:
        return {"Junta": {"Abertura": 65}}
    if made.noun == "girder":
        return {"Protensão": {"Cabos": 6, "Cordoalha": "CP 190 RB 12.7"}}
    return {}


class _Bridge:
    """The parts of the bridge, and what stands in them."""

    def __init__(self, b: Building, things: Store, style: Names) -> None:
        self.b, self.things, self.style = b, things, style

    def part(self, name: str, predefined: str) -> Storey:
        """A part of the bridge as a place for elements."""
        file = self.b.file
        entity = file.create("IfcBridgePart", name, UsageType="VERTICAL", PredefinedType=predefined)
        file.part(file.building, entity)
        entity.ObjectPlacement = file.shapes.placement(file.building, (0.0, 0.0, 0.0))
        return Storey(entity, name, 0.0, _TOP)

    def put(self, place: Storey, key: str, spots: Sequence[Point], contained: bool = True) -> list[Any]:
        """Things of one kind, with a volume where they are boxes."""
        thing, made = self.things[key], []
        for at in spots:
            name, tag, sets = self.style(thing.noun, thing.kind)
            entity = self.b.thing(
                place, thing.kind, thing.ifc_class, at, name, tag=tag, sets=sets, contained=contained
            )
            if thing.noun in _BODY:
                x, y, z = thing.kind.size
                self.b.file.quantities(
                    entity,
                    f"Qto_{_BODY[thing.noun]}BaseQuantities",
                    {"Length": ("length", max(x, y, z)), "NetVolume": ("volume", x * y * z)},
                )
            made.append(entity)
        return made


def author() -> ModelFile:
    """The model, not yet written."""
    file = RECIPE.file(_ORIGIN, "BR-153 km 214", "Ponte sobre o Rio Claro", site="Trecho 2", facility="IfcBridge")
    with file.owned():
        file.building.PredefinedType = "GIRDER"
        b = Building(file)
        kinds = {key: b.layered("IfcSlabType", made.name, made.layers) for key, made in _DECK.items()}
        bridge = _Bridge(b, store(b, _THINGS), Names(_WORDS, tag="BR153-{id}", ids=(2001, 1), sets=_sets))
        below, piers = bridge.part("Fundações", "FOUNDATION"), bridge.part("Mesoestrutura", "SUBSTRUCTURE")
        above, top = bridge.part("Superestrutura", "SUPERSTRUCTURE"), bridge.part("Acabamentos", "SURFACESTRUCTURE")
        for x in _PIERS:
            _pier(bridge, below, piers, x)
        for x in _PIERS[:-1]:
            _span(bridge, above, piers, x)
            for key, level, sides in (("deck", _TOP, (0.0, _WIDTH)), ("paving", _TOP + 0.07, (1.5, _WIDTH - 1.5))):
                kind = kinds[key]
                name, tag, sets = bridge.style("slab", kind)
                rect = (x + 0.05, sides[0], x + _SPAN, sides[1])
                b.slab(above if key == "deck" else top, kind, rect, round(level, 3), name, tag=tag, sets=sets,
                       predefined="FLOOR" if key == "deck" else "PAVING", stored=name != "Laje-03")  # fmt: skip
        _finish(bridge, top)
        work = Classification(file, "DNIT ES", "2022", "DNIT")
        work.assign("ES-122", "Estruturas de concreto armado", file.model.by_type("IfcColumn"))
        work.assign("ES-121", "Fundações", file.model.by_type("IfcPile"))
        group(file, "Etapa 1 - infraestrutura", [*file.model.by_type("IfcPile"), *file.model.by_type("IfcFooting")])
        b.finish()
    return file


def _pier(bridge: _Bridge, below: Storey, piers: Storey, x: float) -> None:
    for y in (1.0, 7.0):
        corners = [(x - 1.2, y + 0.3), (x + 0.8, y + 0.3), (x - 1.2, y + 2.3), (x + 0.8, y + 2.3)]
        bridge.put(below, "pile", [(round(a, 3), round(c, 3), -10.2) for a, c in corners])
        bridge.put(below, "cap", [(x - 1.5, y, -1.2)])
        bridge.put(piers, "pier", [(x - 0.45, y + 0.9, 0.0)])
    bridge.put(piers, "beam", [(x - 0.55, 0.5, 4.117)])


def _span(bridge: _Bridge, above: Storey, piers: Storey, x: float) -> None:
    """Four girders on eight bearings; the deck lies on them."""
    low = 5.38
    for end in (x + 0.2, x + 19.45):
        bridge.put(piers, "bearing", [(round(end, 3), round(y - 0.225, 3), 5.317) for y in _LINES])
    bridge.put(above, "girder", [(x + 0.2, round(y - 0.3, 3), low) for y in _LINES])


def _finish(bridge: _Bridge, top: Storey) -> None:
    z = _TOP + 0.07
    bridge.put(top, "joint", [(x, 0.5, _TOP - 0.08) for x in _PIERS])
    bridge.put(top, "kerb", [(2.0 * n + 0.1, y, _TOP) for y in (1.35, 9.5) for n in range(30)])
    bridge.put(top, "barrier", [(4.0 * n + 0.1, 0.0, _TOP) for n in range(15)])
    bridge.put(top, "rail", [(4.0 * n + 0.1, 10.9, _TOP) for n in range(15)])
    bridge.put(top, "lamp", [(10.0 * n + 5.0, 10.6, _TOP) for n in range(5)])
    bridge.put(top, "lamp", [(55.0, 10.6, _TOP)], contained=False)
    bridge.put(top, "drain", [(5.0 * n + 2.5, 1.6, round(z - 0.5, 3)) for n in range(12)])
    bridge.put(top, "sign", [(0.5, 0.5, z + 1.5), (59.0, 10.0, z + 1.5)])
