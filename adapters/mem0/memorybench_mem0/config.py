"""The adapter's options and the configuration that Mem0 is given."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import Field, SecretStr

from memorybench.memory import AdapterConfig, StoreContext
from memorybench_mem0.instructions import domain_instructions

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

DOMAIN = "domain"  # the variant with instructions of its own


class Mem0Config(AdapterConfig):
    """``--set mem0.url=…``, ``mem0.api_key``, ``mem0.threshold``; without a URL Qdrant runs in the store's folder."""

    url: str | None = Field(None, pattern=r"^https?://", description="a Qdrant server, e.g. http://localhost:6333")
    api_key: SecretStr | None = Field(None, description="the server's key, never written into a run's records")
    threshold: float = Field(0.1, ge=0, le=1, description="Mem0's: hits below this score are not returned")


def collection_name(context: StoreContext, config: Mem0Config) -> str:
    """One collection a store: its own name on a shared server, a plain one in its own folder."""
    return context.namespace if config.url else "memories"


def mem0_config(context: StoreContext, config: Mem0Config, chat: Any, client: QdrantClient | None) -> dict[str, Any]:
    """The dictionary for ``mem0.Memory.from_config``: Mem0's defaults, but for models, places and the variant.

    ``client`` talks to a server; without it Qdrant runs embedded in the store's folder.
    """
    place = {"client": client} if client else {"path": str(context.workspace / "qdrant")}
    size = context.models.embedding_size
    return {
        "vector_store": {
            "provider": "qdrant",
            "config": {
                "collection_name": collection_name(context, config),
                "embedding_model_dims": size,
                **place,
            },
        },
        "llm": {"provider": "langchain", "config": {"model": chat}},
        "embedder": {
            "provider": "langchain",
            "config": {"model": context.models.embedder, "embedding_dims": size},
        },
        "history_db_path": str(history_path(context.workspace)),
        "custom_instructions": domain_instructions() if context.variant == DOMAIN else None,
    }


def history_path(workspace: Path) -> Path:
    """Where Mem0 keeps its history and the last messages it saw."""
    return workspace / "history.db"
