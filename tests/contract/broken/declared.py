"""Adapters that break one rule each: what an adapter says of itself."""

from __future__ import annotations

from typing import ClassVar

from memorybench.memory import AdapterConfig, GoldAccess
from memorybench.testing.sound import Sound


class EmptyCard(Sound):
    fails: ClassVar = {"card_complete"}

    card = Sound.card.model_copy(update={"time": ""})


class UnpinnedCard(Sound):
    fails: ClassVar = {"card_complete"}

    card = Sound.card.model_copy(update={"system": "sound, latest"})


class HasMoreThanItDeclares(Sound):
    fails: ClassVar = {"surfaces_match"}

    async def context(self) -> str:
        return ""


class TakesAnyOption(Sound):
    fails: ClassVar = {"unknown_option_refused"}

    class AnyConfig(AdapterConfig):
        model_config = {"extra": "allow"}  # noqa: RUF012 - pydantic reads it

    config_type = AnyConfig


class PeeksAtGold(Sound):
    fails: ClassVar = {"gold_only_when_declared"}

    def accept_gold(self, gold: GoldAccess) -> None:
        self.gold_facts = gold.facts
