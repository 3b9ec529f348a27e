"""The STEP text of an IFC file, whatever it is wrapped in: plain, zipped, with a byte order mark, UTF-16."""

from __future__ import annotations

import codecs
import re
import tempfile
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from memorybench.errors import BadInput, DamagedModel

ACCEPTED = "IFC-SPF text files (.ifc, or .ifczip with one model) of schema IFC2X3, IFC4 or IFC4X3_ADD2 are accepted"
_LARGEST_UNZIPPED = 4 * 1024**3  # bytes; refuses decompression bombs, not real models


@dataclass(frozen=True, slots=True)
class StepText:
    """The bytes of the model, the file that IfcOpenShell can open, and what had to be repaired."""

    content: bytes
    path_to_open: Path
    repairs: tuple[str, ...] = ()


def read_step_text(path: Path) -> StepText:
    """Read ``path``; raise ``BadInput`` (no such file) or ``DamagedModel`` (not one IFC-SPF model)."""
    raw = _read(path)
    if not raw.strip():
        raise DamagedModel(f"{path} is empty; {ACCEPTED}.")
    if raw.startswith(b"PK\x03\x04") or path.suffix.lower() == ".ifczip":
        return StepText(_unzip(path), path)
    repaired = _without_byte_order_mark(raw)
    if repaired is None:
        return StepText(_checked_start(path, raw), path)
    _checked_start(path, repaired)
    return StepText(repaired, _write_copy(path, repaired), ("the file was re-encoded into a plain copy",))


def _read(path: Path) -> bytes:
    if path.is_dir():
        raise BadInput(f"{path} is a folder; name the IFC file inside it.")
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise BadInput(f"there is no file {path}; check the path.") from None
    except OSError as problem:
        raise BadInput(f"{path} cannot be read ({problem.strerror}); check its permissions.") from None


def _checked_start(path: Path, content: bytes) -> bytes:
    start = content[:2000].lstrip()
    if start.startswith(b"ISO-10303-21"):
        return content
    kind = "is ifcXML" if start.startswith(b"<") else "is ifcJSON" if start.startswith(b"{") else "is not an IFC file"
    raise DamagedModel(f"{path} {kind}; {ACCEPTED}.")


def _unzip(path: Path) -> bytes:
    try:
        with zipfile.ZipFile(path) as archive:
            models = [
                item for item in archive.infolist() if Path(item.filename).suffix.lower() in {".ifc", ".ifcxml"}
            ]
            if len(models) != 1:
                names = ", ".join(item.filename for item in models) or "none"
                raise DamagedModel(
                    f"{path} must hold exactly one model, but holds {len(models)} ({names}); {ACCEPTED}."
                )
            if models[0].file_size > _LARGEST_UNZIPPED:
                raise DamagedModel(f"{path} unpacks to more than 4 GiB; unpack it and check what it holds.")
            return _checked_start(path, archive.read(models[0]))
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError) as problem:
        raise DamagedModel(f"{path} is a damaged or protected zip archive ({problem}); {ACCEPTED}.") from None


def _without_byte_order_mark(raw: bytes) -> bytes | None:
    """The same text as plain ASCII with STEP escapes, or None if there is no byte order mark."""
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if raw.startswith(mark):
            try:
                text = raw[len(mark) :].decode(encoding)
            except UnicodeDecodeError:
                return None
            return re.sub(r"[^\x00-\x7f]+", _step_escape, text).encode("ascii")
    return None


def _step_escape(match: re.Match[str]) -> str:
    r"""Non-ASCII characters as ISO 10303-21 writes them: ``\X2\00F8\X0\``, or ``\X4\`` beyond the first plane."""
    text = match.group()
    width, directive = (4, "X2") if all(ord(char) < 0x10000 for char in text) else (8, "X4")
    return f"\\{directive}\\{''.join(f'{ord(char):0{width}X}' for char in text)}\\X0\\"


@cache
def _repaired_copies() -> tempfile.TemporaryDirectory[str]:
    """The folder of repaired copies; it is removed when the process ends."""
    return tempfile.TemporaryDirectory(prefix="memorybench-ifc-")


def _write_copy(path: Path, content: bytes) -> Path:
    folder = Path(tempfile.mkdtemp(dir=_repaired_copies().name))
    copy = folder / path.name
    copy.write_bytes(content)
    return copy
