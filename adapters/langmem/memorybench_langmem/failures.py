"""Whose failure an error is."""

from __future__ import annotations

from memorybench.errors import MemorybenchError, ModelUnavailable
from memorybench.models.errors import chain, model_error_behind


def model_failed(error: Exception, role: str) -> MemorybenchError:
    """The error of the benchmark's model behind ``error``, else one that says which model failed."""
    known = model_error_behind(error)
    return known or ModelUnavailable(f"langmem: the {role} failed: {type(error).__name__}: {error}")


def not_langmems(error: Exception) -> MemorybenchError | None:
    """The error of a model or of the store's file behind ``error``; None if LangMem itself failed."""
    return next((link for link in chain(error) if isinstance(link, MemorybenchError)), None)
