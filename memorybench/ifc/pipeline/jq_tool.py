"""``jq``: its command line, for :mod:`memorybench.ifc.pipeline.jq_client`."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from memorybench.ifc.pipeline.context import Context, Inputs, StageResult, count
from memorybench.ifc.pipeline.jq_client import JqRequest
from memorybench.ifc.pipeline.refusal import Refusal

_KNOWN = "-r, -c, -s, -n, -e, -j, -a, -S, -R, --tab, --indent N, --arg, --argjson"
_LONG = {
    "--raw-output": "r",
    "--compact-output": "c",
    "--slurp": "s",
    "--null-input": "n",
    "--exit-status": "e",
    "--join-output": "j",
    "--ascii-output": "a",
    "--sort-keys": "S",
    "--raw-input": "R",
    "--tab": "t",
    "--monochrome-output": "M",
    "--color-output": "C",
    "--unbuffered": "M",
}
_LETTERS = "rcsnejaSRMC"
_FILES = {"-f", "--from-file", "-L", "--library-path", "--slurpfile", "--rawfile", "--argfile"}
_INPUT = re.compile(r"(?<![.$\w])input\b(?!\s*:)")
_INPUTS = re.compile(r"(?<![.$\w])inputs\b(?!\s*:)")
_MODULES = re.compile(r"(?:^|;)\s*(?:import|include)\b")


def jq(context: Context, args: Sequence[str], stdin: bytes) -> StageResult:
    """``jq [OPTION]… [PROGRAM [FILE]…]``; without a program the input is printed as it is."""
    request, names = _read_arguments(list(args))
    _check_program(request)
    inputs = Inputs(context, "jq", names, stdin)
    data = inputs.joined()
    if inputs.err:
        return StageResult(b"", inputs.err, 2)
    return context.jq.run(request, data, context.deadline)


def _check_program(request: JqRequest) -> None:
    code = re.sub(r'"(?:[^"\\]|\\.)*"', '""', request.program)
    if _MODULES.search(code):
        raise Refusal("jq: import and include are not available; define functions with `def f: …;` in the program")
    if _INPUT.search(code):
        raise Refusal("jq: `input` is not available; read all values with -s, or with -n and `inputs`")
    if _INPUTS.search(code) and "n" not in request.flags:
        raise Refusal("jq: `inputs` is available only with -n; use `jq -n '[inputs]'` or `jq -s`")


def _read_arguments(words: list[str]) -> tuple[JqRequest, list[str]]:
    flags, indent = "", "  "
    named: dict[str, Any] = {}
    free: list[str] = []
    while words:
        word = words.pop(0)
        if word == "--":
            free += words
            break
        if not word.startswith("-") or word == "-":
            free.append(word)
        elif word in {"--arg", "--argjson"}:
            name, value = _take(word, words), _take(word, words)
            named[name] = value if word == "--arg" else _json_value(name, value)
        elif word == "--indent":
            indent = " " * min(count("jq", _take(word, words)), 7)
        else:
            flags += _letters(word)
    indent = "\t" if "t" in flags else "" if "c" in flags else indent
    program = free[0] if free else "."
    return JqRequest(program or ".", flags, indent, {**named, "ARGS": {"positional": [], "named": named}}), free[1:]


def _take(option: str, words: list[str]) -> str:
    if not words:
        raise Refusal(f"jq: {option} needs another argument")
    return words.pop(0)


def _json_value(name: str, text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise Refusal(f"jq: the value of --argjson {name} is not JSON: '{text}'") from None


def _letters(word: str) -> str:
    if word in _FILES or word.partition("=")[0] in _FILES or (word[1] != "-" and set(word[1:]) & {"f", "L"}):
        raise Refusal(
            f"jq: {word} reads files and is not available; write the program as an argument, data comes by the pipe"
        )
    if word in _LONG:
        return _LONG[word]
    if word.startswith("--") or set(word[1:]) - set(_LETTERS):
        raise Refusal(f"jq: {word} is not available here; available: {_KNOWN}")
    return word[1:]
