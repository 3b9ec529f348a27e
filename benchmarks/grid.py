"""What the tables share: one evaluation in a process of its own, written down so that a stopped grid goes on."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

SCOPES = ("user", "user+final", "full")
MAIN = "from memorybench.cli.main import main; main()"
FINISHED = (0,)  # a run with something unscored (3) is worth another try


@dataclass(frozen=True)
class Ended:
    """How one command ended: its exit code, seconds, the JSON on stdout, and the last sentence on stderr."""

    code: int | None  # None: stopped at the time limit
    seconds: float
    result: Any
    sentence: str


def slug(*parts: str) -> str:
    """A file name for a cell; what is lost of the names stays in a short hash."""
    whole = "-".join(parts)
    plain = re.sub(r"[^A-Za-z0-9._-]+", "_", whole)[:60]
    return plain if plain == whole else f"{plain}-{hashlib.sha256(whole.encode('utf-8')).hexdigest()[:6]}"


def memorybench(*arguments: str, limit_s: float | None = None) -> Ended:
    """Run ``memorybench`` with these arguments, which ask for JSON, in a process of its own.

    Its output goes into files: a server that it leaves behind would hold a pipe open, and this would wait for it.
    """
    started = time.monotonic()
    command = [sys.executable, "-c", MAIN, *arguments]
    with TemporaryFile("w+", encoding="utf-8") as out, TemporaryFile("w+", encoding="utf-8") as err:
        try:
            code: int | None = subprocess.run(
                command, stdout=out, stderr=err, check=False, timeout=limit_s
            ).returncode
        except subprocess.TimeoutExpired:
            code = None
        told = [_text(stream) for stream in (out, err)]
    seconds = round(time.monotonic() - started, 1)
    if code is None:
        return Ended(None, seconds, None, f"stopped after {limit_s:g} s")
    try:
        result = json.loads(told[0])
    except ValueError:
        result = None
    lines = told[1].strip().splitlines()
    return Ended(code, seconds, result, lines[-1] if code and lines else "")


def _text(stream: IO[str]) -> str:
    stream.seek(0)
    return stream.read()


def kept(path: Path, make: Callable[[], Ended], finished: Sequence[int] = FINISHED) -> Ended:
    """What ``path`` holds of an earlier, finished try; else the result of ``make``, written there."""
    if path.exists():
        earlier = Ended(**json.loads(path.read_text(encoding="utf-8")))
        if earlier.code in finished:
            return earlier
    made = make()
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(asdict(made), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    part.replace(path)
    return made


def evaluation(dataset: str, memory: str, scope: str, out: Path, settings: Sequence[str] = ()) -> list[str]:
    """The arguments of one cell's evaluation with the `rules` stand-in; stores are shared by the whole grid."""
    name = slug(Path(dataset).name, memory, scope)
    chosen = [part for setting in settings for part in ("--set", setting)]
    return [
        *("eval", "--json", "--memory", memory, "--scope", scope, "--dataset", dataset),
        *("--out", str(out / name), "--stores", str(out / "stores"), *chosen),
    ]


def percent(rate: dict[str, Any]) -> str:
    """``95 (20/21)``."""
    return "no data" if rate["rate"] is None else f"{100 * rate['rate']:.0f} ({rate['k']}/{rate['n']})"


def heading(columns: Sequence[str]) -> str:
    """The two lines above a Markdown table's rows."""
    return "| " + " | ".join(columns) + " |\n|" + "---|" * len(columns)


def line(cells: Sequence[str]) -> str:
    """One row of a Markdown table."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
