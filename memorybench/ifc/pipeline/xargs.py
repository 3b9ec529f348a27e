"""``xargs``: builds further commands from standard input; only commands of the pipeline itself can be built."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from memorybench.ifc.pipeline.context import LARGEST_OUTPUT, Context, StageResult, count
from memorybench.ifc.pipeline.refusal import Refusal

_KNOWN = "-I{}, -n N, -L N, -d CHAR, -0, -r, -P N (run one after the other)"
_VALUED = {"-n", "-L", "-I", "-d", "-P", "-s"}
_LONG = {
    "--max-args": "-n",
    "--max-lines": "-L",
    "--replace": "-I",
    "--delimiter": "-d",
    "--max-procs": "-P",
    "--null": "-0",
    "--no-run-if-empty": "-r",
}
_ESCAPES = {"\\n": "\n", "\\t": "\t", "\\0": "\0"}
_LONGEST_COMMAND = 128 * 1024  # characters of arguments in one command, as GNU xargs has it
_ITEM = re.compile(r"""(?:'[^'\n]*'|"[^"\n]*"|\\.|[^\s'"\\])+""", re.DOTALL)
_PIECE = re.compile(r"""'([^'\n]*)'|"([^"\n]*)"|\\(.)|([^\s'"\\]+)""", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Plan:
    command: tuple[str, ...]
    size: int = 0  # -n
    lines: int = 0  # -L
    replaced: str = ""  # -I
    delimiter: str = ""  # -d, -0
    skip_if_empty: bool = False  # -r


def xargs(context: Context, args: Sequence[str], stdin: bytes) -> StageResult:
    """``xargs [-I{} | -n N | -L N] [-d CHAR | -0] [-r] COMMAND [ARG]…``

    Exit code 123 if any command failed, as GNU xargs has it.
    """
    plan = _read_options(list(args))
    out: list[bytes] = []
    err: list[str] = []
    size, failed = 0, False
    for command in _commands(plan, stdin.decode("utf-8", "surrogateescape")):
        context.deadline.check()
        result = context.run(context, command, b"")
        out.append(result.out)
        err.append(result.err)
        failed = failed or result.code != 0
        size += len(result.out)
        if size > LARGEST_OUTPUT:
            raise Refusal("xargs: the commands produced more than 64 MiB; narrow the list with head first")
    return StageResult(b"".join(out), "".join(err), 123 if failed else 0)


def _read_options(words: list[str]) -> _Plan:
    plan = _Plan(())
    while words and words[0].startswith("-") and words[0] != "-":
        word = words.pop(0)
        if word == "--":
            break
        plan = _apply(plan, word, words)
    if not words:
        words = ["echo"]
    return replace(plan, command=tuple(words))


def _apply(plan: _Plan, word: str, rest: list[str]) -> _Plan:
    flag, _, value = word.partition("=") if word.startswith("--") else (word[:2], "", word[2:])
    flag = _LONG.get(flag, flag)
    if flag in _VALUED and not value:
        if not rest:
            raise Refusal(f"xargs: {word} needs a value")
        value = rest.pop(0)
    if flag == "-n":
        return replace(plan, size=max(count("xargs", value), 1), lines=0, replaced="")
    if flag == "-L":
        return replace(plan, lines=max(count("xargs", value), 1), size=0, replaced="")
    if flag == "-I":
        return replace(plan, replaced=value, size=0, lines=0)
    if flag == "-d":
        return replace(plan, delimiter=_ESCAPES.get(value, value[:1]))
    if flag in {"-P", "-s"}:
        count("xargs", value)
        return plan
    if flag in {"-0", "-r"}:
        if value:  # letters written together: -0n1
            rest.insert(0, f"-{value}")
        return replace(plan, delimiter="\0") if flag == "-0" else replace(plan, skip_if_empty=True)
    raise Refusal(f"xargs: {word} is not available here; available: {_KNOWN}")


def _commands(plan: _Plan, text: str) -> Iterator[tuple[str, ...]]:
    if plan.replaced:
        for item in _whole_lines(plan, text):
            yield tuple(word.replace(plan.replaced, item) for word in plan.command)
        return
    items = iter(_line_groups(plan, text)) if plan.lines else None
    if items is not None:
        for group in items:
            yield (*plan.command, *group)
        return
    yield from _batches(plan, _items(plan, text))


def _batches(plan: _Plan, items: list[str]) -> Iterator[tuple[str, ...]]:
    if not items and not plan.skip_if_empty:
        yield plan.command
        return
    waiting = iter(items)
    while batch := list(islice(waiting, plan.size or 5000)):
        while sum(len(item) + 1 for item in batch) > _LONGEST_COMMAND and len(batch) > 1:
            half = len(batch) // 2
            yield (*plan.command, *batch[:half])
            batch = batch[half:]
        yield (*plan.command, *batch)


def _items(plan: _Plan, text: str) -> list[str]:
    if plan.delimiter:
        return text.removesuffix(plan.delimiter).split(plan.delimiter) if text else []
    return _quoted_items(text)


def _quoted_items(text: str) -> list[str]:
    left = _ITEM.sub("", text).strip()
    if left:
        raise Refusal(
            "xargs: the input holds an unmatched quote; take each line as it is with -d '\\n', or pass plain ids"
        )
    return ["".join(a or b or c or d for a, b, c, d in _PIECE.findall(item)) for item in _ITEM.findall(text)]


def _whole_lines(plan: _Plan, text: str) -> list[str]:
    """With ``-I`` an item is a line: leading blanks go, quotes and backslashes are resolved, inner blanks stay."""
    if plan.delimiter:
        return _items(plan, text)
    lines = [line.lstrip() for line in text.split("\n")]
    return ["".join(_unquoted(line)) for line in lines if line]


def _unquoted(line: str) -> Iterator[str]:
    at = 0
    for match in _PIECE.finditer(line):
        between = line[at : match.start()]
        if between.strip():
            break
        yield between
        yield next((part for part in match.groups() if part is not None), "")
        at = match.end()
    if line[at:].strip():
        _quoted_items(line[at:])
    yield line[at:]


def _line_groups(plan: _Plan, text: str) -> Iterator[list[str]]:
    lines = [items for line in text.split("\n") if (items := _quoted_items(line))]
    for start in range(0, len(lines), plan.lines):
        yield [item for line in lines[start : start + plan.lines] for item in line]
