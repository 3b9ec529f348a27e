r"""Read a command line as POSIX shells quote it: words, single and double quotes, backslashes, and ``|``.

Nothing is expanded: no variables, substitutions, globs, home folders. What a shell would expand, redirect, chain
or run in the background is refused with a sentence that says what to write instead.
"""

from __future__ import annotations

import re

from memorybench.ifc.pipeline.refusal import Refusal

Pipeline = tuple[tuple[str, ...], ...]  # the words of each stage

_ONE_EACH = "send each command in a call of its own, or join them with a pipe"
_REDIRECTION = (
    "redirection ({}) is not available: leave it out (messages are always shown after the output, and '2>/dev/null'"
    " or '2>&1' is never needed), name an input file as an argument, and narrow output with jq or head"
)
_EXPANSION = (
    "{} is not expanded here, since no shell runs: write the value itself, use `xargs -I{{}}` to pass results on, and"
    " put jq programs in single quotes"
)
_REDIRECT = re.compile(r"\d?(?:>>|>&\d?|>\||>|<<<|<<-?|<)\s*(?:/dev/null|&\d)?")
_EXPANDS = re.compile(r"\$(?:[A-Za-z_0-9@*#?!$-]|\{[^}]*\}?|\(|'|\")")


def parse(command: str) -> Pipeline:
    """Split ``command`` into stages of words; raise :class:`Refusal` for anything but a plain pipeline."""
    return _Reader(command).pipeline()


class _Reader:
    def __init__(self, command: str) -> None:
        if "\x00" in command:
            raise Refusal("the command holds a NUL character; leave it out")
        self.text = command.strip()
        self.at = 0
        self.word: list[str] | None = None  # None between words; [] is an empty quoted word
        self.words: list[str] = []
        self.stages: list[tuple[str, ...]] = []

    def pipeline(self) -> Pipeline:
        while self.at < len(self.text):
            self._step(self.text[self.at])
        self._end_stage(last=True)
        return tuple(self.stages)

    def _step(self, char: str) -> None:
        if char == "'":
            self._single_quoted()
        elif char == '"':
            self._double_quoted()
        elif char == "\\":
            self._backslash()
        elif char == "|":
            self._pipe()
        elif char == "\n":
            self._newline()
        elif char in " \t\r":
            self._end_word()
            self.at += 1
        else:
            self._refuse_operators(char)
            self._add(char)
            self.at += 1

    def _add(self, text: str) -> None:
        if self.word is None:
            self.word = []
        self.word.append(text)

    def _end_word(self) -> None:
        if self.word is not None:
            self.words.append("".join(self.word))
            self.word = None

    def _end_stage(self, *, last: bool) -> None:
        self._end_word()
        if not self.words:
            empty = last and not self.stages
            raise Refusal("the command is empty" if empty else "a stage beside `|` is empty; put a command there")
        self.stages.append(tuple(self.words))
        self.words = []

    def _single_quoted(self) -> None:
        end = self.text.find("'", self.at + 1)
        if end < 0:
            raise Refusal("a single quote is not closed; close it, and write an inner one as '\\''")
        self._add(self.text[self.at + 1 : end])
        self.at = end + 1

    def _double_quoted(self) -> None:
        self._add("")
        self.at += 1
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == '"':
                self.at += 1
                return
            if char == "\\" and self.text[self.at + 1 : self.at + 2] in {'"', "\\", "$", "`", "\n"}:
                escaped = self.text[self.at + 1]
                self._add("" if escaped == "\n" else escaped)
                self.at += 2
                continue
            if char == "`" or (char == "$" and self.text[self.at + 1 : self.at + 2] != '"'):
                self._refuse_expansion(char)
            self._add(char)
            self.at += 1
        raise Refusal('a double quote is not closed; close it, and write an inner one as \\"')

    def _backslash(self) -> None:
        following = self.text[self.at + 1 : self.at + 2]
        if following != "\n":  # backslash and newline continue the line
            self._add(following or "\\")
        self.at += 2

    def _pipe(self) -> None:
        if self.text.startswith("||", self.at):
            raise Refusal(f"`||` is not available: {_ONE_EACH}")
        if self.text.startswith("|&", self.at):
            raise Refusal("`|&` is not available: use `|`; messages are always shown after the output")
        self._end_stage(last=False)
        self.at += 1
        while self.text[self.at : self.at + 1].isspace():  # a line may end after a pipe
            self.at += 1

    def _newline(self) -> None:
        rest = self.text[self.at :].lstrip()
        if rest.startswith("|") and not rest.startswith("||"):
            self.at = len(self.text) - len(rest)
            return
        raise Refusal(f"several lines are not available: {_ONE_EACH}")

    def _refuse_operators(self, char: str) -> None:
        if char in ";&":
            shown = "&&" if self.text.startswith("&&", self.at) else char
            raise Refusal(f"`{shown}` is not available: {_ONE_EACH}")
        if char in "<>":
            raise Refusal(_REDIRECTION.format(self._redirection()))
        if char in "()":
            raise Refusal(f"`{char}` outside quotes is not available: put jq programs and selectors in single quotes")
        self._refuse_expansion(char)

    def _refuse_expansion(self, char: str) -> None:
        if char == "`":
            raise Refusal(_EXPANSION.format("`…`"))
        match = _EXPANDS.match(self.text, self.at) if char == "$" else None
        if match:
            shown = {"$(": "$(…)"}.get(match.group(), match.group())
            raise Refusal(_EXPANSION.format(shown))

    def _redirection(self) -> str:
        descriptor = self.word[-1] if self.word and len(self.word) == 1 and self.word[-1].isdigit() else ""
        match = _REDIRECT.match(self.text, self.at)
        return descriptor + (match.group().strip() if match else self.text[self.at])
