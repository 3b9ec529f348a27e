"""Units are the project's own, as factors to SI, and None where the file states none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import ifcopenshell
import pytest

from memorybench.ifc.preflight import open_model
from memorybench.ifc.units import ProjectUnits, UnitScale, project_units, unit_scale

WriteIfc = Callable[..., Path]
FOOT = (
    "#1=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);",
    "#2=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);",
    "#3=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.3048),#2);",
    "#5=IFCCONVERSIONBASEDUNIT(#1,.LENGTHUNIT.,'FOOT',#3);",
    "#4=IFCUNITASSIGNMENT((#5));",
)


def units_of(path: Path) -> ProjectUnits:
    return project_units(open_model(path, allow_damaged=True))


def test_millimetres_square_and_cubic_metres(write_ifc: WriteIfc) -> None:
    assert units_of(write_ifc()) == ProjectUnits(UnitScale(0.001, "mm"), UnitScale(1.0, "m2"), UnitScale(1.0, "m3"))


def test_the_prefix_counts_twice_in_an_area_and_thrice_in_a_volume(write_ifc: WriteIfc) -> None:
    units = (
        "#1=IFCSIUNIT(*,.LENGTHUNIT.,.CENTI.,.METRE.);",
        "#2=IFCSIUNIT(*,.AREAUNIT.,.MILLI.,.SQUARE_METRE.);",
        "#3=IFCSIUNIT(*,.VOLUMEUNIT.,.DECI.,.CUBIC_METRE.);",
        "#4=IFCUNITASSIGNMENT((#1,#2,#3));",
    )
    assert units_of(write_ifc(units=units)) == ProjectUnits(
        UnitScale(0.01, "cm"), UnitScale(1e-06, "mm2"), UnitScale(0.001, "dm3")
    )


def test_a_conversion_unit_is_followed_to_si_and_absent_units_stay_absent(write_ifc: WriteIfc) -> None:
    assert units_of(write_ifc(units=FOOT)) == ProjectUnits(UnitScale(0.3048, "foot"), None, None)


@pytest.mark.parametrize("units", ["$", "#4"])
def test_no_assignment_or_an_empty_one_gives_no_unit(write_ifc: WriteIfc, units: str) -> None:
    path = write_ifc(
        units=("#4=IFCUNITASSIGNMENT(());",),
        project=f"#10=IFCPROJECT('0000000000000000000010',$,'P',$,$,$,$,$,{units});",
    )
    assert units_of(path) == ProjectUnits(None, None, None)


def test_an_orphan_assignment_is_ignored(write_ifc: WriteIfc) -> None:
    orphan = ("#8=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);", "#9=IFCUNITASSIGNMENT((#8));")
    path = write_ifc(*orphan)
    assert units_of(path).length == UnitScale(0.001, "mm")


@pytest.mark.parametrize(
    "broken",
    [
        "#1=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.SQUARE_METRE.);",
        "#1=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'ELL',$);",
        "#1=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'SELF',#6);\n#6=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(2.),#1);",
        "#1=IFCCONVERSIONBASEDUNIT($,.LENGTHUNIT.,'ZERO',#6);\n#6=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.),#7);\n"
        "#7=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);",
        "#1=IFCCONTEXTDEPENDENTUNIT($,.LENGTHUNIT.,'PACE');",
    ],
)
def test_a_unit_that_cannot_be_converted_is_none_not_a_guess(write_ifc: WriteIfc, broken: str) -> None:
    assert units_of(write_ifc(units=(broken, "#4=IFCUNITASSIGNMENT((#1));"))).length is None


def test_a_property_can_bring_its_own_unit() -> None:
    model = ifcopenshell.file(schema="IFC4")
    own = model.create_entity("IfcSIUnit", UnitType="LENGTHUNIT", Prefix="CENTI", Name="METRE")
    assert unit_scale(own) == UnitScale(0.01, "cm")
    assert unit_scale(None) is None


@pytest.mark.parametrize(
    ("name", "length", "area"),
    [
        ("units_mm_m2", UnitScale(0.001, "mm"), UnitScale(1.0, "m2")),
        ("feet", UnitScale(0.3048, "foot"), None),
        ("area_mm2", None, UnitScale(1e-06, "mm2")),
        ("no_units", None, None),
        ("len_only", UnitScale(0.001, "mm"), None),
        ("two_unitassign", UnitScale(0.001, "mm"), UnitScale(1.0, "m2")),
    ],
)
def test_the_unit_constructs(shared_ifc: Path, name: str, length: UnitScale | None, area: UnitScale | None) -> None:
    units = units_of(shared_ifc / "constructs" / f"{name}.ifc")
    assert units.area == area
    if length is not None or name == "no_units":
        assert units.length == length
