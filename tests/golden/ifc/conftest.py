"""Tiny IFC files of our own, one hard construct each, as STEP text; what each must say stands in the test's table."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

MM = """
#1=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#2=IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.);
#3=IFCSIUNIT(*,.VOLUMEUNIT.,$,.CUBIC_METRE.);
#4=IFCUNITASSIGNMENT((#1,#2,#3));
"""
HOUSE = """
#10=IFCPROJECT(@,$,'Mill',$,$,$,$,$,#4);
#11=IFCBUILDING(@,$,'House',$,$,$,$,$,.ELEMENT.,$,$,$);
#12=IFCBUILDINGSTOREY(@,$,'L1',$,$,$,$,$,.ELEMENT.,0.);
#13=IFCBUILDINGSTOREY(@,$,'L2',$,$,$,$,$,.ELEMENT.,2800.);
#14=IFCRELAGGREGATES(@,$,$,$,#10,(#11));
#15=IFCRELAGGREGATES(@,$,$,$,#11,(#12,#13));
"""


def step(data: str, schema: str = "'IFC4'", units: str = MM) -> str:
    """A whole file; each ``@`` becomes a GlobalId of its own."""
    numbers = iter(range(1, 1000))
    body = re.sub("@", lambda _: f"'{next(numbers):022d}'", units + data)
    return (
        "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('ViewDefinition [ReferenceView]'),'2;1');\n"
        "FILE_NAME('own.ifc','2026-02-01T08:00:00',(''),(''),'by hand','memorybench','');\n"
        f"FILE_SCHEMA(({schema}));\nENDSEC;\nDATA;\n{body.strip()}\nENDSEC;\nEND-ISO-10303-21;\n"
    )


def house(data: str = "", **more: str) -> str:
    """A file with project, building and two storeys."""
    return step(HOUSE + data, **more)


_WALLS = "#20=IFCWALL(@,$,'A',$,$,$,$,$,$);\n"
_QUANTITIES = """
#20=IFCWALL(@,$,'W1',$,$,$,$,$,$);
#21=IFCQUANTITYLENGTH('Length',$,$,5000.,$);
#22=IFCQUANTITYAREA('NetSideArea',$,$,15.,$);
#23=IFCELEMENTQUANTITY(@,$,'Qto_WallBaseQuantities',$,$,(#21,#22));
#24=IFCRELDEFINESBYPROPERTIES(@,$,$,$,(#20),#23);
#25=IFCSIUNIT(*,.LENGTHUNIT.,.CENTI.,.METRE.);
#26=IFCPROPERTYSINGLEVALUE('Offset',$,IFCLENGTHMEASURE(72.),#25);
#27=IFCPROPERTYSET(@,$,'Setting out',$,(#26));
#28=IFCRELDEFINESBYPROPERTIES(@,$,$,$,(#20),#27);
"""
_FOOT = """
#1=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);
#2=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#3=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.3048),#2);
#5=IFCCONVERSIONBASEDUNIT(#1,.LENGTHUNIT.,'FOOT',#3);
#4=IFCUNITASSIGNMENT((#5));
"""
_PARTS = """
#20=IFCELEMENTASSEMBLY(@,$,'Frame',$,$,$,$,$,$,$);
#21=IFCBEAM(@,$,'Left',$,$,$,$,$,$);
#22=IFCBEAM(@,$,'Right',$,$,$,$,$,$);
#23=IFCRELAGGREGATES(@,$,$,$,#20,(#21,#22));
#24=IFCRELCONTAINEDINSPATIALSTRUCTURE(@,$,$,$,(#20),#12);
#25=IFCBEAM(@,$,'Loose',$,$,$,$,$,$);
#26=IFCSPACE(@,$,'101',$,$,$,$,'Office',.ELEMENT.,$,$);
#27=IFCRELAGGREGATES(@,$,$,$,#12,(#26));
#28=IFCFURNITURE(@,$,'Desk',$,$,$,$,$,$);
#29=IFCRELCONTAINEDINSPATIALSTRUCTURE(@,$,$,$,(#28),#26);
#30=IFCSPACE(@,$,'Nowhere',$,$,$,$,$,.ELEMENT.,$,$);
#31=IFCWALL(@,$,'W',$,$,$,$,$,$);
#32=IFCRELCONTAINEDINSPATIALSTRUCTURE(@,$,$,$,(#31),#13);
#33=IFCOPENINGELEMENT(@,$,'Hole',$,$,$,$,$,$);
#34=IFCRELVOIDSELEMENT(@,$,$,$,#31,#33);
#35=IFCDOOR(@,$,'D',$,$,$,$,$,2010.,885.,$,$,$);
#36=IFCRELFILLSELEMENT(@,$,$,$,#33,#35);
#37=IFCDISCRETEACCESSORY(@,$,'Bolt',$,$,$,$,$,$);
#38=IFCRELNESTS(@,$,$,$,#21,(#37));
"""
_PSETS = """
#20=IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('REI60'),$);
#21=IFCPROPERTYSINGLEVALUE('IsExternal',$,IFCBOOLEAN(.T.),$);
#22=IFCPROPERTYSET(@,$,'Pset_WallCommon',$,(#20,#21));
#23=IFCWALLTYPE(@,$,'WT',$,$,(#22),$,$,$,.SOLIDWALL.);
#24=IFCWALL(@,$,'inherit',$,$,$,$,$,$);
#25=IFCWALL(@,$,'override',$,$,$,$,$,.NOTDEFINED.);
#26=IFCRELDEFINESBYTYPE(@,$,$,$,(#24,#25),#23);
#27=IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('REI90'),$);
#28=IFCPROPERTYSET(@,$,'Pset_WallCommon',$,(#27));
#29=IFCRELDEFINESBYPROPERTIES(@,$,$,$,(#25),#28);
#30=IFCWALL(@,$,'dup',$,$,$,$,$,$);
#31=IFCPROPERTYSINGLEVALUE('A',$,IFCLABEL('1'),$);
#32=IFCPROPERTYSINGLEVALUE('A',$,IFCLABEL('2'),$);
#33=IFCPROPERTYSINGLEVALUE('B',$,IFCLABEL('b'),$);
#34=IFCPROPERTYSET(@,$,'Data',$,(#31));
#35=IFCPROPERTYSET(@,$,'Data',$,(#32));
#36=IFCPROPERTYSET(@,$,'Data',$,(#33));
#37=IFCRELDEFINESBYPROPERTIES(@,$,$,$,(#30),#34);
#38=IFCRELDEFINESBYPROPERTIES(@,$,$,$,(#30),#35);
#39=IFCRELDEFINESBYPROPERTIES(@,$,$,$,(#30),#36);
#40=IFCWALL(@,$,'enum',$,$,$,$,$,$);
#41=IFCPROPERTYENUMERATEDVALUE('CastingMethod',$,(IFCLABEL('INSITU'),IFCLABEL('PRECAST')),$);
#42=IFCPROPERTYSINGLEVALUE('Null',$,$,$);
#43=IFCPROPERTYSINGLEVALUE('Ext',$,IFCLABEL('Yes'),$);
#44=IFCPROPERTYBOUNDEDVALUE('Bd',$,IFCREAL(9.),IFCREAL(1.),$,$);
#45=IFCPROPERTYSINGLEVALUE('Logical',$,IFCLOGICAL(.U.),$);
#46=IFCPROPERTYSET(@,$,'Mixed',$,(#41,#42,#43,#44,#45));
#47=IFCRELDEFINESBYPROPERTIES(@,$,$,$,(#40),#46);
"""
_MATERIALS = """
#20=IFCMATERIAL('CON01',$,'Concrete');
#21=IFCMATERIAL('INS',$,$);
#22=IFCMATERIALLAYER(#20,180.,$,$,$,$,$);
#23=IFCMATERIALLAYER(#21,120.,$,$,$,$,$);
#24=IFCMATERIALLAYERSET((#22,#23),'Outer',$);
#25=IFCMATERIALLAYERSETUSAGE(#24,.AXIS2.,.POSITIVE.,0.,$);
#30=IFCWALL(@,$,'con',$,$,$,$,$,$);
#31=IFCWALL(@,$,'layers',$,$,$,$,$,$);
#32=IFCWALL(@,$,'none',$,$,$,$,$,$);
#33=IFCWALL(@,$,'ins',$,$,$,$,$,$);
#40=IFCRELASSOCIATESMATERIAL(@,$,$,$,(#30),#20);
#41=IFCRELASSOCIATESMATERIAL(@,$,$,$,(#31),#25);
#42=IFCRELASSOCIATESMATERIAL(@,$,$,$,(#33),#21);
"""
_STOREYS = """
#10=IFCPROJECT(@,$,'Mill',$,$,$,$,$,#4);
#50=IFCCARTESIANPOINT((0.,0.,100000.));
#51=IFCAXIS2PLACEMENT3D(#50,$,$);
#52=IFCLOCALPLACEMENT($,#51);
#53=IFCCARTESIANPOINT((0.,0.,4425.));
#54=IFCAXIS2PLACEMENT3D(#53,$,$);
#55=IFCLOCALPLACEMENT(#52,#54);
#11=IFCBUILDING(@,$,'House',$,$,#52,$,$,.ELEMENT.,$,$,$);
#12=IFCBUILDINGSTOREY(@,$,'nullelev',$,$,#55,$,$,.ELEMENT.,$);
#13=IFCBUILDINGSTOREY(@,$,'basement',$,$,$,$,$,.ELEMENT.,-3200.);
#14=IFCBUILDINGSTOREY(@,$,'mismatch',$,$,#55,$,$,.ELEMENT.,0.);
#15=IFCRELAGGREGATES(@,$,$,$,#10,(#11));
#16=IFCRELAGGREGATES(@,$,$,$,#11,(#12,#13,#14));
"""
_OLD = """
#10=IFCPROJECT(@,#86,'Mill',$,$,$,$,(#83),#4);
#80=IFCCARTESIANPOINT((0.,0.,0.));
#81=IFCAXIS2PLACEMENT3D(#80,$,$);
#83=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#81,$);
#84=IFCPERSON($,'hand',$,$,$,$,$,$);
#85=IFCORGANIZATION($,'own',$,$,$);
#87=IFCPERSONANDORGANIZATION(#84,#85,$);
#88=IFCAPPLICATION(#85,'1','own','own');
#86=IFCOWNERHISTORY(#87,#88,$,.ADDED.,$,$,$,0);
#20=IFCWALL(@,#86,'A',$,$,$,$,$);
#21=IFCWALLSTANDARDCASE(@,#86,'B',$,$,$,$,$);
#22=IFCWALLTYPE(@,#86,'B',$,$,$,$,$,$,.STANDARD.);
"""
_ONE_ID = "'0000000000000000000abc'"
_LETTERS = r"""
#20=IFCWALL(@,$,'D\X2\00F8\X0\r',$,$,$,$,$,$);
#21=IFCWALL(@,$,'\X\C4b',$,$,$,$,$,$);
#22=IFCWALL(@,$,'\S\Dc',$,$,$,$,$,$);
#23=IFCWALL(@,$,'it''s \X4\0001F3E0\X0\',$,$,$,$,$,$);
"""


def _zip(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, house(_WALLS))
    return out.getvalue()


def _texts() -> Mapping[str, str]:
    area_mm2 = MM.replace(".AREAUNIT.,$", ".AREAUNIT.,.MILLI.")
    orphan = "#5=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n#6=IFCUNITASSIGNMENT((#5));\n"
    doubled = "#20=IFCWALL(@,$,'A',$,$,$,$,$,$);\n#20=IFCSLAB(@,$,'B',$,$,$,$,$,$);\n#31=IFCFOOBAR(@);\n"
    return {
        "units_mm_m2.ifc": house(_QUANTITIES),
        "feet.ifc": house(units=_FOOT),
        "area_mm2.ifc": house(units=area_mm2),
        "no_units.ifc": step(HOUSE.replace("#4)", "$)"), units=""),
        "len_only.ifc": house(units=MM.replace("(#1,#2,#3)", "(#1)")),
        "two_unitassign.ifc": house(units=orphan + MM),
        "wallsc23.ifc": step(_OLD, schema="'IFC2X3'"),
        "aggregates.ifc": house(_PARTS),
        "psets.ifc": house(_PSETS),
        "materials.ifc": house(_MATERIALS),
        "storeys.ifc": step(_STOREYS),
        "dupguid.ifc": house(
            "".join(f"#{n}=IFCWALL({_ONE_ID if n < 22 else '@'},$,'{n}',$,$,$,$,$,$);\n" for n in (20, 21, 22))
        ),
        "enc.ifc": house(_LETTERS),
        "enc_utf8.ifc": house("#20=IFCWALL(@,$,'Plác 漢',$,$,$,$,$,$);\n"),
        "trunc.ifc": house(_WALLS)[: -len("$,$,$);\nENDSEC;\nEND-ISO-10303-21;\n")],
        "dangling.ifc": house("#20=IFCRELDEFINESBYPROPERTIES(@,$,$,$,(#888),$);\n"),
        "dupstep.ifc": house(doubled),
        "h_4x3.ifc": house(schema="'IFC4X3'"),
        "h_ifc5.ifc": house(schema="'IFC5'"),
        "h_two.ifc": house(schema="'IFC4','IFC2X3'"),
        "h_add2.ifc": house(_WALLS, schema="'IFC4X3_ADD2'"),
        "h_crlf.ifc": house(_WALLS).replace("\n", "\r\n"),
        "noproj.ifc": step("#12=IFCBUILDINGSTOREY(@,$,'L1',$,$,$,$,$,.ELEMENT.,0.);\n"),
        "notifc.ifc": "hello",
        "empty.ifc": "",
        "x.ifcxml": "<?xml version='1.0'?><ifcXML/>",
    }


def files() -> dict[str, bytes]:
    """File name -> bytes of every construct."""
    made = {name: text.encode("utf-8") for name, text in _texts().items()}
    walls = house(_WALLS)
    return {
        **made,
        "h_bom.ifc": walls.encode("utf-8-sig"),
        "h_utf16.ifc": walls.encode("utf-16"),
        "z.ifczip": _zip("a.ifc"),
        "z2.ifczip": _zip("a.ifc", "b.ifc"),
    }


@pytest.fixture(scope="session")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every construct."""
    folder = tmp_path_factory.mktemp("constructs")
    for name, data in files().items():
        (folder / name).write_bytes(data)
    return folder
