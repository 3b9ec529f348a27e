"""What ``ifc check`` finds: on files written here, on the bundled models with their known faults, on public ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import ifcopenshell
import pytest

from memorybench.errors import BadInput
from memorybench.ifc.health.check import Details, check_health
from memorybench.ifc.health.contents import misplaced
from memorybench.ifc.health.quantities import Comparison
from memorybench.resources import bundled

WriteIfc = Callable[..., Path]
MINI = bundled("datasets")["ifcmemory-mini"] / "models"


def details(path: Path, *, measure: bool = False) -> Details:
    found = check_health(path, measure=measure)[0].details
    assert found is not None
    return found


def test_units_say_what_a_stored_number_means(write_ifc: WriteIfc) -> None:
    units = {note.measure: (note.name, note.factor) for note in details(write_ifc()).units}
    assert units == {"length": ("mm", 0.001), "area": ("m2", 1.0), "volume": ("m3", 1.0)}


def test_a_missing_unit_is_none_and_the_file_warned(write_ifc: WriteIfc) -> None:
    path = write_ifc(project="#10=IFCPROJECT('0000000000000000000010',$,'P',$,$,$,$,$,$);")
    health, _ = check_health(path, measure=False)
    assert health.status == "warned"
    assert health.details is not None
    assert [note.factor for note in health.details.units] == [None, None, None]


def test_elements_on_no_storey_are_named(write_ifc: WriteIfc) -> None:
    found = details(write_ifc("#30=IFCBEAM('0000000000000000000030',$,'Lost',$,$,$,$,$,$);")).elements
    assert (found.count, found.without_storey, found.examples_without_storey) == (3, {"IfcBeam": 1}, ("Lost",))


def test_a_property_with_two_values_is_ambiguous_in_three_ways(write_ifc: WriteIfc) -> None:
    path = write_ifc(
        "#30=IFCPROPERTYSINGLEVALUE('Rating',$,IFCLABEL('A'),$);",
        "#31=IFCPROPERTYSINGLEVALUE('Rating',$,IFCLABEL('B'),$);",
        "#32=IFCPROPERTYSET('0000000000000000000032',$,'One',$,(#30));",
        "#33=IFCPROPERTYSET('0000000000000000000033',$,'One',$,(#31));",
        "#34=IFCPROPERTYSET('0000000000000000000034',$,'Two',$,(#31));",
        "#35=IFCRELDEFINESBYPROPERTIES('0000000000000000000035',$,$,$,(#20),#32);",
        "#36=IFCRELDEFINESBYPROPERTIES('0000000000000000000036',$,$,$,(#20),#33);",
        "#37=IFCRELDEFINESBYPROPERTIES('0000000000000000000037',$,$,$,(#21),#32);",
        "#38=IFCRELDEFINESBYPROPERTIES('0000000000000000000038',$,$,$,(#21),#34);",
        "#40=IFCWALLTYPE('0000000000000000000040',$,'T',$,$,(#41),$,$,$,.NOTDEFINED.);",
        "#41=IFCPROPERTYSET('0000000000000000000041',$,'One',$,(#31));",
        "#42=IFCRELDEFINESBYTYPE('0000000000000000000042',$,$,$,(#21),#40);",
    )
    found = {(case.kind, case.sets, case.example): case.values for case in details(path).ambiguities}
    assert found == {
        ("same_set", ("One",), "W1"): (),
        ("several_sets", ("One", "Two"), "W2"): ("A", "B"),
        ("type", ("One",), "W2"): ("A", "B"),
    }


def test_two_types_of_one_value_do_not_contradict(write_ifc: WriteIfc) -> None:
    path = write_ifc(
        "#30=IFCPROPERTYSINGLEVALUE('Poles',$,IFCLABEL('3'),$);",
        "#31=IFCPROPERTYSINGLEVALUE('Poles',$,IFCINTEGER(3),$);",
        "#32=IFCPROPERTYSET('0000000000000000000032',$,'One',$,(#30));",
        "#33=IFCPROPERTYSET('0000000000000000000033',$,'Two',$,(#31));",
        "#35=IFCRELDEFINESBYPROPERTIES('0000000000000000000035',$,$,$,(#20),#32);",
        "#36=IFCRELDEFINESBYPROPERTIES('0000000000000000000036',$,$,$,(#20),#33);",
    )
    assert details(path).ambiguities == ()


def test_placeholders_are_counted_by_property_entity(write_ifc: WriteIfc) -> None:
    path = write_ifc(
        "#30=IFCPROPERTYSINGLEVALUE('Colour',$,IFCLABEL('Colour'),$);",
        "#31=IFCPROPERTYSINGLEVALUE('Colour',$,IFCLABEL('red'),$);",
        "#32=IFCPROPERTYSINGLEVALUE('Known',$,IFCLOGICAL(.U.),$);",
        "#33=IFCPROPERTYSET('0000000000000000000033',$,'One',$,(#30,#32));",
    )
    found = details(path).placeholders
    assert (found.texts, found.empty) == (2, 1)
    assert [(case.property, case.value, case.count) for case in found.examples] == [("Colour", "Colour", 1)]


def test_shared_ids_and_names(write_ifc: WriteIfc) -> None:
    path = write_ifc(
        "#30=IFCWALL('0000000000000000000020',$,'W1',$,$,$,$,$,$);",
        "#31=IFCWALLTYPE('0000000000000000000031',$,'W2',$,$,$,$,$,$,.NOTDEFINED.);",
    )
    found = details(path)
    assert [(shared.global_id, shared.entities) for shared in found.shared_ids] == [
        ("0000000000000000000020", ("#20 IfcWall W1", "#30 IfcWall W1"))
    ]
    assert [(shared.kind, shared.names, shared.things) for shared in found.shared_names] == [("IfcWall", 1, 2)]
    assert found.names_of_types == ("W2",)


def test_letters_read_rightly_and_letters_lost(write_ifc: WriteIfc) -> None:
    path = write_ifc(
        r"#30=IFCWALL('0000000000000000000030',$,'D\X2\00F8\X0\r',$,$,$,$,$,$);",
        "#31=IFCWALL('0000000000000000000031',$,'Plác',$,$,$,$,$,$);",
        encoding="utf-8",
    )
    found = details(path).encoding
    assert (found.escapes, found.examples) == ({"X2": 1}, ("Dør",))
    assert (found.raw_bytes, found.raw_lines, found.raw_examples) == (2, 1, ("Plác",))


def test_a_storey_placed_elsewhere_than_it_says(shared_ifc: Path) -> None:
    storeys = {storey.name: storey for storey in details(shared_ifc / "constructs" / "storeys.ifc").storeys}
    assert {name for name, storey in storeys.items() if misplaced(storey)} == {"mismatch"}
    assert (storeys["nullelev"].elevation, storeys["nullelev"].placed_at) == (None, 104.425)


def test_damaged_files_have_one_sentence_and_no_details(write_ifc: WriteIfc) -> None:
    health, index = check_health(write_ifc(end=""))
    assert (health.status, health.details, index) == ("damaged", None, None)
    assert "cut off" in health.sentence
    with pytest.raises(BadInput, match="there is no file"):
        check_health(Path("nowhere.ifc"))


# file, room 9 % too large, property with two values, on no storey, rooms that share a name; as card.md lists them
KNOWN = [
    ("harbour-office", "Open Office", "Hardware Set", "M_Planter:600mm:315815", ("numbered rooms", "Meeting 3 (2)")),
    ("maple-school-wing", "Classroom", "STC Rating", "Cubby:12 x 15:408001", ("rooms", "204 (2)")),
    ("mill-lane-dental", "Surgery 2", "AcousticRating", "LF-021", ("rooms", "0.05 (2)")),
    ("reihenhaus-birkenweg", "Küche", "FireRating", "Geländer-004", ("rooms", "B-E05 (2)")),
]


@pytest.mark.parametrize(("name", "room", "ambiguous", "lost", "shared"), KNOWN)
def test_known_faults_of_the_bundled_models_are_found(
    name: str, room: str, ambiguous: str, lost: str, shared: tuple[str, str]
) -> None:
    found = details(MINI / f"{name}.ifc", measure=True)
    assert [case.property for case in found.ambiguities] == [ambiguous]
    assert found.elements.examples_without_storey == (lost,)
    assert (shared[0], (shared[1],)) in [(case.kind, case.examples) for case in found.shared_names]
    (wrong,) = comparison(found, "IfcSpace", "NetFloorArea").deviations
    assert (wrong.example, wrong.count) == (room, 1)
    assert wrong.stored / wrong.measured == pytest.approx(1.09, abs=0.001)
    assert comparison(found, "IfcSpace", "NetVolume").deviations == ()


def test_the_unit_that_explains_wrong_numbers_is_named(tmp_path: Path) -> None:
    """As Revit exports them: volumes in litres, perimeters in feet; and one height that no unit explains."""
    model = ifcopenshell.open(str(MINI / "harbour-office.ifc"))
    heights = []
    for quantity in model.by_type("IfcPhysicalSimpleQuantity"):
        if quantity.Name == "NetVolume":
            quantity.VolumeValue *= 1000
        elif quantity.Name == "GrossPerimeter":
            quantity.LengthValue /= 304.8
        elif quantity.Name == "Height":
            heights.append(quantity)
    heights[0].LengthValue *= 7
    model.write(str(tmp_path / "model.ifc"))
    found = details(tmp_path / "model.ifc", measure=True)
    assert {deviation.unit for deviation in comparison(found, "IfcSpace", "NetVolume").deviations} == {"litres"}
    perimeters = comparison(found, "IfcSpace", "GrossPerimeter")
    assert [(d.unit, d.count) for d in perimeters.deviations] == [("feet", perimeters.checked)]
    off = [d for c in found.quantities.comparisons if c.quantity == "Height" for d in c.deviations]  # type: ignore[union-attr]
    assert [(d.reason, d.count) for d in off] == [("off by more than half", 1)]


def comparison(found: Details, ifc_class: str, quantity: str) -> Comparison:
    assert found.quantities is not None
    return next(c for c in found.quantities.comparisons if (c.ifc_class, c.quantity) == (ifc_class, quantity))


def test_what_the_public_models_are_known_for(shared_ifc: Path) -> None:
    large = details(shared_ifc / "real" / "large-building.ifc", measure=True)
    assert {d.unit for d in comparison(large, "IfcSpace", "GrossVolume").deviations} == {"litres"}
    assert {d.unit for d in comparison(large, "IfcSpace", "GrossPerimeter").deviations} == {"feet"}
    duplex = details(shared_ifc / "real" / "duplex-arc.ifc")
    assert (duplex.placeholders.texts, duplex.placeholders.empty) == (4102, 2931)
    electrical = details(shared_ifc / "real" / "duplex-electrical.ifc")
    assert electrical.units[0].factor == 0.3048
