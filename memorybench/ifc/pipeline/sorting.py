"""``sort`` as GNU coreutils does it in the C locale (bytes, not letters of a language)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cmp_to_key

from memorybench.ifc.pipeline.context import Context, Inputs, StageResult, lines_of, options
from memorybench.ifc.pipeline.refusal import Refusal

_KNOWN = "-n, -g, -r, -u, -f, -b, -s, -k, -t"
_LONG = {
    "numeric-sort": "n",
    "general-numeric-sort": "g",
    "reverse": "r",
    "unique": "u",
    "ignore-case": "f",
    "ignore-leading-blanks": "b",
    "stable": "s",
}
_KEY = re.compile(r"^(\d+)(?:\.(\d+))?([bfngr]*)(?:,(\d+)(?:\.(\d+))?([bfngr]*))?$")
_NUMBER = re.compile(rb"[ \t]*(-?\d*(?:\.\d*)?)")
_GENERAL = re.compile(rb"[ \t]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)")
_FIELD = re.compile(rb"[ \t]*[^ \t]*")


@dataclass(frozen=True, slots=True)
class _Key:
    """``-k start.char,end.char`` with its ordering letters; positions count from 1, end 0 is the line's end."""

    start: int
    start_char: int
    end: int
    end_char: int
    flags: frozenset[str]
    blanks_at_end: bool = False


def sort(context: Context, args: Sequence[str], stdin: bytes) -> StageResult:
    """``sort [-n] [-g] [-r] [-u] [-f] [-b] [-s] [-t CHAR] [-k KEY]… [FILE]…``"""
    chosen, names = options("sort", args, "ngrufbsk:t:", [*_LONG, "key=", "field-separator="], _KNOWN)
    letters = {_LONG.get(flag.lstrip("-"), flag.lstrip("-")) for flag, _ in chosen}
    flags = frozenset(letters & set("ngrfb"))
    separator = _separator([value for flag, value in chosen if flag in {"-t", "--field-separator"}])
    keys = [_parse_key(value, flags) for flag, value in chosen if flag in {"-k", "--key"}]
    inputs = Inputs(context, "sort", names, stdin)
    lines = [line for _, data in inputs for line in lines_of(data)]
    compare = _comparison(keys or [_Key(1, 1, 0, 0, flags)], separator)
    lines.sort(key=cmp_to_key(compare))
    if "u" in letters:
        lines = [line for at, line in enumerate(lines) if at == 0 or compare(lines[at - 1], line) != 0]
    elif "s" not in letters:
        lines = _settle_ties(lines, compare, reverse="r" in flags)
    return inputs.result(b"".join(line + b"\n" for line in lines))


def _settle_ties(lines: list[bytes], compare: Callable[[bytes, bytes], int], *, reverse: bool) -> list[bytes]:
    """Lines that the keys call equal, by all their bytes: what ``sort`` does as a last resort."""
    settled: list[bytes] = []
    start = 0
    for at in range(1, len(lines) + 1):
        if at == len(lines) or compare(lines[at - 1], lines[at]) != 0:
            settled.extend(sorted(lines[start:at], reverse=reverse))
            start = at
    return settled


def _separator(given: Sequence[str]) -> bytes | None:
    if not given:
        return None
    text = given[-1].encode()
    if len(text) != 1:
        raise Refusal(
            f"sort: the separator after -t must be one character, not '{given[-1]}'; a tab is written with a real tab"
        )
    return text


def _parse_key(text: str, inherited: frozenset[str]) -> _Key:
    match = _KEY.match(text)
    if not match or match[1] == "0" or match[4] == "0":
        raise Refusal(f"sort: the key '{text}' cannot be read; write -k 2, -k 2,2 or -k 2,2nr")
    own = frozenset((match[3] or "") + (match[6] or ""))
    return _Key(
        int(match[1]),
        int(match[2] or 1),
        int(match[4] or 0),
        int(match[5] or 0),
        own or inherited,
        blanks_at_end="b" in (match[6] or "") or (not own and "b" in inherited),
    )


def _comparison(keys: Sequence[_Key], separator: bytes | None) -> Callable[[bytes, bytes], int]:
    known: dict[bytes, list[Decimal | float | bytes]] = {}

    def values(line: bytes) -> list[Decimal | float | bytes]:
        if line not in known:
            known[line] = [_value(_extract(line, key, separator), key.flags) for key in keys]
        return known[line]

    def compare(left: bytes, right: bytes) -> int:
        for key, one, other in zip(keys, values(left), values(right), strict=True):
            if one != other:
                order = -1 if one < other else 1  # type: ignore[operator]  # one key, one type
                return -order if "r" in key.flags else order
        return 0

    return compare


def _value(part: bytes, flags: frozenset[str]) -> Decimal | float | bytes:
    if "g" in flags:
        general = _GENERAL.match(part)
        return float(general[1]) if general else float("-inf")
    if "n" in flags:
        number = _NUMBER.match(part)
        digits = number[1].decode() if number else ""
        return Decimal(digits) if any(char.isdigit() for char in digits) else Decimal(0)
    return part.upper() if "f" in flags else part


def _extract(line: bytes, key: _Key, separator: bytes | None) -> bytes:
    fields = _fields(line, separator)
    start = _position(line, fields, key.start, key.start_char - 1, skip_blanks="b" in key.flags)
    if key.end == 0:
        return line[start:]
    if key.end_char == 0:
        end = fields[key.end - 1][1] if key.end <= len(fields) else len(line)
    else:
        end = _position(line, fields, key.end, key.end_char, skip_blanks=key.blanks_at_end)
    return line[start:end] if end > start else b""


def _fields(line: bytes, separator: bytes | None) -> list[tuple[int, int]]:
    """(start, end) of each field; without a separator a field holds its leading blanks."""
    if separator is None:
        return [match.span() for match in _FIELD.finditer(line) if match.group()]
    spans, start = [], 0
    for part in line.split(separator):
        spans.append((start, start + len(part)))
        start += len(part) + 1
    return spans


def _position(line: bytes, fields: list[tuple[int, int]], field: int, offset: int, *, skip_blanks: bool) -> int:
    if field > len(fields):
        return len(line)
    start = fields[field - 1][0]
    while skip_blanks and start < len(line) and line[start : start + 1] in b" \t":
        start += 1
    return min(start + offset, len(line))
