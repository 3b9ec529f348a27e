"""Read the entries of a large JSON array one by one, each checked against a schema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from memorybench.errors import BadInput

_CHUNK = 4 * 1024 * 1024  # characters
_TAIL = 8  # characters at the end of what was read that may be half a word, number or escape


class SourceEntry(BaseModel):
    """Base of what other projects' files hold: unknown fields are left alone."""

    model_config = ConfigDict(extra="ignore", frozen=True)


E = TypeVar("E", bound=SourceEntry)


def entries(path: Path, kind: type[E], what: str) -> Iterator[E]:
    """The entries of the JSON array in ``path``, one in memory at a time; ``what`` names the file's form.

    Raises:
        BadInput: no such file, not a JSON array, cut off, or an entry of another form, which is named.
    """
    for number, value in enumerate(_values(path, what), start=1):
        try:
            yield kind.model_validate(value)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "the entry"
            raise BadInput(f"{path}: entry {number} is not of {what}'s form: {where}: {first['msg']}.") from None


def _values(path: Path, what: str) -> Iterator[object]:
    decoder, buffer, at, started, read = json.JSONDecoder(), "", 0, False, 0
    try:
        with path.open(encoding="utf-8-sig") as stream:
            while True:
                chunk = stream.read(_CHUNK)
                buffer, at, read = buffer[at:] + chunk, 0, read + len(chunk)
                if not started and (start := buffer.lstrip()):
                    if start[0] != "[":
                        raise BadInput(f"{path} does not begin with a JSON array, as {what}'s file does.")
                    started, at = True, buffer.index("[") + 1
                while True:
                    at = _next_value(buffer, at)
                    if at < len(buffer) and buffer[at] == "]":
                        return
                    try:
                        value, end = decoder.raw_decode(buffer, at)
                    except json.JSONDecodeError as error:
                        if _is_broken(error, len(buffer)):
                            place = read - len(buffer) + error.pos
                            raise BadInput(f"{path} is not valid JSON at character {place:,}: {error.msg}.") from None
                        break  # cut by the chunk's end: more text will tell
                    yield value
                    at = end
                if not chunk:
                    raise BadInput(f"{path} is cut off: it ends after {read:,} characters, within the JSON array.")
    except FileNotFoundError:
        raise BadInput(f"there is no file {path}; docs/datasets.md says where {what}'s file comes from.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} cannot be read as UTF-8 text ({error}).") from None


def _is_broken(error: json.JSONDecodeError, read: int) -> bool:
    """Whether more text cannot mend it: neither an open string nor something at the very end."""
    return not error.msg.startswith("Unterminated") and error.pos < read - _TAIL


def _next_value(buffer: str, at: int) -> int:
    while at < len(buffer) and buffer[at] in " \t\r\n,":
        at += 1
    return at
