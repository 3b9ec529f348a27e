"""Every fault of a file is found on opening, and said in one sentence."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from memorybench.errors import BadInput, DamagedModel
from memorybench.ifc.preflight import check, open_model

WriteIfc = Callable[..., Path]
ACCEPTED = "IFC2X3, IFC4 or IFC4X3_ADD2 are accepted"

# File, status, a piece of the sentence: the constructs that concern opening.
CONSTRUCTS = [
    ("aggregates.ifc", "clean", "is clean"),
    ("area_mm2.ifc", "clean", "is clean"),
    ("dangling.ifc", "damaged", "Instance reference #888 used by instance #21"),
    ("dupguid.ifc", "warned", "non-unique GlobalId"),
    ("dupstep.ifc", "damaged", "Overwriting instance with name #20"),
    ("dupstep.ifc", "damaged", "Entity with name 'IFCFOOBAR' not found"),
    ("dupstep.ifc", "damaged", "Expected 9 attribute values, found 3 for instance #32"),
    ("empty.ifc", "damaged", f"is empty; IFC-SPF text files (.ifc, or .ifczip with one model) of schema {ACCEPTED}"),
    ("enc_utf8.ifc", "warned", "raw non-ASCII bytes"),
    ("feet.ifc", "warned", "no area unit"),
    ("h_4x3.ifc", "damaged", "states schema 'IFC4X3' in its header"),
    ("h_add2.ifc", "clean", "is clean"),
    ("h_bom.ifc", "warned", "re-encoded into a plain copy"),
    ("h_crlf.ifc", "clean", "is clean"),
    ("h_ifc5.ifc", "damaged", "states schema 'IFC5' in its header"),
    ("h_two.ifc", "damaged", "states schema 'IFC4', '' in its header"),
    ("h_utf16.ifc", "warned", "re-encoded into a plain copy"),
    ("len_only.ifc", "warned", "no area unit"),
    ("materials.ifc", "clean", "is clean"),
    ("no_units.ifc", "warned", "no length and no area unit"),
    ("noproj.ifc", "damaged", "has no IfcProject"),
    ("notifc.ifc", "damaged", "is not an IFC file"),
    ("psets.ifc", "clean", "is clean"),
    ("storeys.ifc", "clean", "is clean"),
    ("trunc.ifc", "damaged", "probably cut off"),
    ("two_unitassign.ifc", "warned", "unit assignment #6 belongs to no project"),
    ("units_mm_m2.ifc", "clean", "is clean"),
    ("wallsc23.ifc", "clean", "is clean"),
    ("x.ifcxml", "damaged", "is ifcXML"),
    ("z.ifczip", "clean", "is clean"),
    ("z2.ifczip", "damaged", "must hold exactly one model, but holds 2 (a.ifc, b.ifc)"),
]


@pytest.mark.parametrize(("name", "status", "piece"), CONSTRUCTS)
def test_the_hard_constructs_come_out_as_documented(shared_ifc: Path, name: str, status: str, piece: str) -> None:
    path = shared_ifc / "constructs" / name
    verdict = check(path)
    assert verdict.status == status
    assert piece in verdict.sentence()
    if status == "damaged":
        with pytest.raises(DamagedModel):
            open_model(path)
    else:
        assert open_model(path).by_type("IfcProject")


def test_real_models_are_clean_and_the_old_one_is_refused_in_one_sentence(shared_ifc: Path) -> None:
    for path in sorted((shared_ifc / "real").glob("*.ifc")):
        verdict = check(path)
        if path.name == "fzk-haus-adt.ifc":
            assert verdict.sentence().startswith(f"{path} states schema 'IFC2X_FINAL' in its header; ")
            assert verdict.sentence().count("\n") == 0
        else:
            assert (path.name, verdict.status, verdict.warnings) == (path.name, "clean", ())


def test_a_sound_file_is_clean(write_ifc: WriteIfc) -> None:
    path = write_ifc()
    verdict = check(path)
    assert (verdict.status, verdict.schema, verdict.reasons, verdict.warnings) == ("clean", "IFC4", (), ())
    assert verdict.path_to_open == path
    assert len(open_model(path).by_type("IfcWall")) == 2


@pytest.mark.parametrize(
    ("extra", "reason"),
    [
        ("#30=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000030',$,$,$,(#999),#13);", "#999"),
        ("#20=IFCSLAB('0000000000000000000031',$,'S',$,$,$,$,$,$);", "Overwriting instance with name #20"),
        ("#30=IFCFOOBAR('0000000000000000000030');", "'IFCFOOBAR' not found in schema 'IFC4'"),
        ("#30=IFCWALL('0000000000000000000030',$,'short');", "Expected 9 attribute values, found 3"),
    ],
)
def test_faults_that_open_silently_make_a_file_damaged(write_ifc: WriteIfc, extra: str, reason: str) -> None:
    path = write_ifc(extra)
    assert check(path).status == "damaged"
    with pytest.raises(DamagedModel, match="mend it at its source") as told:
        open_model(path)
    assert reason in str(told.value)
    assert len(open_model(path, allow_damaged=True).by_type("IfcProject")) == 1


@pytest.mark.parametrize("end", ["", "#30=IFCWALL('00000000000000", "ENDSEC;\n", "ENDSEC;\nEND-ISO"])
def test_a_file_cut_off_anywhere_is_damaged(write_ifc: WriteIfc, end: str) -> None:
    assert "probably cut off" in check(write_ifc(end=end)).sentence()


@pytest.mark.parametrize(
    ("schema", "shown"),
    [
        ("'IFC4X3'", "'IFC4X3'"),
        ("'IFC5'", "'IFC5'"),
        ("'IFC2X_FINAL'", "'IFC2X_FINAL'"),
        ("'IFC4','IFC2X3'", "'IFC2X3'"),
    ],
)
def test_other_schemas_are_refused_naming_the_accepted_ones(write_ifc: WriteIfc, schema: str, shown: str) -> None:
    with pytest.raises(DamagedModel, match=ACCEPTED) as told:
        open_model(write_ifc(schema=schema), allow_damaged=True)
    assert shown in str(told.value)


@pytest.mark.parametrize("schema", ["IFC2X3", "IFC4", "IFC4X3_ADD2"])
def test_the_three_schemas_open(write_ifc: WriteIfc, schema: str) -> None:
    empty = "$,$,$,$,$" if schema == "IFC2X3" else "$,$,$,$,$,$"
    wall = f"#40=IFCWALL('0000000000000000000040',$,'W',{empty});"
    project = f"#10=IFCPROJECT('0000000000000000000010',$,'P',$,$,$,$,$,#4);\n{wall}"
    path = write_ifc(schema=f"'{schema}'", project=None, name="m.ifc")
    text = path.read_text(encoding="utf-8").replace("ENDSEC;\nEND-ISO", f"{project}\nENDSEC;\nEND-ISO")
    path.write_text(text, encoding="utf-8")
    verdict = check(path)
    assert verdict.schema == schema
    assert verdict.reasons == ()


def test_duplicate_global_ids_and_raw_bytes_are_warnings(write_ifc: WriteIfc) -> None:
    twin = write_ifc("#30=IFCWALL('0000000000000000000020',$,'twin',$,$,$,$,$,$);", name="twin.ifc")
    assert "non-unique GlobalId 0000000000000000000020" in check(twin).sentence()
    raw = write_ifc("#30=IFCWALL('0000000000000000000030',$,'Tür',$,$,$,$,$,$);", name="raw.ifc", encoding="utf-8")
    assert check(raw).status == "warned"
    assert "raw non-ASCII bytes" in check(raw).sentence()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_a_byte_order_mark_is_repaired_with_all_letters_kept(write_ifc: WriteIfc, encoding: str) -> None:
    path = write_ifc("#30=IFCDOOR('0000000000000000000030',$,'Tür 漢 🏠',$,$,$,$,$,$,$,$,$,$);", encoding=encoding)
    before = path.read_bytes()
    verdict = check(path)
    assert verdict.status == "warned"
    assert verdict.path_to_open != path
    assert open_model(path).by_type("IfcDoor")[0].Name == "Tür 漢 🏠"
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "piece"),
    [
        (b"", "is empty"),
        (b" \n ", "is empty"),
        (b"hello", "is not an IFC file"),
        (b"<?xml version='1.0'?><ifcXML/>", "is ifcXML"),
        (b'{"type": "ifcJSON"}', "is ifcJSON"),
        (b"ISO-10303-21;\nHEADER;\nENDSEC;\n", "states schema none"),
        (b"PK\x03\x04rubbish", "zip archive"),
        (b"\xff\xfeI", "is not an IFC file"),
    ],
)
def test_what_is_no_model_is_refused(tmp_path: Path, content: bytes, piece: str) -> None:
    path = tmp_path / "thing.ifc"
    path.write_bytes(content)
    with pytest.raises(DamagedModel, match=ACCEPTED) as told:
        open_model(path)
    assert piece in str(told.value)


def test_a_file_without_project_is_refused(write_ifc: WriteIfc) -> None:
    with pytest.raises(DamagedModel, match="has no IfcProject"):
        open_model(write_ifc(project=None), allow_damaged=True)


@pytest.mark.parametrize(
    ("members", "status"), [(["a.ifc"], "clean"), (["a.ifc", "b.ifc"], "damaged"), ([], "damaged")]
)
def test_a_zip_holds_exactly_one_model(write_ifc: WriteIfc, tmp_path: Path, members: list[str], status: str) -> None:
    model = write_ifc()
    path = tmp_path / "m.ifczip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("picture.png", b"x")
        for member in members:
            archive.write(model, member)
    assert check(path).status == status


def test_crlf_line_ends_are_fine(write_ifc: WriteIfc) -> None:
    path = write_ifc()
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert check(path).status == "clean"


def test_missing_files_folders_and_unreadable_files_are_bad_input(tmp_path: Path, write_ifc: WriteIfc) -> None:
    with pytest.raises(BadInput, match="there is no file"):
        check(tmp_path / "none.ifc")
    with pytest.raises(BadInput, match="is a folder"):
        check(tmp_path)
    closed = write_ifc()
    closed.chmod(0)
    if not os.access(closed, os.R_OK):  # the superuser may read everything
        with pytest.raises(BadInput, match="cannot be read"):
            check(closed)


def test_the_log_of_one_file_never_taints_another(write_ifc: WriteIfc) -> None:
    bad = write_ifc("#30=IFCFOOBAR('0000000000000000000030');", name="bad.ifc")
    good = write_ifc(name="good.ifc")
    assert [check(path).status for path in (bad, good, bad, good)] == ["damaged", "clean", "damaged", "clean"]
