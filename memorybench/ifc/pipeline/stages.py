"""Runs the stages of a pipeline one after the other, in this process, with bounded data between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memorybench.ifc.pipeline.context import LARGEST_OUTPUT, Context, StageResult
from memorybench.ifc.pipeline.jq_tool import jq
from memorybench.ifc.pipeline.parsing import Pipeline, parse
from memorybench.ifc.pipeline.refusal import Refusal
from memorybench.ifc.pipeline.sorting import sort
from memorybench.ifc.pipeline.text_tools import cat, head, tail, uniq, wc
from memorybench.ifc.pipeline.xargs import xargs

_DEEPEST = 4  # sh -c inside xargs inside sh -c …
Command = Callable[[Context, Sequence[str], bytes], StageResult]
_INSTEAD = {
    "ls": "{holding}",
    "find": "{holding}",
    "pwd": "the working folder is the project folder, and {holding}",
    "cd": "the working folder is always the project folder, and {holding}",
    "grep": 'filter with jq, e.g. jq \'.[] | select(.name | test("door"; "i"))\', or with jq -R for plain text',
    "awk": "compute with jq, e.g. jq '[.[] | .x] | add', or with jq -R for plain text",
    "sed": 'rewrite with jq, e.g. jq -r \'.name | sub("a"; "b")\'; for a range of lines use head and tail',
    "cut": "take fields with jq -r, e.g. '[.id, .name] | @tsv'",
    "tr": "rewrite with jq -r, e.g. 'split(\",\")[]'",
    "python": "compute with jq",
    "python3": "compute with jq",
    "echo": "start with ifcquery, cat or jq -n",
    "for": "loop with `… | xargs -I{{}} ifcquery FILE info {{}}`",
    "while": "loop with `… | xargs -I{{}} ifcquery FILE info {{}}`",
}


def run_pipeline(context: Context, pipeline: Pipeline, stdin: bytes = b"") -> StageResult:
    """Run all stages; the exit code is the last one's, the messages are those of all."""
    data, err, code = stdin, [], 0
    for words in pipeline:
        context.deadline.check()
        result = run_stage(context, words, data)
        if len(result.out) > LARGEST_OUTPUT:
            raise Refusal(f"{words[0]}: produced more than {LARGEST_OUTPUT >> 20} MiB; narrow the query", 1)
        data, code = result.out, result.code
        err.append(result.err)
    return StageResult(data, "".join(err), code)


def check_names(context: Context, pipeline: Pipeline) -> None:
    """Refuse commands that do not exist here before anything runs."""
    for words in pipeline:
        _command(context, words)


def run_stage(context: Context, words: Sequence[str], stdin: bytes) -> StageResult:
    """Run one command; raises :class:`Refusal` if it is none of ours."""
    return _command(context, words)(context, words[1:], stdin)


def _command(context: Context, words: Sequence[str]) -> Command:
    name = words[0]
    command = COMMANDS.get(name) or (_echo if name == "echo" and context.depth else None)
    if command is not None:
        return command
    holding = context.folder.holding()
    if "=" in name.split("/")[0] and name.partition("=")[0].isidentifier():
        raise Refusal(f"variables ('{name}') are not available; write the value itself where it is needed", 127)
    advice = _INSTEAD.get(name, "").format(holding=holding)
    known = ", ".join(sorted(COMMANDS))
    raise Refusal(
        f"'{name}' is not available here; {advice + '; ' if advice else ''}available commands: {known}", 127
    )


def _echo(context: Context, args: Sequence[str], stdin: bytes) -> StageResult:
    """What ``xargs`` runs when it is given no command."""
    return StageResult((" ".join(args) + "\n").encode("utf-8", "surrogateescape"))


def _nested(context: Context, args: Sequence[str], stdin: bytes) -> StageResult:
    """``sh -c 'PIPELINE'``: parsed and run like any other command line; no shell runs."""
    if len(args) < 2 or args[0] != "-c":
        raise Refusal("sh: only `sh -c 'PIPELINE'` is available, and it is read like any command here")
    if len(args) > 2:
        raise Refusal(
            "sh: arguments after `sh -c '…'` are not available; use xargs -I{} and write {} inside the quotes"
        )
    if context.depth >= _DEEPEST:
        raise Refusal("sh: commands are nested too deeply; write the pipeline directly")
    context.depth += 1
    try:
        return run_pipeline(context, parse(args[1]), stdin)
    finally:
        context.depth -= 1


def _xargs(context: Context, args: Sequence[str], stdin: bytes) -> StageResult:
    if context.depth >= _DEEPEST:
        raise Refusal("xargs: commands are nested too deeply; write the pipeline directly")
    context.depth += 1
    try:
        return xargs(context, args, stdin)
    finally:
        context.depth -= 1


def _ifcquery(context: Context, args: Sequence[str], stdin: bytes) -> StageResult:
    from memorybench.ifc.cli import run_cli, turn  # loads IfcOpenShell

    with turn() as waited:
        context.deadline.extend(waited)
        with context.deadline.interrupting():
            result = run_cli(args, context.open_model)
    return StageResult(result.stdout.encode("utf-8"), result.stderr, result.exit_code)


COMMANDS: dict[str, Command] = {
    "ifcquery": _ifcquery,
    "jq": jq,
    "cat": cat,
    "head": head,
    "tail": tail,
    "wc": wc,
    "sort": sort,
    "uniq": uniq,
    "xargs": _xargs,
    "sh": _nested,
    "bash": _nested,
}
