"""Command lines are read as people and language models quote them; what needs a shell is refused."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memorybench.ifc.pipeline.parsing import parse
from memorybench.ifc.pipeline.refusal import Refusal


@pytest.mark.parametrize(
    ("command", "stages"),
    [
        ("ifcquery m.ifc summary", [["ifcquery", "m.ifc", "summary"]]),
        ("a|b | c", [["a"], ["b"], ["c"]]),
        ("jq '.[] | .name'", [["jq", ".[] | .name"]]),
        ('jq ".a \\"b\\""', [["jq", '.a "b"']]),
        ("jq '.a == '\\''x'\\'''", [["jq", ".a == 'x'"]]),
        ("jq '.a == '\"'x'\"''", [["jq", ".a == 'x'"]]),
        (r"ifcquery m.ifc select IfcWall,\ Name=A", [["ifcquery", "m.ifc", "select", "IfcWall, Name=A"]]),
        ("a ''", [["a", ""]]),
        ('a "" b', [["a", "", "b"]]),
        ("a x'y'\"z\"", [["a", "xyz"]]),
        ('a "\\n \\x"', [["a", "\\n \\x"]]),
        ("a |\n  b", [["a"], ["b"]]),
        ("a \\\n  b", [["a", "b"]]),
        ("a\n| b", [["a"], ["b"]]),
        ("  a\n", [["a"]]),
        ("a '$x ; & > `' \"; & > |\"", [["a", "$x ; & > `", "; & > |"]]),
        ("jq .[0]", [["jq", ".[0]"]]),
        ('a "\\$x \\`"', [["a", "$x `"]]),
        ('jq "test(\\"^A$\\")"', [["jq", 'test("^A$")']]),
        ("info #12", [["info", "#12"]]),
        ("cat *.ifc ~ {a,b} !", [["cat", "*.ifc", "~", "{a,b}", "!"]]),
        ("sh -c 'a \"b c\" | d'", [["sh", "-c", 'a "b c" | d']]),
        (
            "xargs -I{} sh -c \"ifcquery m.ifc info {} | jq '.name'\"",
            [["xargs", "-I{}", "sh", "-c", "ifcquery m.ifc info {} | jq '.name'"]],
        ),
    ],
)
def test_quoting_as_in_a_shell(command: str, stages: list[list[str]]) -> None:
    assert [list(words) for words in parse(command)] == stages


@pytest.mark.parametrize(
    ("command", "piece"),
    [
        ("a; b", "`;` is not available: send each command in a call of its own"),
        ("a && b", "`&&` is not available"),
        ("a || b", "`||` is not available"),
        ("a & b", "`&` is not available"),
        ("a &", "`&` is not available"),
        ("a |& b", "`|&` is not available"),
        ("a $(b)", "$(…) is not expanded here"),
        ("a `b`", "`…` is not expanded here"),
        ('a "$(b)"', "$(…) is not expanded here"),
        ('a "`b`"', "`…` is not expanded here"),
        ("a ${HOME}", "${HOME} is not expanded here"),
        ('a "$HOME"', "$H is not expanded here"),
        ("a $1", "$1 is not expanded here"),
        ("a $'x'", "is not expanded here"),
        ("a > f", "redirection (>) is not available"),
        ("a >> f", "redirection (>>)"),
        ("a < f", "redirection (<)"),
        ("a << EOF\nx\nEOF", "redirection (<<)"),
        ("a <<< x", "redirection (<<<)"),
        ("a 2>/dev/null", "redirection (2>/dev/null) is not available: leave it out"),
        ("a 2>&1", "redirection (2>&1)"),
        ("a &> f", "`&` is not available"),
        ("a <(b)", "redirection (<)"),
        ("(a)", "`(` outside quotes"),
        ("jq .[]|select(.a)", "`(` outside quotes is not available: put jq programs"),
        ("a\nb", "several lines are not available"),
        ("a 'b", "a single quote is not closed"),
        ('a "b', "a double quote is not closed"),
        ("", "the command is empty"),
        ("   ", "the command is empty"),
        ("| a", "a stage beside `|` is empty"),
        ("a |", "a stage beside `|` is empty"),
        ("a | | b", "a stage beside `|` is empty"),
        ("a\x00b", "NUL"),
    ],
)
def test_what_needs_a_shell_is_refused_with_advice(command: str, piece: str) -> None:
    with pytest.raises(Refusal) as told:
        parse(command)
    assert piece in str(told.value)
    assert "\n" not in str(told.value)


@given(st.lists(st.text(alphabet=st.characters(exclude_characters="\x00", codec="utf-8"), min_size=0), min_size=1))
def test_whatever_is_quoted_by_shlex_comes_back_word_for_word(words: list[str]) -> None:
    assert parse(shlex.join(["cmd", *words])) == (("cmd", *words),)


@given(st.text(alphabet="ab '\"\\|$`;&<>()\n{}#*", max_size=30))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    try:
        stages = parse(text)
    except Refusal as refusal:
        assert str(refusal)
    else:
        assert all(words for words in stages)
