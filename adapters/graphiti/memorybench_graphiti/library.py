"""Imports Graphiti as a benchmark needs it: no telemetry, no stray ``.env``, no noise on the terminal."""

from __future__ import annotations

import logging
import os
import sys
from threading import Lock

_lock = Lock()
_LOGGERS = ("graphiti_core", "neo4j", "falkordb")


def prepare(embedding_size: int) -> None:
    """Import Graphiti if that has not happened yet.

    Graphiti reads its settings from the environment while it is imported, and before that fills the environment
    from any ``.env`` file in a folder above its own, the user's project among them.
    """
    with _lock:
        os.environ["GRAPHITI_TELEMETRY_ENABLED"] = "false"
        if "graphiti_core" in sys.modules:
            return
        os.environ["EMBEDDING_DIM"] = str(embedding_size)
        before = os.environ.get("PYTHON_DOTENV_DISABLED")
        os.environ["PYTHON_DOTENV_DISABLED"] = "1"
        try:
            import graphiti_core  # noqa: F401
            import graphiti_core.driver.falkordb_driver  # noqa: F401
        finally:
            if before is None:
                del os.environ["PYTHON_DOTENV_DISABLED"]
            else:
                os.environ["PYTHON_DOTENV_DISABLED"] = before
        for name in _LOGGERS:
            logging.getLogger(name).addHandler(logging.NullHandler())
