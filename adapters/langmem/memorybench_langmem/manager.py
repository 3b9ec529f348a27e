"""LangMem's memory manager with ids that depend on the session alone.

LangMem writes random ids into its prompts, of the session and of the memories it shows. The same sessions would give
another prompt at every run, and no run could be replayed from recorded answers.
"""

from __future__ import annotations

import re
import uuid
from typing import Any

from langchain_core.runnables import RunnableConfig
from langmem.knowledge.extraction import ExtractedMemory, MemoryManager, MemoryState, MemoryStoreManager

_SESSION_TAG = re.compile(r"(</?session_)[0-9a-f-]{36}(?=>)")


class SteadyManager(MemoryManager):  # type: ignore[misc]
    """LangMem's manager; only the ids it makes up are others."""

    session = ""  # set before each call

    @classmethod
    def in_place_of(cls, manager: MemoryManager) -> SteadyManager:
        """A manager with the same model, prompt and permissions."""
        return cls(
            manager.model,
            schemas=manager.schemas,
            instructions=manager.instructions,
            enable_inserts=manager.enable_inserts,
            enable_updates=manager.enable_updates,
            enable_deletes=manager.enable_deletes,
        )

    def _prepare_messages(self, messages: list[Any], max_steps: int = 1) -> list[dict[str, Any]]:
        prepared: list[dict[str, Any]] = super()._prepare_messages(messages, max_steps)
        *before, last = prepared
        content, tags = _SESSION_TAG.subn(rf"\g<1>{self._id('session')}", last["content"])
        if tags < 2:
            raise RuntimeError("langmem's prompt has no session tag: this is not langmem 0.0.30")
        return [*before, {**last, "content": content}]

    async def ainvoke(
        self, input: MemoryState, config: RunnableConfig | None = None, **kwargs: Any
    ) -> list[ExtractedMemory]:
        """LangMem's call; new memories get ids by session and place."""
        known = {existing[0] for existing in input.get("existing") or ()}
        found = await super().ainvoke(input, config, **kwargs)
        return [
            memory if memory.id in known else memory._replace(id=self._id(str(place)))
            for place, memory in enumerate(found)
        ]

    def _id(self, what: str) -> str:
        return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{self.session}/{what}"))


def steady(manager: MemoryStoreManager) -> SteadyManager:
    """Put a :class:`SteadyManager` into ``manager``."""
    inner = SteadyManager.in_place_of(manager.memory_manager)
    manager.memory_manager = inner
    return inner
