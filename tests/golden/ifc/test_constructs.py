"""IFC truth: what each hard construct says, through our index and through ``ifcquery``.

The table runs over files of our own (``conftest.py``), and over the ones beside the checkout where they are there.
``docs/ifc-access.md`` prints it; the last test keeps the page in step.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memorybench.errors import DamagedModel
from memorybench.ifc.index import ModelIndex, build_index
from memorybench.ifc.preflight import check, open_model
from memorybench.ifc.warm import WarmQuery

PAGE = Path(__file__).resolve().parents[3] / "docs" / "ifc-access.md"
Ask = Callable[[ModelIndex], Any]


def count(ifc_class: str, storey: str | None = None) -> Ask:
    return lambda index: sum(storey is None or index.storey_name(i) == storey for i in index.of_class(ifc_class))


def value(element: str, prop: str) -> Ask:
    return lambda index: next(i for i in index.elements if i.name == element).value(prop)


def elevation(storey: str) -> Ask:
    return lambda index: next(s for s in index.storeys if s.name == storey).elevation


def factor(kind: str) -> Ask:
    return lambda index: index.units.factor(kind)


# File, question, right answer, how the index is asked, how ifcquery is asked, what ifcquery says.
# No command: the question cannot be put to it in one command.
ANSWERS: list[tuple[str, str, Any, Ask, list[str] | None, Any]] = [
    ("units_mm_m2", "wall length, m", 5.0, value("W1", "Length"), ["info", "20"], ("Length", 5000.0)),
    ("units_mm_m2", "wall area, m2", 15.0, value("W1", "NetSideArea"), ["info", "20"], ("NetSideArea", 15.0)),
    ("units_mm_m2", "offset, its own unit is cm, m", 0.72, value("W1", "Offset"), ["info", "20"], ("Offset", 72.0)),
    ("feet", "metres to a length unit", 0.3048, factor("length"), None, None),
    ("area_mm2", "m2 to an area unit", 1e-6, factor("area"), None, None),
    ("no_units", "metres to a length unit", None, factor("length"), None, None),
    ("len_only", "m2 to an area unit", None, factor("area"), None, None),
    ("two_unitassign", "metres to a length unit", 0.001, factor("length"), None, None),
    ("wallsc23", "walls, subtypes too", 2, count("IfcWall"), ["select", "IfcWall"], 2),
    ("wallsc23", "IfcWallStandardCase", 1, count("IfcWallStandardCase"), ["select", "IfcWallStandardCase"], 1),
    ("wallsc23", "occurrences named B (a type is, too)", 1, lambda x: [i.name for i in x.elements].count("B"),
     ["select", 'IfcElement, Name="B"'], 1),
    ("aggregates", "beams on L1 (parts)", 2, count("IfcBeam", "L1"), ["select", 'IfcBeam, location="L1"'], 2),
    ("aggregates", "beams on no storey", 1, count("IfcBeam", ""), None, None),
    ("aggregates", "doors on L2 (fills a void)", 1, count("IfcDoor", "L2"), ["select", 'IfcDoor, location="L2"'], 1),
    ("aggregates", "furniture on L1 (in a room)", 1, count("IfcFurniture", "L1"),
     ["select", 'IfcFurniture, location="L1"'], 1),
    ("aggregates", "elements without openings", 8, lambda x: len(x.elements),
     ["select", "IfcElement, ! IfcFeatureElement"], 8),
    ("psets", "fire rating, from the type", "REI60", value("inherit", "FireRating"),
     ["select", 'IfcWall, Pset_WallCommon.FireRating="REI60"'], ["inherit"]),
    ("psets", "fire rating, own and type's", "REI90", value("override", "FireRating"),
     ["select", 'IfcWall, Pset_WallCommon.FireRating="REI90"'], ["override"]),
    ("psets", "IsExternal beside an own set", True, value("override", "IsExternal"),
     ["select", "IfcWall, Pset_WallCommon.IsExternal=TRUE"], ["inherit", "override"]),
    ("psets", "Data.A, stated as 1 and as 2", None, value("dup", "A"), ["select", 'IfcWall, Data.A="1"'], ["dup"]),
    ("psets", "Data.B, in a third set Data", "b", value("dup", "B"), ["select", 'IfcWall, Data.B="b"'], []),
    ("psets", "enumerated value", ("INSITU", "PRECAST"), value("enum", "CastingMethod"), None, None),
    ("psets", "a property without a value", None, value("enum", "Null"), None, None),
    ("psets", "text Yes is text", "Yes", value("enum", "Ext"), None, None),
    ("materials", "walls with CON01, in any layer", 2, lambda x: sum("CON01" in i.materials for i in x.elements),
     ["select", 'IfcWall, material="CON01"'], 2),
    ("materials", "walls not of CON01", 2, lambda x: sum("CON01" not in i.materials for i in x.elements),
     ["select", 'IfcWall, material!="CON01"'], 1),
    ("materials", "walls without material", 1, lambda x: sum(not i.materials for i in x.elements),
     ["select", "IfcWall, material=NULL"], 3),
    ("storeys", "elevation not stated", None, elevation("nullelev"), None, None),
    ("storeys", "elevation -3200 mm, m", -3.2, elevation("basement"), None, None),
    ("storeys", "elevation 0 against a placement", 0.0, elevation("mismatch"), None, None),
    ("dupguid", "walls, two with one GlobalId", 3, count("IfcWall"), ["select", "IfcWall"], 3),
    ("dupguid", "different keys of them", 3, lambda x: len({w.key for w in x.of_class("IfcWall")}), None, None),
    ("enc", "names with escapes", {"Dør", "Äb", "Äc"},
     lambda x: {"Dør", "Äb", "Äc"} & {i.name for i in x.elements}, ["select", 'IfcWall, Name="Dør"'], 1),
]  # fmt: skip

# What ifcquery says wrongly, by question: an agent that trusts it is misled.
TRAPS = {
    "Data.A, stated as 1 and as 2": "only the first of several sets of one name is looked at",
    "Data.B, in a third set Data": "the same",
    "walls not of CON01": "`!=` leaves out what has any other material or category",
    "walls without material": "a material without a category counts as none",
}

# File, verdict on opening, a piece of the sentence.
OPENING = [
    ("no_units.ifc", "warned", "no length and no area unit"),
    ("len_only.ifc", "warned", "no area unit"),
    ("two_unitassign.ifc", "warned", "unit assignment #6 belongs to no project"),
    ("dupguid.ifc", "warned", "non-unique GlobalId"),
    ("enc_utf8.ifc", "warned", "raw non-ASCII bytes"),
    ("trunc.ifc", "damaged", "probably cut off"),
    ("dangling.ifc", "damaged", "#888"),
    ("dupstep.ifc", "damaged", "Overwriting instance with name #20"),
    ("h_4x3.ifc", "damaged", "states schema 'IFC4X3'"),
    ("h_ifc5.ifc", "damaged", "states schema 'IFC5'"),
    ("h_two.ifc", "damaged", "states schema 'IFC4', '"),
    ("notifc.ifc", "damaged", "is not an IFC file"),
    ("empty.ifc", "damaged", "is empty"),
    ("noproj.ifc", "damaged", "has no IfcProject"),
    ("h_add2.ifc", "clean", "is clean"),
    ("h_crlf.ifc", "clean", "is clean"),
    ("h_bom.ifc", "warned", "re-encoded into a plain copy"),
    ("h_utf16.ifc", "warned", "re-encoded into a plain copy"),
    ("z.ifczip", "clean", "is clean"),
    ("z2.ifczip", "damaged", "must hold exactly one model, but holds 2"),
    ("x.ifcxml", "damaged", "is ifcXML"),
]


@pytest.fixture(params=["own", "shared"])
def folder(request: pytest.FixtureRequest) -> Path:
    """Our own files; then those beside the checkout, skipped where they are absent."""
    if request.param == "own":
        found: Path = request.getfixturevalue("own")
        return found
    shared: Path = request.getfixturevalue("shared_ifc")
    return shared / "constructs"


def ask_ifcquery(path: Path, command: list[str], expected: Any) -> Any:
    """A count, the names, or (property, value) of what the command prints: whatever ``expected`` is."""
    result = WarmQuery(path).run(command)
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    if isinstance(expected, tuple):
        return next((name, s[name]) for s in found["property_sets"].values() for name in s if name == expected[0])
    return len(found) if isinstance(expected, int) else [item["name"] for item in found]


@pytest.mark.parametrize(("name", "question", "right", "ask", "command", "says"), ANSWERS)
def test_answers(
    folder: Path, name: str, question: str, right: Any, ask: Ask, command: list[str] | None, says: Any
) -> None:
    path = folder / f"{name}.ifc"
    found = ask(build_index(open_model(path), path.name))
    assert found == (pytest.approx(right) if isinstance(right, float) else right), question
    if command is not None:
        assert ask_ifcquery(path, command, says) == says, question


@pytest.mark.parametrize(("name", "status", "piece"), OPENING)
def test_opening(folder: Path, name: str, status: str, piece: str) -> None:
    verdict = check(folder / name)
    assert (verdict.status, "\n" in verdict.sentence()) == (status, False)
    assert piece in verdict.sentence()
    if status == "damaged":
        with pytest.raises(DamagedModel):
            open_model(folder / name)
    else:
        assert len(open_model(folder / name).by_type("IfcProject")) == 1


def test_every_construct_has_a_row_and_a_file(own: Path) -> None:
    named = {f"{row[0]}.ifc" for row in ANSWERS} | {row[0] for row in OPENING}
    assert named == {path.name for path in own.iterdir()}


def page_rows() -> list[str]:
    """The tables as ``docs/ifc-access.md`` has them."""
    rows = []
    for name, question, right, _, command, says in ANSWERS:
        told = "not asked" if command is None else f"`{' '.join(command)}`: {shown(says)}"
        trap = f" (**wrong**: {TRAPS[question]})" if question in TRAPS else ""
        rows.append(f"| {name} | {question} | {shown(right)} | {told}{trap} |")
    return [*rows, *(f"| {name} | {status} | {piece} |" for name, status, piece in OPENING)]


def shown(found: Any) -> str:
    """An answer in words."""
    if found is None:
        return "nothing"
    if isinstance(found, tuple) and isinstance(found[1], float):
        return f"{found[0]} {found[1]:g}, as stored"
    if isinstance(found, tuple | list | set):
        return ", ".join(map(str, sorted(found) if isinstance(found, set) else found)) or "none"
    return f"{found:g}" if isinstance(found, float) else str(found)


def test_every_wrong_count_is_called_a_trap() -> None:
    counts = [row for row in ANSWERS if type(row[2]) is int and row[5] is not None]
    wrong = {question for _, question, right, _, _, says in counts if says != right}
    assert wrong <= TRAPS.keys() <= {question for _, question, *_ in ANSWERS}


def test_the_page_prints_the_table() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [row for row in page_rows() if row not in page] == []
