"""A warm query says what the command line says, and one sentence where the command line falls over."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import ifcquery.__main__ as cli
import pytest

from memorybench.errors import DamagedModel
from memorybench.ifc.warm import WarmQuery

WriteIfc = Callable[..., Path]
LAYERS_2X3 = (
    "#30=IFCMATERIAL('Brick');",
    "#31=IFCMATERIALLAYER(#30,100.,$);",
    "#32=IFCMATERIALLAYERSET((#31),'S');",
)
BOUNDED = (
    "#30=IFCPROPERTYBOUNDEDVALUE('Range',$,IFCREAL(2.),IFCREAL(1.),$,$);",
    "#31=IFCPROPERTYSET('0000000000000000000031',$,'Data',$,(#30));",
    "#32=IFCRELDEFINESBYPROPERTIES('0000000000000000000032',$,$,$,(#20),#31);",
)


@pytest.mark.parametrize(
    "argv",
    [
        ["summary"],
        ["tree"],
        ["--format", "text", "tree"],
        ["--format", "ids", "select", "IfcWall"],
        ["info", "#20"],
        ["relations", "20", "--traverse", "up"],
        ["validate"],
        ["schema", "IfcWall"],
        ["contexts"],
        ["info", "999"],
        ["info", "abc"],
        ["nonsense"],
        ["--format", "xml", "tree"],
        ["--help"],
        ["select", "-h"],
        [],
    ],
)
def test_same_output_messages_and_code_as_the_command_line(
    write_ifc: WriteIfc, monkeypatch: pytest.MonkeyPatch, argv: list[str]
) -> None:
    path = write_ifc()
    out, err, code = io.StringIO(), io.StringIO(), 0
    monkeypatch.chdir(path.parent)
    monkeypatch.setattr(sys, "argv", ["ifcquery", path.name, *argv])
    with redirect_stdout(out), redirect_stderr(err):
        try:
            cli.main()
        except SystemExit as stop:
            code = int(stop.code or 0)
    ours = WarmQuery(path).run(argv)
    assert (ours.stdout, ours.stderr, ours.exit_code) == (out.getvalue(), err.getvalue(), code)


def test_nothing_is_printed_or_patched_outside(write_ifc: WriteIfc, capfd: pytest.CaptureFixture[str]) -> None:
    before = dict(vars(cli)), list(sys.argv)
    WarmQuery(write_ifc()).run(["clash", "20"])
    assert capfd.readouterr() == ("", "")
    assert (dict(vars(cli)), list(sys.argv)) == before


@pytest.mark.parametrize(
    "argv", [["render"], ["plot"], ["render", "-o", "x.png"], ["plot", "--out-format", "base64"]]
)
def test_pictures_are_refused_and_nothing_is_written(write_ifc: WriteIfc, argv: list[str]) -> None:
    path = write_ifc()
    files = set(path.parent.iterdir())
    result = WarmQuery(path).run(argv)
    assert (result.stdout, result.exit_code) == ("", 2)
    assert f"`ifcquery {argv[0]}` draws a picture into a file and is not available here" in result.stderr
    assert set(path.parent.iterdir()) == files


@pytest.mark.parametrize(
    ("schema", "extra", "argv", "piece"),
    [
        ("'IFC2X3'", LAYERS_2X3, ["materials"], "cannot read the layer sets of an IFC2X3 model"),
        ("'IFC4'", (), ["relations", "1"], "only for things with a GlobalId"),
        ("'IFC4'", BOUNDED, ["info", "20"], "bounded"),
        ("'IFC4'", (), ["select", "))"], "the selector cannot be read"),
    ],
)
def test_one_sentence_and_the_same_code_where_the_command_line_dies(
    write_ifc: WriteIfc, schema: str, extra: tuple[str, ...], argv: list[str], piece: str
) -> None:
    result = WarmQuery(write_ifc(*extra, schema=schema), allow_damaged=True).run(argv)
    assert (result.stdout, result.exit_code) == ("", 1)
    assert piece in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ("IfcWal", "IfcWal is not a class of IFC4"),
        ("IfcBuiltElement", "IfcBuiltElement is not a class of IFC4"),
        ("IfcWall, IfcWindowz", "IfcWindowz is not a class of IFC4"),
        ("! IfcNope", "IfcNope is not a class of IFC4"),
        ("IfcDoor", ""),
        ('IfcWall, Name="IfcNope"', ""),
        ("IfcWall, Name=IfcNope", ""),
    ],
)
def test_a_class_the_schema_lacks_is_pointed_out(write_ifc: WriteIfc, query: str, note: str) -> None:
    result = WarmQuery(write_ifc()).run(["select", query])
    assert result.exit_code == 0
    assert isinstance(json.loads(result.stdout), list)
    assert note in result.stderr
    assert bool(result.stderr) == bool(note)


def test_a_misspelt_class_gets_a_suggestion(write_ifc: WriteIfc) -> None:
    assert "Did you mean IfcWall" in WarmQuery(write_ifc()).run(["select", "IfcWal"]).stderr


def test_queries_leave_the_model_as_it_was(write_ifc: WriteIfc) -> None:
    warm = WarmQuery(write_ifc(*BOUNDED))
    before = warm.model.to_string()
    for argv in (
        ["summary"],
        ["tree"],
        ["info", "20"],
        ["select", "IfcElement"],
        ["relations", "20"],
        ["clash", "20"],
    ):
        warm.run(argv)
    for argv in (["validate"], ["materials"], ["schedule"], ["cost"], ["contexts"], ["schema", "IfcWall"]):
        warm.run(argv)
    assert warm.model.to_string() == before


def test_threads_never_mix_their_outputs(write_ifc: WriteIfc) -> None:
    warm = WarmQuery(write_ifc())
    argvs = [["info", "20"], ["info", "21"], ["select", "IfcWall"], ["relations", "1"], ["tree"], ["nope"]] * 5
    alone = [warm.run(argv) for argv in argvs]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(warm.run, argvs)) == alone


def test_a_damaged_model_is_not_queried(write_ifc: WriteIfc) -> None:
    path = write_ifc("#30=IFCFOOBAR('0000000000000000000030');")
    with pytest.raises(DamagedModel):
        WarmQuery(path)
    assert WarmQuery(path, allow_damaged=True).run(["--format", "ids", "select", "IfcWall"]).stdout == "20,21\n"
