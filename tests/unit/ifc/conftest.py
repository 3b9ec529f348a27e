"""Small IFC files, written by the tests themselves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

WriteIfc = Callable[..., Path]

UNITS = (
    "#1=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);",
    "#2=IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.);",
    "#3=IFCSIUNIT(*,.VOLUMEUNIT.,$,.CUBIC_METRE.);",
    "#4=IFCUNITASSIGNMENT((#1,#2,#3));",
)
PROJECT = "#10=IFCPROJECT('0000000000000000000010',$,'P',$,$,$,$,$,{units});"
BODY = (
    "#11=IFCSITE('0000000000000000000011',$,'Site',$,$,$,$,$,.ELEMENT.,$,$,$,$,$);",
    "#12=IFCBUILDING('0000000000000000000012',$,'B',$,$,$,$,$,.ELEMENT.,$,$,$);",
    "#13=IFCBUILDINGSTOREY('0000000000000000000013',$,'L1',$,$,$,$,$,.ELEMENT.,0.);",
    "#15=IFCRELAGGREGATES('0000000000000000000015',$,$,$,#10,(#11));",
    "#16=IFCRELAGGREGATES('0000000000000000000016',$,$,$,#11,(#12));",
    "#17=IFCRELAGGREGATES('0000000000000000000017',$,$,$,#12,(#13));",
    "#20=IFCWALL('0000000000000000000020',$,'W1',$,$,$,$,$,$);",
    "#21=IFCWALL('0000000000000000000021',$,'W2',$,$,$,$,$,$);",
    "#22=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000022',$,$,$,(#20,#21),#13);",
)


@pytest.fixture
def write_ifc(tmp_path: Path) -> WriteIfc:
    """Write an IFC file of one project, one storey and two walls, changed as asked; returns its path."""

    def write(
        *extra: str,
        name: str = "model.ifc",
        schema: str = "'IFC4'",
        units: tuple[str, ...] = UNITS,
        project: str | None = PROJECT.format(units="#4"),
        end: str = "ENDSEC;\nEND-ISO-10303-21;\n",
        encoding: str = "ascii",
    ) -> Path:
        lines = [
            "ISO-10303-21;",
            "HEADER;",
            "FILE_DESCRIPTION(('ViewDefinition [none]'),'2;1');",
            "FILE_NAME('x.ifc','2026-01-01T00:00:00',(''),(''),'own','own','');",
            f"FILE_SCHEMA(({schema}));",
            "ENDSEC;",
            "DATA;",
            *units,
            *([project] if project else []),
            *(BODY if project else ()),
            *extra,
        ]
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n" + end, encoding=encoding, newline="")
        return path

    return write


@pytest.fixture
def project(write_ifc: WriteIfc) -> Path:
    """A project folder with ``model.ifc``, a text file, and next to it things that must stay unreadable."""
    outside = write_ifc(name="secret.ifc")
    folder = outside.parent / "project"
    folder.mkdir()
    (folder / "model.ifc").write_bytes(outside.read_bytes())
    (folder / "notes.txt").write_text("b 2\na 10\nb 2\nc 1\n", encoding="utf-8")
    (folder / "link.ifc").symlink_to(outside)
    (folder / "up").symlink_to(outside.parent)
    return folder
