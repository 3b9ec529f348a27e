"""The text tools against the real ones, where the machine has them."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memorybench.ifc.pipeline import CommandShell
from memorybench.ifc.pipeline.context import Context
from memorybench.ifc.pipeline.deadline import Deadline
from memorybench.ifc.pipeline.folder import ProjectFolder
from memorybench.ifc.pipeline.jq_client import JqWorker
from memorybench.ifc.pipeline.refusal import Refusal
from memorybench.ifc.pipeline.stages import run_stage

FILES = {
    "one.txt": b"b 2\na 10\nb 2\nc 1\n",
    "two.txt": b"x\ty\n\n  indented\nno newline at end",
    "empty.txt": b"",
    "numbers.txt": b"10\n9\n-1\n\n1.5\n007\nabc\n  3\n1e3\n.5\n-.5\n",
    "table.txt": b"k:3:b\nk:1:a\nj:2:a\nk:1:A\n:0:\nj\n",
    "long.txt": b"".join(b"line %d\n" % number for number in range(30)),
    "words.txt": b"one two\n 'three four' \"five\"\n\nsix\\ seven eight\n",
    "repeats.txt": b"a\na\nA\nb\n\n\nb\nb\n",
}
COMMANDS = [
    *(f"cat {options}" for options in ("one.txt", "one.txt two.txt", "-n two.txt one.txt", "- one.txt", "")),
    *(
        f"{tool} {options}"
        for tool in ("head", "tail")
        for options in (
            "long.txt",
            "-n 3 long.txt",
            "-n3 long.txt",
            "-5 long.txt",
            "-n 0 long.txt",
            "--lines=2 long.txt",
            "-c 7 long.txt",
            "-n 100 one.txt",
            "one.txt two.txt",
            "-q one.txt two.txt",
            "-v one.txt",
            "-n 2 two.txt",
            "-n 1 two.txt one.txt empty.txt",
            "",
            "-n 2 -",
            "-c 3 two.txt",
            "-n -2 one.txt",
        )
    ),
    "head -n -28 long.txt",
    "head -c -5 one.txt",
    "head -c -500 one.txt",
    "head -n -3 two.txt",
    "tail -n +3 one.txt",
    "tail -n +0 one.txt",
    "tail -n +99 one.txt",
    "tail -c +4 one.txt",
    *(
        f"wc {options}"
        for options in (
            "one.txt",
            "-l one.txt",
            "-w two.txt",
            "-c long.txt",
            "-l one.txt two.txt long.txt",
            "one.txt long.txt",
            "",
            "-l",
            "-lw",
            "-c -l",
            "-l - one.txt",
            "empty.txt",
            "-lc long.txt",
        )
    ),
    *(
        f"sort {options}"
        for options in (
            "one.txt",
            "-r one.txt",
            "-u one.txt",
            "-n numbers.txt",
            "-rn numbers.txt",
            "-nu numbers.txt",
            "-g numbers.txt",
            "-k 2 one.txt",
            "-k2,2n one.txt",
            "-k2n one.txt",
            "-k2,2nr -k1,1 one.txt",
            "-t: -k2 table.txt",
            "-t : -k2,2n table.txt",
            "-t: -k3,3 -s table.txt",
            "-t: -k3f table.txt",
            "-f repeats.txt",
            "-fu repeats.txt",
            "-b two.txt",
            "-k1.2 table.txt",
            "-t: -k1,1 -u table.txt",
            "two.txt one.txt",
            "-k 2,2 -r one.txt",
            "-s -k1,1 one.txt",
            "-u -k2,2n one.txt",
            "-k2b,2 two.txt",
            "",
            "-n --reverse one.txt",
            "--key=2 one.txt",
            "-t: -k2.1,2.1 table.txt",
            "-rs -k1,1 one.txt",
        )
    ),
    *(
        f"uniq {options}"
        for options in (
            "repeats.txt",
            "-c repeats.txt",
            "-d repeats.txt",
            "-u repeats.txt",
            "-i repeats.txt",
            "-ci repeats.txt",
            "-cd repeats.txt",
            "",
        )
    ),
    *(f"xargs {options}" for options in ("", "-n 2", "-L 1", "-L2", "-d ' ' -n 1", "-r wc -l", "-P 1 -n 3")),
    "sh -c 'cat one.txt | sort -u | wc -l'",
    'bash -c "head -n 2 one.txt | tail -n 1"',
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("texts")
    for name, content in FILES.items():
        (root / name).write_bytes(content)
    return root


@pytest.fixture(scope="module")
def worker() -> Iterator[JqWorker]:
    jq = JqWorker()
    yield jq
    jq.close()


def ours(folder: Path, worker: JqWorker, command: str, stdin: bytes) -> tuple[bytes, int]:
    def no_model(name: str) -> None:
        raise AssertionError(f"no model is asked for, but {name} was")

    context = Context(ProjectFolder(folder), no_model, worker, Deadline(30), run_stage)  # type: ignore[arg-type]
    result = run_stage(context, shlex.split(command), stdin)
    return result.out, result.code


def real(folder: Path, command: str, stdin: bytes) -> tuple[bytes, int]:
    words = shlex.split(command)
    if shutil.which(words[0]) is None:
        pytest.skip(f"{words[0]} is not on this machine")
    done = subprocess.run(
        words, input=stdin, capture_output=True, cwd=folder, env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"}, check=False
    )
    return done.stdout, done.returncode


@pytest.mark.parametrize("command", COMMANDS)
def test_same_bytes_as_the_real_tool(folder: Path, worker: JqWorker, command: str) -> None:
    stdin = FILES["words.txt"]
    assert ours(folder, worker, command, stdin) == real(folder, command, stdin)


@pytest.mark.parametrize(
    "command",
    [
        "sort",
        "sort -n",
        "sort -u",
        "sort -f",
        "sort -k2",
        "sort -k2,2nr",
        "sort -t, -k2,2n",
        "uniq -c",
        "wc",
        "head -n 2",
        "tail -n 2",
    ],
)
@settings(max_examples=12)
@given(stdin=st.lists(st.text("ab ,1.-\t", max_size=6), max_size=8).map(lambda lines: "\n".join(lines).encode()))
def test_same_bytes_on_any_text(folder: Path, worker: JqWorker, command: str, stdin: bytes) -> None:
    assert ours(folder, worker, command, stdin) == real(folder, command, stdin)


@pytest.mark.parametrize(
    "command",
    [
        "xargs -n 1",
        "xargs -I{} echo '<{}>'",
        "xargs -L 1",
        "xargs -d '\\n' -n 1",
        "xargs -d ' '",
        "xargs -n 2 echo a b",
    ],
)
def test_xargs_builds_the_commands_that_the_real_one_builds(folder: Path, command: str) -> None:
    stdin = FILES["words.txt"]
    expected = real(folder, command, stdin)[0].decode()
    nested = f"cat words.txt | {command}"
    assert CommandShell(folder).execute(nested).stdout == expected


def test_a_failing_command_under_xargs_gives_123(folder: Path) -> None:
    result = CommandShell(folder).execute("head -n 2 one.txt | xargs -n 1 cat")
    assert result.exit_code == 123
    assert "there is no file 'b'" in result.stderr


def test_a_missing_file_is_named_and_the_others_are_read(folder: Path) -> None:
    result = CommandShell(folder).execute("wc -l none.txt one.txt")
    assert result.exit_code == 1
    assert "wc: there is no file 'none.txt'" in result.stderr
    assert "4 one.txt" in result.stdout


@pytest.mark.parametrize(
    "command",
    [
        "sort -o out.txt one.txt",
        "sort --output=out.txt one.txt",
        "sort --files0-from=one.txt",
        "wc --files0-from=one.txt",
        "tail -f one.txt",
        "tail -F one.txt",
        "uniq one.txt out.txt",
        "sort -T /tmp one.txt",
        "sort --compress-program=sh one.txt",
        "sort -t ab one.txt",
        "sort -k 0 one.txt",
        "sort -k x one.txt",
        "head -n x one.txt",
        "xargs -a one.txt cat",
        "xargs -p cat",
        "xargs -n x cat",
        "sh one.txt",
        "sh -c",
        "bash -i",
        "sort -S 10G one.txt",
        "cat -A one.txt",
    ],
)
def test_unknown_and_writing_options_are_refused_and_write_nothing(
    folder: Path, worker: JqWorker, command: str
) -> None:
    before = sorted(folder.iterdir())
    with pytest.raises(Refusal) as told:
        ours(folder, worker, command, b"")
    assert len(str(told.value)) > 20
    assert sorted(folder.iterdir()) == before
