"""jq: the options people use, against the real one where the machine has it, and kept from harm."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from memorybench.ifc.pipeline import CommandShell

WALLS = json.dumps(
    [
        {"id": 1, "name": "Außenwand", "type": "IfcWall", "area": 12.5, "tags": ["a", "b"], "n": None},
        {"id": 2, "name": 'say "hi"\t\\', "type": "IfcWall", "area": 3, "tags": [], "n": {}},
        {"id": 3, "name": "D1", "type": "IfcDoor", "area": 1.75, "tags": ["z"], "n": {"y": 1, "x": [True, False]}},
    ]
)
STREAM = '{"a":1}\n{"a":2} {"a":null}\n"text"\n'
LINES = "12,13,14\nthe second\n\n"
# (options and program, input)
SAME = [
    (["."], WALLS),
    ([], WALLS),
    (["-c", "."], WALLS),
    (["-r", ".[].name"], WALLS),
    ([".[].name"], WALLS),
    (["-c", ".[] | {id, name}"], WALLS),
    (["-S", "."], WALLS),
    (["-cS", "."], WALLS),
    (["--tab", "."], WALLS),
    (["--indent", "1", "."], WALLS),
    (["--indent", "0", "."], WALLS),
    (["length"], WALLS),
    (["-j", ".[].id"], WALLS),
    (["-a", ".[0].name"], WALLS),
    (["-r", ".[] | [.id, .name, .area] | @tsv"], WALLS),
    (["-r", ".[] | [.id, .type] | @csv"], WALLS),
    (["group_by(.type) | map({type: .[0].type, n: length})"], WALLS),
    (["[.[] | .area] | add"], WALLS),
    (['.[] | select(.name | test("d"; "i")) | .id'], WALLS),
    (["keys"], WALLS),
    (["map(.area) | max, min, (add / length)"], WALLS),
    (["[paths(scalars)] | length"], WALLS),
    (["unique_by(.type)"], WALLS),
    (["--arg", "t", "IfcDoor", ".[] | select(.type == $t) | .id"], WALLS),
    (["--argjson", "k", "2", ".[$k].id"], WALLS),
    (["-s", "map(.a?)"], STREAM),
    (["-c", "."], STREAM),
    (["-s", "length"], STREAM),
    (["-n", "[inputs] | length"], STREAM),
    (["-n", "reduce inputs as $x (0; . + 1)"], STREAM),
    (["-n", "1 + 1"], ""),
    (["-n", "[range(5)]"], ""),
    (["."], ""),
    (["-R", "."], LINES),
    (["-Rs", "."], LINES),
    (["-R", 'split(",") | length'], LINES),
    (["-Rr", "."], LINES),
    (["-Rn", "[inputs]"], LINES),
    (["-e", ".[0].n"], WALLS),
    (["-e", "empty"], WALLS),
    (["-e", ".[0].id"], WALLS),
    (["-n", "{} | .a.b.c = 1"], ""),
    (["-n", '"\\(1 + 2)x"'], ""),
    (["-n", '[1,[2,{"a":[]}],{}]'], ""),
    (["-n", '"é"'], ""),
    (["-n", "[limit(3; repeat(1))]"], ""),
    (["-r", '.[] | "\\(.id): \\(.name)"'], WALLS),
    (["-n", '1, null, true, "s" # c'], ""),
    (["with_entries(.value |= .id)? // to_entries[0].value.id"], WALLS),
    (["-n", "0.1 + 0.2, 3, -0.5, 100000"], ""),
    (["def f(x): x * 2; map(f(.id))"], WALLS),
    (["first(.[].id), last(.[].id)"], WALLS),
]


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CommandShell]:
    root = tmp_path_factory.mktemp("jq")
    (root / "data.json").write_text(WALLS, encoding="utf-8")
    (root / "input").write_text("", encoding="utf-8")
    with CommandShell(root, timeout_s=60) as opened:
        yield opened


def quoted(words: list[str]) -> str:
    return " ".join("'" + word.replace("'", "'\\''") + "'" for word in words)


@pytest.mark.parametrize(("words", "text"), SAME, ids=[" ".join(words) for words, _ in SAME])
def test_same_output_and_code_as_the_real_jq(shell: CommandShell, words: list[str], text: str) -> None:
    (shell.folder.root / "input").write_text(text, encoding="utf-8")
    result = shell.execute(f"cat input | jq {quoted(words)}")
    if shutil.which("jq") is None:
        pytest.skip("jq is not on this machine")
    program = words if words else ["."]
    done = subprocess.run(["jq", *program], input=text.encode(), capture_output=True, check=False)
    assert (result.stdout.encode(), result.exit_code) == (done.stdout, done.returncode)


def test_errors_are_said_and_what_came_before_them_is_kept(shell: CommandShell) -> None:
    (shell.folder.root / "input").write_text('{"a":1}\n3\n{"a":2}\n', encoding="utf-8")
    result = shell.execute("cat input | jq .a")
    assert (result.stdout, result.exit_code) == ("1\n2\n", 5)
    assert "jq: error: Cannot index number with" in result.stderr
    assert shell.execute("cat input | jq '.a b'").exit_code == 3
    assert "syntax error" in shell.execute("cat input | jq '.a b'").stderr


def test_input_that_is_not_json_is_said(shell: CommandShell) -> None:
    (shell.folder.root / "input").write_text('{"a":1}\nnonsense', encoding="utf-8")
    result = shell.execute("cat input | jq -c .")
    assert (result.stdout, result.exit_code) == ('{"a":1}\n', 2)
    assert "the input is not JSON" in result.stderr


def test_long_numbers_keep_their_digits(shell: CommandShell) -> None:
    (shell.folder.root / "input").write_text("[100000000000000000000, 1.10]", encoding="utf-8")
    assert shell.execute("cat input | jq -c .").stdout == "[100000000000000000000,1.10]\n"


@pytest.mark.parametrize(
    "program",
    ["env", "$ENV", "env.HOME", "$ENV.PATH", "input_filename", '[splits("a")?] | length', "get_search_list"],
)
def test_no_environment_and_no_file_names_reach_a_program(
    shell: CommandShell, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.setenv("SECRET", "sesame")
    shell.close()  # a new process, started with that variable around
    result = shell.execute(f"jq -nc '{program}'")
    assert result.stdout.strip() in {"{}", "null", "0", "[]"}


@pytest.mark.parametrize(
    "command",
    [
        "jq --slurpfile x data.json -n '$x'",
        "jq --rawfile x /etc/passwd -n '$x'",
        "jq -f prog.jq data.json",
        "jq --from-file prog.jq",
        "jq -nf prog.jq",
        "jq -L /etc -n 1",
        "jq -L/etc -n 1",
        "jq --argfile a data.json -n '$a'",
        "jq -n 'import \"a\" as a; 1'",
        "jq -n 'include \"a\"; 1'",
        "jq -n 'input'",
        "jq 'inputs' data.json",
        "jq --stream . data.json",
        "jq --seq . data.json",
        "jq -x . data.json",
        "jq --arg a",
        "jq --argjson a nonsense .",
    ],
)
def test_options_that_read_files_and_unknown_ones_are_refused(shell: CommandShell, command: str) -> None:
    result = shell.execute(command)
    assert (result.stdout, result.exit_code) == ("", 2)
    assert result.stderr.startswith("Refused: jq: ")


@pytest.mark.parametrize(
    "command", ["jq . /etc/passwd", "jq . ../x.json", "jq -R . /proc/self/environ", "jq . none.json"]
)
def test_only_files_of_the_folder_are_read(shell: CommandShell, command: str) -> None:
    result = shell.execute(command)
    assert (result.stdout, result.exit_code) == ("", 2)
    assert "the folder holds: data.json" in result.stderr
    assert shell.execute("jq length data.json").stdout == "3\n"


@pytest.mark.parametrize(
    ("program", "piece"),
    [
        ("[range(1e9)] | length", ""),
        ("def f: f; f", "Stopped after 2 s"),
        ("last(range(1e12))", "Stopped after 2 s"),
        ('"x" * 2e9 | length', ""),
        ("def f: [f]; f", ""),
    ],
)
def test_endless_and_huge_programs_end_and_the_next_one_works(project: Path, program: str, piece: str) -> None:
    with CommandShell(project, timeout_s=2) as short:
        result = short.execute(f"jq -nr '{program}'")
        assert result.exit_code in {5, 124}
        assert result.stderr
        assert piece in result.stderr
        assert short.execute("jq -n 1").stdout == "1\n"


def test_giant_output_is_refused_with_advice(shell: CommandShell) -> None:
    result = shell.execute("jq -n 'range(1e9)' | wc -l")
    assert (result.stdout, result.exit_code) == ("", 5)
    assert "32 MiB or 200,000 values came out; bound it" in result.stderr
