"""Ways out of the project folder, of the command list, and of the limits: each is refused or harmless."""

from __future__ import annotations

from pathlib import Path

import pytest

from memorybench.ifc.pipeline import CommandShell

# Command, a piece of the sentence that the agent gets.
ESCAPES = [
    ("ifcquery model.ifc summary; cat /etc/passwd", "`;` is not available"),
    ("ifcquery model.ifc summary && id", "`&&` is not available"),
    ("false || id", "`||` is not available"),
    ("id &", "`&` is not available"),
    ("cat $(ls /)", "$(…) is not expanded here"),
    ("cat `ls /`", "`…` is not expanded here"),
    ("cat ${HOME}", "${HOME} is not expanded here"),
    ('cat "$HOME/.bashrc"', "is not expanded here"),
    ("cat $HOME", "is not expanded here"),
    ("cat notes.txt > out.txt", "redirection (>)"),
    ("cat notes.txt >> notes.txt", "redirection (>>)"),
    ("cat < /etc/passwd", "redirection (<)"),
    ("cat << EOF\nx\nEOF", "redirection (<<)"),
    ("cat <(id)", "redirection (<)"),
    ("cat notes.txt\nid", "several lines are not available"),
    ("cat notes.txt | tee out.txt", "'tee' is not available here"),
    ("cat /etc/passwd", "outside the project folder"),
    ("head -n 1 /etc/passwd", "outside the project folder"),
    ("tail /proc/self/environ", "outside the project folder"),
    ("wc -l /etc/passwd", "outside the project folder"),
    ("sort /etc/passwd", "outside the project folder"),
    ("uniq /etc/passwd", "outside the project folder"),
    ("cat ../secret.ifc", "outside the project folder"),
    ("cat ./../secret.ifc", "outside the project folder"),
    ("cat up/secret.ifc", "a link to a place outside the project folder"),
    ("cat link.ifc", "a link to a place outside the project folder"),
    ("cat ~/.bashrc", "outside the project folder"),
    ("cat *", "names are taken literally"),
    ("cat /etc/pass*", "outside the project folder"),
    ("cat .", "is not a regular file"),
    ("cat ''", "outside the project folder"),
    ("ifcquery ../secret.ifc summary", "outside the project folder"),
    ("ifcquery link.ifc summary", "a link to a place outside the project folder"),
    ("ifcquery /etc/passwd summary", "outside the project folder"),
    ("ifcquery notes.txt summary", "is not an IFC file"),
    ("ifcquery none.ifc summary", "there is no file 'none.ifc'"),
    ("ifcquery model.ifc render -o out.png", "draws a picture into a file and is not available"),
    ("ifcquery model.ifc plot -o out.svg --out-format svg", "draws a picture into a file and is not available"),
    ("ls / | xargs cat", "'ls' is not available here; the folder holds: model.ifc, notes.txt"),
    ("jq -nr '\"/etc/passwd\"' | xargs cat", "outside the project folder"),
    ("jq -nr '\"../secret.ifc\"' | xargs -I{} ifcquery {} summary", "outside the project folder"),
    ("jq -nr '\"id\"' | xargs sh -c", "'id' is not available here"),
    ("jq -nr '\"id\"' | xargs sh", "only `sh -c 'PIPELINE'` is available"),
    ("jq -nr '\"x; id\"' | xargs -I{} sh -c 'cat {}'", "`;` is not available"),
    ("jq -nr '\"$(id)\"' | xargs -I{} sh -c 'cat {}'", "is not expanded here"),
    ("cat notes.txt | xargs rm", "'rm' is not available here"),
    ("cat notes.txt | xargs -I{} bash -c 'rm {}'", "'rm' is not available here"),
    ("xargs -a /etc/passwd cat", "xargs: -a is not available here"),
    ("sh -c 'cat /etc/passwd'", "outside the project folder"),
    ("sh -c 'sh -c \"cat /etc/passwd; id\"'", "`;` is not available"),
    ('sh -c "sh -c \'sh -c \\"sh -c \\\\\\"sh -c id\\\\\\"\\"\'"', "nested too deeply"),
    ("sh script.sh", "only `sh -c 'PIPELINE'` is available"),
    ("bash -i", "only `sh -c 'PIPELINE'` is available"),
    ("sh -c 'cat \"$1\"' _ /etc/passwd", "arguments after `sh -c '…'` are not available"),
    ("sort -o out.txt notes.txt", "sort: option -o not recognized"),
    ("sort --output=out.txt notes.txt", "sort: option --output not recognized"),
    ("sort --compress-program=sh notes.txt", "not recognized"),
    ("wc --files0-from=/etc/passwd", "not recognized"),
    ("sort --files0-from=notes.txt", "not recognized"),
    ("uniq notes.txt out.txt", "writing to a second file is not available"),
    ("tail -f notes.txt", "tail: option -f not recognized"),
    ("jq -n --slurpfile x /etc/passwd '$x'", "reads files and is not available"),
    ("jq -n --rawfile x /etc/passwd '$x'", "reads files and is not available"),
    ("jq -f /etc/passwd", "reads files and is not available"),
    ("jq -L /etc -n 1", "reads files and is not available"),
    ("jq . /etc/passwd", "outside the project folder"),
    ("jq -n 'import \"x\" as x; 1'", "import and include are not available"),
    ("python3 -c 'print(1)'", "'python3' is not available here; compute with jq"),
    ("/bin/cat notes.txt", "'/bin/cat' is not available here"),
    ("./model.ifc", "'./model.ifc' is not available here"),
    ("env", "'env' is not available here"),
    ("X=1 cat notes.txt", "variables ('X=1') are not available"),
    ("for i in 1 2", "'for' is not available here; loop with `… | xargs"),
    ("grep b notes.txt", "'grep' is not available here; filter with jq"),
    ("echo hi", "'echo' is not available here"),
    ("", "the command is empty"),
    ("cat '", "a single quote is not closed"),
    ("x" * 70_000, "longer than"),
]


