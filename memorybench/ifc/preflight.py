"""What is wrong with an IFC file, found before anything is asked of it.

IfcOpenShell opens truncated files, dangling references, doubled step ids and unknown classes without a word;
only its parser log tells. A model with such faults gives wrong answers, so it counts as damaged.
"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import ifcopenshell

from memorybench.errors import DamagedModel
from memorybench.ifc.container import ACCEPTED, StepText, read_step_text
from memorybench.ifc.units import project_units

Status = Literal["clean", "warned", "damaged"]
SCHEMAS = ("IFC2X3", "IFC4", "IFC4X3_ADD2")

_LOG_LINE = re.compile(r"^\[(?P<level>\w+)\] (?:\[[A-Z]{3}\d+\] )?\[\d{4}-[^\]]*\] (?P<text>.*)$")
_SCHEMA = re.compile(rb"FILE_SCHEMA\s*\(\s*\((?P<names>[^)]*)\)", re.IGNORECASE)
_HARMLESS = ("Lowercase hexadecimal character",)  # a matter of style; the text is read correctly
_FATAL_WARNINGS = ("Expected", "Overwriting instance")  # missing attributes, doubled step ids
_LISTED = 8  # reasons spelt out before "and N more"
_LOG_TURN = threading.RLock()  # the parser log belongs to the process


@dataclass(frozen=True, slots=True)
class Preflight:
    """The state of one file. ``reasons`` say why it is damaged; ``warnings`` what it can't be trusted with.

    ``schema`` is one of ``SCHEMAS``, or None where the file could not be opened. ``path_to_open`` is the file
    itself, or a repaired copy that lives as long as this process.
    """

    path: Path
    status: Status
    schema: str | None
    reasons: tuple[str, ...]
    warnings: tuple[str, ...]
    path_to_open: Path

    def sentence(self) -> str:
        """The verdict in one sentence."""
        if self.status == "damaged" and self.schema is None:
            return self.reasons[0]
        told = self.reasons if self.status == "damaged" else self.warnings
        return f"{self.path} is {self.status}{': ' + _listed(told) if told else ''}."


def check(path: Path) -> Preflight:
    """Inspect ``path``. Never raises for what the file holds: a file that cannot be opened is ``damaged``.

    Raises ``BadInput`` where there is no readable file at that path.
    """
    return inspect(Path(path))[0]


def open_model(path: Path, *, allow_damaged: bool = False) -> ifcopenshell.file:
    """Open ``path``; raise ``DamagedModel`` with the reasons unless it is clean or only warned.

    With ``allow_damaged`` a damaged file is opened if IfcOpenShell can read it at all.
    """
    verdict, model = inspect(Path(path))
    if model is None or (verdict.status == "damaged" and not allow_damaged):
        raise DamagedModel(_refusal(verdict))
    return model


def _refusal(verdict: Preflight) -> str:
    sentence = verdict.sentence()
    if verdict.schema is None:
        return sentence
    return f"{sentence[:-1]}; mend it at its source and export it again."


def inspect(path: Path) -> tuple[Preflight, ifcopenshell.file | None]:
    """As :func:`check`, with the opened model, also of a damaged file; None where it cannot be opened."""
    try:
        text = read_step_text(path)
        _accepted_schema(path, text.content)
        model, log = _open_with_log(path, text)
    except DamagedModel as problem:
        return Preflight(path, "damaged", None, (str(problem),), (), path), None
    if not model.by_type("IfcProject"):
        reason = f"{path} has no IfcProject, so it is no whole model; {ACCEPTED}."
        return Preflight(path, "damaged", None, (reason,), (), path), None
    reasons, warnings = _read_log(log)
    reasons = [*_truncation(text.content), *reasons]
    warnings = [*text.repairs, *_encoding(text.content), *warnings, *_units(model)]
    status: Status = "damaged" if reasons else "warned" if warnings else "clean"
    return (
        Preflight(path, status, model.schema_identifier, tuple(reasons), tuple(warnings), text.path_to_open),
        model,
    )


def _accepted_schema(path: Path, content: bytes) -> None:
    header = content.split(b"ENDSEC;", 1)[0]
    match = _SCHEMA.search(header)
    names = (
        [name.strip().strip(b"'").decode("ascii", "replace") for name in match["names"].split(b",")] if match else []
    )
    if len(names) == 1 and names[0].upper() in SCHEMAS:
        return
    stated = ", ".join(repr(name) for name in names) if names else "none"
    raise DamagedModel(f"{path} states schema {stated} in its header; {ACCEPTED}.")


def _open_with_log(path: Path, text: StepText) -> tuple[ifcopenshell.file, str]:
    with _LOG_TURN:
        ifcopenshell.get_log()  # drop what earlier files left
        try:
            model = ifcopenshell.open(str(text.path_to_open))
        except Exception as problem:  # IfcOpenShell raises several unrelated classes
            raise DamagedModel(f"{path} cannot be parsed ({problem}); {ACCEPTED}.") from None
        log: str = ifcopenshell.get_log()
    if not isinstance(model, ifcopenshell.file):
        raise DamagedModel(f"{path} opened as {type(model).__name__}; {ACCEPTED}.")
    return model, log


def _read_log(log: str) -> tuple[list[str], list[str]]:
    """The log's distinct messages as (reasons for damage, warnings)."""
    reasons: dict[str, None] = {}
    warnings: dict[str, None] = {}
    for line in log.splitlines():
        match = _LOG_LINE.match(line)
        level, text = (match["level"], match["text"]) if match else ("error", line.strip())
        if not text or text.startswith(_HARMLESS):
            continue
        fatal = level in {"error", "fatal"} or text.startswith(_FATAL_WARNINGS)
        (reasons if fatal else warnings)[text] = None
    return list(reasons), list(warnings)


def _truncation(content: bytes) -> list[str]:
    if content.rstrip(b" \t\r\n\x00\x1a").endswith(b"END-ISO-10303-21;"):
        return []
    return ["the file does not end with END-ISO-10303-21; and is probably cut off"]


def _encoding(content: bytes) -> list[str]:
    if content.isascii():
        return []
    return ["it holds raw non-ASCII bytes, which vanish when it is read, so names may lack letters"]


def _units(model: ifcopenshell.file) -> list[str]:
    units = project_units(model)
    missing = [name for name, unit in (("length", units.length), ("area", units.area)) if unit is None]
    found = [f"the project has no {' and no '.join(missing)} unit"] if missing else []
    if len(model.by_type("IfcProject")) > 1:
        found.append("there are several IfcProjects; the first one's units count")
    used = {project.UnitsInContext for project in model.by_type("IfcProject")}
    orphans = [assignment for assignment in model.by_type("IfcUnitAssignment") if assignment not in used]
    if orphans:
        ids = ", ".join(f"#{orphan.id()}" for orphan in orphans)
        found.append(f"the unit assignment {ids} belongs to no project and is ignored")
    return found


def _listed(items: tuple[str, ...]) -> str:
    more = f"; and {len(items) - _LISTED} more" if len(items) > _LISTED else ""
    return "; ".join(items[:_LISTED]) + more
