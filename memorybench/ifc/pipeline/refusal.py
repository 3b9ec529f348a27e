"""Refusals: sentences that an agent can act on."""

from __future__ import annotations


class Refusal(Exception):
    """A command that is not carried out; the text is one sentence, ``exit_code`` what the agent sees."""

    def __init__(self, sentence: str, exit_code: int = 2) -> None:
        super().__init__(sentence)
        self.exit_code = exit_code
