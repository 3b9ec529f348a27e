"""A Greek railway station with a platform and a control room: IFC4X3, millimetres, names in Greek capitals and small.

Platform edge as kerbs, canopy on steel posts, signs and loudspeakers; the storey of the platform is called ΑΠΟΒΑΘΡΑ.
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
from memorybench.construct.authored.relations import Classification, group, system, zone
from memorybench.construct.authored.sections import Section
from memorybench.construct.authored.stairs import StairType, stair
from memorybench.construct.authored.things import Make, store

RECIPE = Recipe(
    "stathmos-lianokladi", "Σταθμός Λιανοκλάδι", "railway station", "Greek", "IFC4X3_ADD2", "mm",
    "a row of rooms behind a platform with a canopy",
)  # fmt: skip
FAULTS = (
    Fault("wrong area", "Ι.03", "The stored NetFloorArea is 9 % above the modelled one."),
    Fault("stale room name", "Ι.06", "Labelled Αποθήκη; the room sheet says Κυλικείο."),
    Fault("duplicate room", "Ι.05", "Two rooms of the ground floor have the number Ι.05."),
    Fault("no storey", "Μεγάφωνο-08", "One loudspeaker is contained nowhere."),
    Fault("ambiguous property", "Θύρα-01", "Two sets give the entrance different Κλειδαριά values."),
    Fault("placeholder", "Πινακίδα-01", "Signs: Κατασκευαστής holds its own name, Κωδικός is a dash."),
    Fault("missing quantity", "Τοίχος-04", "One wall has no quantity set."),
    Fault("abbreviated name", "Ι.07", "Rooms are labelled Η/Μ, WC Α, WC Γ."),
    Fault(
        "wrong quantity", "Α.01", "The perimeters of the upper floor are stored in metres in a file in millimetres."
    ),
)
_ORIGIN = Origin("Ε. Παπαδάκη", "Παπαδάκη & Συνεργάτες", "Allplan-like authoring", "AUTHORED-ALP",
                 "2025-05-19T07:45:00", 1747640700)  # fmt: skip
_WALLS = {
    "outer": Layered("Εξωτερικός τοίχος 350", [("Επίχρισμα", 0.02), ("Θερμομόνωση", 0.08), ("Οπτόπλινθος", 0.25)]),
    "inner": Layered("Εσωτερικός τοίχος 150", [("Επίχρισμα", 0.02), ("Οπτόπλινθος", 0.11), ("Επίχρισμα", 0.02)]),
    "glass": Layered("Υαλοστάσιο 120", [("Υαλοπίνακας ασφαλείας", 0.12)]),
}
_DOORS = {
    "main": Fill("Αυτόματη θύρα 240x240", 2.4, 2.4),
    "room": Fill("Θύρα ξύλινη 90x215", 0.9, 2.15),
    "wc": Fill("Θύρα αλουμινίου 100x215", 1.0, 2.15),
    "steel": Fill("Μεταλλική θύρα T60 110x215", 1.1, 2.15, sets={"Pset_DoorCommon": {"FireRating": "EI60"}}),
}
_WINDOWS = {
    "hall": Fill("Παράθυρο σταθερό 200x160", 2.0, 1.6, 0.9),
    "office": Fill("Παράθυρο ανοιγόμενο 140x120", 1.4, 1.2, 1.0),
    "top": Fill("Φεγγίτης 80x50", 0.8, 0.5, 2.2),
}
_SLABS = {
    "base": Layered("Πλάκα εδάφους 200", [("Γρανίτης", 0.03), ("Σκυρόδεμα C25/30", 0.17)]),
    "floor": Layered("Πλάκα ορόφου 220", [("Γρανίτης", 0.03), ("Σκυρόδεμα C25/30", 0.19)]),
    "roof": Layered("Δώμα 320", [("Ασφαλτόπανο", 0.01), ("Εξηλασμένη πολυστερίνη", 0.1), ("Σκυρόδεμα C25/30", 0.21)]),
    "platform": Layered("Αποβάθρα 300", [("Πλάκες πεζοδρομίου", 0.05), ("Σκυρόδεμα C20/25", 0.25)]),
    "canopy": Layered("Στέγαστρο 120", [("Πάνελ PUR", 0.12)]),
}
_COVERINGS = {"tile": Layered("Ψευδοροφή 60x60", [("Ορυκτή ίνα", 0.015)])}
_POST = Section("tube", "CHS219.1x8", (0.10955, 0.008))
_THINGS = {
    "post": Make("column", "Στύλος CHS 219.1x8", (0.2191, 0.2191, 3.6), "S275JR",
                 bars=[(_POST, 3.6, "z", (0.10955, 0.10955, 0.0))]),
    "kerb": Make("kerb", "Κράσπεδο αποβάθρας 200", (2.0, 0.3, 0.3), "Σκυρόδεμα C30/37"),
    "sign": Make("sign", "Πινακίδα σταθμού 300x60", (3.0, 0.08, 0.6), "Αλουμίνιο", "PICTORAL", z=2.6),
    "speaker": Make("alarm", "Μεγάφωνο 20 W", (0.2, 0.2, 0.25), "ABS", noun="speaker", z=2.9),
    "bench": Make("furniture", "Παγκάκι 180", (1.8, 0.5, 0.85), "Ξύλο ιρόκο", noun="bench"),
    "desk": Make("furniture", "Γραφείο 160", (1.6, 0.8, 0.74), "Μελαμίνη", noun="desk"),
    "counter": Make("furniture", "Εκδοτήριο 200", (2.0, 0.9, 1.1), "Γρανίτης", noun="desk"),
    "gate": Make("proxy", "Ακυρωτικό μηχάνημα", (0.25, 0.2, 1.2), "Ανοξείδωτος χάλυβας", noun="gate"),
    "bowl": Make("sanitary", "Λεκάνη WC", (0.36, 0.6, 0.4), "Πορσελάνη", "TOILETPAN"),
    "basin": Make("sanitary", "Νιπτήρας 55", (0.55, 0.45, 0.2), "Πορσελάνη", "WASHHANDBASIN", z=0.65),
    "lamp": Make("light", "Φωτιστικό LED 120", (1.2, 0.15, 0.08), "Πολυκαρβονικό", z=2.9),
    "rack": Make("board", "Ικρίωμα σηματοδότησης", (0.8, 0.6, 2.0), "Χάλυβας", "SWITCHBOARD", noun="rack"),
    "rail": Make("railing", "Κιγκλίδωμα 110", (1.65, 0.05, 1.1), "Χάλυβας γαλβανισμένος"),
}  # fmt: skip
_WORDS = {
    "wall": "Τοίχος-{n:02d}", "door": "Θύρα-{n:02d}", "window": "Παράθυρο-{n:02d}", "slab": "Πλάκα-{n:02d}",
    "ceiling": "Ψευδοροφή-{n:02d}", "column": "Στύλος-{n:02d}", "kerb": "Κράσπεδο-{n:02d}",
    "sign": "Πινακίδα-{n:02d}", "speaker": "Μεγάφωνο-{n:02d}", "bench": "Παγκάκι-{n:02d}", "desk": "Έπιπλο-{n:02d}",
    "gate": "Ακυρωτικό-{n:02d}", "sanitary": "Είδος-{n:02d}", "light": "Φωτιστικό-{n:02d}", "rack": "Ικρίωμα-{n:02d}",
    "railing": "Κιγκλίδωμα-{n:02d}", "stair": "Κλίμακα-{n:02d}",
}  # fmt: skip
_CELLS = (
    *row(0.0, 7.0, 0.0, ("tickets", 5.0), ("hall", 14.0), ("wait", 20.0), ("stair", 24.0), ("office", 29.0)),
    *row(7.0, 11.0, 0.0, ("store", 5.0), ("wc-a", 9.5), ("wc-c", 14.0), ("cafe", 20.0), ("tech", 29.0)),
)
_UPPER_CELLS = (
    *row(0.0, 7.0, 14.0, ("control", 20.0), ("stair", 24.0), ("rest", 29.0)),
    *row(7.0, 11.0, 14.0, ("relay", 20.0), ("archive", 29.0)),
)
_GROUND = {"tickets": ("Ι.01", "Εκδοτήρια"), "hall": ("Ι.02", "Αίθουσα"), "wait": ("Ι.03", "Αναμονή"),
           "stair": ("Ι.04", "Κλιμακοστάσιο"), "office": ("Ι.05", "Σταθμάρχης"), "store": ("Ι.06", "Αποθήκη"),
           "wc-a": ("Ι.08", "WC Α"), "wc-c": ("Ι.09", "WC Γ"), "cafe": ("Ι.05", "Χώρος προσωπικού"),
           "tech": ("Ι.07", "Η/Μ")}  # fmt: skip
_UPPER = {
    "control": ("Α.01", "Έλεγχος κυκλοφορίας"),
    "stair": ("Α.02", "Κλιμακοστάσιο"),
    "rest": ("Α.03", "Ανάπαυση"),
    "relay": ("Α.04", "Αίθουσα ηλεκτρονόμων"),
    "archive": ("Α.05", "Αρχείο"),
}
_STAIR = StairType("Κλίμακα σκυροδέματος 160", "Σκυρόδεμα C25/30")
_HOLE = (20.3, 1.8, 23.7, 6.4)


def _sets(made: Made) -> Sets:
    if made.noun == "door" and made.n == 1:
        return {"Πίνακας θυρών": {"Κλειδαριά": "Κ2"}, "Εξοπλισμός": {"Κλειδαριά": "Κ4"}}
    if made.noun == "sign":
        return {"Προϊόν": {"Κατασκευαστής": "Κατασκευαστής", "Κωδικός": "-"}}
    return {}


def _spaces(table: dict[str, tuple[str, str]]) -> dict[str, Space]:
    return {
        key: Space(number, label, {"Κτιριολογικό": {"Χρήση": "Κυλικείο" if number == "Ι.06" else label}},
                   area_factor=1.09 if number == "Ι.03" else 1.0,
                   wrong={"GrossPerimeter": 0.001} if number.startswith("Α") else None)
        for key, (number, label) in table.items()
    }  # fmt: skip


def author() -> ModelFile:
    """The model, not yet written."""
    file = RECIPE.file(_ORIGIN, "Αναβάθμιση σταθμών 2025", "Κτίριο επιβατών", site="Χ.Θ. 210+400")
    with file.owned():
        site = Building(file)
        types, things = palette(site, _WALLS, _DOORS, _WINDOWS, _SLABS, _COVERINGS), store(site, _THINGS)
        style = Names(_WORDS, tag="ΛΙΑ.{n:03d}", sets=_sets)
        glass = {("hall", "wait"): "glass", ("tickets", "hall"): "glass"}
        ground, upper = (
            Floor(
                site,
                site.storey(name, elevation, 3.4),
                Layout(cells, thickness(types), between=glass),
                types,
                style,
                _spaces(table),
                things,
            )
            for name, elevation, cells, table in (
                ("ΑΠΟΒΑΘΡΑ", 0.0, _CELLS, _GROUND),
                ("ΟΡΟΦΟΣ", 3.7, _UPPER_CELLS, _UPPER),
            )
        )
        _ground(ground)
        _platform(ground)
        _upper(upper)
        system(file, "Αναγγελίες", file.model.by_type("IfcAlarm"), "COMMUNICATION")
        zone(file, "Χώροι κοινού", [ground.spaces[key] for key in ("hall", "wait", "wc-a", "wc-c")])
        group(file, "Εξοπλισμός αποβάθρας", [*file.model.by_type("IfcSign"), *file.model.by_type("IfcKerb")])
        codes = Classification(file, "ΕΤΕΠ", "2023", "ΕΛΟΤ")
        codes.assign("03-08-03", "Κουφώματα αλουμινίου", file.model.by_type("IfcWindowType"))
        site.finish(without=("Τοίχος-04",))
    return file


def _ground(f: Floor) -> None:
    f.slab("base", predefined="BASESLAB")
    f.slab("roof", ((-0.175, -0.175, 14.0, 11.175),), top=3.7, predefined="ROOF")
    stair(f, _STAIR, _HOLE, 3.7)
    f.entrance("main", "hall", "S")
    f.entrance("steel", "tech", "E")
    f.doors("main", ("hall", "wait", 0.5))
    f.doors("room", ("tickets", "hall", 0.2), ("tickets", "store"), ("wait", "stair", 0.1), ("stair", "office", 0.1),
            ("wait", "cafe", 0.8))  # fmt: skip
    f.doors("wc", ("hall", "wc-a", 0.8), ("hall", "wc-c", 0.3))
    f.windows(
        ("tickets", "S", "hall"),
        ("wait", "S", "hall", "hall"),
        ("office", "S", "office"),
        ("cafe", "N", "office"),
        ("tech", "N", "office"),
        ("store", "W", "top"),
        ("wc-a", "N", "top"),
        ("wc-c", "N", "top"),
        ("tickets", "W", "office"),
        ("office", "E", "office"),
    )
    f.put("counter", "tickets", (2.3, 1.0), (2.3, 3.2))
    f.put("bench", "wait", (0.6, 3.0), (0.6, 4.2), (3.0, 3.0), (3.0, 4.2))
    f.put("gate", "hall", *((round(2.0 + n * 1.2, 2), 5.8) for n in range(4)))
    f.put("desk", "office", (0.6, 3.0), (2.6, 3.0))
    f.put("rack", "tech", *((round(0.4 + n * 0.9, 2), 0.1) for n in range(4)))
    for room in ("wc-a", "wc-c"):
        f.put("bowl", room, (0.3, -0.05), (1.4, -0.05))
        f.put("basin", room, (3.2, -0.05))
    f.spread("lamp", "hall", 3, 2)
    f.spread("lamp", "wait", 2, 1)
    f.ceilings("tile", "wait", "office", "cafe", drop=0.4)


def _platform(f: Floor) -> None:
    """The platform lies south of the house, its edge towards the track."""
    f.slab("platform", ((-6.0, -6.0, 36.0, -0.2),))
    f.slab("canopy", ((0.0, -5.2, 29.0, -0.2),), top=3.72, predefined="ROOF")
    f.loose("kerb", *((round(-6.0 + 2.0 * n, 3), -6.3) for n in range(21)), z=-0.3)
    f.loose("post", *((round(1.0 + 5.4 * n, 3), -4.4) for n in range(6)), z=0.0)
    f.loose("sign", (-4.0, -1.0), (12.0, -3.0), (32.0, -1.0))
    f.loose("speaker", *((round(1.0 + 4.0 * n, 3), -3.4) for n in range(7)))
    f.loose("speaker", (33.0, -3.4), contained=False)
    f.loose("bench", *((round(2.0 + 6.0 * n, 3), -1.2) for n in range(4)))
    f.loose("lamp", *((round(2.0 + 5.0 * n, 3), -2.6) for n in range(6)), z=3.3)


def _upper(f: Floor) -> None:
    f.slab("floor", hole=_HOLE)
    f.slab("roof", top=3.72, predefined="ROOF")
    f.doors("room", ("control", "stair", 0.02), ("stair", "rest", 0.02), ("control", "relay"), ("rest", "archive"))
    f.windows(
        ("control", "S", "hall", "hall"),
        ("rest", "S", "office"),
        ("rest", "E", "office"),
        ("relay", "N", "top"),
        ("archive", "N", "office"),
        ("control", "W", "hall"),
    )
    f.put("desk", "control", (0.6, 3.0), (2.4, 3.0), (0.6, 4.4), (2.4, 4.4))
    f.put("rack", "relay", *((round(0.4 + n * 0.9, 2), 0.1) for n in range(3)))
    f.spread("lamp", "control", 2, 2)
    f.spread("lamp", "rest", 1, 2)
    f.loose("rail", (20.3, 1.72))
    f.ceilings("tile", "control", "rest", drop=0.4)
