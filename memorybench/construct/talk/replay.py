"""Turn a turn into messages by really running its commands on the model."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from memorybench.construct.talk.phrases import CAVEATS, SOURCES, thought
from memorybench.construct.talk.topics import described
from memorybench.construct.talk.turns import Lookup, Step, Turn
from memorybench.ifc.index import Item, ModelIndex
from memorybench.ifc.result import CommandResult
from memorybench.records import Message

# The paper's Table 1, per task: 9,488 user, 45,983 assistant and 39,532 tool messages over 143 tasks, final
# answers of about 140 tokens, other messages of about 295 (DESIGN, section 8).
COMMANDS_PER_TURN = 4.1
FINAL_TOKENS = 140
OTHER_TOKENS = 295
OUTPUT_LIMIT = 6_000  # characters of one tool output in a history


class Shell(Protocol):
    """What runs a command line in the project folder."""

    def execute(self, command: str) -> CommandResult:
        """Run it."""
        ...


class RememberingShell:
    """A shell on one unchanging model: what a query yields is asked of it once. Documents beside it may change."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._known: dict[str, CommandResult] = {}

    def execute(self, command: str) -> CommandResult:
        """Run it, or tell what it yielded before."""
        if not command.startswith("ifcquery "):
            return self._shell.execute(command)
        if command not in self._known:
            self._known[command] = self._shell.execute(command)
        return self._known[command]


@dataclass
class Replay:
    """The assistant of a history: runs commands, answers from their output, keeps to the paper's sizes."""

    index: ModelIndex
    shell: Shell
    rng: random.Random
    count_tokens: Callable[[str], int]
    _turns: int = 0
    _commands: int = 0
    _others: int = 0
    _other_tokens: int = 0
    _ran: dict[str, CommandResult] = field(default_factory=dict)
    _in_turn: set[str] = field(default_factory=set)

    def messages(self, turn: Turn) -> list[Message]:
        """The messages of one turn, with ids that the weaver replaces."""
        self._turns += 1
        told: list[Message] = [_message("user", turn.user, speaker=turn.speaker)]
        self._in_turn = set()
        outputs = [self._run(step, told) for step in turn.steps]
        seen: list[Item] = []
        for step, item in self._further(turn):
            self._run(step, told)
            seen.append(item)
        text = self._final(list(turn.answer(Lookup(tuple(outputs)))), seen)
        told.append(_message("assistant", text, final=True))
        return told

    def _run(self, step: Step, told: list[Message]) -> str:
        command = step.command.replace("{model}", self.index.name)
        if command not in self._ran:
            self._ran[command] = self.shell.execute(command)
        self._in_turn.add(step.command)
        output = self._ran[command].text
        told.append(_message("assistant", step.thought, command=command))
        told.append(_message("tool", output))
        self._commands += 1
        self._others += 2
        self._other_tokens += self.count_tokens(f"{command}\n{step.thought}") + self.count_tokens(output)
        return output

    def _further(self, turn: Turn) -> list[tuple[Step, Item]]:
        """More looking around, as agents do, until the history has the paper's number of commands."""
        due = round(COMMANDS_PER_TURN * self._turns - self._commands + self.rng.choice((-1, 0, 0, 1)))
        steps: list[tuple[Step, Item]] = []
        pool = list(turn.focus or self.index.elements)
        for _ in range(20):
            if len(steps) >= min(due, 6):
                break
            item = self.rng.choice(pool)
            command = self._command(item)
            if command not in self._in_turn:
                self._in_turn.add(command)
                steps.append((Step(thought(self.rng), command), item))
        return steps

    def _command(self, item: Item) -> str:
        """A look at something near ``item``, long or short according to what the history still lacks."""
        kin = (
            item.ifc_class if item in self.index.elements else "IfcSpace" if item in self.index.spaces else "IfcDoor"
        )
        if self._others and self._other_tokens / self._others > OTHER_TOKENS:
            options = [
                f"info {item.step} | jq '.attributes'",
                f"info {item.step} | jq '.container'",
                f"info {item.step} | jq '.element_type'",
                f"info {item.step} | jq '.property_sets | keys'",
                f"relations {item.step} | jq '.hierarchy'",
                f"relations {item.step} --traverse up | jq -r '.[].name'",
                f"select '{kin}' | jq length",
                f"select '{kin}' | jq -r '.[].name' | head -n 5",
            ]
        else:
            options = [
                f"info {item.step}",
                f"info {item.step} | jq '.property_sets'",
                f"relations {item.step}",
                f"relations {item.step} --traverse up",
                f"select '{kin}'",
                "summary",
            ]
        return f"ifcquery {{model}} {self.rng.choice(options)}"

    def _final(self, sentences: list[str], seen: list[Item]) -> str:
        """The answer, then what else was looked at and where it comes from, cut at the usual length."""
        wanted = self.rng.randint(FINAL_TOKENS - 25, FINAL_TOKENS + 40)
        looked = [
            f"I also looked at {described(self.index, item)}"
            for item in dict.fromkeys(seen)
            if not self._told(item, sentences)
        ]
        spare = [*looked, self.rng.choice(SOURCES), *self.rng.sample(CAVEATS, 2)]
        text = sentences[0]
        for sentence in dict.fromkeys([*sentences[1:], *spare]):
            if self.count_tokens(text) > wanted - 12:
                break
            text = f"{text} {sentence}"
        return text

    @staticmethod
    def _told(item: Item, sentences: list[str]) -> bool:
        return any(f"#{item.step})" in sentence or (item.name and item.name in sentence) for sentence in sentences)


def _message(role: str, text: str, **more: object) -> Message:
    return Message.model_validate({"id": "S000-M00", "role": role, "text": text, **more})
