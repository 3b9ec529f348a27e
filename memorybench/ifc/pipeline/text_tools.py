"""``cat``, ``head``, ``tail``, ``wc`` and ``uniq`` as GNU coreutils do them in the C locale."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby

from memorybench.ifc.pipeline.context import Context, Inputs, StageResult, count, lines_of, options
from memorybench.ifc.pipeline.refusal import Refusal


def cat(context: Context, args: Sequence[str], stdin: bytes) -> StageResult:
    """``cat [-n] [FILE]…``"""
    chosen, names = options("cat", args, "nu", ["number"], "-n")
    inputs = Inputs(context, "cat", names, stdin)
    data = inputs.joined()
    if any(flag in {"-n", "--number"} for flag, _ in chosen):
        data = b"".join(b"%6d\t%s" % (number, line) for number, line in enumerate(data.splitlines(keepends=True), 1))
    return inputs.result(data)


def head(context: Context, args: Sequence[str], stdin: bytes) -> StageResult:
    """``head [-n [-]N | -c [-]N | -N] [-q] [-v] [FILE]…``"""

    def cut(data: bytes, amount: str, by_bytes: bool) -> bytes:
        number = count("head", amount, signed=True)
        drops = amount.startswith("-")
        if by_bytes:
            return data[: len(data) + number] if drops and -number <= len(data) else data[: 0 if drops else number]
        lines = _kept_lines(data)
        return b"".join(lines[: max(len(lines) + number, 0)] if drops else lines[:number])

    return _ends("head", context, args, stdin, cut)


def tail(context: Context, args: Sequence[str], stdin: bytes) -> StageResult:
    """``tail [-n [+]N | -c [+]N | -N] [-q] [-v] [FILE]…``"""

    def cut(data: bytes, amount: str, by_bytes: bool) -> bytes:
        number = abs(count("tail", amount, signed=True))
        pieces: bytes | list[bytes] = data if by_bytes else _kept_lines(data)
        start = max(number - 1, 0) if amount.startswith("+") else max(len(pieces) - number, 0)
        kept = pieces[start:]
        return kept if isinstance(kept, bytes) else b"".join(kept)

    return _ends("tail", context, args, stdin, cut)


def _kept_lines(data: bytes) -> list[bytes]:
    return re.findall(rb"[^\n]*\n|[^\n]+$", data)


def _ends(
    tool: str, context: Context, args: Sequence[str], stdin: bytes, cut: Callable[[bytes, str, bool], bytes]
) -> StageResult:
    words = [
        f"-n{word[1:]}" if re.fullmatch(r"-\d+", word) and _is_option(args, at) else word
        for at, word in enumerate(args)
    ]
    chosen, names = options(
        tool, words, "n:c:qv", ["lines=", "bytes=", "quiet", "silent", "verbose"], "-n N, -c N, -N, -q, -v"
    )
    amount, by_bytes, headings = "10", False, len(names) > 1
    for flag, value in chosen:
        if flag in {"-n", "--lines", "-c", "--bytes"}:
            amount, by_bytes = value, flag in {"-c", "--bytes"}
        else:
            headings = flag in {"-v", "--verbose"}
    inputs = Inputs(context, tool, names, stdin)
    pieces: list[bytes] = []
    for name, data in inputs:
        if headings:
            shown = "standard input" if name == "-" else name
            pieces.append(b"%s==> %s <==\n" % (b"\n" if pieces else b"", shown.encode()))
        pieces.append(cut(data, amount, by_bytes))
    return inputs.result(b"".join(pieces))


def _is_option(args: Sequence[str], at: int) -> bool:
    """Whether ``-5`` stands for itself, not as the value of ``-n``."""
    return at == 0 or args[at - 1] not in {"-n", "-c", "--lines", "--bytes"}


_WC_LETTERS = {
    "--lines": "l",
    "--words": "w",
    "--chars": "m",
    "--bytes": "c",
    "-l": "l",
    "-w": "w",
    "-m": "m",
    "-c": "c",
}


def wc(context: Context, args: Sequence[str], stdin: bytes) -> StageResult:
    """``wc [-l] [-w] [-m] [-c] [FILE]…``"""
    chosen, names = options("wc", args, "lwmc", ["lines", "words", "chars", "bytes"], "-l, -w, -m, -c")
    letters = {_WC_LETTERS[flag] for flag, _ in chosen} or {"l", "w", "c"}
    inputs = Inputs(context, "wc", names, stdin)
    rows = [(name, _counts(data, letters), len(data)) for name, data in inputs]
    width = _width(inputs, rows, letters)
    if len(inputs.names) > 1:
        rows.append(("total", [sum(column) for column in zip(*(row[1] for row in rows), strict=True)] or [0], 0))
    shown = [
        " ".join(f"{number:{width}d}" for number in numbers) + ("" if inputs.from_stdin_only else f" {name}")
        for name, numbers, _ in rows
    ]
    return inputs.result("".join(f"{line}\n" for line in shown).encode())


def _counts(data: bytes, letters: set[str]) -> list[int]:
    numbers = {
        "l": data.count(b"\n"),
        "w": len(data.split()),
        "m": len(data.decode("utf-8", "ignore")),
        "c": len(data),
    }
    return [number for letter, number in numbers.items() if letter in letters]


def _width(inputs: Inputs, rows: list[tuple[str, list[int], int]], letters: set[str]) -> int:
    """Column width as GNU ``wc`` has it: from the files' sizes, 7 where standard input takes part."""
    if len(letters) == 1 and len(inputs.names) == 1:
        return 1
    if "-" in inputs.names:
        return 7
    return max(len(str(sum(size for _, _, size in rows))), 1)


def uniq(context: Context, args: Sequence[str], stdin: bytes) -> StageResult:
    """``uniq [-c] [-d] [-u] [-i] [FILE]``"""
    chosen, names = options("uniq", args, "cdui", ["count", "repeated", "unique", "ignore-case"], "-c, -d, -u, -i")
    flags = {
        "i" if flag == "--ignore-case" else {"--repeated": "d"}.get(flag, flag.lstrip("-")[0]) for flag, _ in chosen
    }
    if len(names) > 1:
        raise Refusal("uniq: writing to a second file is not available; pipe the output on instead")
    inputs = Inputs(context, "uniq", names, stdin)
    lines = lines_of(inputs.joined())
    out: list[bytes] = []
    for _, same in groupby(lines, key=bytes.upper if "i" in flags else None):
        group = list(same)
        if ("d" in flags and len(group) == 1) or ("u" in flags and len(group) > 1):
            continue
        out.append((b"%7d %s\n" % (len(group), group[0])) if "c" in flags else group[0] + b"\n")
    return inputs.result(b"".join(out))
