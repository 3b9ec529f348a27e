"""A process of its own that runs jq programs: no environment, no files, bounded memory and time.

It is started by path, so it imports nothing but the standard library and ``jq``. Messages in both directions:
8 bytes length and a JSON object, 8 bytes length and raw bytes.
"""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import struct
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

import jq

_MEMORY = 1024**3  # bytes of address space
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}:,]|[^\[\]{}:,"\s]+')
_DECODER = json.JSONDecoder(parse_int=str, parse_float=str)  # only to find where one text ends
_SPACE = re.compile(r"[ \t\r\n\ufeff]*")
_INPUTS = re.compile(r"(?<![.$\w])inputs\b(?!\s*:)")
_MOST_OUTPUTS = 200_000  # values; the cost is in their number, not only in their bytes


class _TooMuch(Exception):
    pass


class _Job:
    """One request: the program, its options, the input text, and the output so far."""

    def __init__(self, request: dict[str, Any], data: bytes) -> None:
        self.request = request
        self.text = data.decode("utf-8", "replace")
        self.out: list[bytes] = []
        self.err = ""
        self.size = 0
        self.last: str | None = None  # JSON text of the last output

    def flag(self, letter: str) -> bool:
        return letter in self.request["flags"]

    def run(self) -> int:
        try:
            program = self._compile()
        except ValueError as problem:
            self.err += f"{str(problem).strip()}\n"
            return 3
        code = 0
        try:
            for text in self._inputs():
                code = self._one(program, text) or code
        except json.JSONDecodeError as problem:
            self.err += (
                f"jq: error: the input is not JSON ({problem.msg} at line {problem.lineno}); use -R for text\n"
            )
            return 2
        if code == 0 and self.flag("e"):
            return 4 if self.last is None else int(self.last in {"null", "false"})
        return code

    def _compile(self) -> Any:
        program = self.request["program"]
        # The library has no `inputs`: they are given as one array, with null in their place under -n.
        before = ". as $__inputs | null | def inputs: $__inputs[]; " if self._reads_inputs() else ""
        try:
            return jq.compile(f"{before}(({program}\n) | tojson)", args=self.request["args"])
        except ValueError:
            jq.compile(program, args=self.request["args"])  # the same message without our wrapping
            raise

    def _reads_inputs(self) -> bool:
        return self.flag("n") and bool(_INPUTS.search(self.request["program"]))

    def _inputs(self) -> Iterator[str]:
        if self._reads_inputs():
            yield f"[{','.join(self._texts())}]"
        elif self.flag("n"):
            yield "null"
        else:
            yield from self._texts()

    def _texts(self) -> Iterator[str]:
        if self.flag("R"):
            if self.flag("s"):
                yield json.dumps(self.text)
            else:
                yield from (json.dumps(line) for line in self.text.removesuffix("\n").split("\n") if self.text)
        elif self.flag("s"):
            yield f"[{','.join(self._json_texts())}]"
        else:
            yield from self._json_texts()

    def _json_texts(self) -> Iterator[str]:
        at = _SPACE.match(self.text, 0).end()  # type: ignore[union-attr]  # matches anything
        while at < len(self.text):
            _, end = _DECODER.raw_decode(self.text, at)
            yield self.text[at:end]
            at = _SPACE.match(self.text, end).end()  # type: ignore[union-attr]

    def _one(self, program: Any, text: str) -> int:
        try:
            for output in program.input_text(text):
                self._write(output)
        except ValueError as problem:
            self.err += f"jq: error: {str(problem).strip()}\n"
            return 5
        return 0

    def _write(self, output: str) -> None:
        self.last = output
        ending = "" if self.flag("j") else "\n"
        if output.startswith('"') and (self.flag("r") or self.flag("j")):
            shown = json.loads(output)
            if self.flag("a"):
                shown = json.dumps(shown)[1:-1]
        else:
            shown = self._layout(output)
        data = (shown + ending).encode("utf-8", "replace")
        self.size += len(data)
        if self.size > self.request["largest"] or len(self.out) >= _MOST_OUTPUTS:
            raise _TooMuch
        self.out.append(data)

    def _layout(self, output: str) -> str:
        indent = self.request["indent"]
        if self.flag("a"):
            output = _TOKEN.sub(
                lambda match: json.dumps(json.loads(match.group())) if match.group()[0] == '"' else match.group(),
                output,
            )
        if not indent and not self.flag("S"):
            return output
        tokens = iter(_TOKEN.findall(output))
        return _render(_tree(next(tokens), tokens, sort=self.flag("S")), indent, "\n")


def _tree(token: str, tokens: Iterator[str], *, sort: bool) -> Any:
    """Nested lists and lists of pairs that keep every scalar as its text."""
    if token == "[":
        items = []
        for item in tokens:
            if item == "]":
                break
            if item != ",":
                items.append(_tree(item, tokens, sort=sort))
        return ["[", items]
    if token == "{":
        pairs = []
        for key in tokens:
            if key == "}":
                break
            if key != ",":
                next(tokens)  # the colon
                pairs.append((key, _tree(next(tokens), tokens, sort=sort)))
        return ["{", sorted(pairs, key=lambda pair: json.loads(pair[0])) if sort else pairs]
    return token


def _render(node: Any, indent: str, newline: str) -> str:
    if isinstance(node, str):
        return node
    kind: str = node[0]
    items = node[1]
    close = "]" if kind == "[" else "}"
    if not items:
        return kind + close
    inner = newline + indent if indent else ""
    space = " " if indent else ""
    shown = [
        _render(item, indent, inner) if kind == "[" else f"{item[0]}:{space}{_render(item[1], indent, inner)}"
        for item in items
    ]
    return f"{kind}{inner}{f',{inner}'.join(shown)}{newline if indent else ''}{close}"


def _receive(stream: BinaryIO) -> bytes | None:
    head = stream.read(8)
    if len(head) < 8:
        return None
    (size,) = struct.unpack(">Q", head)
    return stream.read(size)


def _send(stream: BinaryIO, *parts: bytes) -> None:
    for part in parts:
        stream.write(struct.pack(">Q", len(part)))
        stream.write(part)
    stream.flush()


def _answer(job: _Job) -> dict[str, Any]:
    try:
        return {"code": job.run(), "err": job.err}
    except _TooMuch:
        return {"code": 5, "err": job.err, "problem": "too_much"}
    except (MemoryError, RecursionError) as problem:
        return {"code": 5, "err": job.err, "problem": "depth" if isinstance(problem, RecursionError) else "memory"}


def _confine() -> None:
    os.environ.clear()
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))  # nothing can be opened any more
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))


def main() -> None:
    """Answer requests until standard input ends."""
    jq.compile(".").input_text("null").all()  # whatever is loaded late is loaded now
    _confine()
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while (head := _receive(source)) is not None:
        data = _receive(source)
        request = json.loads(head)
        signal.alarm(int(request["seconds"]) + 2)  # ends the process even if the parent is gone
        job = _Job(request, data or b"")
        answer = _answer(job)
        signal.alarm(0)
        out = b"".join(job.out)
        _send(sink, json.dumps(answer).encode(), out)


if __name__ == "__main__":
    main()
