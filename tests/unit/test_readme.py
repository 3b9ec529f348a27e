"""The pages a reader starts from: their commands exist, their links lead somewhere, the index is whole."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from memorybench.cli import main as cli
from memorybench.resources import bundled
from memorybench.runs.options import EvalOptions

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "adapters").glob("*/README.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`memorybench ([^`\n]+)`")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
EACH_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())


def commands(page: Path) -> Iterator[list[str]]:
    """Every command of the page's fenced shell blocks, as words, without variables set before it."""
    for language, block in FENCE.findall(page.read_text(encoding="utf-8")):
        if language not in ("", "bash", "sh", "shell", "console"):
            continue
        for line in block.replace("\\\n", " ").splitlines():
            try:
                words = shlex.split(line.removeprefix("$ "), comments=True)
            except ValueError:  # not shell: a drawing, a message
                continue
            yield from _split(words)


def _split(words: list[str]) -> Iterator[list[str]]:
    command: list[str] = []
    for word in [*words, "&&"]:
        if word in ("&&", "||", "|", ";"):
            if command:
                yield command
            command = []
        elif command or not re.fullmatch(r"[A-Z_]+=.*", word):
            command.append(word)


def arguments(command: list[str]) -> list[str] | None:
    """What ``memorybench`` is given in ``memorybench …`` or ``uv run … memorybench …``; None for other commands."""
    if command[:1] == ["memorybench"] or (command[:2] == ["uv", "run"] and "memorybench" in command):
        return command[command.index("memorybench") + 1 :]
    return None


OURS = [
    pytest.param(words, id=f"{page.relative_to(ROOT).as_posix()}: {' '.join(words)}")
    for page in PAGES
    for command in commands(page)
    if (words := arguments(command)) is not None
] + [pytest.param(text.split(), id=f"README.md, in a sentence: {text}") for text in INLINE.findall(README)]


@pytest.fixture
def parser(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The real command line, whose commands do nothing but be parsed."""
    monkeypatch.setattr(cli, "app", typer.Typer(name="memorybench", callback=cli._main))
    cli._register()
    command = typer.main.get_command(cli.app)
    _silence(command)
    return command


def _silence(command: Any) -> None:
    for inner in getattr(command, "commands", {}).values():
        _silence(inner)
    if not getattr(command, "commands", {}):
        command.callback = lambda **_: 0


@pytest.mark.parametrize("words", OURS)
def test_every_documented_command_is_accepted_by_the_parser(parser: Any, words: list[str]) -> None:
    parser.main(args=words, standalone_mode=False)  # raises a usage error otherwise


def test_the_parser_test_can_fail(parser: Any) -> None:
    assert len(OURS) >= 15
    for wrong in (["eval", "--memory", "none", "--no-such-option", "1"], ["evaluate"], ["eval", "--epochs", "two"]):
        with pytest.raises(Exception, match=r"(?i)no such|valid integer"):
            parser.main(args=wrong, standalone_mode=False)


def test_the_readme_begins_with_the_command_that_runs_and_the_one_that_tests() -> None:
    blocks = [block.strip() for _, block in FENCE.findall(README)]
    assert blocks[:2] == [
        "pip install uv && uv run memorybench eval --memory mem0 --scope user+final",
        "uv run pytest",
    ]


def test_the_check_ends_with_the_readme_s_test_command() -> None:
    steps = [
        line
        for line in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
        if line and not line.startswith(("step ", "#"))
    ]
    assert steps[-1] == "uv run pytest"


def test_the_datasets_that_the_readme_s_commands_name_are_bundled() -> None:
    named = {words[words.index("--dataset") + 1] for words in _evaluations() if "--dataset" in words}
    assert named - {"my-dataset"} <= set(bundled("datasets"))
    assert any("--dataset" not in words for words in _evaluations())
    assert EvalOptions(memory="none").dataset in bundled("datasets")


def _evaluations() -> list[list[str]]:
    return [words for command in commands(ROOT / "README.md") if (words := arguments(command)) and words[0] == "eval"]


def test_pip_is_given_every_distribution_in_one_command_with_the_pins() -> None:
    folders = {f"adapters/{path.parent.name}" for path in (ROOT / "adapters").glob("*/pyproject.toml")}
    folders -= {"adapters/template"}  # for others to copy
    for page in (ROOT / "README.md", ROOT / "docs" / "install.md"):
        [editable] = [words for words in commands(page) if words[:2] == ["pip", "install"] and "-e" in words]
        named = {editable[place + 1] for place, word in enumerate(editable) if word == "-e"}
        assert named == folders | {"."}
        assert editable[editable.index("-c") + 1] == "constraints.txt"
        assert "--group" not in page.read_text(encoding="utf-8")


@EACH_PAGE
def test_compose_profiles_exist(page: Path) -> None:
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    known = {profile for service in compose["services"].values() for profile in service.get("profiles", [])}
    named = {
        command[command.index("--profile") + 1]
        for command in commands(page)
        if command[:2] == ["docker", "compose"] and "--profile" in command
    }
    assert named <= known


@EACH_PAGE
def test_links_inside_the_repository_lead_to_a_file_and_heading(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    broken = [target for target in LINK.findall(FENCE.sub("", text)) if not _leads_somewhere(page, text, target)]
    assert broken == []


def _leads_somewhere(page: Path, text: str, target: str) -> bool:
    if re.match(r"[a-z]+:", target):
        return True
    path, _, heading = target.partition("#")
    if path and not (page.parent / path).exists():
        return False
    if not heading:
        return True
    other = (page.parent / path).read_text(encoding="utf-8") if path else text
    return heading in {_anchor(title) for title in re.findall(r"^#+ (.+)$", other, re.MULTILINE)}


def _anchor(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-")


def test_the_index_has_one_line_for_every_page() -> None:
    """A new page in ``docs/`` needs a line in ``docs/index.md``."""
    listed = re.findall(
        r"^- \[[^\]]*\]\(([^)]+\.md)\)", (ROOT / "docs" / "index.md").read_text("utf-8"), re.MULTILINE
    )
    pages = [path.name for path in (ROOT / "docs").glob("*.md") if path.name != "index.md"]
    assert sorted(listed) == sorted(pages)
