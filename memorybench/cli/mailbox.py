"""``memorybench mailbox DIR``: see and answer what a run with ``mailbox:DIR`` asks."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from memorybench.errors import BadInput
from memorybench.models.mailbox_files import MailboxFolder

_ID = 12  # characters of an id that a person sees; any unique beginning is accepted
_END, _SKIP, _QUIT = ".", "/skip", "/quit"


def mailbox(
    folder: Annotated[Path, typer.Argument(help="The folder of a run's model mailbox:DIR.")],
    show: Annotated[str | None, typer.Option(help="Print the request whose id begins so.")] = None,
    answer: Annotated[str | None, typer.Option(help="Answer the request whose id begins so.")] = None,
    text: Annotated[str | None, typer.Option(help="The answer's text.")] = None,
    file: Annotated[Path | None, typer.Option(help="A file whose content is the answer's text.")] = None,
    json_reply: Annotated[
        str | None, typer.Option("--json", help='The whole answer, e.g. {"tool_calls": [{"name": …, "args": {…}}]}.')
    ] = None,
    watch: Annotated[bool, typer.Option(help="Show requests one by one as they come, and take answers.")] = False,
) -> None:
    """List the open requests of a mailbox, show one, answer one, or wait for them."""
    box = MailboxFolder(folder)
    console = Console(markup=False, highlight=False)  # what models and people write is no markup
    if answer is not None:
        request = box.find(answer)
        box.answer(request, _answer(text, file, json_reply))
        console.print(f"answered {request['id'][:_ID]}")
    elif text is not None or file is not None or json_reply is not None:
        raise BadInput("--text, --file and --json belong to --answer ID.")
    elif show is not None:
        console.print(readable(box.find(show)))
    elif watch:
        with suppress(KeyboardInterrupt):
            _watch(box, console)
    else:
        _list(box, console)


def _answer(text: str | None, file: Path | None, json_reply: str | None) -> dict[str, Any]:
    given = [value for value in (text, file, json_reply) if value is not None]
    if len(given) != 1:
        raise BadInput("--answer takes one of --text, --file and --json.")
    if text is not None:
        return {"text": text}
    if file is not None:
        try:
            return {"text": file.read_text(encoding="utf-8")}
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"--file {file} cannot be read: {error}.") from None
    try:
        reply = json.loads(json_reply or "")
    except json.JSONDecodeError as error:
        raise BadInput(f"--json is not valid JSON: {error}.") from None
    if not isinstance(reply, dict):
        raise BadInput('--json must be an object such as {"text": "…"}.')
    return reply


def _list(box: MailboxFolder, console: Console) -> None:
    box.require()
    waiting = [box.find(identity) for identity in box.open_ids()]
    if not waiting:
        console.print(f"no open request in {box.root}")
        return
    table = Table("id", "role", "must be", "last message", title=f"{len(waiting)} open in {box.root}")
    for request in waiting:
        last = " ".join(_text(request["messages"][-1]["content"]).split()) if request["messages"] else ""
        table.add_row(request["id"][:_ID], request["role"], _form(request), last[:80])
    console.print(table)


def _form(request: dict[str, Any]) -> str:
    if request["response_schema"] is not None:
        return "JSON"
    return "text or a tool call" if request["tools"] else "text"


def readable(request: dict[str, Any]) -> Text:
    """The whole request for a person."""
    lines = Text(f"request {request['id'][:_ID]}, role {request['role']}\n", style="bold")
    for message in request["messages"]:
        lines.append(f"\n── {message['role']} ──\n", style="bold cyan")
        lines.append(_text(message["content"]) + "\n", style="not bold")
        for call in message.get("tool_calls", ()):
            lines.append(f"calls {call['name']}({json.dumps(call['args'], ensure_ascii=False)})\n", style="not bold")
    for tool in request["tools"]:
        function = tool["function"]
        lines.append(f"\n── tool {function['name']} ──\n", style="bold green")
        lines.append(function.get("description", "").strip() + "\n", style="not bold")
        lines.append(json.dumps(function.get("parameters", {}), ensure_ascii=False) + "\n", style="not bold")
    if request["response_schema"] is not None:
        lines.append("\n── the answer must be JSON of this form ──\n", style="bold magenta")
        lines.append(json.dumps(request["response_schema"], indent=2, ensure_ascii=False) + "\n", style="not bold")
    return lines


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(
        str(block.get("text", block)) if isinstance(block, dict) else str(block) for block in content or ()
    )


def _watch(box: MailboxFolder, console: Console) -> None:
    """Take answers until ``/quit`` or the end of input."""
    skipped: set[str] = set()
    console.print(f"Waiting for requests in {box.root}.")
    console.print(f"End an answer with a line '{_END}'; {_SKIP} leaves one open, {_QUIT} ends.")
    while True:
        fresh = [identity for identity in box.open_ids() if identity not in skipped]
        if not fresh:
            time.sleep(0.5)
            continue
        request = box.find(fresh[0])
        console.print(readable(request))
        said = _read(iter(sys.stdin.readline, ""))
        if said is None or said == _QUIT:
            return
        if said == _SKIP:
            skipped.add(request["id"])
            continue
        try:
            box.answer(request, _reply(said))
        except BadInput as error:
            console.print(str(error), style="red")


def _read(lines: Iterator[str]) -> str | None:
    """Lines up to a lone '.', or a command; None at the end of input."""
    taken: list[str] = []
    for line in lines:
        line = line.rstrip("\n")
        if line == _END:
            return "\n".join(taken)
        if not taken and line in (_SKIP, _QUIT):
            return line
        taken.append(line)
    return None


def _reply(said: str) -> dict[str, Any]:
    """A whole answer in JSON if it has the keys of one, else its text."""
    try:
        value = json.loads(said)
    except json.JSONDecodeError:
        return {"text": said}
    whole = isinstance(value, dict) and value and value.keys() <= {"text", "tool_calls", "error"}
    return value if whole else {"text": said}