@pytest.mark.parametrize(("command", "piece"), ESCAPES, ids=[command[:60] for command, _ in ESCAPES])
def test_refused_with_a_sentence_and_without_a_trace(project: Path, command: str, piece: str) -> None:
    outside = project.parent
    before = {path: path.stat().st_mtime_ns for path in outside.rglob("*")}
    with CommandShell(project, timeout_s=10) as shell:
        result = shell.execute(command)
    assert piece in result.stderr
    assert result.stdout == ""
    assert result.exit_code != 0
    assert "root:" not in result.text
    assert "secret" not in result.stdout
    assert {path: path.stat().st_mtime_ns for path in outside.rglob("*")} == before


HARMLESS = [
    ("jq -n env", "{}\n"),
    ("jq -n '$ENV'", "{}\n"),
    ("jq -n 'env.PATH'", "null\n"),
    ("jq -n input_filename", "null\n"),
    ("jq -nr '\"$(id) `id` ; id > x\"'", "$(id) `id` ; id > x\n"),
    ("sort -S1 notes.txt", ""),
    ("head -n 99999999999999999999 notes.txt", "b 2\na 10\nb 2\nc 1\n"),
    ("cat -- notes.txt", "b 2\na 10\nb 2\nc 1\n"),
]


@pytest.mark.parametrize(("command", "stdout"), HARMLESS)
def test_harmless(project: Path, command: str, stdout: str) -> None:
    with CommandShell(project) as shell:
        assert shell.execute(command).stdout == stdout


def test_read_file_is_confined_in_the_same_way(project: Path) -> None:
    shell = CommandShell(project)
    for name in ("/etc/passwd", "../secret.ifc", "link.ifc", "up/secret.ifc", ".", "", "~/x", "none", "a\x00b"):
        result = shell.read_file(name)
        assert (result.stdout, result.exit_code) == ("", 1)
        assert result.stderr.startswith("Refused: ")
    assert shell.read_file("notes.txt").stdout == "b 2\na 10\nb 2\nc 1\n"
